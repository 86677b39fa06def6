"""Times runpredict side by side with what people would use instead; prints the tables of the README.

Commands of a comparison run in turn, A B A B ..., so that a machine whose speed drifts treats all
alike; ratios are of medians in one run. Time is wall-clock of whole processes, bytes in to bytes out;
memory is the largest resident set that the kernel saw.

    benchmarks/run [--rows N] [--runs N] [--only SECTION ...]
"""

import argparse
import os
import platform
import statistics
import subprocess
import sys
import time
from importlib.metadata import version
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
WORK = ROOT / "build" / "bench"
MODELS = WORK / "models"
OURS = ROOT / ".build" / "release" / "runpredict"
MICRO = ROOT / ".build" / "release" / "Micro"
CORES = os.cpu_count() or 1


def make(script, *arguments):
    """In a process of its own: the kernel counts what this process holds to those that it starts."""
    subprocess.run([sys.executable, HERE / script, *map(str, arguments)], check=True)


def peer(name, *arguments):
    return [sys.executable, HERE / "peers" / f"{name}.py", *arguments]


def predict(table, model, *options, output=WORK / "ours.csv"):
    return [OURS, "predict", table, "--model", MODELS / f"{model}.mlmodel", "-o", output, "--force", "--quiet", *options]


def run(command, stdin=None):
    """Wall seconds, peak memory in MB and processor seconds of one process."""
    start = time.perf_counter()
    process = subprocess.Popen(
        [str(part) for part in command], stdin=stdin, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
    )
    errors = process.stderr.read()
    _, status, usage = os.wait4(process.pid, 0)
    elapsed = time.perf_counter() - start
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        sys.exit(f"{command[0]} failed: {errors.decode()[-2000:]}")
    return elapsed, usage.ru_maxrss / 1024, usage.ru_utime + usage.ru_stime


def in_turn(commands, runs):
    """For each name what `run` gives, for all runs but the first, which warms the caches."""
    results = {name: [] for name in commands}
    for turn in range(runs + 1):
        for name, command in commands.items():
            result = run(command)
            if turn > 0:
                results[name].append(result)
    return results


def middle(results):
    return statistics.median(seconds for seconds, _, _ in results)


def spread(values, unit, digits):
    return f"{statistics.median(values):.{digits}f} {unit} ({min(values):.{digits}f}–{max(values):.{digits}f})"


def table(results, ours, unit="s", scale=1, digits=2):
    print("| command | wall time: median (range) | processor time | peak memory | ours / this |")
    print("|---|---|---|---|---|")
    for name, values in results.items():
        seconds = [value * scale for value, _, _ in values]
        memory = statistics.median(memory for _, memory, _ in values)
        work = statistics.median(work * scale for _, _, work in values)
        ratio = "" if name == ours else f"{middle(results[ours]) / middle(values):.3f}"
        print(f"| {name} | {spread(seconds, unit, digits)} | {work:.{digits}f} {unit} | {memory:.0f} MB | {ratio} |")
    print()


def files(rows, runs):
    """Targets 1 to 3: a model's predictions for a file."""
    laps = WORK / f"laps-{rows}.csv"
    make("data.py", "laps", laps, rows)
    out = WORK / "peer.csv"
    limit = WORK / "limit"
    subprocess.run(
        ["c++", "-O3", "-march=native", "-std=c++20", "-pthread", HERE / "limit" / "limit.cpp", "-o", limit], check=True
    )
    print(f"### {rows:,} rows, {laps.stat().st_size / 1e6:.0f} MB\n\nLinear model:\n")
    table(in_turn({
        "runpredict": predict(laps, "linear"),
        "runpredict --raw": predict(laps, "linear", "--raw"),
        "runpredict --threads 1": predict(laps, "linear", "--threads", "1"),
        "polars": peer("polars_linear", MODELS, laps, out),
        "pandas + scikit-learn": peer("pandas_sklearn", MODELS, "linear", laps, out),
        "hand-written limit": [limit, MODELS / "linear.json", laps, out, CORES],
    }, runs), "runpredict")
    print("Network 14–64–64–1:\n")
    table(in_turn({
        "runpredict": predict(laps, "network"),
        "runpredict --raw": predict(laps, "network", "--raw"),
        "polars + onnxruntime": peer("polars_onnxruntime", MODELS, laps, out, CORES),
        "pandas + scikit-learn": peer("pandas_sklearn", MODELS, "network", laps, out),
    }, runs), "runpredict")
    print("200 trees of 31 leaves:\n")
    table(in_turn({
        "runpredict": predict(laps, "trees"),
        "runpredict --raw": predict(laps, "trees", "--raw"),
        "polars + xgboost": peer("polars_xgboost", MODELS, laps, out, CORES),
    }, runs), "runpredict")


def memory(rows, runs):
    """Target 4: memory does not grow, from a file or a pipe."""
    print("### Memory\n\n| rows | from a file | from a pipe |\n|---|---|---|")
    for count in (rows, rows * 10):
        laps = WORK / f"laps-{count}.csv"
        make("data.py", "laps", laps, count)
        from_file = run(predict(laps, "linear"))[1]
        with subprocess.Popen(["cat", laps], stdout=subprocess.PIPE) as cat:
            from_pipe = run(predict("-", "linear"), stdin=cat.stdout)[1]
        print(f"| {count:,} | {from_file:.0f} MB | {from_pipe:.0f} MB |")
        if count > rows:
            laps.unlink()
    print()


def one_row(rows, runs):
    """Target 5: one row through prediction(from:)."""
    print("### One row\n\n| what | median time: median of runs (range) |\n|---|---|")
    for model in ("linear", "network", "trees"):
        ours = numbers([MICRO, "row", MODELS / f"{model}.mlmodel"], runs)
        print(f"| prediction(from:), {model} | {spread(ours, 'µs', 2)} |")
    print(f"| onnxruntime, network | {spread(numbers(peer('one_row', MODELS), runs), 'µs', 2)} |\n")


def start(rows, runs):
    """Target 6: from the start of the process to its end."""
    print("### Start\n")
    seven = WORK / "laps-7.csv"
    make("data.py", "laps", seven, 7)
    results = in_turn({
        "predict, seven laps, base": [OURS, "predict", seven, "--model", "base"],
        "describe base": [OURS, "describe", "base"],
        "predict, seven laps, 100,000 nodes": predict(seven, "forest"),
        "--version": [OURS, "--version"],
    }, max(runs, 20))
    table(results, "predict, seven laps, base", "ms", 1000, 1)


def training(rows, runs):
    """Target 7: an epoch of 20,000 rows."""
    print("### Training\n\nAn epoch of 20,000 rows; all with one thread, and ours with all cores.\n")
    print(f"| mini-batch | runpredict | scikit-learn | ours / theirs | runpredict, {CORES} threads |\n|---|---|---|---|---|")
    for size in (8, 32, 256, 1024):
        ours, on_all_cores = (
            numbers([MICRO, "epoch", MODELS / "trainable.mlmodel", size, threads], runs) for threads in (1, CORES)
        )
        theirs = numbers(peer("sklearn_epoch", size), runs)
        ratio = statistics.median(ours) / statistics.median(theirs)
        print(f"| {size} | {spread(ours, 's', 4)} | {spread(theirs, 's', 3)} | {ratio:.3f} | {spread(on_all_cores, 's', 4)} |")
    print()


def growth(rows, runs):
    """Target 8: cost grows as the work does."""
    print("### Growth\n")
    commands = {}
    for factor in (1, 4, 16):
        laps = WORK / f"laps-{rows // 8 * factor}.csv"
        make("data.py", "laps", laps, rows // 8 * factor)
        # Into no file: what the disk takes for one is not ours.
        commands[f"{rows // 8 * factor:,} rows"] = predict(laps, "linear", "--threads", "1", output="/dev/null")
    growing(commands, max(runs, 15))
    commands = {}
    wide = WORK / "wide-20000.csv"
    make("data.py", "wide", wide, 20_000)
    commands["wide: 20,000 rows of 1,000 columns"] = predict(wide, "linear", "--raw", "--threads", "1")
    commands["wide: its cells found, nothing read"] = [MICRO, "cut", wide]
    commands["wide, read by wc -l"] = ["wc", "-l", wide]
    table(in_turn(commands, runs), next(iter(commands)))
    counts = (100, 400, 1600)
    make("models.py", MODELS, *counts)
    print("| trees of 32 leaves | a row of a batch | a tree and row |\n|---|---|---|")
    for count in counts:
        time = statistics.median(numbers([MICRO, "batch", MODELS / f"forest-{count}.mlmodel"], runs))
        print(f"| {count:,} | {time:.3f} µs | {1000 * time / count:.2f} ns |")
    print()


def growing(commands, runs):
    """A table of the same work once, four and sixteen times, and how the second step compares with the first."""
    results = in_turn(commands, runs)
    table(results, next(iter(commands)))
    one, four, sixteen = (statistics.median(work for _, _, work in values) for values in results.values())
    print(f"Four times the work adds {four - one:.3f} s of processor time, sixteen times {sixteen - four:.3f} s more: "
          f"{(sixteen - four) / (four - one):.2f} times as much, where 4 is linear.\n")


def numbers(command, runs):
    """What a command prints, in some runs."""
    texts = [subprocess.run([str(part) for part in command], check=True, capture_output=True, text=True).stdout
             for _ in range(runs)]
    return [float(text) for text in texts]


SECTIONS = {"files": files, "memory": memory, "row": one_row, "start": start, "training": training, "growth": growth}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rows", type=int, default=2_000_000)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--only", nargs="*", choices=SECTIONS, default=list(SECTIONS))
    arguments = parser.parse_args()
    WORK.mkdir(parents=True, exist_ok=True)
    make("models.py", MODELS)
    peers = ["polars", "onnxruntime", "xgboost", "pandas", "scikit-learn", "numpy"]
    print(f"{platform.machine()}, {CORES} cores, {platform.system()} {platform.release()}, Python "
          f"{platform.python_version()}, " + ", ".join(f"{name} {version(name)}" for name in peers) + "\n")
    for section in arguments.only:
        SECTIONS[section](arguments.rows, arguments.runs)
        sys.stdout.flush()


if __name__ == "__main__":
    main()
