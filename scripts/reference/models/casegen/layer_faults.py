"""Faults of the layer families: parameters, axes, counts and shapes that do not fit."""

import numpy as np

from .invalid import bad
from .layers import Matrices, fill_lstm, put, set_function
from .spec import Network, array, fill

F32 = "float32"


def one_layer(kind, settings=None, shape=(2, 3), outputs="y", inputs="x", others=(), exact=True, version=5, constants=None):
    """A network of one layer, after `constants` {name: values} as layers before it."""
    sources = {"x": array(*shape, dtype=F32), **{n: array(*s, dtype=F32) for n, s in others}}
    net = Network(sources, {n: array(1, dtype=F32) for n in outputs.split()}, exact=exact, version=version)
    for name, values in (constants or {}).items():
        p = net.add("loadConstantND", "", name)
        p.shape.append(len(values))
        fill(p.data, values)
    p = net.add(kind, inputs, outputs)
    if settings:
        settings(p)
    return net.spec


def fault(name, error, where, why, kind, settings=None, rule="own", place=0, **network):
    bad(
        f"nn-{name}",
        error,
        f"neuralNetwork.layers[{place}].{kind}{where}",
        why,
        one_layer(kind, settings, **network),
        rule=rule,
    )


fault("reduce-axis", "value", ".axes", "axis 2 of two", "reduceSum", put(axes=[2]))
fault("reduce-mode", "value", ".mode", "a function that does not exist", "reduce", put(mode=10), shape=(3,), exact=False, version=1)
fault("top-k-too-many", "value", ".K", "four of three", "topK", put(axis=1, K=4), outputs="y i")
fault("top-k-one-output", "structure", "", "values without their places", "topK", put(axis=1, K=2))
fault("arg-max-axis", "value", ".axis", "axis -3 of two", "argMax", put(axis=-3))
fault("one-hot-version", "version", "", "oneHot in version 4", "oneHot", put(oneHotVectorSize=3, axis=-1), version=4)
fault("split-uneven", "shape", ".numSplits", "three into two", "splitND", put(axis=1, numSplits=2), outputs="y z")
fault("split-sizes", "shape", ".splitSizes", "one and one of three", "splitND", put(axis=1, splitSizes=[1, 1]), outputs="y z")
fault("split-outputs", "structure", ".numSplits", "three parts, two outputs", "splitND", put(axis=1, numSplits=3), outputs="y z")
fault("concat-nd-shapes", "shape", "", "[2, 3] and [3, 3] along axis 1", "concatND", put(axis=1), inputs="x a", others=[("a", (3, 3))])
fault("stack-shapes", "shape", "", "[2, 3] and [3, 2]", "stack", put(axis=0), inputs="x a", others=[("a", (3, 2))])
fault(
    "slice-static-empty", "value", "", "from 2 to 2", "sliceStatic",
    put(beginIds=[0, 2], endIds=[2, 2], strides=[1, 1], beginMasks=[False] * 2, endMasks=[False] * 2, squeezeMasks=[False] * 2),
)
fault(
    "slice-static-stride", "value", ".strides", "a stride of 0", "sliceStatic",
    put(beginIds=[0, 0], endIds=[2, 2], strides=[1, 0], beginMasks=[False] * 2, endMasks=[False] * 2, squeezeMasks=[False] * 2),
)
fault("tile-count", "shape", ".reps", "three repetitions for two axes", "tile", put(reps=[1, 2, 3]))
fault("tile-huge", "shape", ".reps", "more repetitions than memory", "tile", put(reps=[2**62, 2**62]))
fault("reverse-count", "shape", ".reverseDim", "one flag for two axes", "reverse", put(reverseDim=[True]))
fault("windows-wide", "shape", ".windowSize", "four of three", "slidingWindows", put(axis=1, windowSize=4, step=1))
fault("pad-amounts", "shape", ".padAmounts", "two amounts for two axes", "constantPad", put(padAmounts=[1, 1]))
fault("fill-empty", "shape", ".targetShape", "a shape with a 0", "fillStatic", put(value=1.0, targetShape=[2, 0]), inputs="")
fault("range-empty", "value", "", "from 5 to 1 upwards", "rangeStatic", put(startValue=5.0, endValue=1.0, stepSizeValue=1.0), inputs="")
fault("broadcast-shape", "shape", ".targetShape", "[2, 3] over [2, 4]", "broadcastToStatic", put(targetShape=[2, 4]))
fault(
    "gather-along-shapes", "shape", "", "places [3, 3] in data [2, 3]", "gatherAlongAxis", put(axis=1),
    inputs="x a", others=[("a", (3, 3))],
)
fault(
    "scatter-mode", "value", ".mode", "a mode that does not exist", "scatterND", put(mode=7),
    inputs="x a b", others=[("a", (2, 2)), ("b", (2,))],
)
fault(
    "reshape-by-row", "unsupported-layer", "", "the shape is an input of the model", "reshapeDynamic",
    inputs="x a", others=[("a", (2,))], rule="unsupported",
)
fault("where-inputs", "structure", "", "two blobs instead of three", "whereBroadcastable", inputs="x a", others=[("a", (2, 3))])
fault("lrn-size", "value", ".localSize", "a neighbourhood of none", "lrn", put(alpha=1.0, beta=1.0), shape=(3,), exact=False, version=1)


def layer_norm(p):
    p.normalizedShape.append(3)
    fill(p.gamma, np.ones(3))
    fill(p.beta, np.ones(2))


fault("layer-norm-beta", "shape", ".beta", "two numbers for three", "layerNormalization", layer_norm)


def embedding(p):
    p.vocabSize, p.embeddingSize = 4, 2
    fill(p.weights, np.ones(7))


fault("embedding-weights", "shape", ".weights", "seven weights for four vectors of two", "embeddingND", embedding, shape=(2, 1))


def product(p):
    p.weightMatrixFirstDimension, p.weightMatrixSecondDimension = 4, 2
    fill(p.weights, np.ones(8))


fault("matmul-size", "shape", ".weightMatrixFirstDimension", "a matrix of four rows for vectors of three", "batchedMatmul", product)


def recurrent(spoil, sizes=(3, 2)):
    def settings(p):
        m = Matrices(np.random.default_rng(1), 4, 3, 2)
        p.inputVectorSize, p.outputVectorSize = sizes
        for f in ("sigmoid", "tanh", "tanh"):
            set_function(p.activations.add(), f)
        p.params.hasBiasVectors, p.params.cellClipThreshold = True, 50.0
        fill_lstm(p.weightParams, m)
        spoil(p)

    return settings


SEQUENCE = {"shape": (4, 1, 3, 1, 1), "exact": True, "version": 4}
fault("lstm-activations", "shape", ".activations", "two activations of three", "uniDirectionalLSTM", recurrent(lambda p: p.activations.pop()), **SEQUENCE)
fault(
    "lstm-bias", "shape", ".weightParams.forgetGateBiasVector", "a bias is missing", "uniDirectionalLSTM",
    recurrent(lambda p: p.weightParams.ClearField("forgetGateBiasVector")), **SEQUENCE,
)
fault(
    "lstm-recursion", "shape", ".weightParams.blockInputRecursionMatrix", "three numbers for two by two",
    "uniDirectionalLSTM", recurrent(lambda p: p.weightParams.blockInputRecursionMatrix.floatValue.pop()), **SEQUENCE,
)
fault(
    "lstm-input-size", "shape", ".inputVectorSize", "vectors of three out of a blob of four", "uniDirectionalLSTM",
    recurrent(lambda p: None), **{**SEQUENCE, "shape": (4, 1, 4, 1, 1)},
)
fault(
    "lstm-states", "structure", "", "an output without its state beside it", "uniDirectionalLSTM",
    recurrent(lambda p: None), outputs="y h", **SEQUENCE,
)
