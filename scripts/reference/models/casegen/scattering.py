"""ML programs that change chosen elements, and weights that are sparse as well as small; numbers from numpy."""

import coremltools as ct
import numpy as np
from coremltools.converters.mil import Builder as mb
from coremltools.converters.mil.mil import types

from .corpus import EXACT, IN_FLOAT, case, grid
from .programs import IN_FLOAT_LOOSE, build, convert, f32, finish, matrix_rows

MODES = {
    "update": lambda a, b: b,
    "add": lambda a, b: a + b,
    "sub": lambda a, b: a - b,
    "mul": lambda a, b: a * b,
    "div": lambda a, b: a / b,
    "max": np.maximum,
    "min": np.minimum,
}


def changed(data, places, updates, mode):
    """Changes one after the other: `places` are indexes of `data`, one for each of `updates`."""
    out = np.array(data, float)
    for place, update in zip(places, updates):
        out[place] = MODES[mode](out[place], update)
    return out


def rows_of(rng, n, **shapes):
    """Numbers that are not 0."""
    return [
        {k: grid(rng, 1, int(np.prod(s)), 1, 4, 0.25).reshape(s) * rng.choice([-1, 1], size=s) for k, s in shapes.items()}
        for _ in range(n)
    ]


@case("program-scatter")
def _(rng):
    indices = np.array([2, 0, 2], np.int32)
    negative = np.array([-1, 0, 1], np.int32)

    @build(x=(2, 4, 3), u=(2, 3, 3))
    def program(x, u):
        outs = tuple(mb.scatter(data=x, indices=indices, updates=u, axis=1, mode=m, name=m) for m in MODES)
        return outs + (mb.scatter(data=x, indices=negative, updates=u, axis=1, name="from_the_end"),)

    def formula(r):
        along = lambda order, mode: changed(
            r["x"], [(slice(None), i) for i in order], [r["u"][:, i] for i in range(3)], mode
        )
        return {m: along(indices, m) for m in MODES} | {"from_the_end": along(negative, "add")}

    return finish(convert(program), rows_of(rng, 8, x=(2, 4, 3), u=(2, 3, 3)), formula, IN_FLOAT)


@case("program-scatter-along-axis")
def _(rng):
    @build(x=(2, 4, 3), u=(2, 2, 3), i=((2, 2, 3), types.int32))
    def program(x, u, i):
        return tuple(
            mb.scatter_along_axis(data=x, indices=i, updates=u, axis=1, mode=m, name=m) for m in ("update", "add", "max")
        )

    rows = rows_of(rng, 8, x=(2, 4, 3), u=(2, 2, 3))
    for row in rows:
        row["i"] = rng.integers(0, 4, size=(2, 2, 3)).astype(np.int32)

    def formula(r):
        at = list(np.ndindex(2, 2, 3))
        places = [(a, r["i"][a, b, c], c) for a, b, c in at]
        return {m: changed(r["x"], places, [r["u"][p] for p in at], m) for m in ("update", "add", "max")}

    return finish(convert(program), rows, formula, EXACT, ["the places come with each row"])


@case("program-scatter-nd")
def _(rng):
    points = np.array([[0, 1], [1, 3], [0, 1]], np.int32)

    @build(x=(2, 4, 3), u=(3, 3), i=((2, 1), types.int32), n=((2, 4), types.int32))
    def program(x, u, i, n):
        outs = tuple(mb.scatter_nd(data=x, indices=points, updates=u, mode=m, name=m) for m in ("update", "sub", "min"))
        ones = np.full((2, 4), 16_777_217, np.int32)
        return outs + (mb.scatter_nd(data=n, indices=i, updates=ones, mode="add", name="whole"),)

    rows = rows_of(rng, 8, x=(2, 4, 3), u=(3, 3))
    for row in rows:
        row["i"] = rng.integers(0, 2, size=(2, 1)).astype(np.int32)
        row["n"] = rng.integers(-9, 10, size=(2, 4)).astype(np.int32)

    def formula(r):
        out = {m: changed(r["x"], [tuple(p) for p in points], r["u"], m) for m in ("update", "sub", "min")}
        whole = r["n"].astype(np.int64)
        for place in r["i"][:, 0]:
            whole[place] += 16_777_217
        return out | {"whole": whole}

    return finish(convert(program), rows, formula, EXACT)


@case("program-slice-update")
def _(rng):
    @build(x=(4, 5), u=(2, 2), v=(5,), opset=ct.target.iOS18)
    def program(x, u, v):
        return (
            mb.slice_update(x=x, update=u, begin=[1, 0], end=[4, 5], stride=[2, 3], name="steps"),
            mb.slice_update(
                x=x,
                update=v,
                begin=[-2, 0],
                end=[0, 0],
                begin_mask=[False, True],
                end_mask=[False, True],
                squeeze_mask=[True, False],
                name="row",
            ),
        )

    def formula(r):
        steps, row = r["x"].copy(), r["x"].copy()
        steps[1:4:2, 0:5:3] = r["u"]
        row[-2] = r["v"]
        return {"steps": steps, "row": row}

    return finish(
        convert(program, target=ct.target.iOS18), rows_of(rng, 8, x=(4, 5), u=(2, 2), v=(5,)), formula, EXACT
    )


@case("program-windows-and-sequences")
def _(rng):
    @build(x=(3, 5, 2), lengths=((3,), types.int32), opset=ct.target.iOS16)
    def program(x, lengths):
        return (
            mb.sliding_windows(x=x, axis=1, size=3, stride=2, name="windows"),
            mb.reverse_sequence(x=x, lengths=lengths, seq_axis=1, batch_axis=0, name="reversed"),
            mb.reshape_like(
                x=x, ref_tensors=(x, lengths), begins=(1, 0), ends=(3, 1), end_masks=(False, True), name="reshaped"
            ),
        )

    rows = matrix_rows(rng, 8, 3, 5, 2)
    for row in rows:
        row["lengths"] = rng.integers(0, 6, size=3).astype(np.int32)

    def formula(r):
        x = r["x"]
        turned = x.copy()
        for i, n in enumerate(r["lengths"]):
            turned[i, :n] = x[i, :n][::-1]
        windows = np.stack([x[:, 0:3], x[:, 2:5]], axis=1)
        return {"windows": windows, "reversed": turned, "reshaped": x.reshape(5, 2, 3)}

    return finish(convert(program, target=ct.target.iOS16), rows, formula, EXACT)


@case("program-gather-batches")
def _(rng):
    @build(x=(2, 3, 4, 2), i=((2, 3), types.int32), p=((2, 3, 2), types.int32), opset=ct.target.iOS16)
    def program(x, i, p):
        return (
            mb.gather(x=x, indices=i, axis=2, batch_dims=1, name="behind"),
            mb.gather_nd(x=x, indices=p, batch_dims=1, name="points"),
        )

    rows = matrix_rows(rng, 8, 2, 3, 4, 2)
    for row in rows:
        row["i"] = rng.integers(0, 4, size=(2, 3)).astype(np.int32)
        row["p"] = np.stack([rng.integers(0, 3, size=(2, 3)), rng.integers(0, 4, size=(2, 3))], axis=2).astype(np.int32)

    def formula(r):
        x = r["x"]
        return {
            "behind": np.stack([x[b][:, r["i"][b]] for b in range(2)]),
            "points": np.stack([[x[b, u, v] for u, v in r["p"][b]] for b in range(2)]),
        }

    return finish(
        convert(program, target=ct.target.iOS16), rows, formula, EXACT, ["the first dimension is one of batches"]
    )


@case("program-quantize")
def _(rng):
    scale = np.array([0.5, 0.25, 1.0], np.float32)
    zero = np.array([3, -2, 0], np.int8)

    @build(x=(2, 3), opset=ct.target.iOS17)
    def program(x):
        q = mb.quantize(input=x, scale=scale, zero_point=zero, axis=1, output_dtype="int8")
        u = mb.quantize(input=x, scale=np.float32(0.125), output_dtype="uint8")
        return (
            mb.cast(x=q, dtype="fp32", name="signed"),
            mb.cast(x=u, dtype="fp32", name="unsigned"),
            mb.dequantize(input=q, scale=scale, zero_point=zero, axis=1, name="back"),
        )

    rows = matrix_rows(rng, 10, 2, 3, low=-40, high=40)

    def formula(r):
        q = np.clip(np.round(r["x"] / scale) + zero, -128, 127)
        u = np.clip(np.round(r["x"] / 0.125), 0, 255)
        return {"signed": q, "unsigned": u, "back": (q - zero) * scale}

    return finish(convert(program, target=ct.target.iOS17), rows, formula, EXACT, ["ties go to the even number"])


@case("program-sparse-and-small")
def _(rng):
    u1, u2, i8, u4 = types.np_uint1_dtype, types.np_uint2_dtype, np.int8, types.np_uint4_dtype
    mask = (rng.random((4, 6)) < 0.5).astype(np.uint8)
    mask[0, 0] = mask[3, 5] = 1
    codes = rng.integers(0, 4, size=int(mask.sum())).astype(np.uint8)
    lut = f32(rng, 1, 2, 4, 1)
    half = mask[:2]
    half_codes = rng.integers(0, 4, size=int(half.sum())).astype(np.uint8)
    pairs = f32(rng, 1, 1, 4, 2)
    numbers = rng.integers(-9, 10, size=int(mask.sum())).astype(i8)
    scale, offset = np.abs(f32(rng, 4, 2)) / 8, rng.integers(-3, 4, size=(4, 2)).astype(i8)
    whole = rng.integers(-8, 8, size=(1, 1, 4, 1)).astype(i8)

    @build(x=(1, 6), opset=ct.target.iOS18)
    def program(x):
        def dense(parts):
            return mb.constexpr_sparse_to_dense(nonzero_data=parts[1], mask=parts[0])

        look = mb.constexpr_lut_to_sparse
        a = dense(look(indices_mask=mask.astype(u1), indices_nonzero_data=codes.astype(u2), lut=lut))
        b = dense(
            look(indices_mask=half.astype(u1), indices_nonzero_data=half_codes.astype(u2), lut=pairs, vector_axis=0)
        )
        c = dense(
            mb.constexpr_sparse_blockwise_shift_scale(
                data_mask=mask.astype(u1), nonzero_data=numbers, scale=scale, offset=offset
            )
        )
        m, v = look(indices_mask=mask.astype(u1), indices_nonzero_data=codes.astype(u2), lut=whole)
        d = dense(mb.constexpr_sparse_blockwise_shift_scale(data_mask=m, nonzero_data=v, scale=scale))
        e = mb.constexpr_blockwise_shift_scale(
            data=mb.constexpr_lut_to_dense(indices=mask.astype(u1), lut=whole[:, :, :2]), scale=scale
        )
        weights = {"table": a, "vectors": b, "scaled": c, "table_scaled": d, "dense_table_scaled": e}
        return tuple(mb.linear(x=x, weight=w, name=n) for n, w in weights.items())

    def spread(values, mask):
        out = np.zeros(mask.shape)
        out[mask != 0] = values
        return out

    wide = np.repeat(scale.astype(float), 3, axis=1)
    places = spread(codes, mask).astype(int)
    table = np.array([[lut[0, j // 3, places[i, j], 0] for j in range(6)] for i in range(4)]) * mask
    vectors = np.zeros((4, 6))
    spots = spread(half_codes, half).astype(int)
    for i, j in zip(*np.nonzero(half)):
        vectors[2 * i : 2 * i + 2, j] = pairs[0, 0, spots[i, j]]
    weights = {
        "table": table,
        "vectors": vectors,
        "scaled": (spread(numbers, mask) - np.repeat(offset, 3, axis=1)) * wide * mask,
        "table_scaled": whole[0, 0, places, 0] * mask * wide,
        "dense_table_scaled": whole[0, 0, mask, 0] * wide,
    }

    return finish(
        convert(program, target=ct.target.iOS18),
        matrix_rows(rng, 8, 1, 6),
        lambda r: {n: r["x"] @ w.T for n, w in weights.items()},
        IN_FLOAT_LOOSE,
        ["weights that are pruned and palettized, pruned and quantized, all three, and palettized to int8"],
    )
