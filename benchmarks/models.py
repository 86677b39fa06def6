"""Makes the models of the benchmarks, each as Core ML and as what its peer reads.

    models.py FOLDER [TREES ...]

With numbers of trees it makes only ensembles of so many of them.
"""

import json
import pickle
import sys
from pathlib import Path

import numpy as np
from coremltools.proto import Model_pb2
from data import COURSES, FEATURES, NUMBERS, frame

WIDTH = len(COURSES) + len(NUMBERS)
HIDDEN = 64
TREES, LEAVES = 200, 31


def make(folder: Path) -> None:
    """Writes all models to a folder, unless they are there."""
    if (folder / "done").exists():
        return
    folder.mkdir(parents=True, exist_ok=True)
    matrix, duration = frame(20_000)
    mean, scale = matrix.mean(axis=0), matrix.std(axis=0)
    scale[scale == 0] = 1
    make_linear(folder, matrix, duration, mean, scale)
    make_network(folder, mean, scale)
    make_trees(folder, matrix, duration)
    make_forest(folder / "forest.mlmodel", trees=100_000 // 63)
    make_trainable(folder / "trainable.mlmodel")
    (folder / "done").touch()


def make_linear(folder, matrix, duration, mean, scale):
    from sklearn.linear_model import LinearRegression

    model = LinearRegression().fit((matrix - mean) / scale, duration)
    weights, bias = model.coef_, float(model.intercept_)
    spec = pipeline(mean, scale)
    stage = last_stage(spec, "scaled", "duration")
    stage.glmRegressor.weights.add().value.extend(weights)
    stage.glmRegressor.offset.append(bias)
    write(spec, folder / "linear.mlmodel")
    # What a linear expression over the columns needs: everything folded into one weight a column.
    folded = weights / scale
    expression = {
        "courses": dict(zip(COURSES, folded[: len(COURSES)])),
        "numbers": dict(zip(NUMBERS, folded[len(COURSES) :])),
        "bias": bias - float(np.dot(folded, mean)),
    }
    (folder / "linear.json").write_text(json.dumps(expression))
    pickle_pipeline(folder / "linear.pickle", mean, scale, model)


def make_network(folder, mean, scale):
    import onnx
    from onnx import TensorProto, helper, numpy_helper
    from sklearn.neural_network import MLPRegressor

    generator = np.random.default_rng(3)
    sizes = [WIDTH, HIDDEN, HIDDEN, 1]
    weights = [
        generator.normal(0, np.sqrt(2 / m), (m, n)).astype(np.float32)
        for m, n in zip(sizes, sizes[1:])
    ]
    biases = [generator.normal(0, 0.1, n).astype(np.float32) for n in sizes[1:]]

    spec = pipeline(mean, scale)
    stage = last_stage(spec, "scaled", "duration")
    stage.specificationVersion = 4
    network = stage.neuralNetworkRegressor
    network.arrayInputShapeMapping = Model_pb2.NeuralNetwork__pb2.EXACT_ARRAY_MAPPING
    names = ["scaled", "a", "b", "duration"]
    for index, (matrix, bias) in enumerate(zip(weights, biases)):
        isLast = index == len(weights) - 1
        layer = network.layers.add(name=f"dense{index}")
        layer.input.append(names[index])
        layer.output.append(names[index + 1] if isLast else names[index + 1] + "_sum")
        layer.innerProduct.inputChannels, layer.innerProduct.outputChannels = matrix.shape
        layer.innerProduct.hasBias = True
        layer.innerProduct.weights.floatValue.extend(matrix.T.ravel().tolist())
        layer.innerProduct.bias.floatValue.extend(bias.tolist())
        if not isLast:
            relu = network.layers.add(name=f"relu{index}")
            relu.input.append(names[index + 1] + "_sum")
            relu.output.append(names[index + 1])
            relu.activation.ReLU.SetInParent()
    write(spec, folder / "network.mlmodel")

    nodes, tensors, value = [], [], "scaled"
    for index, (matrix, bias) in enumerate(zip(weights, biases)):
        tensors += [numpy_helper.from_array(matrix, f"w{index}"), numpy_helper.from_array(bias, f"b{index}")]
        nodes.append(helper.make_node("Gemm", [value, f"w{index}", f"b{index}"], [f"sum{index}"]))
        value = f"sum{index}"
        if index < len(weights) - 1:
            nodes.append(helper.make_node("Relu", [value], [f"relu{index}"]))
            value = f"relu{index}"
    tensors += [
        numpy_helper.from_array(mean.astype(np.float32), "mean"),
        numpy_helper.from_array((1 / scale).astype(np.float32), "factor"),
    ]
    nodes = [
        helper.make_node("Sub", ["features", "mean"], ["centred"]),
        helper.make_node("Mul", ["centred", "factor"], ["scaled"]),
        *nodes,
    ]
    graph = helper.make_graph(
        nodes,
        "network",
        [helper.make_tensor_value_info("features", TensorProto.FLOAT, [None, WIDTH])],
        [helper.make_tensor_value_info(value, TensorProto.FLOAT, [None, 1])],
        tensors,
    )
    onnx.save(
        helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8),
        folder / "network.onnx",
    )

    peer = MLPRegressor(hidden_layer_sizes=(HIDDEN, HIDDEN), max_iter=1)
    import warnings

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # one epoch does not converge, and need not
        peer.fit(np.zeros((10, WIDTH)), np.zeros(10))
    peer.coefs_, peer.intercepts_ = [w.astype(float) for w in weights], [b.astype(float) for b in biases]
    pickle_pipeline(folder / "network.pickle", mean, scale, peer)


def make_trees(folder, matrix, duration):
    import xgboost

    options = {"tree_method": "hist", "grow_policy": "lossguide", "max_leaves": LEAVES, "max_depth": 0, "eta": 0.1}
    booster = xgboost.train(options, xgboost.DMatrix(matrix, duration), TREES)
    booster.save_model(folder / "trees.json")

    saved = json.loads((folder / "trees.json").read_text())["learner"]
    base = saved["learner_model_param"]["base_score"].strip("[]")
    spec = pipeline(np.zeros(WIDTH), np.ones(WIDTH), scales=False)
    stage = last_stage(spec, "features", "duration")
    ensemble = stage.treeEnsembleRegressor.treeEnsemble
    ensemble.numPredictionDimensions = 1
    ensemble.basePredictionValue.append(float(base))
    for number, tree in enumerate(saved["gradient_booster"]["model"]["trees"]):
        left, right = tree["left_children"], tree["right_children"]
        for index, (yes, no) in enumerate(zip(left, right)):
            node = ensemble.nodes.add(treeId=number, nodeId=index)
            if yes < 0:
                node.nodeBehavior = node.LeafNode
                node.evaluationInfo.add(evaluationIndex=0, evaluationValue=float(np.float32(tree["split_conditions"][index])))
            else:
                # xgboost compares in single precision: below, not below or equal.
                node.nodeBehavior = node.BranchOnValueLessThan
                node.branchFeatureIndex = tree["split_indices"][index]
                node.branchFeatureValue = float(np.float32(tree["split_conditions"][index]))
                node.trueChildNodeId, node.falseChildNodeId = yes, no
                node.missingValueTracksTrueChild = bool(tree["default_left"][index])
    write(spec, folder / "trees.mlmodel")


def make_forest(path, trees):
    """Trees of 63 nodes and 32 leaves; thresholds from a histogram, as the usual trainers take them."""
    generator = np.random.default_rng(11)
    spec = pipeline(np.zeros(WIDTH), np.ones(WIDTH), scales=False)
    stage = last_stage(spec, "features", "duration")
    ensemble = stage.treeEnsembleRegressor.treeEnsemble
    ensemble.numPredictionDimensions = 1
    for tree in range(trees):
        for index in range(63):
            node = ensemble.nodes.add(treeId=tree, nodeId=index)
            if index >= 31:
                node.nodeBehavior = node.LeafNode
                node.evaluationInfo.add(evaluationIndex=0, evaluationValue=float(np.float32(generator.normal())))
            else:
                node.nodeBehavior = node.BranchOnValueLessThan
                node.branchFeatureIndex = int(generator.integers(WIDTH))
                node.branchFeatureValue = float(4 * generator.integers(250))
                node.trueChildNodeId, node.falseChildNodeId = 2 * index + 1, 2 * index + 2
    write(spec, path)


def make_trainable(path):
    """The network as one that learns: Adam, mean squared error."""
    generator = np.random.default_rng(5)
    spec = Model_pb2.Model(specificationVersion=4, isUpdatable=True)
    add_vector(spec.description.input, "features", WIDTH)
    add_vector(spec.description.output, "y", 1)
    add_vector(spec.description.trainingInput, "features", WIDTH)
    add_vector(spec.description.trainingInput, "y_true", 1)
    network = spec.neuralNetwork
    network.arrayInputShapeMapping = Model_pb2.NeuralNetwork__pb2.EXACT_ARRAY_MAPPING
    sizes = [WIDTH, HIDDEN, HIDDEN, 1]
    names = ["features", "a", "b", "y"]
    for index, (inner, outer) in enumerate(zip(sizes, sizes[1:])):
        isLast = index == len(sizes) - 2
        layer = network.layers.add(name=f"dense{index}", isUpdatable=True)
        layer.input.append(names[index])
        layer.output.append(names[index + 1] if isLast else names[index + 1] + "_sum")
        layer.innerProduct.inputChannels, layer.innerProduct.outputChannels = inner, outer
        layer.innerProduct.hasBias = True
        layer.innerProduct.weights.isUpdatable = layer.innerProduct.bias.isUpdatable = True
        layer.innerProduct.weights.floatValue.extend(generator.normal(0, np.sqrt(2 / inner), inner * outer))
        layer.innerProduct.bias.floatValue.extend([0.0] * outer)
        if not isLast:
            relu = network.layers.add(name=f"relu{index}")
            relu.input.append(names[index + 1] + "_sum")
            relu.output.append(names[index + 1])
            relu.activation.ReLU.SetInParent()
    update = network.updateParams
    loss = update.lossLayers.add(name="loss")
    loss.meanSquaredErrorLossLayer.input, loss.meanSquaredErrorLossLayer.target = "y", "y_true"
    adam = update.optimizer.adamOptimizer
    for parameter, value in ((adam.learningRate, 1e-3), (adam.beta1, 0.9), (adam.beta2, 0.999), (adam.eps, 1e-8)):
        parameter.defaultValue = value
        parameter.range.minValue, parameter.range.maxValue = 0, 1
    adam.miniBatchSize.defaultValue = update.epochs.defaultValue = 8
    for parameter in (adam.miniBatchSize, update.epochs):
        parameter.range.minValue, parameter.range.maxValue = 1, 100_000
    write(spec, path)


def pipeline(mean, scale, scales=True):
    """One-hot course, all numbers in one vector, and a scaler."""
    spec = Model_pb2.Model(specificationVersion=1)
    for name in FEATURES:
        add_feature(spec.description.input, name, "stringType" if name == "course" else "doubleType")
    add_feature(spec.description.output, "duration", "doubleType")
    spec.description.predictedFeatureName = "duration"
    models = spec.pipelineRegressor.pipeline.models

    encoder = models.add(specificationVersion=1)
    add_feature(encoder.description.input, "course", "stringType")
    add_vector(encoder.description.output, "courses", len(COURSES))
    encoder.oneHotEncoder.stringCategories.vector.extend(COURSES)
    encoder.oneHotEncoder.handleUnknown = encoder.oneHotEncoder.IgnoreUnknown

    joiner = models.add(specificationVersion=1)
    add_vector(joiner.description.input, "courses", len(COURSES))
    for name in NUMBERS:
        add_feature(joiner.description.input, name, "doubleType")
    add_vector(joiner.description.output, "features", WIDTH)
    joiner.featureVectorizer.inputList.add(inputColumn="courses", inputDimensions=len(COURSES))
    for name in NUMBERS:
        joiner.featureVectorizer.inputList.add(inputColumn=name, inputDimensions=1)

    if scales:
        scaler = models.add(specificationVersion=1)
        add_vector(scaler.description.input, "features", WIDTH)
        add_vector(scaler.description.output, "scaled", WIDTH)
        scaler.scaler.shiftValue.extend(-mean)
        scaler.scaler.scaleValue.extend(1 / scale)
    return spec


def last_stage(spec, input_name, output_name):
    stage = spec.pipelineRegressor.pipeline.models.add(specificationVersion=1)
    add_vector(stage.description.input, input_name, WIDTH)
    add_feature(stage.description.output, output_name, "doubleType")
    stage.description.predictedFeatureName = output_name
    return stage


def add_feature(features, name, kind):
    feature = features.add(name=name)
    getattr(feature.type, kind).SetInParent()


def add_vector(features, name, width):
    feature = features.add(name=name)
    feature.type.multiArrayType.shape.append(width)
    feature.type.multiArrayType.dataType = 65600  # double


def write(spec, path):
    path.write_bytes(spec.SerializeToString())


def pickle_pipeline(path, mean, scale, model):
    """The same steps for scikit-learn, fitted by hand."""
    from sklearn.compose import ColumnTransformer
    from sklearn.pipeline import Pipeline
    from sklearn.preprocessing import OneHotEncoder, StandardScaler
    import pandas

    encode = ColumnTransformer(
        [
            ("course", OneHotEncoder(categories=[COURSES], handle_unknown="ignore", sparse_output=False), ["course"]),
            ("numbers", "passthrough", NUMBERS),
        ]
    )
    rows = pandas.DataFrame({"course": COURSES, **{name: np.arange(len(COURSES), dtype=float) for name in NUMBERS}})
    encode.fit(rows)
    scaler = StandardScaler().fit(np.zeros((2, WIDTH)))
    scaler.mean_, scaler.scale_ = mean, scale
    with open(path, "wb") as file:
        pickle.dump(Pipeline([("encode", encode), ("scale", scaler), ("model", model)]), file)


if __name__ == "__main__":
    folder, counts = Path(sys.argv[1]), sys.argv[2:]
    for count in counts:
        make_forest(folder / f"forest-{count}.mlmodel", int(count))
    if not counts:
        make(folder)
