#!/usr/bin/env python3
"""Tables 3 to 8 of the kernels-manifold paper, with the program's own commands: paper_tables.py STRUCTATLAS SHARED_DATA

Tables 3 and 6 are `run classify --features distances` (a linear machine on the rows of the distance matrix), the others are
`run sweep` over the paper's neighbours and components. 10 folds as in the paper, the cost from 1, 10, 100 inside each training
part. Prints Markdown: ours, and the paper's number in brackets."""
import csv
import json
import os
import pathlib
import subprocess
import sys
import tempfile

STEPS, DELTA = ["--kernel", "shortest-path-steps"], ["--kernel", "shortest-path-delta"]


def weisfeiler_lehman(depth):
    return ["--kernel", "weisfeiler-lehman", "--labels", "degree", "--depth", str(depth)]


PLAIN = {  # set: kernel, (min, avg, max, deviation) of the paper
    "ppi": [("SP steps", STEPS, (0.5, 0.692, 0.877, 0.133)), ("SP delta", DELTA, (0.625, 0.779, 0.888, 0.098)),
            ("WL 1", weisfeiler_lehman(1), (0.666, 0.8138, 1, 0.132)), ("WL 2", weisfeiler_lehman(2), (0.555, 0.775, 1, 0.113)),
            ("WL 3", weisfeiler_lehman(3), (0.5, 0.752, 0.888, 0.189))],
    "shock": [("SP steps", STEPS, (0.35, 0.455, 0.65, 0.11)), ("SP delta", DELTA, (0.3, 0.425, 0.65, 0.129)),
              ("WL 1", weisfeiler_lehman(1), (0.25, 0.415, 0.6, 0.15)), ("WL 2", weisfeiler_lehman(2), (0.3, 0.41, 0.6, 0.15)),
              ("WL 3", weisfeiler_lehman(3), (0.35, 0.459, 0.7, 0.117))]}
MAPS = [  # table, set, kernel, rows of (neighbours, components, Isomap, LLE)
    (4, "ppi", "SP delta", DELTA,
     [(1, 6, .511, .567), (1, 17, .547, .719), (1, 18, .524, .779), (4, 11, .664, .607), (4, 18, .781, .735), (4, 24, .699, .732),
      (10, 23, .662, .757), (16, 17, .733, .71), (19, 4, .701, .556), (19, 16, .721, .708)]),
    (5, "ppi", "WL 2", weisfeiler_lehman(2),
     [(1, 17, .476, .593), (4, 11, .724, .636), (4, 18, .7, .672), (4, 24, .606, .721), (10, 8, .708, .719), (10, 17, .815, .718),
      (16, 9, .749, .662), (16, 17, .719, .79), (19, 4, .674, .661), (19, 16, .676, .71)]),
    (7, "shock", "SP steps", STEPS,
     [(4, 1, .265, .19), (4, 6, .435, .27), (10, 6, .36, .44), (10, 18, .35, .375), (13, 2, .315, .23), (13, 5, .44, .44),
      (13, 13, .4, .4), (16, 6, .35, .4), (16, 16, .395, .45), (19, 11, .4, .38), (19, 17, .385, .46)]),
    (8, "shock", "WL 3", weisfeiler_lehman(3),
     [(4, 1, .14, .155), (4, 13, .38, .4), (4, 17, .38, .465), (10, 6, .375, .215), (10, 18, .365, .38), (13, 8, .345, .295),
      (13, 15, .33, .385), (13, 21, .39, .39), (16, 10, .41, .455), (19, 10, .37, .485), (21, 6, .395, .315), (21, 12, .37, .465),
      (26, 9, .425, .36), (26, 19, .465, .435)])]


class Runner:
    def __init__(self, program, data):
        self.program, self.data = program, pathlib.Path(data)

    def run(self, method, name, options):
        folder = pathlib.Path(tempfile.mkdtemp())
        subprocess.run([self.program, "run", method, str(self.data / name), *options, "--cost", "1,10,100", "--out", str(folder)],
                       check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                       env={**os.environ, "QT_QPA_PLATFORM": "offscreen"})
        return folder


def plain_table(runner, number, name):
    print(f"\nTable {number}: {name.upper()}, rows of the distance matrix, ours (paper's)\n")
    print("| kernel | min | mean | max | deviation |\n| --- | --- | --- | --- | --- |")
    for title, options, paper in PLAIN[name]:
        folder = runner.run("classify", name, [*options, "--features", "distances", "--folds", "10", "--repeats", "1"])
        metrics = json.loads((folder / "summary.json").read_text())["metrics"]
        ours = [metrics[key] for key in ("accuracy_min", "accuracy", "accuracy_max", "accuracy_deviation")]
        print(f"| {title} | " + " | ".join(f"{a:.3f} ({b:g})" for a, b in zip(ours, paper)) + " |", flush=True)


def map_table(runner, number, name, title, options, rows):
    cells = {}
    for method in ("isomap", "lle"):
        neighbours = ",".join(map(str, sorted({row[0] for row in rows})))
        components = ",".join(map(str, sorted({row[1] for row in rows})))
        folder = runner.run("sweep", name, [*options, "--method", method, "--neighbours", neighbours, "--components", components])
        with open(folder / "sweep.csv") as file:
            cells[method] = {(int(row["neighbours"]), int(row["components"])): row for row in csv.DictReader(file)}
    print(f"\nTable {number}: {name.upper()}, {title}, linear machine on the map, ours (paper's)\n")
    print("| neighbours | components | Isomap | LLE |\n| --- | --- | --- | --- |")
    for k, d, isomap, lle in rows:
        ours = [float(cells[method][k, d]["accuracy"]) for method in ("isomap", "lle")]
        print(f"| {k} | {d} | {ours[0]:.3f} ({isomap:g}) | {ours[1]:.3f} ({lle:g}) |", flush=True)
    best = {method: max(table.values(), key=lambda row: float(row["accuracy"])) for method, table in cells.items()}
    print("| best of all | | " + " | ".join(
        f"{float(row['accuracy']):.3f} at {row['neighbours']}, {row['components']}" for row in best.values()) + " |", flush=True)


def main():
    runner = Runner(sys.argv[1], sys.argv[2])
    plain_table(runner, 3, "ppi")
    for table in MAPS[:2]:
        map_table(runner, *table)
    plain_table(runner, 6, "shock")
    for table in MAPS[2:]:
        map_table(runner, *table)


if __name__ == "__main__":
    main()
