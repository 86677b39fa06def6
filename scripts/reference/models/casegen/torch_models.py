"""Networks over tables as PyTorch has them, converted by coremltools; the answers are PyTorch's own in float64."""

import copy
import zlib

import coremltools as ct
import numpy as np

from .corpus import Case, case, grid
from .programs import IN_FLOAT_LOOSE, operations, to_package

try:
    import torch
    import torch.nn.functional as F
    from torch import nn
except ImportError:  # the cases that are there stay as they are
    torch = None

HALF = {"abs": 2e-2, "rel": 2e-2}


class Numbers:
    """An input of numbers."""

    def __init__(self, *shape):
        self.shape = shape

    def row(self, rng):
        return grid(rng, 1, int(np.prod(self.shape)), -2, 2).reshape(self.shape)

    dtype = np.float32


class Codes(Numbers):
    """An input of integers below a limit."""

    def __init__(self, *shape, below):
        super().__init__(*shape)
        self.below = below

    def row(self, rng):
        return rng.integers(0, self.below, size=self.shape).astype(np.int32)

    dtype = np.int32


def converted(name, inputs, target="iOS15", precision="fp32", classes=None, rows=None, notes=()):
    """Decorator: registers `f() -> Module` as a case with the inputs `{name: Numbers or Codes}`."""

    def wrap(make):
        if torch is None:
            return make

        @case(name)
        def _(rng):
            torch.manual_seed(zlib.crc32(name.encode()))
            net = make().eval()
            for part in net.modules():
                if getattr(part, "running_mean", None) is not None:
                    part.running_mean.normal_()
                    part.running_var.uniform_(0.5, 2)
            example = [torch.ones(i.shape, dtype=torch.int32 if i.dtype == np.int32 else None) for i in inputs.values()]
            model = ct.convert(
                torch.jit.trace(net, tuple(example), check_trace=False),
                inputs=[ct.TensorType(name=n, shape=i.shape, dtype=i.dtype) for n, i in inputs.items()],
                convert_to="mlprogram",
                skip_model_load=True,
                minimum_deployment_target=ct.target[target],
                compute_precision=ct.precision.FLOAT16 if precision == "fp16" else ct.precision.FLOAT32,
                classifier_config=ct.ClassifierConfig(classes) if classes else None,
            )
            package = to_package(model)
            exact = copy.deepcopy(net).double()
            outputs = [o.name for o in package.spec.description.output]

            def answer(row):
                with torch.no_grad():
                    given = [torch.tensor(v, dtype=None if v.dtype == np.int32 else torch.float64) for v in row.values()]
                    y = exact(*given)
                y = [v.numpy() for v in (y if isinstance(y, tuple) else (y,))]
                if not classes:
                    return dict(zip(outputs, y))
                label = package.spec.description.predictedFeatureName
                dictionary = package.spec.description.predictedProbabilitiesName
                return {label: classes[int(y[0].argmax())], dictionary: dict(zip(classes, y[0].reshape(-1).tolist()))}

            given = rows(rng) if rows else [{n: i.row(rng) for n, i in inputs.items()} for _ in range(8)]
            return Case(
                package,
                given,
                [answer(r) for r in given],
                f"PyTorch {torch.__version__.split('+')[0]} in float64",
                HALF if precision == "fp16" else IN_FLOAT_LOOSE,
                ["operations: " + ", ".join(operations(package.spec))] + list(notes),
            )

        return make

    return wrap


if torch is not None:

    class Function(nn.Module):
        def __init__(self, function, **parts):
            super().__init__()
            self.parts = nn.ModuleDict(parts)
            self.function = function

        def forward(self, *inputs):
            return self.function(self.parts, *inputs)

    class Tokens(nn.Module):
        """A vector for each column, and one more for the answer."""

        def __init__(self, columns, size):
            super().__init__()
            self.weight, self.bias = nn.Parameter(torch.randn(columns, size)), nn.Parameter(torch.randn(columns, size))
            self.answer = nn.Parameter(torch.randn(size))

        def forward(self, x):
            tokens = self.weight[None] * x[:, :, None] + self.bias[None]
            return torch.cat([self.answer.expand(x.shape[0], 1, -1), tokens], dim=1)

    def sparsemax(z):
        ordered, _ = torch.sort(z, dim=-1, descending=True)
        rank = torch.arange(1, z.shape[-1] + 1, dtype=z.dtype)
        kept = (1 + rank * ordered > torch.cumsum(ordered, dim=-1)).to(z.dtype)
        threshold = ((ordered * kept).sum(-1, keepdim=True) - 1) / kept.sum(-1, keepdim=True)
        return torch.clamp(z - threshold, min=0)


@converted("program-torch-mlp", {"x": Numbers(1, 6)}, precision="fp16", notes=["coremltools' own precision: float16"])
def _():
    return nn.Sequential(
        nn.Linear(6, 8), nn.BatchNorm1d(8), nn.ReLU(), nn.Dropout(0.2), nn.Linear(8, 4), nn.SiLU(), nn.Linear(4, 1)
    )


@converted("program-torch-activations", {"x": Numbers(1, 5)})
def _():
    functions = [nn.GELU(), nn.GELU("tanh"), nn.SiLU(), nn.Mish(), nn.ELU(), nn.SELU(), nn.PReLU(5), nn.Softplus()]
    functions += [nn.Softplus(2.0), nn.LeakyReLU(0.2), nn.Hardswish(), nn.Hardsigmoid(), nn.Hardtanh(), nn.ReLU6()]
    functions += [nn.Tanhshrink(), nn.Softsign(), nn.LogSoftmax(dim=-1), nn.Softmin(dim=-1), nn.Threshold(0.1, 20.0)]
    return Function(
        lambda p, x: torch.cat([f(x) for f in p.values()], dim=1), **{f"f{i}": f for i, f in enumerate(functions)}
    )


@converted("program-torch-norms", {"x": Numbers(2, 3, 6)})
def _():
    return Function(
        lambda p, x: tuple(f(x) for f in p.values()) + (F.normalize(x, dim=-1),),
        layer=nn.LayerNorm(6),
        plane=nn.LayerNorm((3, 6), elementwise_affine=False),
        group=nn.GroupNorm(3, 3),
        instance=nn.InstanceNorm1d(3, affine=True),
        batch=nn.BatchNorm1d(3),
        root=nn.RMSNorm(6),
    )


@converted("program-torch-embeddings", {"codes": Codes(1, 3, below=5), "x": Numbers(1, 4)})
def _():
    def function(p, codes, x):
        parts = [p[f"table{i}"](codes[:, i]) for i in range(3)]
        return p["out"](F.relu(p["hidden"](torch.cat(parts + [x], dim=1))))

    tables = {f"table{i}": nn.Embedding(5, 2 + i) for i in range(3)}
    return Function(function, **tables, hidden=nn.Linear(13, 6), out=nn.Linear(6, 2))


@converted("program-torch-residual-classifier", {"x": Numbers(1, 6)}, classes=["easy", "steady", "hard"])
def _():
    def function(p, x):
        x = p["first"](x)
        for i in range(2):
            x = x + p[f"down{i}"](F.relu(p[f"up{i}"](p[f"norm{i}"](x))))
        return F.softmax(p["out"](F.relu(x)), dim=-1)

    blocks = {}
    for i in range(2):
        blocks |= {f"norm{i}": nn.BatchNorm1d(4), f"up{i}": nn.Linear(4, 8), f"down{i}": nn.Linear(8, 4)}
    return Function(function, first=nn.Linear(6, 4), **blocks, out=nn.Linear(4, 3))


def transformer():
    def function(p, x):
        t = p["tokens"](x)
        h = p["norm"](t)
        t = t + p["attention"](h, h, h, need_weights=False)[0]
        value, gate = p["up"](p["norm2"](t)).chunk(2, dim=-1)
        return p["out"](F.relu((t + p["down"](value * F.relu(gate)))[:, 0]))

    return Function(
        function,
        tokens=Tokens(6, 8),
        norm=nn.LayerNorm(8),
        attention=nn.MultiheadAttention(8, 2, batch_first=True),
        norm2=nn.LayerNorm(8),
        up=nn.Linear(8, 16),
        down=nn.Linear(8, 8),
        out=nn.Linear(8, 1),
    )


converted("program-torch-transformer", {"x": Numbers(1, 6)})(transformer)
converted("program-torch-transformer-ios18", {"x": Numbers(1, 6)}, "iOS18", notes=["attention is one operation"])(transformer)


@converted("program-torch-encoder", {"x": Numbers(1, 4, 8)}, "iOS17")
def _():
    layer = nn.TransformerEncoderLayer(8, 2, 12, batch_first=True, activation="gelu", norm_first=True)
    return nn.TransformerEncoder(layer, 2, enable_nested_tensor=False)


@converted("program-torch-sparse-attention", {"x": Numbers(1, 6)})
def _():
    def transform(p, x, i):
        h = F.glu(p["shared"](x))
        return (h + F.glu(p[f"step{i}"](h))) * 0.5**0.5

    def function(p, x):
        x = p["norm"](x)
        prior, a, out = torch.ones_like(x), transform(p, x, 0)[:, 4:], 0
        for i in range(2):
            mask = sparsemax(p[f"mask{i}"](a) * prior)
            prior = prior * (1.3 - mask)
            h = transform(p, mask * x, i + 1)
            out, a = out + F.relu(h[:, :4]), h[:, 4:]
        return p["out"](out), prior

    steps = {f"step{i}": nn.Linear(8, 16) for i in range(3)} | {f"mask{i}": nn.Linear(4, 6) for i in range(2)}
    return Function(function, norm=nn.BatchNorm1d(6), shared=nn.Linear(6, 16), **steps, out=nn.Linear(4, 2))


@converted("program-torch-lstm", {"splits": Numbers(1, 5, 3)})
def _():
    def function(p, x):
        y, (h, c) = p["cells"](x)
        return p["out"](y[:, -1]), h, c

    return Function(function, cells=nn.LSTM(3, 4, 2, batch_first=True, bidirectional=True), out=nn.Linear(8, 1))


@converted("program-torch-gru", {"splits": Numbers(1, 5, 3)}, notes=["each layer is a loop over the steps"])
def _():
    return Function(lambda p, x: p["cells"](x), cells=nn.GRU(3, 4, 2, batch_first=True, bidirectional=True))


@converted("program-torch-deep-cross", {"x": Numbers(1, 6)}, "iOS16")
def _():
    def function(p, x):
        z = x
        for i in range(2):
            z = x * p[f"cross{i}"](z) + z
        pairs = 0.5 * (p["factors"](x).pow(2) - F.linear(x.pow(2), p["factors"].weight.pow(2))).sum(1, keepdim=True)
        return torch.sigmoid(p["out"](torch.cat([z, pairs], dim=1)))

    crosses = {f"cross{i}": nn.Linear(6, 6) for i in range(2)}
    return Function(function, **crosses, factors=nn.Linear(6, 3, bias=False), out=nn.Linear(7, 1))


@converted("program-torch-soft-trees", {"x": Numbers(1, 6)}, "iOS17")
def _():
    def function(p, x):
        left = torch.sigmoid(p["splits"](x) * 4)
        ways = torch.stack([left, 1 - left], dim=-1)
        leaves = ways[:, 0, :, None, None] * ways[:, 1, None, :, None] * ways[:, 2, None, None, :]
        gates = F.softmax(p["gates"](x), dim=1)
        experts = torch.stack([p[f"expert{i}"](x) for i in range(3)], dim=1)
        return p["leaves"](leaves.reshape(x.shape[0], 8)), torch.einsum("bi,bij->bj", gates, experts)

    experts = {f"expert{i}": nn.Linear(6, 2) for i in range(3)}
    return Function(function, splits=nn.Linear(6, 3), leaves=nn.Linear(8, 1), gates=nn.Linear(6, 3), **experts)


def gaps(rng):
    rows = []
    for _ in range(8):
        x = grid(rng, 1, 6, -2, 2).reshape(1, 6)
        x[0, rng.random(6) < 0.4] = np.nan
        rows.append({"x": x})
    return rows


for name, target in (("program-torch-missing", "iOS15"), ("program-torch-missing-ios17", "iOS17")):

    @converted(name, {"x": Numbers(1, 6)}, target, rows=gaps, notes=["how many are missing, each row says"])
    def _():
        def function(p, x):
            absent = torch.isnan(x).to(x.dtype)
            filled = x.clone()
            filled[torch.isnan(filled)] = 0.5
            clipped = filled.clone()
            clipped[clipped < 0] = clipped[clipped < 0] * 0.25
            return p["out"](torch.cat([filled, absent], dim=1)), torch.nan_to_num(torch.log(x), nan=-3.0), clipped

        return Function(function, out=nn.Linear(12, 2))


@converted("program-torch-preparing", {"x": Numbers(1, 6)}, "iOS16")
def _():
    def function(p, x):
        mean, spread = x.mean(1, keepdim=True), x.std(1, keepdim=True)
        angles = x[..., None] * torch.arange(1.0, 4, dtype=x.dtype)
        return (
            (x - mean) / (spread + 1e-5),
            torch.cat([angles.cos(), angles.sin()], dim=-1).flatten(1),
            torch.where(x > 0, torch.log1p(x.abs()), -torch.sqrt(x.abs())),
            torch.exp(-((x[:, None] - torch.linspace(-1, 1, 4, dtype=x.dtype)[None, :, None]) ** 2).sum(-1)),
            torch.zeros(1, 4, dtype=x.dtype).scatter_add(1, torch.tensor([[0, 1, 1, 3, 0, 2]]), x),
            F.pad(x, (1, 2), value=3.0).flip(1).cumsum(1),
            torch.topk(x, 3)[0],
            ((x > 0).sum(1).to(x.dtype) + x.amax(1)).clamp(-0.5, 4),
        )

    return Function(function)
