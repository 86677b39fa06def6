#!/usr/bin/env python3
"""Fine-tunes the linear regressors with a link, and writes Tests/Cases/linear-networks (numpy, scipy).

Plain gradient descent on the squared error, in float64 and with the links themselves: what the network that stands
in for such a regressor has to come to. Inputs are normalised by mean and variance, mini-batches follow in order.
"""

import json
from pathlib import Path

import numpy as np
from scipy.special import expit, ndtr

CASES = Path(__file__).resolve().parents[2] / "Tests/Cases"
RATE, EPOCHS, BATCH = 1.0, 15, 7


def density(z):
    return np.exp(-z * z / 2) / np.sqrt(2 * np.pi)


LINKS = {
    "glm-regressor-logit": ([0.5, -1.25, 2.0], 0.25, expit, lambda z: expit(z) * expit(-z)),
    "glm-regressor-probit": ([0.5, -0.75, 1.0], 0.125, ndtr, density),
}

for name, (weights, offset, link, slope) in LINKS.items():
    rows = [json.loads(line)["input"] for line in (CASES / "models" / name / "inputs.jsonl").open()]
    inputs = np.array(rows)
    mean, deviation = inputs.mean(0), np.sqrt(inputs.var(0) + 1e-5)
    normal = (inputs - mean) / deviation
    targets = np.round(link((inputs @ np.array(weights)) * 0.25 - 0.75), 3)
    w, b = np.array(weights) * deviation, offset + mean @ weights
    losses = []
    for epoch in range(EPOCHS):
        total = 0.0
        for start in range(0, len(normal), BATCH):
            x, y = normal[start : start + BATCH], targets[start : start + BATCH]
            z = x @ w + b
            error = link(z) - y
            total += (error**2).sum()
            step = 2 * error * slope(z) / len(x)
            w, b = w - RATE * (step @ x), b - RATE * step.sum()
        losses.append(total / len(normal))
    result = {
        "learningRate": RATE,
        "epochs": EPOCHS,
        "miniBatchSize": BATCH,
        "targets": targets.tolist(),
        "lossPerEpoch": losses,
        "predictions": link(normal @ w + b).tolist(),
    }
    (CASES / "linear-networks" / f"{name}.json").write_text(json.dumps(result, indent=1) + "\n")
    print(name, losses[0], losses[-1])
