#!/usr/bin/env python3
"""Measures other predictors on the race data in data/, for docs/base-model.md.

Prints peers.csv: for each year and split the mean absolute error in minutes of
  even           the pace so far to the end
  riegel         the pace so far with Riegel's exponent 1.06
  ols            ordinary least squares on the model's seven features, all splits together
  ols_per_split  ordinary least squares on cumTime and lapTime, coefficients for each split
  hgb            HistGradientBoostingRegressor on the model's seven features, all splits together
  hgb_per_split  HistGradientBoostingRegressor on cumTime and lapTime, one for each split
All are trained on 2015. 2016 is a later year. The file of 2013 and 2014 has no split at 15 km, so that the
lap at 20 km is one of 10 km: the per-split ones are trained on such laps, the others, which have never seen
one, are left out there.

    python3 -m venv build/peers
    build/peers/bin/pip install -r scripts/reference/requirements.txt
    build/peers/bin/python scripts/reference/peers.py > scripts/reference/peers.csv
"""
import csv
import pathlib

import numpy as np
from sklearn.ensemble import HistGradientBoostingRegressor
from sklearn.linear_model import LinearRegression

DATA = pathlib.Path(__file__).resolve().parents[2] / "data"
MARATHON = 42195.0
LEGS = [5, 10, 15, 20, 25, 30, 35, 40]


def boston(year):
    """Seconds since the start at each of LEGS, and the finish."""
    with open(DATA / "boston_2015_2016_lapsplits_mit_sample.csv") as file:
        rows = [row for row in csv.DictReader(file) if row["year"] == str(year)]
    laps = np.array([[float(row[f"lap{km}k_s"]) for km in LEGS] for row in rows])
    return laps.cumsum(axis=1), np.array([float(row["finish_s"]) for row in rows])


def earlier_boston(year):
    """The same without 15 km; runners with a missing or falling split are left out."""
    names = [f"{km}k" for km in LEGS if km != 15] + ["official"]
    with open(DATA / "boston_2013_2014_cum_minutes_mit_sample.csv") as file:
        rows = [row for row in csv.DictReader(file) if row["year"] == str(year)]
    rows = [row for row in rows if "-" not in [row[name] for name in names]]
    times = np.array([[float(row[name]) * 60 for name in names] for row in rows])
    times = times[(np.diff(times, axis=1, prepend=0) > 0).all(axis=1)]
    return times[:, :-1], times[:, -1]


def features(times, kilometres, split):
    """course, distance, lapNumber, lapDistance, cumDistance, lapTime, cumTime of one split."""
    before = times[:, split - 1] if split else np.zeros(len(times))
    start = kilometres[split - 1] if split else 0
    metres = 1000.0 * kilometres[split]
    lap = metres - 1000.0 * start
    count = len(times)
    constants = [np.full(count, value) for value in (0, MARATHON, split + 1, lap, metres)]
    return np.column_stack(constants + [times[:, split] - before, times[:, split]])


def main():
    train, finish = boston(2015)
    together = np.vstack([features(train, LEGS, split) for split in range(len(LEGS))])
    targets = np.tile(finish, len(LEGS))
    ols = LinearRegression().fit(together, targets)
    hgb = HistGradientBoostingRegressor(random_state=0).fit(together, targets)

    print("year,km,even,riegel,ols,ols_per_split,hgb,hgb_per_split")
    for year, (times, truth) in (
        (2016, boston(2016)),
        (2014, earlier_boston(2014)),
        (2013, earlier_boston(2013)),
    ):
        kilometres = LEGS if times.shape[1] == len(LEGS) else [km for km in LEGS if km != 15]
        same_splits = train[:, [LEGS.index(km) for km in kilometres]]
        for split, km in enumerate(kilometres):
            rows = features(times, kilometres, split)
            seen = features(same_splits, kilometres, split)[:, 5:]
            ratio = MARATHON / (1000.0 * km)
            own_ols = LinearRegression().fit(seen, finish)
            own_hgb = HistGradientBoostingRegressor(random_state=0).fit(seen, finish)
            predictions = [
                times[:, split] * ratio,
                times[:, split] * ratio**1.06,
                ols.predict(rows),
                own_ols.predict(rows[:, 5:]),
                hgb.predict(rows),
                own_hgb.predict(rows[:, 5:]),
            ]
            errors = [np.abs(prediction - truth).mean() / 60 for prediction in predictions]
            cells = [f"{error:.4f}" for error in errors]
            if kilometres != LEGS:
                cells[2] = cells[4] = ""
            print(f"{year},{km}," + ",".join(cells))


if __name__ == "__main__":
    main()
