#!/usr/bin/env python3
"""All figures of the evaluation engine and its peers, as Markdown: python3 benches/engine/run.py

Installs pyoperon into a virtual environment under target/ first.
"""

import os
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
TARGET = HERE.parent.parent / "target"
PEERS = TARGET / "peers"
PYTHON = PEERS / "venv" / "bin" / "python"
GOALS = {
    ("Avx2", "pyoperon"): {"plain": 5.5, "division": 4.0},
    ("Avx2", "dynamic_expressions"): {"plain": 2.5, "division": 2.0},
}


def output(*command):
    return subprocess.run([str(c) for c in command], check=True, text=True, stdout=subprocess.PIPE).stdout


def build(package, target, flags=None):
    env = os.environ | ({"RUSTFLAGS": flags} if flags else {})
    command = ["cargo", "build", "--release", "--locked", "--package", package, "--target-dir", target]
    subprocess.run(command, check=True, cwd=HERE, env=env)
    return target / "release" / package


def main():
    if not PYTHON.exists():
        subprocess.run([sys.executable, "-m", "venv", PEERS / "venv"], check=True)
        subprocess.run([PYTHON, "-m", "pip", "install", "--quiet", "pyoperon==0.6.2", "numpy"], check=True)
    bench = build("engine-bench", TARGET / "engine")
    peer = build("engine-peer", TARGET / "native", "-C target-cpu=native")
    data = PEERS / "data"
    data.mkdir(parents=True, exist_ok=True)
    output(bench, "write", data)

    load = lambda: " ".join(f"{x:.2f}" for x in os.getloadavg())
    print(f"Load before: {load()}\n")
    text = output(PYTHON, HERE / "evaluate_trees.py", data) + output(peer, data)
    text += output(bench, "trees") + output(bench, "limit")
    rows = {}
    for line in text.splitlines():
        name, part, *figures = line.split("\t")
        rows.setdefault(name, {})[part] = figures
    print("10^9 node evaluations per second of CPU time, best (median) of 25, one thread\n")
    print("| evaluator | without `/` | 25 % `/` | sums of roots |\n|---|---|---|---|")
    for name, parts in rows.items():
        best = [f"{parts[part][0]} ({parts[part][1]})" for part in ["plain", "division"]]
        sums = [parts[part][2] if len(parts[part]) > 2 else "" for part in ["plain", "division"]]
        print(f"| {name} | {best[0]} | {best[1]} | {' / '.join(filter(None, sums))} |")
    print("\n| ours against | without `/` | goal | 25 % `/` | goal |\n|---|---|---|---|---|")
    for (ours, theirs), goal in GOALS.items():
        if ours not in rows:
            continue
        other = next(name for name in rows if name.startswith(theirs))
        ratio = [float(rows[ours][part][0]) / float(rows[other][part][0]) for part in ["plain", "division"]]
        print(f"| {ours} against {other} | {ratio[0]:.2f}× | {goal['plain']}× | {ratio[1]:.2f}× | {goal['division']}× |")
    population = output(bench, "population").splitlines()
    print(f"\n{population[0].lstrip('# ')}\n")
    print("| | candidates per second of CPU time | ms for all | left |\n|---|---|---|---|")
    lines = [line.split("\t") for line in population[1:]]
    for name, *figures in [line for line in lines if not line[0].startswith("two threads")]:
        print(f"| {name} | {' | '.join(figures)} |")
    print("\n| two threads, wall time | faster | one, ms | two, ms |\n|---|---|---|---|")
    for name, *figures in [line for line in lines if line[0].startswith("two threads")]:
        print(f"| {name.removeprefix('two threads, ')} | {' | '.join(figures)} |")
    print(f"\nLoad after: {load()}")


main()
