"""The fourteen features of the models, from a table that polars reads."""

import sys
from pathlib import Path

import numpy as np
import polars as pl

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from data import COURSES, NUMBERS


def features(path: str, dtype=np.float32) -> np.ndarray:
    frame = pl.read_csv(
        path, columns=["course", *NUMBERS], schema_overrides={name: pl.Float64 for name in NUMBERS}
    )
    columns = [(pl.col("course") == course).cast(pl.Float64).alias(course) for course in COURSES]
    return frame.select(*columns, *NUMBERS).to_numpy().astype(dtype)


def write(values: np.ndarray, path: str) -> None:
    pl.DataFrame({"duration": values}).write_csv(path)
