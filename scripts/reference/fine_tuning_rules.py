#!/usr/bin/env python3
"""Compares rules for fine-tuning on few runs, and prints the second table of docs/fine-tuning.md (numpy).

A network of two layers of 32 predicts the duration of a marathon as a multiple of the even-pace time, trained on
2015. Its last layer is fine-tuned by Adam on the runs of simulated runners (see scripts/simulate-fine-tuning), all
of 2016, by rules that differ in when they stop, when they decline and how far they move. The numbers are the
change of the mean error on 25 unseen runs, and in brackets that of the runner who did worst of twenty; a fifth of
the runs is held out, and the old model is kept unless the new one is better on them.
"""

import csv
import os

import numpy as np

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
LEGS = [f"lap{km}k_s" for km in range(5, 45, 5)]
EPOCHS, LOOKS, RATE, BATCH, RUNNERS = 50, (1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48), 1e-4, 32, 200
chance = np.random.default_rng(1)


def by_chance(gains):
    """Student's t test: how probable so large a mean is if the true one is 0; exact for whole degrees of freedom."""
    freedom, error = len(gains) - 1, gains.std(ddof=1) / np.sqrt(len(gains))
    angle = np.arctan2(gains.mean() / error, np.sqrt(freedom)) if error > 0 else np.pi / 2
    term = total = np.cos(angle) if freedom % 2 else 1.0
    for factor in range(3 - (freedom + 1) % 2, freedom - 1, 2):
        term *= np.cos(angle) ** 2 * (factor - 1) / factor
        total += term
    inside = (angle + np.sin(angle) * total * (freedom > 1)) * 2 / np.pi if freedom % 2 else np.sin(angle) * total
    return (1 - inside) / 2


class Adam:
    def __init__(self, size):
        self.mean, self.square, self.count = np.zeros(size), np.zeros(size), 0

    def step(self, gradient, rate):
        self.count += 1
        self.mean = 0.9 * self.mean + 0.1 * gradient
        self.square = 0.999 * self.square + 0.001 * gradient**2
        mean, square = self.mean / (1 - 0.9**self.count), self.square / (1 - 0.999**self.count)
        return rate * mean / (np.sqrt(square) + 1e-8)


def read():
    with open(os.path.join(ROOT, "data/boston_2015_2016_lapsplits_mit_sample.csv"), newline="") as table:
        rows = [[float(row[name] or "nan") for name in [*LEGS, "half_s", "finish_s", "year"]] for row in csv.DictReader(table)]
    rows = np.array(rows)
    rows = rows[~np.isnan(rows).any(1) & (rows[:, :8] > 600).all(1)]
    return rows[:, :8], rows[:, 8], rows[:, 9], rows[:, 10]


def network(inputs, ratios, importance):
    """Trains the network and gives its last hidden layer and the weights behind it."""
    sizes = [(4, 32), (1, 32), (32, 32), (1, 32), (32, 1), (1, 1)]
    layers = [chance.normal(0, np.sqrt(2 / rows), (rows, columns)) if rows > 1 else np.zeros((rows, columns)) for rows, columns in sizes]
    steps = [Adam(layer.shape) for layer in layers]
    for epoch in range(20):
        order = chance.permutation(len(inputs))
        for start in range(0, len(order), 256):
            batch = order[start : start + 256]
            first = np.maximum(inputs[batch] @ layers[0] + layers[1], 0)
            second = np.maximum(first @ layers[2] + layers[3], 0)
            error = second @ layers[4] + layers[5] - ratios[batch, None]
            error = 2 * error * importance[batch, None] ** 2 / len(batch)
            behind = (error @ layers[4].T) * (second > 0)
            before = (behind @ layers[2].T) * (first > 0)
            gradients = [inputs[batch].T @ before, before.sum(0), first.T @ behind, behind.sum(0), second.T @ error, error.sum(0)]
            for index, gradient in enumerate(gradients):
                layers[index] = layers[index] - steps[index].step(gradient.reshape(layers[index].shape), 2e-3 * 0.9**epoch)

    def hidden(rows):
        return np.maximum(np.maximum(rows @ layers[0] + layers[1], 0) @ layers[2] + layers[3], 0)

    return hidden, np.append(layers[4][:, 0], 1 + layers[5])


laps, half, finish, year = read()
done = laps.cumsum(1)
distance = np.arange(1, 9) * 5000.0
even = done * 42195 / distance
inputs = np.stack(
    [(np.log(even) - 9.5) * 3, np.log(laps / 5000 * distance / done) * 10, np.broadcast_to(distance / 42195 * 3 - 1.5, even.shape),
     np.log(laps / laps[:, :1]) * 5], -1)
old_year, new_year = year == 2015, year == 2016
hidden, OLD = network(
    inputs[old_year].reshape(-1, 4), (finish[old_year, None] / even[old_year] - 1).ravel(), even[old_year].ravel() / 15000)
FEATURES = np.concatenate([even[..., None] * hidden(inputs), even[..., None]], -1)[new_year]
half, finish = half[new_year], finish[new_year]
fade = finish / half


def errors(weights, runs):
    return np.abs(FEATURES[runs] @ weights - finish[runs, None]).mean(1)


def train(runs, seed):
    """The weights at each look and at the end."""
    rows, targets = FEATURES[runs].reshape(-1, len(OLD)), np.repeat(finish[runs], 8)
    weights, adam, order, looks = OLD.copy(), Adam(len(OLD)), np.random.default_rng(seed), {}
    for epoch in range(1, EPOCHS + 1):
        shuffled = order.permutation(len(rows))
        for start in range(0, len(rows), BATCH):
            batch = shuffled[start : start + BATCH]
            gradient = 2 * rows[batch].T @ (rows[batch] @ weights - targets[batch]) / len(batch)
            weights = weights - adam.step(gradient, RATE)
        if epoch in LOOKS or epoch == EPOCHS:
            looks[epoch] = weights
    return looks


def rules(runs, seed):
    """The new weights by each rule."""
    trained, groups = train(runs, seed), np.arange(len(runs)) % min(5, len(runs))
    folds = [(train(runs[groups != group], seed), runs[groups == group]) for group in range(groups.max() + 1)]

    def search(shrinking):
        def moved(weights, count):
            return OLD + (count / (count + 5) if shrinking else 1) * (weights - OLD)

        gains = {
            epoch: np.concatenate([errors(OLD, out) - errors(moved(looks[epoch], len(runs) - len(out)), out) for looks, out in folds])
            for epoch in trained}
        best = max(gains, key=lambda epoch: gains[epoch].mean())
        gain = gains[best]
        return gain, moved(trained[best], len(runs))

    gain, weights = search(False)
    gain_shrunk, shrunk = search(True)
    return {
        "all epochs, as trained": trained[EPOCHS],
        "epochs by cross-validation": weights if gain.mean() > 0 else OLD,
        "… if the gain is more than its standard error": weights if gain.mean() > gain.std(ddof=1) / np.sqrt(len(gain)) else OLD,
        "… if chance gives it less than once in 20 times": weights if by_chance(gain) < 0.05 else OLD,
        "… and shrunk by n / (n + 5): **chosen**": shrunk if by_chance(gain_shrunk) < 0.05 else OLD}


def runner(has_habits, count):
    centre = chance.integers(len(finish))
    speed = np.log(half / half[centre])
    pool = np.argsort((speed / 0.04) ** 2 + (np.log(fade / fade[centre]) / 0.02) ** 2)[:80] if has_habits else np.where(abs(speed) < 0.05)[0]
    if len(pool) < count + 25:
        return runner(has_habits, count)
    pool = chance.permutation(pool)
    return pool[:count], pool[count : count + 25]


columns = {}
for count in (4, 30):
    for has_habits in (True, False):
        held_out = max(1, round(count / 4))
        for seed in range(RUNNERS):
            runs, unseen = runner(has_habits, count + held_out)
            before = errors(OLD, unseen).mean()
            for name, weights in rules(runs[held_out:], seed).items():
                is_better = errors(weights, runs[:held_out]).mean() < errors(OLD, runs[:held_out]).mean()
                change = errors(weights, unseen).mean() / before - 1 if is_better else 0
                columns.setdefault(name, {}).setdefault((count, has_habits), []).append(change)

print("| | " + " | ".join(f"{n} runs, {'habits' if habits else 'none'}" for n in (4, 30) for habits in (True, False)) + " |")
print("|---|---:|---:|---:|---:|")
for name, cells in columns.items():
    texts = [f"{np.mean(c) * 100:+.1f} % ({np.quantile(c, 0.95) * 100:+.1f} %)" for c in cells.values()]
    print(f"| {name} | " + " | ".join(texts) + " |")
