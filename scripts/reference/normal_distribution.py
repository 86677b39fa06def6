#!/usr/bin/env python3
"""Finds the weights of Sources/TabularML/Training/NormalDistribution.swift (numpy, scipy; half a minute).

Φ(z) is to be Σ c_j σ(2z - j), with c_-j = c_j, for j up to 10. The weights are whole numbers of 2**-23 that add up
to exactly 1, so that a Float holds them and large z give 1. Of those with which the sum grows everywhere, they are
the ones that come nearest to Φ.
"""

import numpy as np
from scipy.optimize import Bounds, LinearConstraint, milp
from scipy.special import expit, ndtr

UNIT, LARGEST = 2.0**23, 10
pairs = np.arange(1, LARGEST + 1)

# Φ(z) - 1/2 and the sum - 1/2 are odd, so positive z are enough.
z = np.linspace(0, 8, 321)[:, None]
values = np.hstack([expit(2 * z) - 0.5, expit(2 * z - pairs) + expit(2 * z + pairs) - 1])
wanted = (ndtr(z[:, 0]) - 0.5) * UNIT
# The slopes of the logistic functions, without the factor 2 exp(-2z) that they share.
z = np.linspace(0, 14, 281)[:, None]
slopes = np.hstack(
    [expit(2 * z) ** 2, np.exp(pairs) * expit(2 * z - pairs) ** 2 + np.exp(-pairs) * expit(2 * z + pairs) ** 2]
)
slopes /= np.abs(slopes).max(1, keepdims=True)

worst = np.ones((len(values), 1))
answer = milp(
    [0] * (LARGEST + 1) + [1],
    constraints=[
        LinearConstraint(np.hstack([values, -worst]), -np.inf, wanted),
        LinearConstraint(np.hstack([values, worst]), wanted, np.inf),
        LinearConstraint(np.hstack([slopes, np.zeros((len(slopes), 1))]), 1e-4, np.inf),
        LinearConstraint([[1] + [2] * LARGEST + [0]], UNIT, UNIT),
    ],
    integrality=[1] * (LARGEST + 1) + [0],
    bounds=Bounds([-UNIT] * (LARGEST + 1) + [0], [UNIT] * (LARGEST + 1) + [np.inf]),
)
weights = np.round(answer.x[:-1]).astype(int)
z = np.linspace(-14, 14, 56001)
total = sum(weights[abs(j)] / UNIT * expit(2 * z - j) for j in range(-LARGEST, LARGEST + 1))
print("weights", *weights)
print("largest error", np.abs(total - ndtr(z)).max(), "least value", total.min(), "least step", np.diff(total).min())
