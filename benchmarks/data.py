"""The tables of the benchmarks: invented, and the same bytes each time.

    data.py laps|wide PATH ROWS
"""

import sys
from pathlib import Path

import numpy as np

COURSES = ["road", "Boston", "river path", "track", "Berlin", "trail", "park", "treadmill"]
NUMBERS = ["distance", "lapNumber", "lapDistance", "cumDistance", "lapTime", "cumTime"]
FEATURES = ["course", *NUMBERS]
LAPS_PER_RUN = 10
# Longer tables repeat so many rows, because making them takes much longer than reading them.
ROWS_MADE = 1_000_000


def write_laps(path: Path, rows: int) -> None:
    """Canonical lap rows of invented runners in 10 km races, with a column that nothing asks for."""
    if path.exists():
        return
    lines = lap_lines(min(rows, ROWS_MADE))
    with open(path, "w", buffering=1 << 20) as file:
        file.write(",".join([*FEATURES, "watch"]) + "\n")
        for first in range(0, rows, ROWS_MADE):
            file.writelines(lines[: rows - first])


def lap_lines(rows: int) -> list[str]:
    generator = np.random.default_rng(2015)
    lines = []
    for first in range(0, rows, LAPS_PER_RUN):
        pace = max(0.2, generator.normal(0.33, 0.05))  # seconds a metre
        course = COURSES[int(generator.integers(len(COURSES)))]
        lengths = np.round(1000 + generator.normal(0, 3, LAPS_PER_RUN), 1)
        seconds = np.round(pace * lengths * generator.normal(1.05, 0.03, LAPS_PER_RUN), 2)
        sums, times = np.round(np.cumsum(lengths), 1), np.round(np.cumsum(seconds), 2)
        for lap in range(min(LAPS_PER_RUN, rows - first)):
            lines.append(
                f"{course},10000,{lap + 1},{lengths[lap]:.1f},{sums[lap]:.1f},"
                f"{seconds[lap]:.2f},{times[lap]:.2f},watch{first % 9973}\n"
            )
    return lines


def write_wide(path: Path, rows: int, columns: int = 1000) -> None:
    """A table of many columns, of which the seven features stand apart from each other."""
    if path.exists():
        return
    generator = np.random.default_rng(7)
    places = np.linspace(0, columns - 1, len(FEATURES)).astype(int)
    names = [f"column{index}" for index in range(columns)]
    for place, name in zip(places, FEATURES):
        names[place] = name
    with open(path, "w", buffering=1 << 20) as file:
        file.write(",".join(names) + "\n")
        for row in range(rows):
            cells = [f"{value:.2f}" for value in generator.uniform(0, 1000, columns)]
            cells[places[0]] = COURSES[row % len(COURSES)]
            file.write(",".join(cells) + "\n")


def frame(rows: int, seed: int = 1):
    """Rows of features as a matrix of 14 columns (one-hot course, then the numbers), and durations."""
    generator = np.random.default_rng(seed)
    course = generator.integers(len(COURSES), size=rows)
    lap = generator.integers(1, LAPS_PER_RUN + 1, rows)
    pace = generator.normal(0.34, 0.05, rows)
    length = generator.normal(1000, 3, rows)
    numbers = np.column_stack(
        [np.full(rows, 10_000.0), lap, length, length * lap, pace * length, pace * length * lap]
    )
    matrix = np.hstack([np.eye(len(COURSES))[course], numbers])
    duration = 10_000 * pace * (1 + 0.01 * course) + generator.normal(0, 20, rows)
    return matrix, duration


if __name__ == "__main__":
    {"laps": write_laps, "wide": write_wide}[sys.argv[1]](Path(sys.argv[2]), int(sys.argv[3]))
