"""polars_xgboost.py MODELS IN OUT THREADS: the trees themselves, on polars' columns."""

import sys

import xgboost
from polars_features import features, write

models, source, target, threads = sys.argv[1:]
booster = xgboost.Booster({"nthread": int(threads)}, model_file=f"{models}/trees.json")
write(booster.inplace_predict(features(source)), target)
