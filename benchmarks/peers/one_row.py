"""one_row.py MODELS: median time of one row through onnxruntime, in microseconds."""

import statistics
import sys
import time

import numpy as np
import onnxruntime

options = onnxruntime.SessionOptions()
options.intra_op_num_threads = 1
session = onnxruntime.InferenceSession(f"{sys.argv[1]}/network.onnx", options, providers=["CPUExecutionProvider"])
row = {"features": np.zeros((1, 14), np.float32)}
times = []
for _ in range(20_000):
    start = time.perf_counter_ns()
    session.run(None, row)
    times.append(time.perf_counter_ns() - start)
print(statistics.median(times) / 1000)
