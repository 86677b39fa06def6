"""The peer: a pandas + scikit-learn pipeline of the bundled model's shape.

    pandas_sklearn.py fit PIPELINE              fits on invented rows and saves the pipeline
    pandas_sklearn.py predict PIPELINE IN OUT   reads a table, predicts, writes the predictions

The shape is what counts here, not the numbers: a one-hot course, six numbers, a scaler, and a
network with two hidden layers of 32.
"""

import pickle
import sys

import numpy as np
import pandas as pd

NUMBERS = ["distance", "lapNumber", "lapDistance", "cumDistance", "lapTime", "cumTime"]


def fit(path: str) -> None:
    from sklearn.compose import ColumnTransformer
    from sklearn.neural_network import MLPRegressor
    from sklearn.pipeline import Pipeline
    from sklearn.preprocessing import OneHotEncoder, StandardScaler

    generator = np.random.default_rng(0)
    rows = 4000
    frame = pd.DataFrame(generator.uniform(1, 100, (rows, len(NUMBERS))), columns=NUMBERS)
    frame["course"] = generator.choice(["road", "track", "trail"], rows)
    encode = ColumnTransformer(
        [
            ("course", OneHotEncoder(handle_unknown="ignore", sparse_output=False), ["course"]),
            ("numbers", "passthrough", NUMBERS),
        ]
    )
    pipeline = Pipeline(
        [
            ("encode", encode),
            ("scale", StandardScaler()),
            ("network", MLPRegressor((32, 32), max_iter=20, random_state=0)),
        ]
    )
    import warnings

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # twenty epochs do not converge, and need not
        pipeline.fit(frame, frame["cumTime"] * 3)
    with open(path, "wb") as file:
        pickle.dump(pipeline, file)


def predict(path: str, source: str, target: str) -> None:
    with open(path, "rb") as file:
        pipeline = pickle.load(file)
    frame = pd.read_csv(source, usecols=["course", *NUMBERS])
    pd.DataFrame({"duration": pipeline.predict(frame)}).to_csv(target, index=False)


if __name__ == "__main__":
    {"fit": fit, "predict": predict}[sys.argv[1]](*sys.argv[2:])
