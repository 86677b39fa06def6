#!/usr/bin/env python3
"""Writes laps.csv and history.csv: laps of one invented runner.

Nobody ran these runs. The numbers only look real: laps differ by a few
percent, hills and tiredness show, a watch stops the last lap at the end of the
course. Run it inside data/; the same files come out every time.
"""
import datetime
import math
import random

FEATURES = "course,distance,lapNumber,lapDistance,cumDistance,lapTime,cumTime"


def tenths(value):
    """A number with at most one decimal."""
    return f"{value:.1f}".rstrip("0").rstrip(".")


def lap_lengths(distance, lap):
    """Full laps, and what is left of the course."""
    full = int(distance // lap)
    rest = distance - full * lap
    return [lap] * full + ([rest] if rest > 1 else [])


def run(rng, course, distance, lap, pace, fade, terrain=lambda share: 0.0, noise=0.012):
    """Rows of one run: `pace` in s/km at the start, `fade` the share lost by the end."""
    rows, metres, seconds = [], 0.0, 0.0
    mood = 0.0
    for number, length in enumerate(lap_lengths(distance, lap), start=1):
        share = (metres + length / 2) / distance
        mood = 0.5 * mood + rng.gauss(0, noise)
        slower = fade * share**1.7 + terrain(share) + mood
        time = round(pace * length / 1000 * (1 + slower), 1)
        metres, seconds = round(metres + length, 1), round(seconds + time, 1)
        rows.append([course, distance, number, length, metres, time, seconds])
    return rows


def line(row):
    return ",".join(cell if isinstance(cell, str) else tenths(cell) for cell in row)


def write_laps():
    """The first 15 km of a half marathon, a little too fast at the start."""
    rng = random.Random(2024)
    rows = run(rng, "road", 21097.5, 1000, pace=306, fade=0.075)[:15]
    with open("laps.csv", "w", newline="") as file:
        file.write(FEATURES + "\n")
        for row in rows:
            file.write(line(row) + "\n")


def write_history():
    """Five months of runs of one runner who starts fast and fades more than most."""
    rng = random.Random(42)
    # course, distances, lap, pace at the start, share lost by the end of 10 km, terrain
    courses = [
        ("road", [8000, 10000, 12000, 16000, 21097.5], 1000, 318, 0.06, lambda s: 0.0),
        ("track", [3000, 5000, 8000], 400, 292, 0.05, lambda s: 0.0),
        ("trail", [7500, 11000, 14500], 1000, 372, 0.09, lambda s: 0.05 * math.sin(3 * math.pi * s)),
        ("hills", [6400, 9600], 1600, 352, 0.03, lambda s: 0.10 - 0.20 * s),
    ]
    day = datetime.date(2026, 4, 1)
    with open("history.csv", "w", newline="") as file:
        file.write("date," + FEATURES + ",duration\n")
        for index in range(54):
            course, distances, lap, pace, fade, terrain = rng.choices(courses, [5, 3, 2, 2])[0]
            distance = rng.choice(distances)
            form = (1 - 0.0006 * index) * (1 + rng.gauss(0, 0.02))
            effort = pace * form * (distance / 10000) ** 0.05
            tired = fade * (distance / 10000) ** 0.7 * (1 + rng.gauss(0, 0.25))
            rows = run(rng, course, distance, lap, effort, max(0.0, tired), terrain)
            for row in rows:
                file.write(f"{day.isoformat()},{line(row)},{tenths(rows[-1][-1])}\n")
            day += datetime.timedelta(days=rng.choice([2, 2, 3, 3, 4]))


if __name__ == "__main__":
    write_laps()
    write_history()
