"""sklearn_epoch.py SIZE: time of an epoch of MLPRegressor in single precision, one thread, in seconds."""

import sys
import time
import warnings

import numpy as np
from sklearn.neural_network import MLPRegressor
from threadpoolctl import threadpool_limits

generator = np.random.default_rng(0)
x = generator.uniform(-1, 1, (20_000, 14)).astype(np.float32)
y = x.sum(axis=1)


def seconds(epochs: int) -> float:
    model = MLPRegressor(
        hidden_layer_sizes=(64, 64), batch_size=int(sys.argv[1]), max_iter=epochs, alpha=0, tol=0,
        n_iter_no_change=1000, random_state=0,
    )
    start = time.perf_counter()
    model.fit(x, y)
    return time.perf_counter() - start


with threadpool_limits(1), warnings.catch_warnings():
    warnings.simplefilter("ignore")  # few epochs do not converge, and need not
    seconds(1)
    print((seconds(4) - seconds(1)) / 3)
