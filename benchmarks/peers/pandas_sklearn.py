"""pandas_sklearn.py MODELS MODEL IN OUT: pandas reads a table, a scikit-learn pipeline predicts."""

import pickle
import sys
from pathlib import Path

import pandas as pd

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from data import FEATURES

models, model, source, target = sys.argv[1:]
with open(f"{models}/{model}.pickle", "rb") as file:
    pipeline = pickle.load(file)
frame = pd.read_csv(source, usecols=FEATURES)
pd.DataFrame({"duration": pipeline.predict(frame)}).to_csv(target, index=False)
