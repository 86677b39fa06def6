"""Layers over sequences between layers that learn: numpy in float64, gradients by hand."""

import numpy as np

from .glm import logistic
from .layers import Matrices, fill_lstm, set_function
from .networks import weights
from .spec import fill
from .updatable import dense, regression, update


class Reshape:
    """Rows as sequences of vectors."""

    def __init__(self, steps, channels):
        self.steps, self.channels = steps, channels

    def forward(self, x):
        self.before = x.shape
        return x.reshape(-1, self.steps, self.channels)

    def backward(self, g):
        return g.reshape(self.before)

    def write(self, net, source, target, name):
        p = net.add("reshape", source, target, name)
        p.targetShape.extend([self.steps, self.channels, 1, 1])


class NormByData:
    """Batch normalisation by mean and variance over the vectors of a sequence, channel by channel."""

    def __init__(self, gamma, beta, eps=0.125):
        self.gamma, self.beta, self.eps = gamma, beta, eps

    def forward(self, x):
        self.root = np.sqrt(x.var(axis=1, keepdims=True) + self.eps)
        self.z = (x - x.mean(axis=1, keepdims=True)) / self.root
        return (self.z * self.gamma + self.beta).astype(x.dtype)

    def backward(self, g):
        s = g * self.gamma
        means = s.mean(axis=1, keepdims=True), (s * self.z).mean(axis=1, keepdims=True)
        return (s - means[0] - self.z * means[1]) / self.root

    def write(self, net, source, target, name):
        p = net.add("batchnorm", source, target, name)
        p.channels, p.epsilon, p.computeMeanVar = len(self.gamma), self.eps, True
        fill(p.gamma, self.gamma)
        fill(p.beta, self.beta)


class LSTM:
    """With peepholes; gives the last output. The gates are input, forget, block input and output."""

    def __init__(self, m, inputs, units):
        self.m, self.inputs, self.units = m, inputs, units

    def forward(self, x):
        m, self.trace = self.m, []
        h = c = np.zeros((len(x), self.units))
        for v in x.transpose(1, 0, 2):
            a = [v @ m.w[k].T + h @ m.r[k].T + m.b[k] for k in range(4)]
            i, f, g = logistic(a[0] + m.p[0] * c), logistic(a[1] + m.p[1] * c), np.tanh(a[2])
            before, c = c, c * f + i * g
            o = logistic(a[3] + m.p[2] * c)
            h = np.tanh(c) * o
            self.trace.append((i, f, g, o, before, c))
        return h.astype(x.dtype)

    def backward(self, g_h):
        m, vectors, g_c = self.m, [], 0
        for i, f, g, o, before, c in reversed(self.trace):
            a_o = g_h * np.tanh(c) * o * (1 - o)
            g_c = g_c + g_h * o * (1 - np.tanh(c) ** 2) + a_o * m.p[2]
            a_i, a_f, a_g = g_c * g * i * (1 - i), g_c * before * f * (1 - f), g_c * i * (1 - g**2)
            sums = (a_i, a_f, a_g, a_o)
            g_c = g_c * f + a_i * m.p[0] + a_f * m.p[1]
            g_h = sum(a @ m.r[k] for k, a in enumerate(sums))
            vectors.append(sum(a @ m.w[k] for k, a in enumerate(sums)))
        return np.stack(vectors[::-1], axis=1)

    def write(self, net, source, target, name):
        p = net.add("uniDirectionalLSTM", source, target, name)
        p.inputVectorSize, p.outputVectorSize = self.inputs, self.units
        for function in ("sigmoid", "tanh", "tanh"):
            set_function(p.activations.add(), function)
        p.params.hasBiasVectors = p.params.hasPeepholeVectors = True
        p.params.cellClipThreshold = 50000.0
        fill_lstm(p.weightParams, self.m, True, True)


@update("update-lstm-between")
def _(rng):
    lstm = LSTM(Matrices(rng, 4, 3, 4, True, True), 3, 4)
    return regression(
        rng,
        [Reshape(4, 2), dense(rng, 3, 2), lstm, dense(rng, 1, 4)],
        rows=14,
        n_in=8,
        notes=["four vectors of two numbers; the gradient passes through a fixed LSTM"],
    )


@update("update-batchnorm-by-data")
def _(rng):
    norm = NormByData(1 + weights(rng, 3) / 4, weights(rng, 3))
    lstm = LSTM(Matrices(rng, 4, 3, 4, True, True), 3, 4)
    return regression(
        rng,
        [Reshape(4, 2), dense(rng, 3, 2), norm, lstm, dense(rng, 1, 4)],
        rows=14,
        n_in=8,
        notes=["mean and variance are those of the four vectors of a row"],
    )
