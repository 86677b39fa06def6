"""Families of network layers: recurrent ones, and those of the exact array mapping that move, choose or order numbers.

References in float64, written from the formulas of the format; data movement by numpy's own functions.
"""

import numpy as np

from .corpus import array_rows, case, grid
from .networks import F32, make, quantized_values, vec, weights
from .spec import Network, array, fill


def sigmoid(x):
    return 1 / (1 + np.exp(-x))


FUNCTIONS = {
    "sigmoid": sigmoid,
    "tanh": np.tanh,
    "ReLU": lambda x: np.maximum(x, 0),
    "sigmoidHard": lambda x: np.clip(0.25 * x + 0.5, 0, 1),
}


def set_function(message, name):
    getattr(message, name).SetInParent()
    if name == "sigmoidHard":
        message.sigmoidHard.alpha, message.sigmoidHard.beta = 0.25, 0.5


def limited(x):
    """What goes into an activation is kept within 50."""
    return np.clip(x, -50, 50)


class Matrices:
    """Random weights of some gates: W [gate, units, inputs], R [gate, units, units], b, p."""

    def __init__(self, rng, gates, inputs, units, bias=True, peepholes=False, scale=0.5):
        draw = lambda *shape: (scale * weights(rng, *shape)).astype(np.float32).astype(np.float64)  # noqa: E731
        self.w, self.r = draw(gates, units, inputs), draw(gates, units, units)
        self.b = draw(gates, units) if bias else np.zeros((gates, units))
        self.p = draw(3, units) if peepholes else np.zeros((3, units))


# ---------------------------------------------------------------------------------- recurrent layers


def sequence_network(inputs, units, steps, outputs, exact=True, states=0):
    """A network of one recurrent layer from `x` [steps, 1, inputs, 1, 1], with states `s0` … if wanted."""
    sources = {"x": array(steps, 1, inputs, 1, 1, dtype=F32)}
    sources |= {f"s{i}": array(1, 1, units, 1, 1, dtype=F32) for i in range(states)}
    return Network(sources, outputs, exact=exact)


def sequences(rng, steps, inputs, units, states, rows=5):
    return [
        {
            "x": grid(rng, steps, inputs).reshape(steps, 1, inputs, 1, 1),
            **{f"s{i}": grid(rng, 1, units, -1, 1).reshape(1, 1, units, 1, 1) for i in range(states)},
        }
        for _ in range(rows)
    ]


for name, function, sequence, reverse in (
    ("nn-recurrent-simple", "tanh", True, False),
    ("nn-recurrent-simple-last-reversed", "ReLU", False, True),
):

    @case(name)
    def _(rng, function=function, sequence=sequence, reverse=reverse):
        steps, inputs, units = 4, 3, 2
        m = Matrices(rng, 1, inputs, units)
        net = sequence_network(
            inputs, units, steps, {"y": array(steps if sequence else 1, units, dtype=F32), "h": vec(units)}, states=1
        )
        p = net.add("simpleRecurrent", "x s0", "y h")
        p.inputVectorSize, p.outputVectorSize = inputs, units
        p.sequenceOutput, p.hasBiasVector, p.reverseInput = sequence, True, reverse
        set_function(p.activation, function)
        fill(p.weightMatrix, m.w)
        fill(p.recursionMatrix, m.r)
        fill(p.biasVector, m.b)

        def formula(r):
            x, h, all_ = r["x"][:, 0, :, 0, 0], r["s0"].reshape(-1), []
            for v in x[::-1] if reverse else x:
                h = FUNCTIONS[function](limited(m.w[0] @ v + m.r[0] @ h + m.b[0]))
                all_.append(h)
            return {"y": np.array(all_) if sequence else np.array([h]), "h": h}

        return make(
            net,
            sequences(rng, steps, inputs, units, 1),
            formula,
            open_=["whether a reversed sequence is answered in the order of reading"] if reverse else [],
        )


@case("nn-recurrent-gru")
def _(rng):
    steps, inputs, units = 5, 2, 3
    m = Matrices(rng, 3, inputs, units)
    net = sequence_network(inputs, units, steps, {"y": array(steps, units, dtype=F32), "h": vec(units)}, states=1)
    p = net.add("gru", "x s0", "y h")
    p.inputVectorSize, p.outputVectorSize, p.sequenceOutput, p.hasBiasVectors = inputs, units, True, True
    for f in ("sigmoidHard", "tanh"):
        set_function(p.activations.add(), f)
    for i, gate in enumerate(("update", "reset", "output")):
        fill(getattr(p, gate + "GateWeightMatrix"), m.w[i])
        fill(getattr(p, gate + "GateRecursionMatrix"), m.r[i])
        fill(getattr(p, gate + "GateBiasVector"), m.b[i])

    def formula(r):
        h, all_ = r["s0"].reshape(-1), []
        f, g = FUNCTIONS["sigmoidHard"], np.tanh
        for v in r["x"][:, 0, :, 0, 0]:
            z = f(limited(m.w[0] @ v + m.r[0] @ h + m.b[0]))
            reset = f(limited(m.w[1] @ v + m.r[1] @ h + m.b[1]))
            o = g(limited(m.w[2] @ v + m.r[2] @ (h * reset) + m.b[2]))
            h = (1 - z) * o + z * h
            all_.append(h)
        return {"y": np.array(all_), "h": h}

    return make(net, sequences(rng, steps, inputs, units, 1), formula)


def lstm(m, x, h, c, forget=0.0, coupled=False, clip=np.inf, functions=("sigmoid", "tanh", "tanh")):
    """All outputs, the last one and the last state; gates in the order input, forget, block input, output."""
    f, g, o = (FUNCTIONS[n] for n in functions)
    all_ = []
    for v in x:
        a = [m.w[i] @ v + m.r[i] @ h + m.b[i] for i in range(4)]
        i = f(limited(a[0] + m.p[0] * c))
        forget_ = 1 - i if coupled else f(limited(a[1] + m.p[1] * c + forget))
        c = np.clip(c * forget_ + i * g(limited(a[2])), -clip, clip)
        h = o(c) * f(limited(a[3] + m.p[2] * c))
        all_.append(h)
    return np.array(all_), h, c


def fill_lstm(p, m, bias=True, peepholes=False):
    for i, gate in enumerate(("inputGate", "forgetGate", "blockInput", "outputGate")):
        fill(getattr(p, gate + "WeightMatrix"), m.w[i])
        fill(getattr(p, gate + "RecursionMatrix"), m.r[i])
        if bias:
            fill(getattr(p, gate + "BiasVector"), m.b[i])
    if peepholes:
        for i, gate in enumerate(("input", "forget", "output")):
            fill(getattr(p, gate + "GatePeepholeVector"), m.p[i])


for name, options in {
    "nn-lstm": {"bias": True},
    "nn-lstm-peepholes-forget-bias": {"bias": True, "peepholes": True, "forget": True},
    "nn-lstm-coupled-clipped": {"bias": False, "coupled": True, "clip": 0.5},
    "nn-lstm-last-functions": {"bias": True, "last": True, "functions": ("sigmoidHard", "ReLU", "tanh")},
}.items():

    @case(name)
    def _(rng, options=options):
        steps, inputs, units = 4, 3, 2
        bias, peepholes = options["bias"], options.get("peepholes", False)
        functions = options.get("functions", ("sigmoid", "tanh", "tanh"))
        m = Matrices(rng, 4, inputs, units, bias, peepholes)
        last = options.get("last", False)
        net = sequence_network(
            inputs,
            units,
            steps,
            {"y": array(1 if last else steps, units, dtype=F32), "h": vec(units), "c": vec(units)},
            states=2,
        )
        p = net.add("uniDirectionalLSTM", "x s0 s1", "y h c")
        p.inputVectorSize, p.outputVectorSize = inputs, units
        for f in functions:
            set_function(p.activations.add(), f)
        p.params.sequenceOutput, p.params.hasBiasVectors = not last, bias
        p.params.hasPeepholeVectors = peepholes
        p.params.forgetBias = options.get("forget", False)
        p.params.coupledInputAndForgetGate = options.get("coupled", False)
        p.params.cellClipThreshold = options.get("clip", 50000.0)
        fill_lstm(p.weightParams, m, bias, peepholes)

        def formula(r):
            y, h, c = lstm(
                m,
                r["x"][:, 0, :, 0, 0],
                r["s0"].reshape(-1),
                r["s1"].reshape(-1),
                forget=1.0 if options.get("forget") else 0.0,
                coupled=options.get("coupled", False),
                clip=options.get("clip", np.inf),
                functions=functions,
            )
            return {"y": y[-1:] if last else y, "h": h, "c": c}

        return make(net, sequences(rng, steps, inputs, units, 2), formula)


for name, sequence in (("nn-lstm-two-directions", True), ("nn-lstm-two-directions-last", False)):

    @case(name)
    def _(rng, sequence=sequence):
        steps, inputs, units = 3, 2, 2
        ms = [Matrices(rng, 4, inputs, units) for _ in range(2)]
        net = sequence_network(
            inputs,
            units,
            steps,
            {"y": array(steps if sequence else 1, 2 * units, dtype=F32), **{n: vec(units) for n in ("h", "c", "hb", "cb")}},
            states=4,
        )
        p = net.add("biDirectionalLSTM", "x s0 s1 s2 s3", "y h c hb cb")
        p.inputVectorSize, p.outputVectorSize = inputs, units
        for f in ("sigmoid", "tanh", "tanh"):
            set_function(p.activationsForwardLSTM.add(), f)
            set_function(p.activationsBackwardLSTM.add(), f)
        p.params.sequenceOutput, p.params.hasBiasVectors, p.params.cellClipThreshold = sequence, True, 50000.0
        for m in ms:
            fill_lstm(p.weightParams.add(), m)

        def formula(r):
            x = r["x"][:, 0, :, 0, 0]
            s = [r[f"s{i}"].reshape(-1) for i in range(4)]
            yf, h, c = lstm(ms[0], x, s[0], s[1])
            yb, hb, cb = lstm(ms[1], x[::-1], s[2], s[3])
            y = np.concatenate([yf, yb[::-1]], axis=1) if sequence else np.concatenate([h, hb])[None]
            return {"y": y, "h": h, "c": c, "hb": hb, "cb": cb}

        return make(net, sequences(rng, steps, inputs, units, 4), formula)


@case("nn-lstm-rank-five")
def _(rng):
    units = 3
    m = Matrices(rng, 4, 4, units)
    net = Network({"x": vec(4)}, {"y": vec(units)})
    p = net.add("uniDirectionalLSTM", "x", "y")
    p.inputVectorSize, p.outputVectorSize = 4, units
    for f in ("sigmoid", "tanh", "tanh"):
        set_function(p.activations.add(), f)
    p.params.hasBiasVectors, p.params.cellClipThreshold = True, 50000.0
    fill_lstm(p.weightParams, m)
    zero = np.zeros(units)
    return make(
        net,
        array_rows("x", grid(rng, 8, 4)),
        lambda r: {"y": lstm(m, r["x"][None], zero, zero)[1]},
        ["a sequence of one vector; the states begin with zeros"],
    )


# ---------------------------------------------------------------------------------- moving numbers


def moved(name, shape, layers, rows=4, inputs=None, notes=()):
    """A case of layers from `x` of a shape: {output: (kind, shape, settings(params), formula(x))}."""

    @case(name)
    def _(rng):
        outputs = {n: array(*s, dtype=F32) for n, (_, s, _, _) in layers.items()}
        net = Network({"x": array(*shape, dtype=F32)}, outputs, exact=True, version=5)
        for target, (kind, _, settings, _) in layers.items():
            settings(net.add(kind, "x", target))
        values = [{"x": grid(rng, 1, int(np.prod(shape))).reshape(shape)} for _ in range(rows)]
        return make(net, values, lambda r: {n: f(r["x"]) for n, (_, _, _, f) in layers.items()}, notes)


def put(**values):
    """Sets fields of a layer's parameters; lists are extended."""

    def settings(p):
        for k, v in values.items():
            if isinstance(v, list):
                getattr(p, k).extend(v)
            else:
                setattr(p, k, v)

    return settings


moved(
    "nn-exact-moving",
    (2, 3, 4),
    {
        "tiled": ("tile", (2, 6, 12), put(reps=[1, 2, 3]), lambda x: np.tile(x, (1, 2, 3))),
        "reversed": ("reverse", (2, 3, 4), put(reverseDim=[True, False, True]), lambda x: x[::-1, :, ::-1]),
        "windows": (
            "slidingWindows",
            (2, 3, 2, 2),
            put(axis=-1, windowSize=2, step=2),
            lambda x: np.stack([x[:, :, 0:2], x[:, :, 2:4]], axis=2),
        ),
        "padded": (
            "constantPad",
            (3, 3, 7),
            put(value=-2.5, padAmounts=[1, 0, 0, 0, 2, 1]),
            lambda x: np.pad(x, ((1, 0), (0, 0), (2, 1)), constant_values=-2.5),
        ),
        "grown": (
            "constantPad",
            (2, 5, 6),
            put(value=1.5, padAmounts=[0, 0, 5, 0, 0, 6], padToGivenOutputSizeMode=True),
            lambda x: np.pad(x, ((0, 0), (2, 0), (0, 2)), constant_values=1.5),
        ),
        "band": (
            "matrixBandPart",
            (2, 3, 4),
            put(numLower=1, numUpper=-1),
            lambda x: np.triu(x, -1),
        ),
        "lower": ("lowerTriangular", (2, 3, 4), put(k=1), lambda x: np.tril(x, 1)),
        "upper": ("upperTriangular", (2, 3, 4), put(k=-1), lambda x: np.triu(x, -1)),
        "slices": (
            "sliceStatic",
            (2, 2),
            put(
                beginIds=[1, -1, 0],
                beginMasks=[False, False, False],
                endIds=[0, 0, -1],
                endMasks=[False, False, False],
                strides=[1, -1, 2],
                squeezeMasks=[True, False, False],
            ),
            lambda x: x[1, -1:0:-1, 0:-1:2],
        ),
    },
)

moved(
    "nn-exact-order",
    (3, 4, 2),
    {
        "sum": ("cumSum", (3, 4, 2), put(axis=1), lambda x: np.cumsum(x, 1)),
        "before": (
            "cumSum",
            (3, 4, 2),
            put(axis=-2, excludeFinalSum=True),
            lambda x: np.cumsum(x, 1) - x,
        ),
        "from_end": ("cumSum", (3, 4, 2), put(axis=0, reverse=True), lambda x: np.cumsum(x[::-1], 0)[::-1]),
        "ascending": ("argSort", (3, 4, 2), put(axis=1), lambda x: np.argsort(x, 1, kind="stable")),
        "descending": (
            "argSort",
            (3, 4, 2),
            put(axis=1, descending=True),
            lambda x: np.argsort(-x, 1, kind="stable"),
        ),
        "least": ("argMin", (3, 1, 2), put(axis=1), lambda x: np.argmin(x, 1)[:, None]),
        "most": ("argMax", (3, 2), put(axis=-2, removeDim=True), lambda x: np.argmax(x, 1)),
    },
)


@case("nn-exact-top-bottom")
def _(rng):
    names = ["v1", "i1", "v0", "i0"]
    net = Network(
        {"x": array(2, 5, 3, dtype=F32)}, {n: array(2, 2, 3, dtype=F32) for n in names}, exact=True
    )
    put(axis=1, K=2)(net.add("topK", "x", "v1 i1"))
    put(axis=-2, K=2, useBottomK=True)(net.add("topK", "x", "v0 i0"))

    def formula(r):
        x = r["x"]
        high, low = np.argsort(-x, 1, kind="stable")[:, :2], np.argsort(x, 1, kind="stable")[:, :2]
        return {
            "v1": np.take_along_axis(x, high, 1),
            "i1": high,
            "v0": np.take_along_axis(x, low, 1),
            "i0": low,
        }

    return make(net, [{"x": grid(rng, 10, 3, step=0.5).reshape(2, 5, 3)} for _ in range(6)], formula)


@case("nn-exact-joining")
def _(rng):
    shape = (2, 3)
    net = Network(
        {n: array(*shape, dtype=F32) for n in "ab"},
        {
            "woven": array(2, 6, dtype=F32),
            "stacked": array(2, 2, 3, dtype=F32),
            "last": array(2, 3, 2, dtype=F32),
            "one": array(2, 2, dtype=F32),
            "two": array(2, 4, dtype=F32),
        },
        exact=True,
        version=5,
    )
    put(axis=1, interleave=True)(net.add("concatND", "a b", "woven"))
    put(axis=0)(net.add("stack", "a b", "stacked"))
    put(axis=-1)(net.add("stack", "a b", "last"))
    put(axis=-1, splitSizes=[2, 4])(net.add("splitND", "woven", "one two"))

    def formula(r):
        woven = np.stack([r["a"], r["b"]], 2).reshape(2, 6)
        return {
            "woven": woven,
            "stacked": np.stack([r["a"], r["b"]]),
            "last": np.stack([r["a"], r["b"]], -1),
            "one": woven[:, :2],
            "two": woven[:, 2:],
        }

    return make(net, [{"a": grid(rng, 2, 3), "b": grid(rng, 2, 3)} for _ in range(4)], formula)


@case("nn-exact-gather-scatter")
def _(rng):
    shape = (3, 4)
    net = Network(
        {
            "x": array(*shape, dtype=F32),
            "i": array(2, 2, dtype=F32),
            "along": array(3, 2, dtype=F32),
            "points": array(2, 2, dtype=F32),
            "u": array(3, 2, 2, dtype=F32),
            "v": array(3, 2, dtype=F32),
            "w": array(2, dtype=F32),
        },
        {
            "g": array(3, 2, 2, dtype=F32),
            "ga": array(3, 2, dtype=F32),
            "gn": vec(2),
            "s": array(*shape, dtype=F32),
            "sa": array(*shape, dtype=F32),
            "sn": array(*shape, dtype=F32),
        },
        exact=True,
    )
    put(axis=1)(net.add("gather", "x i", "g"))
    put(axis=-1)(net.add("gatherAlongAxis", "x along", "ga"))
    net.add("gatherND", "x points", "gn")
    put(axis=1, mode=1)(net.add("scatter", "x i u", "s"))
    put(axis=1, mode=3)(net.add("scatterAlongAxis", "x along v", "sa"))
    put(mode=0)(net.add("scatterND", "x points w", "sn"))

    def row():
        return {
            "x": grid(rng, 3, 4),
            "i": rng.permutation(4).reshape(2, 2) - 4 * rng.integers(0, 2, size=(2, 2)),
            "along": np.stack([rng.permutation(4)[:2] for _ in range(3)]),
            "points": np.stack([rng.permutation(3)[:2], rng.integers(0, 4, size=2)], 1),
            "u": grid(rng, 6, 2).reshape(3, 2, 2),
            "v": grid(rng, 3, 2),
            "w": grid(rng, 1, 2)[0],
        }

    def formula(r):
        x, i, along, p = r["x"], r["i"], r["along"], r["points"]
        s, sa, sn = x.copy(), x.copy(), x.copy()
        np.add.at(s, (slice(None), i), r["u"])
        for a in range(3):
            for b in range(2):
                sa[a, along[a, b]] *= r["v"][a, b]
        sn[p[:, 0], p[:, 1]] = r["w"]
        return {
            "g": np.take(x, i, axis=1),
            "ga": np.take_along_axis(x, along, 1),
            "gn": x[p[:, 0], p[:, 1]],
            "s": s,
            "sa": sa,
            "sn": sn,
        }

    return make(net, [row() for _ in range(8)], formula, ["negative places count from the end"])


@case("nn-exact-shapes-from-shapes")
def _(rng):
    net = Network(
        {"x": array(2, 3, dtype=F32)},
        {
            "shape": vec(2),
            "filled": array(2, 3, dtype=F32),
            "also": array(2, 3, dtype=F32),
            "fixed": array(2, 2, dtype=F32),
            "wide": array(4, 2, 3, dtype=F32),
            "like": array(2, 3, dtype=F32),
            "same": array(2, 3, dtype=F32),
            "flat": vec(6),
            "back": array(2, 3, dtype=F32),
            "count": vec(4),
            "upto": vec(3),
            "part": array(2, 2, dtype=F32),
        },
        exact=True,
        version=5,
    )

    def constant(name, values):
        p = net.add("loadConstantND", "", name)
        p.shape.append(len(values))
        fill(p.data, values)

    net.add("getShape", "x", "shape")
    put(value=1.5)(net.add("fillLike", "x", "filled"))
    put(value=-1.25)(net.add("fillDynamic", "shape", "also"))
    put(value=0.5, targetShape=[2, 2])(net.add("fillStatic", "", "fixed"))
    put(targetShape=[4, 2, 3])(net.add("broadcastToStatic", "x", "wide"))
    constant("column", [1.0, 2.0, 3.0])
    net.add("broadcastToLike", "column x", "like")
    net.add("broadcastToDynamic", "column shape", "same")
    constant("six", [-1])
    net.add("reshapeDynamic", "x six", "flat")
    net.add("reshapeLike", "flat x", "back")
    put(startValue=1.0, endValue=8.5, stepSizeValue=2.0)(net.add("rangeStatic", "", "count"))
    constant("end", [0.75])
    put(startValue=0.0, stepSizeValue=0.25)(net.add("rangeDynamic", "end", "upto"))
    constant("begin", [0, 1])
    p = net.add("sliceDynamic", "x begin", "part")
    put(endIds=[2, 3], strides=[1, 1], beginMasks=[False, False], endMasks=[False, False])(p)
    put(squeezeMasks=[False, False])(p)
    column = np.array([1.0, 2.0, 3.0])
    return make(
        net,
        [{"x": grid(rng, 2, 3)} for _ in range(4)],
        lambda r: {
            "shape": np.array([2.0, 3.0]),
            "filled": np.full((2, 3), 1.5),
            "also": np.full((2, 3), -1.25),
            "fixed": np.full((2, 2), 0.5),
            "wide": np.broadcast_to(r["x"], (4, 2, 3)),
            "like": np.broadcast_to(column, (2, 3)),
            "same": np.broadcast_to(column, (2, 3)),
            "flat": r["x"].reshape(6),
            "back": r["x"],
            "count": np.array([1.0, 3.0, 5.0, 7.0]),
            "upto": np.array([0.0, 0.25, 0.5]),
            "part": r["x"][:, 1:3],
        },
    )


@case("nn-exact-one-hot-by-row")
def _(rng):
    net = Network(
        {"i": array(2, 3, dtype=F32), "x": array(2, 4, dtype=F32), "n": vec(2), "b": vec(1)},
        {
            "last": array(2, 3, 4, dtype=F32),
            "first": array(4, 2, 3, dtype=F32),
            "turned": array(2, 4, dtype=F32),
            "slice": array(2, 2, dtype=F32),
        },
        exact=True,
        version=5,
    )
    put(oneHotVectorSize=4, axis=-1, onValue=2.5, offValue=-1.0)(net.add("oneHot", "i", "last"))
    put(oneHotVectorSize=4, axis=0, onValue=1.0)(net.add("oneHot", "i", "first"))
    put(batchAxis=0, sequenceAxis=1)(net.add("reverseSeq", "x n", "turned"))
    put(size=2, axis=-1)(net.add("sliceBySize", "x b", "slice"))

    def formula(r):
        hot = (r["i"][..., None] == np.arange(4)).astype(float)
        turned = r["x"].copy()
        for row, n in enumerate(r["n"]):
            turned[row, :n] = r["x"][row, :n][::-1]
        b = r["b"][0]
        return {
            "last": 2.5 * hot - 1.0 * (1 - hot),
            "first": np.moveaxis(hot, -1, 0),
            "turned": turned,
            "slice": r["x"][:, b : b + 2],
        }

    return make(
        net,
        [
            {
                "i": rng.integers(0, 4, size=(2, 3)),
                "x": grid(rng, 2, 4),
                "n": rng.integers(0, 5, size=2),
                "b": rng.integers(0, 3, size=1),
            }
            for _ in range(8)
        ],
        formula,
    )


@case("nn-exact-reduce-several")
def _(rng):
    kinds = {
        "reduceSum": (lambda x, **k: x.sum(**k), [0, -1], (3,), False),
        "reduceMax": (lambda x, **k: x.max(**k), [1], (2, 1, 4), True),
        "reduceMean": (lambda x, **k: x.mean(**k), None, (1,), False),
        "reduceProd": (lambda x, **k: x.prod(**k), [2, 1], (2, 1, 1), True),
        "reduceLogSum": (lambda x, **k: np.log(x.sum(**k)), [0], (3, 4), False),
    }
    net = Network(
        {"x": array(2, 3, 4, dtype=F32)}, {k: array(*s, dtype=F32) for k, (_, _, s, _) in kinds.items()}, exact=True
    )
    for k, (_, axes, _, keep) in kinds.items():
        put(**({"reduceAll": True} if axes is None else {"axes": axes}), keepDims=keep)(net.add(k, "x", k))
    return make(
        net,
        [{"x": grid(rng, 6, 4, 0.25, 2).reshape(2, 3, 4)} for _ in range(6)],
        lambda r: {
            k: np.asarray(f(r["x"], axis=None if a is None else tuple(a), keepdims=keep)).reshape(s)
            for k, (f, a, s, keep) in kinds.items()
        },
        ["reduceLogSum is the logarithm of the sum"],
    )


@case("nn-normalize-channels")
def _(rng):
    names = ["each", "all", "length", "local", "instance", "batch"]
    shape = (3, 2, 4)
    g, b = weights(rng, 3), weights(rng, 3)
    net = Network({"x": array(*shape, dtype=F32)}, {n: array(*shape, dtype=F32) for n in names})
    put(normalizeVariance=True, epsilon=0.125)(net.add("mvn", "x", "each"))
    put(acrossChannels=True, normalizeVariance=True, epsilon=0.125)(net.add("mvn", "x", "all"))
    put(epsilon=0.25)(net.add("l2normalize", "x", "length"))
    put(alpha=0.5, beta=0.75, localSize=3, k=2.0)(net.add("lrn", "x", "local"))
    for target, instance in (("instance", True), ("batch", False)):
        p = net.add("batchnorm", "x", target)
        put(channels=3, computeMeanVar=True, instanceNormalization=instance, epsilon=0.5)(p)
        fill(p.gamma, g)
        fill(p.beta, b)

    def formula(r):
        x = r["x"]
        mean, var = x.mean((1, 2), keepdims=True), x.var((1, 2), keepdims=True)
        squares = np.pad(x * x, ((1, 1), (0, 0), (0, 0)))
        window = squares[:-2] + squares[1:-1] + squares[2:]
        norm = g[:, None, None] * (x - mean) / np.sqrt(var + 0.5) + b[:, None, None]
        return {
            "each": (x - mean) / np.sqrt(var + 0.125),
            "all": (x - x.mean()) / np.sqrt(x.var() + 0.125),
            "length": x / np.sqrt((x * x).sum() + 0.25),
            "local": x / (2 + 0.5 / 3 * window) ** 0.75,
            "instance": norm,
            "batch": norm,
        }

    return make(
        net,
        [{"x": grid(rng, 6, 4).reshape(shape)} for _ in range(6)],
        formula,
        open_=["where mvn puts its epsilon", "whether lrn divides alpha by localSize"],
    )


@case("nn-int8-weights")
def _(rng):
    q = rng.integers(-127, 128, size=(3, 4))
    scale, b = 0.0078125, weights(rng, 3)
    net = Network({"x": array(2, 4, dtype=F32)}, {"y": array(2, 3, dtype=F32), "z": array(2, 3, dtype=F32)}, exact=True, version=5)
    p = net.add("innerProduct", "x", "y")
    p.inputChannels, p.outputChannels, p.hasBias, p.int8DynamicQuantize = 4, 3, True, True
    m = net.add("batchedMatmul", "x", "z")
    m.weightMatrixFirstDimension, m.weightMatrixSecondDimension, m.hasBias, m.int8DynamicQuantize = 4, 3, True, True
    for params in (p, m):
        quantized_values(params.weights, q, scale)
        fill(params.bias, b)
    w = q * scale
    return make(
        net,
        [{"x": grid(rng, 2, 4)} for _ in range(6)],
        lambda r: {"y": r["x"] @ w.T + b, "z": r["x"] @ w.T + b},
        ["the input is not rounded; a device that rounds it to 8 bits answers something near"],
        open_=["how the input is quantized"],
    )
