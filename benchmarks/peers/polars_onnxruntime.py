"""polars_onnxruntime.py MODELS IN OUT THREADS: a network of polars' columns, run by onnxruntime."""

import sys

import onnxruntime
from polars_features import features, write

models, source, target, threads = sys.argv[1:]
options = onnxruntime.SessionOptions()
options.intra_op_num_threads = int(threads)
session = onnxruntime.InferenceSession(f"{models}/network.onnx", options, providers=["CPUExecutionProvider"])
write(session.run(None, {"features": features(source)})[0].ravel(), target)
