"""ML programs of operations that `programs.py` does not use: one case for each group, numbers from numpy."""

import coremltools as ct
import numpy as np
from coremltools.converters.mil import Builder as mb
from coremltools.converters.mil.mil import types

from .corpus import EXACT, IN_FLOAT, case, grid
from .programs import IN_FLOAT_LOOSE, build, convert, f32, finish, matrix_rows, to_package


def int_rows(rng, n, *shape, low=-9, high=9, name="x"):
    return [{name: rng.integers(low, high + 1, size=shape).astype(np.int32)} for _ in range(n)]


@case("program-trigonometry")
def _(rng):
    names = ["sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh", "atanh", "exp2"]
    functions = [np.sin, np.cos, np.tan, np.arcsin, np.arccos, np.arctan, np.sinh, np.cosh, np.arctanh, np.exp2]

    @build(x=(1, 4))
    def program(x):
        return tuple(getattr(mb, n)(x=x, name="y_" + n) for n in names)

    rows = matrix_rows(rng, 16, 1, 4, low=-0.96875, high=0.96875)
    return finish(
        convert(program), rows, lambda r: {"y_" + n: f(r["x"]) for n, f in zip(names, functions)}, IN_FLOAT_LOOSE
    )


@case("program-rounding")
def _(rng):
    @build(x=(1, 6))
    def program(x):
        return (
            mb.floor(x=x, name="down"),
            mb.ceil(x=x, name="up"),
            mb.sign(x=x, name="sign"),
            mb.threshold(x=x, alpha=0.5, name="threshold"),
            mb.identity(x=mb.cast(x=mb.cast(x=x, dtype="int32"), dtype="fp32"), name="cut"),
            mb.cast(x=mb.cast(x=x, dtype="bool"), dtype="fp32", name="truth"),
        )

    rows = matrix_rows(rng, 16, 1, 6)
    return finish(
        convert(program),
        rows,
        lambda r: {
            "down": np.floor(r["x"]),
            "up": np.ceil(r["x"]),
            "sign": np.sign(r["x"]),
            "threshold": np.maximum(r["x"], 0.5),
            "cut": np.trunc(r["x"]),
            "truth": (r["x"] != 0).astype(float),
        },
        EXACT,
    )


@case("program-integer-arithmetic")
def _(rng):
    big = np.array([2_000_000_011, -1_999_999_973, 16_777_217], np.int32)

    @build(x=((1, 3), types.int32), y=((1, 3), types.int32))
    def program(x, y):
        return (
            mb.add(x=x, y=y, name="sum"),
            mb.sub(x=x, y=np.array([[16_777_217, 1, -16_777_217]], np.int32), name="difference"),
            mb.mul(x=x, y=y, name="product"),
            mb.floor_div(x=x, y=y, name="quotient"),
            mb.mod(x=x, y=y, name="rest"),
            mb.maximum(x=x, y=y, name="larger"),
            mb.cast(x=mb.less(x=x, y=y), dtype="int32", name="less"),
        )

    rows = []
    for i in range(12):
        x = rng.integers(-40_000, 40_000, size=(1, 3)).astype(np.int64)
        y = rng.integers(1, 40_000, size=(1, 3)) * rng.choice([-1, 1], size=(1, 3))
        if i < 3:
            x[0] = big[i]
            y[0] = [7, -7, 1]
        rows.append({"x": x.astype(np.int32), "y": y.astype(np.int32)})

    def formula(r):
        x, y = r["x"].astype(np.int64), r["y"].astype(np.int64)
        wrap = lambda v: ((v + 2**31) % 2**32) - 2**31
        return {
            "sum": wrap(x + y),
            "difference": wrap(x - np.array([[16_777_217, 1, -16_777_217]])),
            "product": wrap(x * y),
            "quotient": x // y,
            "rest": x - (x // y) * y,
            "larger": np.maximum(x, y),
            "less": (x < y).astype(np.int64),
        }

    return finish(convert(program), rows, formula, EXACT, ["integers beyond 2^24, and products that wrap around"])


@case("program-integer-reductions")
def _(rng):
    @build(x=((2, 4), types.int32))
    def program(x):
        return (
            mb.reduce_sum(x=x, axes=[1], keep_dims=False, name="sum"),
            mb.reduce_max(x=x, axes=[0], keep_dims=True, name="max"),
            mb.reduce_min(x=x, axes=[0, 1], keep_dims=False, name="min"),
            mb.reduce_argmin(x=x, axis=1, keep_dims=True, name="place"),
            mb.cumsum(x=x, axis=1, name="running"),
            mb.concat(values=[x, x], axis=0, name="twice"),
        )

    rows = [{"x": np.array([[16_777_217, 1, 3, -5], [9, 8, -16_777_219, 7]], np.int32)}]
    rows += [{"x": rng.permutation(np.arange(-40, 40))[:8].reshape(2, 4).astype(np.int32)} for _ in range(10)]
    return finish(
        convert(program),
        rows,
        lambda r: {
            "sum": r["x"].sum(axis=1),
            "max": r["x"].max(axis=0, keepdims=True),
            "min": r["x"].min().reshape(1),
            "place": r["x"].argmin(axis=1)[:, None],
            "running": r["x"].cumsum(axis=1),
            "twice": np.concatenate([r["x"], r["x"]]),
        },
        EXACT,
        ["a result without dimensions comes out as an array of one element"],
    )


@case("program-logic")
def _(rng):
    @build(x=(1, 5), y=(1, 5))
    def program(x, y):
        a = mb.greater(x=x, y=0.0)
        b = mb.not_equal(x=y, y=x)
        outs = {
            "and": mb.logical_and(x=a, y=b),
            "or": mb.logical_or(x=a, y=mb.equal(x=x, y=y)),
            "xor": mb.logical_xor(x=a, y=mb.greater_equal(x=y, y=1.0)),
            "not": mb.logical_not(x=a),
        }
        return tuple(mb.cast(x=v, dtype="fp32", name=n + "_") for n, v in outs.items()) + (
            mb.select(cond=mb.less_equal(x=x, y=y), a=x, b=mb.mul(x=y, y=2.0), name="chosen"),
        )

    rows = [
        {"x": grid(rng, 1, 5, -2, 2, 0.5).reshape(1, 5), "y": grid(rng, 1, 5, -2, 2, 0.5).reshape(1, 5)}
        for _ in range(16)
    ]

    def formula(r):
        x, y = r["x"], r["y"]
        a = x > 0
        return {
            "and_": (a & (y != x)).astype(float),
            "or_": (a | (x == y)).astype(float),
            "xor_": (a ^ (y >= 1)).astype(float),
            "not_": (~a).astype(float),
            "chosen": np.where(x <= y, x, 2 * y),
        }

    return finish(convert(program), rows, formula, EXACT)


@case("program-order")
def _(rng):
    @build(x=(2, 5))
    def program(x):
        values, places = mb.topk(x=x, k=2, axis=0, ascending=True)
        return (
            mb.argsort(x=x, axis=1, ascending=True, name="ascending"),
            mb.argsort(x=x, axis=0, name="descending"),
            mb.identity(x=values, name="smallest"),
            mb.identity(x=places, name="places"),
            mb.cumsum(x=x, axis=1, exclusive=True, reverse=True, name="rest"),
            mb.reverse(x=x, axes=[1], name="backwards"),
        )

    rows = [{"x": (rng.permutation(40)[:10].reshape(2, 5) - 20) / 4} for _ in range(14)]

    def formula(r):
        x = r["x"]
        running = np.flip(np.cumsum(np.flip(x, 1), axis=1), 1) - x
        return {
            "ascending": np.argsort(x, axis=1),
            "descending": np.argsort(-x, axis=0),
            "smallest": np.sort(x, axis=0),
            "places": np.argsort(x, axis=0),
            "rest": running,
            "backwards": x[:, ::-1],
        }

    return finish(convert(program), rows, formula, IN_FLOAT)


@case("program-padding-and-bands")
def _(rng):
    @build(x=(1, 3, 4))
    def program(x):
        return (
            mb.pad(x=x, pad=[1, 0, 2, 1], mode="constant", constant_val=-1.5, name="constant"),
            mb.pad(x=x, pad=[1, 2], mode="reflect", name="reflected"),
            mb.pad(x=x, pad=[0, 2, 1, 1], mode="replicate", name="replicated"),
            mb.band_part(x=x, lower=0, upper=-1, name="upper"),
            mb.band_part(x=x, lower=1, upper=1, name="band"),
        )

    rows = matrix_rows(rng, 8, 1, 3, 4)

    def formula(r):
        x = r["x"]
        return {
            "constant": np.pad(x, [(0, 0), (1, 0), (2, 1)], constant_values=-1.5),
            "reflected": np.pad(x, [(0, 0), (0, 0), (1, 2)], mode="reflect"),
            "replicated": np.pad(x, [(0, 0), (0, 2), (1, 1)], mode="edge"),
            "upper": np.triu(x[0])[None],
            "band": (np.triu(np.tril(x[0], 1), -1))[None],
        }

    return finish(convert(program), rows, formula, EXACT)


@case("program-embedding-tables")
def _(rng):
    table = f32(rng, 7, 3)
    cube = f32(rng, 3, 4, 2)

    @build(x=((2, 2), types.int32))
    def program(x):
        return (
            mb.gather(x=table, indices=x, axis=0, name="rows"),
            mb.gather(x=cube, indices=mb.floor_div(x=x, y=3), axis=1, name="middle"),
            mb.gather_nd(x=cube, indices=mb.floor_div(x=x, y=3), name="points"),
            mb.one_hot(indices=x, one_hot_vector_size=7, axis=1, on_value=2.5, off_value=-0.5, name="hot"),
            mb.one_hot(indices=x, one_hot_vector_size=7, name="plain"),
        )

    def formula(r):
        x = r["x"]
        third = x // 3
        hot = np.where(np.arange(7)[None, :, None] == x[:, None, :], 2.5, -0.5)
        return {
            "rows": table[x].astype(float),
            "middle": np.take(cube, third, axis=1).astype(float),
            "points": np.stack([cube[tuple(p)] for p in third]).astype(float),
            "hot": hot,
            "plain": (np.arange(7) == x[..., None]).astype(np.int32),
        }

    return finish(convert(program), int_rows(rng, 12, 2, 2, low=0, high=6), formula, IN_FLOAT)


@case("program-gather-by-input")
def _(rng):
    @build(x=(2, 5), i=((2, 3), types.int32))
    def program(x, i):
        return (
            mb.gather_along_axis(x=x, indices=i, axis=1, name="along"),
            mb.gather(x=x, indices=i, axis=1, name="across"),
            mb.gather(x=x, indices=np.array([1, 0, 1], np.int32), axis=0, name="fixed"),
        )

    rows = [
        {"x": grid(rng, 1, 10).reshape(2, 5), "i": rng.integers(-5, 5, size=(2, 3)).astype(np.int32)} for _ in range(12)
    ]
    return finish(
        convert(program),
        rows,
        lambda r: {
            "along": np.take_along_axis(r["x"], r["i"].astype(int) % 5, axis=1),
            "across": np.take(r["x"], r["i"].astype(int) % 5, axis=1),
            "fixed": r["x"][[1, 0, 1]],
        },
        EXACT,
    )


@case("program-slices-with-strides")
def _(rng):
    @build(x=(3, 4, 5))
    def program(x):
        return (
            mb.slice_by_index(x=x, begin=[0, 3, 4], end=[3, 0, 0], stride=[2, -1, -2], name="back"),
            mb.slice_by_index(
                x=x,
                begin=[0, -3, 0],
                end=[0, -1, 0],
                begin_mask=[True, False, True],
                end_mask=[True, False, True],
                name="masked",
            ),
            mb.slice_by_index(
                x=x, begin=[1, 0, -2], end=[2, 4, -1], squeeze_mask=[True, False, True], name="squeezed"
            ),
            mb.slice_by_size(x=x, begin=[1, 0, 2], size=[-1, 2, 3], name="sized"),
            mb.reshape(x=x, shape=[-1, 10], name="flat"),
            mb.transpose(x=x, perm=[2, 0, 1], name="turned"),
        )

    def formula(r):
        x = r["x"]
        return {
            "back": x[0:3:2, 3:0:-1, 4:0:-2],
            "masked": x[:, -3:-1, :],
            "squeezed": x[1, 0:4, -2],
            "sized": x[1:, 0:2, 2:5],
            "flat": x.reshape(-1, 10),
            "turned": x.transpose(2, 0, 1),
        }

    return finish(convert(program), matrix_rows(rng, 6, 3, 4, 5), formula, EXACT)


@case("program-matrix-products")
def _(rng):
    w = f32(rng, 3, 4)
    left = f32(rng, 2, 2, 3)

    @build(x=(2, 3, 4), y=(3, 4))
    def program(x, y):
        return (
            mb.matmul(x=x, y=y, transpose_y=True, name="batched"),
            mb.matmul(x=x, y=x, transpose_x=True, name="square"),
            mb.matmul(x=y, y=w, transpose_y=True, name="constant"),
            mb.matmul(x=y, y=w, transpose_x=True, name="turned"),
            mb.matmul(x=left, y=y, name="left"),
            mb.linear(x=x, weight=w, bias=np.array([1, 2, 3], np.float32), name="dense"),
        )

    rows = [{"x": grid(rng, 1, 24).reshape(2, 3, 4), "y": grid(rng, 1, 12).reshape(3, 4)} for _ in range(8)]

    def formula(r):
        x, y = r["x"], r["y"]
        return {
            "batched": x @ y.T,
            "square": x.transpose(0, 2, 1) @ x,
            "constant": y @ w.T.astype(float),
            "turned": y.T @ w.astype(float),
            "left": left.astype(float) @ y,
            "dense": x @ w.T.astype(float) + [1, 2, 3],
        }

    return finish(convert(program), rows, formula, {"abs": 5e-5, "rel": 2e-5})


@case("program-norms")
def _(rng):
    gamma, beta = f32(rng, 3, 4), f32(rng, 3, 4)
    g, b = f32(rng, 2), f32(rng, 2)

    @build(x=(1, 2, 3, 4))
    def program(x):
        flat = mb.squeeze(x=x, axes=[0])
        return (
            mb.layer_norm(x=flat, axes=[1, 2], gamma=gamma, beta=beta, epsilon=1e-3, name="layer"),
            mb.layer_norm(x=flat, axes=[-1], name="last"),
            mb.instance_norm(x=x, gamma=g, beta=b, epsilon=1e-2, name="instance"),
            mb.softplus_parametric(x=x, alpha=g, beta=b, name="soft"),
            mb.softmax(x=x, axis=1, name="share"),
        )

    def standard(x, axes, e):
        return (x - x.mean(axis=axes, keepdims=True)) / np.sqrt(x.var(axis=axes, keepdims=True) + e)

    def formula(r):
        x = r["x"]
        per = lambda v: v.astype(float)[None, :, None, None]
        share = np.exp(x - x.max(axis=1, keepdims=True))
        return {
            "layer": standard(x[0], (1, 2), 1e-3) * gamma + beta,
            "last": standard(x[0], (2,), 1e-5),
            "instance": standard(x, (2, 3), 1e-2) * per(g) + per(b),
            "soft": per(g) * np.log1p(np.exp(per(b) * x)),
            "share": share / share.sum(axis=1, keepdims=True),
        }

    return finish(convert(program), matrix_rows(rng, 8, 1, 2, 3, 4), formula, {"abs": 5e-5, "rel": 5e-5})


@case("program-reductions-of-axes")
def _(rng):
    @build(x=(2, 3, 4))
    def program(x):
        return (
            mb.reduce_sum(x=x, axes=[0, 2], keep_dims=False, name="sum"),
            mb.reduce_mean(x=x, axes=[-2], keep_dims=True, name="mean"),
            mb.reduce_log_sum(x=mb.abs(x=x), axes=[1], keep_dims=False, name="log_sum"),
            mb.reduce_log_sum_exp(x=x, axes=[1, 2], keep_dims=True, name="log_sum_exp"),
            mb.reduce_max(x=x, name="max"),
            mb.reduce_argmax(x=x, axis=-1, keep_dims=False, name="place"),
        )

    rows = [{"x": (rng.permutation(200)[:24].reshape(2, 3, 4) - 100) / 16} for _ in range(8)]
    return finish(
        convert(program),
        rows,
        lambda r: {
            "sum": r["x"].sum(axis=(0, 2)),
            "mean": r["x"].mean(axis=1, keepdims=True),
            "log_sum": np.log(np.abs(r["x"]).sum(axis=1)),
            "log_sum_exp": np.log(np.exp(r["x"]).sum(axis=(1, 2), keepdims=True)),
            "max": r["x"].max().reshape(1),
            "place": r["x"].argmax(axis=-1),
        },
        IN_FLOAT_LOOSE,
    )


@case("program-constant-operations")
def _(rng):
    table = f32(rng, 4, 4)

    @build(x=(1, 4))
    def program(x):
        filled = mb.fill(shape=[1, 4], value=0.25)
        like = mb.cast(x=mb.range_1d(start=0, end=8, step=2), dtype="fp32")
        scaled = mb.mul(x=mb.tanh(x=table), y=like)
        return (
            mb.add(x=mb.matmul(x=x, y=scaled), y=filled, name="y"),
            mb.sub(x=filled, y=x, name="difference"),
            mb.tile(x=x, reps=[2, 3], name="tiled"),
        )

    return finish(
        convert(program),
        matrix_rows(rng, 8, 1, 4),
        lambda r: {
            "y": r["x"] @ (np.tanh(table.astype(float)) * [0, 2, 4, 6]) + 0.25,
            "difference": 0.25 - r["x"],
            "tiled": np.tile(r["x"], (2, 3)),
        },
        {"abs": 5e-5, "rel": 2e-5},
        ["what depends on constants only is computed once"],
    )


@case("program-several-functions")
def _(rng):
    w = f32(rng, 2, 3)

    @build(x=(1, 3))
    def program(x):
        return mb.linear(x=x, weight=w, name="y")

    package = to_package(convert(program))
    spec = package.spec
    spec.specificationVersion = 9
    first = ct.proto.Model_pb2.FunctionDescription(name="plain")
    first.input.extend(spec.description.input)
    first.output.extend(spec.description.output)
    second = ct.proto.Model_pb2.FunctionDescription()
    second.CopyFrom(first)
    second.name = "doubled"
    main = spec.mlProgram.functions["main"]
    spec.mlProgram.functions["plain"].CopyFrom(main)
    spec.mlProgram.functions["doubled"].CopyFrom(main)
    block = spec.mlProgram.functions["doubled"].block_specializations[main.opset]
    for op in block.operations:
        for output in op.outputs:
            if output.name == "y":
                output.name = "half"
    add = block.operations.add(type="add")
    for operand in ("x", "y"):
        add.inputs[operand].arguments.add(name="half")
    add.outputs.add(name="y").type.CopyFrom(block.operations[-2].outputs[0].type)
    del spec.mlProgram.functions["main"]
    del spec.description.input[:]
    del spec.description.output[:]
    spec.description.functions.extend([first, second])
    spec.description.defaultFunctionName = "doubled"
    rows = matrix_rows(rng, 8, 1, 3)
    return finish_functions(package, rows, lambda r: {"y": 2 * (r["x"] @ w.T.astype(float))})


def finish_functions(package, rows, formula):
    from .corpus import Case

    return Case(
        package,
        rows,
        [formula(r) for r in rows],
        "numpy in float64, definition of each operation",
        IN_FLOAT,
        ["two functions; the answers are those of the default one, 'doubled'"],
    )


@case("program-optional-input")
def _(rng):
    @build(x=(1, 3), offset=(1, 3))
    def program(x, offset):
        return mb.add(x=x, y=offset, name="y")

    package = to_package(convert(program))
    offset = package.spec.description.input[1]
    offset.type.isOptional = True
    offset.type.multiArrayType.floatDefaultValue = 0.5
    rows = matrix_rows(rng, 8, 1, 3)
    for i, row in enumerate(rows):
        row["offset"] = None if i % 2 else np.full((1, 3), float(i))
    return finish(
        package, rows, lambda r: {"y": r["x"] + (0.5 if r["offset"] is None else r["offset"])}, EXACT
    )


@case("program-flexible-rows")
def _(rng):
    w = f32(rng, 2, 3)

    @mb.program(
        input_specs=[mb.TensorSpec(shape=(ct.converters.mil.mil.get_new_symbol(), 3))], opset_version=ct.target.iOS15
    )
    def program(x):
        return mb.reduce_sum(x=mb.relu(x=mb.linear(x=x, weight=w)), axes=[0], keep_dims=False, name="y")

    model = convert(
        program,
        inputs=[ct.TensorType(name="x", shape=ct.Shape(shape=(ct.RangeDim(1, 4, default=2), 3)))],
    )
    rows = [{"x": grid(rng, 1, 3 * n).reshape(n, 3)} for n in (3, 3, 3, 3)]
    return finish(
        model,
        rows,
        lambda r: {"y": np.maximum(r["x"] @ w.T.astype(float), 0).sum(axis=0)},
        IN_FLOAT_LOOSE,
        ["the input takes 1 to 4 rows; 2 are the default"],
    )


@case("program-compressed-ios18")
def _(rng):
    q = rng.integers(0, 16, size=(4, 6)).astype(np.uint8)
    scale = np.abs(f32(rng, 4, 2)) / 8
    offset = rng.integers(0, 16, size=(4, 2)).astype(np.uint8)
    indices = rng.integers(0, 4, size=(2, 6)).astype(np.uint8)
    lut = f32(rng, 1, 2, 4, 2).reshape(1, 2, 4, 2)
    dense = f32(rng, 3, 6) * (rng.random((3, 6)) < 0.4)
    u4 = types.np_uint4_dtype
    u2 = types.np_uint2_dtype
    u1 = types.np_uint1_dtype

    @build(x=(1, 6), opset=ct.target.iOS18)
    def program(x):
        a = mb.constexpr_blockwise_shift_scale(data=q.astype(u4), scale=scale, offset=offset.astype(u4))
        b = mb.constexpr_lut_to_dense(indices=indices.astype(u2), lut=lut, vector_axis=0)
        c = mb.constexpr_sparse_to_dense(nonzero_data=dense[dense != 0], mask=(dense != 0).astype(u1))
        return (
            mb.linear(x=x, weight=a, name="blocks"),
            mb.linear(x=x, weight=b, name="vectors"),
            mb.linear(x=x, weight=c, name="sparse"),
        )

    spread = lambda v: np.repeat(v.astype(float), 3, axis=1)
    blocks = (q.astype(float) - spread(offset)) * spread(scale)
    vectors = np.zeros((4, 6))
    for i in range(2):
        for j in range(6):
            vectors[2 * i : 2 * i + 2, j] = lut[0, j // 3, indices[i, j]]

    def formula(r):
        x = r["x"]
        return {"blocks": x @ blocks.T, "vectors": x @ vectors.T, "sparse": x @ dense.T.astype(float)}

    return finish(convert(program, target=ct.target.iOS18), matrix_rows(rng, 8, 1, 6), formula, IN_FLOAT_LOOSE)


@case("program-nothing")
def _(rng):
    @build(x=(2, 3))
    def program(x):
        none = np.zeros((2, 0), np.float32)
        return (
            mb.concat(values=[none, x, none], axis=1, name="joined"),
            mb.reduce_sum(x=mb.concat(values=[mb.slice_by_size(x=x, begin=[0, 1], size=[2, 0]), x], axis=1), name="sum"),
            mb.add(x=x, y=mb.cast(x=mb.range_1d(start=0, end=3, step=1), dtype="fp32"), name="counted"),
            mb.tile(x=mb.pad(x=x, pad=[0, 1], mode="replicate"), reps=[1, 2], name="tiled"),
        )

    def formula(r):
        padded = np.pad(r["x"], ((0, 0), (0, 1)), mode="edge")
        return {
            "joined": r["x"],
            "sum": r["x"].sum().reshape(1),
            "counted": r["x"] + np.arange(3),
            "tiled": np.tile(padded, (1, 2)),
        }

    return finish(convert(program), matrix_rows(rng, 6, 2, 3), formula, IN_FLOAT, ["constants and slices of no element"])
