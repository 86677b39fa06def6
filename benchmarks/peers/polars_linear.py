"""polars_linear.py MODELS IN OUT: polars reads a table, computes a linear expression, and writes it."""

import json
import sys

import polars as pl

models, source, target = sys.argv[1:]
model = json.load(open(f"{models}/linear.json"))
course = pl.col("course").replace_strict(model["courses"], default=0.0, return_dtype=pl.Float64)
numbers = sum(pl.col(name) * weight for name, weight in model["numbers"].items())
(
    pl.scan_csv(source, infer_schema_length=1000, schema_overrides={name: pl.Float64 for name in model["numbers"]})
    .select(duration=course + numbers + model["bias"])
    .sink_csv(target)
)
