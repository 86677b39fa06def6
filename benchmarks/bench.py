"""Times whole processes side by side: the same table in, predictions out.

The commands of a comparison run in turn, A B A B ..., so that a machine whose speed drifts treats
both alike. Time is wall-clock; memory is the largest resident set that the kernel saw.

    benchmarks/run [--rows N] [--runs N]
"""

import argparse
import os
import platform
import statistics
import subprocess
import sys
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
WORK = ROOT / "build" / "bench"


def write_laps(path: Path, rows: int) -> None:
    """Canonical lap rows of invented runners in a 10 km race, the same bytes each time."""
    import numpy as np

    generator = np.random.default_rng(2015)
    laps_per_run = 8
    courses = ["road", "Boston", "river path", "track"]
    with open(path, "w", buffering=1 << 20) as file:
        file.write("course,distance,lapNumber,lapDistance,cumDistance,lapTime,cumTime,note\n")
        written = 0
        while written < rows:
            pace = max(0.2, generator.normal(0.33, 0.05))  # seconds a metre
            course = courses[int(generator.integers(len(courses)))]
            total = 0.0
            for lap in range(1, laps_per_run + 1):
                seconds = round(pace * generator.normal(1 + 0.02 * lap, 0.03) * 1000, 1)
                total = round(total + seconds, 1)
                file.write(f"{course},10000,{lap},1000,{lap * 1000},{seconds},{total},x{written}\n")
                written += 1
                if written == rows:
                    break


def run(command: list[str]) -> tuple[float, float]:
    """Wall seconds and peak memory in MB of one process."""
    start = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    errors = process.stderr.read()
    _, status, usage = os.wait4(process.pid, 0)
    elapsed = time.perf_counter() - start
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        sys.exit(f"{command[0]} failed: {errors.decode()[-2000:]}")
    return elapsed, usage.ru_maxrss / 1024


def spread(values: list[float], unit: str, digits: int) -> str:
    return (
        f"{statistics.median(values):.{digits}f} {unit} "
        f"({min(values):.{digits}f}–{max(values):.{digits}f})"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rows", type=int, default=2_000_000)
    parser.add_argument("--runs", type=int, default=3)
    arguments = parser.parse_args()

    WORK.mkdir(parents=True, exist_ok=True)
    table = WORK / f"laps-{arguments.rows}.csv"
    if not table.exists():
        write_laps(table, arguments.rows)

    ours = ROOT / ".build" / "release" / "runpredict"
    peer = HERE / "peers" / "pandas_sklearn.py"
    pipeline = WORK / "pipeline.pickle"
    subprocess.run([sys.executable, str(peer), "fit", str(pipeline)], check=True)
    commands = {
        "runpredict": [
            str(ours), "predict", str(table), "--model", "base", "-o", str(WORK / "ours.csv"),
            "--force", "--quiet",
        ],
        "runpredict --threads 1": [
            str(ours), "predict", str(table), "--model", "base", "-o", str(WORK / "ours.csv"),
            "--force", "--quiet", "--threads", "1",
        ],
        "pandas + scikit-learn": [
            sys.executable, str(peer), "predict", str(pipeline), str(table), str(WORK / "peer.csv"),
        ],
    }
    seconds: dict[str, list[float]] = {name: [] for name in commands}
    memory: dict[str, list[float]] = {name: [] for name in commands}
    for turn in range(arguments.runs + 1):
        for name, command in commands.items():
            elapsed, peak = run(command)
            if turn > 0:  # the first turn warms the file cache
                seconds[name].append(elapsed)
                memory[name].append(peak)

    size = table.stat().st_size / 1e6
    print(f"{platform.machine()}, {os.cpu_count()} cores, {platform.system()} {platform.release()}")
    print(f"{arguments.rows:,} rows, {size:.0f} MB, {arguments.runs} runs after one warm-up")
    print()
    print("| command | wall time: median (range) | peak memory: median (range) |")
    print("|---|---|---|")
    for name in commands:
        print(f"| {name} | {spread(seconds[name], 's', 2)} | {spread(memory[name], 'MB', 0)} |")
    ratios = [a / b for a, b in zip(seconds["runpredict"], seconds["pandas + scikit-learn"])]
    print()
    print(f"runpredict / pandas + scikit-learn, turn by turn: {spread(ratios, 'of its time', 3)}")


if __name__ == "__main__":
    main()
