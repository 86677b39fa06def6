#!/usr/bin/env python3
"""Makes the small models of the command-line cases; needs coremltools.

even-rest.mlmodel     laps -> duration: the time so far, and 300 s for every kilometre that is left
side-by-side.mlmodel  x (MultiArray 2), n (Int64) -> y (MultiArray 3): y = [x0, x1, n]
species.mlmodel       length, width (Double) -> species (String), with probabilities: two trees
recommender.mlmodel   a valid recommender, which is no tabular model
apple.mlmodelc        even-rest as a bundle of Apple's compiler (docs/mlmodelc.md)
"""
import pathlib
import struct

from coremltools.proto import FeatureTypes_pb2, Model_pb2

HERE = pathlib.Path(__file__).parent


def feature(features, name, kind, about="", shape=None):
    new = features.add()
    new.name = name
    new.shortDescription = about
    if kind == "array":
        new.type.multiArrayType.shape.extend(shape)
        new.type.multiArrayType.dataType = FeatureTypes_pb2.ArrayFeatureType.DOUBLE
    else:
        getattr(new.type, kind).SetInParent()


def even_rest():
    model = Model_pb2.Model(specificationVersion=1)
    description = model.description
    for name, about in [
        ("distance", "Length of the run in metres"),
        ("cumDistance", "Distance from the start in metres"),
        ("cumTime", "Time since the start in seconds"),
    ]:
        feature(description.input, name, "doubleType", about)
    feature(description.output, "duration", "doubleType", "Time of the run in seconds")
    description.predictedFeatureName = "duration"
    description.metadata.shortDescription = "Five minutes for every kilometre that is left."
    regressor = model.glmRegressor
    regressor.weights.add().value.extend([0.3, -0.3, 1.0])
    regressor.offset.append(0)
    return model


def side_by_side():
    model = Model_pb2.Model(specificationVersion=1)
    feature(model.description.input, "x", "array", shape=[2])
    feature(model.description.input, "n", "int64Type")
    feature(model.description.output, "y", "array", shape=[3])
    for name, dimensions in [("x", 2), ("n", 1)]:
        column = model.featureVectorizer.inputList.add()
        column.inputColumn = name
        column.inputDimensions = dimensions
    return model


def species():
    model = Model_pb2.Model(specificationVersion=1)
    description = model.description
    feature(description.input, "length", "doubleType")
    feature(description.input, "width", "doubleType")
    feature(description.output, "species", "stringType")
    feature(description.output, "chances", "dictionaryType")
    description.output[1].type.dictionaryType.stringKeyType.SetInParent()
    description.predictedFeatureName = "species"
    description.predictedProbabilitiesName = "chances"
    classifier = model.treeEnsembleClassifier
    classifier.postEvaluationTransform = 1
    classifier.stringClassLabels.vector.extend(["ant", "bee", "wasp, large"])
    ensemble = classifier.treeEnsemble
    ensemble.numPredictionDimensions = 3
    for tree, (column, threshold, leaves) in enumerate([(0, 5, (0, 1)), (1, 2.5, (1, 2))]):
        branch = ensemble.nodes.add()
        branch.treeId = tree
        branch.branchFeatureIndex = column
        branch.branchFeatureValue = threshold
        branch.trueChildNodeId, branch.falseChildNodeId = 1, 2
        for node, dimension in enumerate(leaves, start=1):
            leaf = ensemble.nodes.add()
            leaf.treeId, leaf.nodeId, leaf.nodeBehavior = tree, node, leaf.LeafNode
            value = leaf.evaluationInfo.add()
            value.evaluationIndex, value.evaluationValue = dimension, 1.5
    return model


def recommender():
    model = Model_pb2.Model(specificationVersion=4)
    feature(model.description.input, "items", "dictionaryType")
    model.description.input[0].type.dictionaryType.int64KeyType.SetInParent()
    feature(model.description.output, "scores", "dictionaryType")
    model.description.output[0].type.dictionaryType.int64KeyType.SetInParent()
    similarities = model.itemSimilarityRecommender
    similarities.itemInputFeatureName = "items"
    similarities.recommendedItemScoreOutputFeatureName = "scores"
    similarities.itemItemSimilarities.add().itemId = 1
    return model


for name, model in [
    ("even-rest", even_rest()), ("side-by-side", side_by_side()), ("species", species()),
    ("recommender", recommender()),
]:
    (HERE / f"{name}.mlmodel").write_bytes(model.SerializeToString(deterministic=True))

variant = b"spec"
header = struct.pack("<I3QQ4s3QQ", 300, 1, 0, 0, len(variant), variant, 1, 0, 0, 0)
(HERE / "apple.mlmodelc").mkdir(exist_ok=True)
(HERE / "apple.mlmodelc" / "coremldata.bin").write_bytes(
    header + (HERE / "even-rest.mlmodel").read_bytes())
