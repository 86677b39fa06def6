"""ML programs that read sequences: recurrent operations, attention; numbers from numpy."""

import coremltools as ct
import numpy as np
from coremltools.converters.mil import Builder as mb

from .corpus import case, grid
from .glm import logistic, softmax
from .programs import IN_FLOAT_LOOSE, build, convert, f32, finish, to_package

FUNCTIONS = {
    "tanh": np.tanh,
    "sigmoid": logistic,
    "relu": lambda v: np.maximum(v, 0),
    "linear": lambda v: v,
    "hard_sigmoid": lambda v: np.clip(0.2 * v + 0.5, 0, 1),
}
STEPS, BATCH, SIZE, UNITS = 4, 2, 3, 5


def split(values, gates):
    return np.split(values.astype(float), gates, axis=0)


def lstm_steps(p, x, h, c, inner="sigmoid", block="tanh", outer="tanh", clip=None):
    """Definition of the operation; gates in the order input, forget, output, cell."""
    g, z, o = FUNCTIONS[inner], FUNCTIONS[block], FUNCTIONS[outer]
    w, r, b = (split(p[k], 4) for k in ("w", "r", "b"))
    peep = split(p["peep"], 3) if "peep" in p else [0, 0, 0]
    outputs = []
    for v in x:
        s = [v @ w[i].T + h @ r[i].T + b[i] for i in range(4)]
        i, f = g(s[0] + peep[0] * c), g(s[1] + peep[1] * c)
        c = f * c + i * z(s[3])
        if clip is not None:
            c = np.clip(c, -clip, clip)
        h = g(s[2] + peep[2] * c) * o(c)
        outputs.append(h)
    return np.stack(outputs), h, c



def parameters(rng, gates, peepholes=False):
    p = {"w": f32(rng, gates * UNITS, SIZE), "r": f32(rng, gates * UNITS, UNITS) / 2, "b": f32(rng, gates * UNITS)}
    if peepholes:
        p["peep"] = f32(rng, 3 * UNITS)
    return p


def rows(rng, n, **shapes):
    return [{k: grid(rng, 1, int(np.prod(s)), -2, 2).reshape(s) for k, s in shapes.items()} for _ in range(n)]


LSTMS = {
    "program-lstm": {"sequence": True},
    "program-lstm-reversed-last": {"direction": "reverse", "sequence": False},
    "program-lstm-peepholes-clip": {"sequence": True, "peepholes": True, "clip": 0.5},
    "program-lstm-functions": {"sequence": True, "functions": ("hard_sigmoid", "relu", "linear")},
    "program-lstm-two-directions": {"direction": "bidirectional", "sequence": True},
    "program-lstm-two-directions-last": {"direction": "bidirectional", "sequence": False, "peepholes": True},
}

for name, settings in LSTMS.items():

    @case(name)
    def _(rng, settings=settings):
        direction, sequence = settings.get("direction", "forward"), settings["sequence"]
        peepholes, clip = settings.get("peepholes", False), settings.get("clip")
        functions = settings.get("functions", ("sigmoid", "tanh", "tanh"))
        ps = [parameters(rng, 4, peepholes) for _ in range(2 if direction == "bidirectional" else 1)]
        width = len(ps) * UNITS

        @build(x=(STEPS, BATCH, SIZE), h=(BATCH, width), c=(BATCH, width))
        def program(x, h, c):
            options = {}
            for suffix, p in zip(("", "_back"), ps):
                options.update({"weight_ih" + suffix: p["w"], "weight_hh" + suffix: p["r"], "bias" + suffix: p["b"]})
                if peepholes:
                    options["peephole" + suffix] = p["peep"]
            if clip is not None:
                options["clip"] = clip
            y, last, cells = mb.lstm(
                x=x,
                initial_h=h,
                initial_c=c,
                direction=direction,
                output_sequence=sequence,
                recurrent_activation=functions[0],
                cell_activation=functions[1],
                activation=functions[2],
                **options,
            )
            return mb.identity(x=y, name="y"), mb.identity(x=last, name="last"), mb.identity(x=cells, name="cells")

        def formula(r):
            ys, hs, cs = [], [], []
            for i, p in enumerate(ps):
                part = slice(i * UNITS, (i + 1) * UNITS)
                backward = direction == "reverse" or i == 1
                x = r["x"][::-1] if backward else r["x"]
                y, h, c = lstm_steps(p, x, r["h"][:, part], r["c"][:, part], *functions, clip=clip)
                ys.append(y[::-1] if i == 1 else y)
                hs.append(h)
                cs.append(c)
            h = np.concatenate(hs, axis=1)
            y = np.concatenate(ys, axis=2) if sequence else h[None]
            return {"y": y, "last": h, "cells": np.concatenate(cs, axis=1)}

        return finish(
            convert(program),
            rows(rng, 8, x=(STEPS, BATCH, SIZE), h=(BATCH, width), c=(BATCH, width)),
            formula,
            IN_FLOAT_LOOSE,
        )


for name, direction, after in (
    ("program-gru", "forward", False),
    ("program-gru-reversed", "reverse", False),
    ("program-gru-reset-after", "forward", True),
):

    @case(name)
    def _(rng, direction=direction, after=after):
        p = parameters(rng, 3)
        own = f32(rng, 3 * UNITS)
        target = ct.target.iOS18 if after else ct.target.iOS15

        @build(x=(STEPS, BATCH, SIZE), h=(BATCH, UNITS), opset=target)
        def program(x, h):
            extra = {"reset_after": True, "input_bias": own} if after else {}
            y, last = mb.gru(
                x=x,
                initial_h=h,
                weight_ih=p["w"],
                weight_hh=p["r"],
                bias=p["b"],
                direction=direction,
                output_sequence=True,
                **extra,
            )
            return mb.identity(x=y, name="y"), mb.identity(x=last, name="last")

        def formula(r):
            w, u, b = (split(p[k], 3) for k in ("w", "r", "b"))
            c = split(own, 3) if after else [0, 0, 0]
            h, outputs = r["h"], []
            for v in r["x"][::-1] if direction == "reverse" else r["x"]:
                reset = logistic(v @ w[0].T + h @ u[0].T + b[0] + c[0])
                update = logistic(v @ w[2].T + h @ u[2].T + b[2] + c[2])
                if after:
                    new = np.tanh(v @ w[1].T + c[1] + reset * (h @ u[1].T + b[1]))
                else:
                    new = np.tanh(v @ w[1].T + (reset * h) @ u[1].T + b[1])
                h = (1 - update) * new + update * h
                outputs.append(h)
            return {"y": np.stack(outputs), "last": h}

        return finish(
            convert(program, target=target), rows(rng, 8, x=(STEPS, BATCH, SIZE), h=(BATCH, UNITS)), formula, IN_FLOAT_LOOSE
        )


@case("program-rnn")
def _(rng):
    p = parameters(rng, 1)

    @build(x=(STEPS, BATCH, SIZE), h=(BATCH, UNITS))
    def program(x, h):
        outs = []
        for name, options in (
            ("forward", {"output_sequence": True, "bias": p["b"]}),
            ("backward", {"direction": "reverse", "activation": "relu"}),
        ):
            y, last = mb.rnn(x=x, initial_h=h, weight_ih=p["w"], weight_hh=p["r"], **options)
            outs += [mb.identity(x=y, name=name), mb.identity(x=last, name=name + "_last")]
        return tuple(outs)

    def run(x, h, function, b):
        outputs = []
        for v in x:
            h = function(v @ p["w"].T.astype(float) + h @ p["r"].T.astype(float) + b)
            outputs.append(h)
        return np.stack(outputs), h

    def formula(r):
        y, last = run(r["x"], r["h"], np.tanh, p["b"])
        _, back = run(r["x"][::-1], r["h"], FUNCTIONS["relu"], 0)
        return {"forward": y, "forward_last": last, "backward": back[None], "backward_last": back}

    return finish(
        convert(program), rows(rng, 8, x=(STEPS, BATCH, SIZE), h=(BATCH, UNITS)), formula, IN_FLOAT_LOOSE
    )


@case("program-attention")
def _(rng):
    allowed = np.tril(np.ones((4, 5), bool), 1)
    bias = f32(rng, 2, 4, 5)

    @build(q=(2, 4, 3), k=(2, 5, 3), v=(2, 5, 2), opset=ct.target.iOS18)
    def program(q, k, v):
        attention = mb.scaled_dot_product_attention
        return (
            attention(query=q, key=k, value=v, name="plain"),
            attention(query=q, key=k, value=v, attn_mask=allowed, name="masked"),
            attention(query=q, key=k, value=v, attn_mask=bias, name="shifted"),
        )

    def formula(r):
        scores = r["q"] @ r["k"].swapaxes(1, 2) / np.sqrt(3)
        over = lambda s: np.apply_along_axis(softmax, 2, s) @ r["v"]
        return {
            "plain": over(scores),
            "masked": over(np.where(allowed, scores, -np.inf)),
            "shifted": over(scores + bias),
        }

    return finish(
        convert(program, target=ct.target.iOS18), rows(rng, 8, q=(2, 4, 3), k=(2, 5, 3), v=(2, 5, 2)), formula, IN_FLOAT_LOOSE
    )


@case("program-einsum")
def _(rng):
    w = f32(rng, 2, 4, 3, 5)

    @build(x=(2, 3, 3, 4), y=(1, 4, 3, 2), z=(3, 3, 4))
    def program(x, y, z):
        return (
            mb.einsum(values=(x, y), equation="nchw,nwhu->nchu", name="stretched"),
            mb.einsum(values=(x, w), equation="abcd,adce->abce", name="weights"),
            mb.einsum(values=(z, mb.transpose(x=z, perm=[2, 1, 0])), equation="chw,whr->chr", name="three"),
        )

    def formula(r):
        z = r["z"]
        return {
            "stretched": np.einsum("nchw,whu->nchu", r["x"], r["y"][0]),
            "weights": np.einsum("abcd,adce->abce", r["x"], w.astype(float)),
            "three": np.einsum("chw,whr->chr", z, z.transpose(2, 1, 0)),
        }

    return finish(convert(program), rows(rng, 8, x=(2, 3, 3, 4), y=(1, 4, 3, 2), z=(3, 3, 4)), formula, IN_FLOAT_LOOSE)


EQUATIONS = ["ij,jk", "ij,jk->ki", "ij,jk->ik", "ii,jk->ik", "ij,jk->j", "ij,kk->", "ij,ij->ij", "ij,kl->lkji", "ij,jk->"]


@case("program-einsum-equations")
def _(rng):
    @build(x=(3, 3), y=(3, 3))
    def program(x, y):
        return tuple(mb.matmul(x=x, y=y, name=f"y{i}") for i in range(len(EQUATIONS)))

    def write(package):
        """coremltools builds two equations only: the others are put in place of products."""
        f = package.spec.mlProgram.functions["main"]
        products = [o for o in f.block_specializations[f.opset].operations if o.type == "matmul"]
        for op, equation in zip(products, EQUATIONS):
            x, y = (op.inputs[k].arguments[0].name for k in "xy")
            op.type = "einsum"
            for k in list(op.inputs):
                del op.inputs[k]
            for name in (x, y):
                op.inputs["values"].arguments.add().name = name
            value = op.inputs["equation"].arguments.add().value
            value.type.tensorType.dataType = 2
            value.immediateValue.tensor.strings.values.append(equation)
            shape = np.einsum(equation, np.zeros((3, 3)), np.zeros((3, 3))).shape
            write_shape(op.outputs[0].type.tensorType, shape)
            output = next(o for o in package.spec.description.output if o.name == op.outputs[0].name)
            output.type.multiArrayType.shape[:] = shape or (1,)
        return package

    return finish(
        write(to_package(convert(program))),
        rows(rng, 6, x=(3, 3), y=(3, 3)),
        lambda r: {
            f"y{i}": np.einsum(e, r["x"], r["y"]).reshape(np.einsum(e, r["x"], r["y"]).shape or (1,))
            for i, e in enumerate(EQUATIONS)
        },
        IN_FLOAT_LOOSE,
        ["equations beyond the two that coremltools builds: numpy.einsum's reading"],
    )


def write_shape(tensor_type, shape):
    tensor_type.rank = len(shape)
    del tensor_type.dimensions[:]
    for size in shape:
        tensor_type.dimensions.add().constant.size = size


@case("program-list-loop")
def _(rng):
    """What TensorFlow's loops over sequences come out as: lists that are read and written in turns."""
    p = parameters(rng, 1)

    @build(x=(STEPS, BATCH, SIZE))
    def program(x):
        steps = mb.make_list(init_length=STEPS, dynamic_length=False, elem_shape=(BATCH, SIZE))
        steps = mb.list_scatter(ls=steps, indices=np.arange(STEPS, dtype=np.int32), value=x)
        answers = mb.make_list(init_length=1, dynamic_length=True, elem_shape=(BATCH, UNITS))

        def goes_on(i, h, answers):
            return mb.less(x=i, y=mb.list_length(ls=steps))

        def turn(i, h, answers):
            own = mb.linear(x=mb.list_read(ls=steps, index=i), weight=p["w"], bias=p["b"])
            h = mb.tanh(x=mb.add(x=own, y=mb.linear(x=h, weight=p["r"])))
            return mb.add(x=i, y=1), h, mb.list_write(ls=answers, index=i, value=h)

        start = np.zeros((BATCH, UNITS), np.float32)
        _, last, answers = mb.while_loop(_cond=goes_on, _body=turn, loop_vars=(0, start, answers))
        every = mb.list_gather(ls=answers, indices=np.arange(STEPS, dtype=np.int32))
        return mb.identity(x=every, name="y"), mb.identity(x=last, name="last")

    def formula(r):
        h, outputs = np.zeros((BATCH, UNITS)), []
        for v in r["x"]:
            h = np.tanh(v @ p["w"].T.astype(float) + h @ p["r"].T.astype(float) + p["b"])
            outputs.append(h)
        return {"y": np.stack(outputs), "last": h}

    return finish(convert(program), rows(rng, 6, x=(STEPS, BATCH, SIZE)), formula, IN_FLOAT_LOOSE)
