#!/usr/bin/env python3
"""Makes the small files of the tutorial on expression data, in the folder it is in: expression.csv,
new_patients.csv and network.tsv. Everything is simulated; 6 connected genes decide the response."""

import math
import random
from pathlib import Path

GENES = 150
PATIENTS = 100
NEW_PATIENTS = 50
NEIGHBOURS = 2  # of each gene when it joins the network
MODULE = {"GENE009": 0.8, "GENE017": 0.8, "GENE023": -0.8, "GENE038": 0.8, "GENE051": -0.8, "GENE064": 0.8}
MODULE_EDGES = [("GENE009", "GENE017"), ("GENE017", "GENE023"), ("GENE017", "GENE038"),
                ("GENE038", "GENE051"), ("GENE051", "GENE064")]


def make_network(stream, names):
    edges = {tuple(sorted(edge)) for edge in MODULE_EDGES}
    for i in range(1, len(names)):
        for j in stream.sample(range(i), min(i, NEIGHBOURS)):
            edges.add(tuple(sorted((names[i], names[j]))))
    return sorted(edges)


def make_patient(stream, names):
    expression = {name: stream.gauss(0, 1) for name in names}
    predictor = 1.5 * sum(weight * expression[name] for name, weight in MODULE.items())
    responds = stream.random() < 1 / (1 + math.exp(-predictor))
    return ["yes" if responds else "no"] + [f"{8 + expression[name]:.2f}" for name in names]


def write_patients(path, stream, names, first, count):
    lines = [",".join(["patient", "response", *names])]
    for i in range(first, first + count):
        lines.append(",".join([f"P{i:03d}", *make_patient(stream, names)]))
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def main():
    folder = Path(__file__).parent
    stream = random.Random(2)
    names = [f"GENE{i:03d}" for i in range(1, GENES + 1)]
    edges = make_network(stream, names)
    (folder / "network.tsv").write_text("gene1\tgene2\n" + "".join(f"{u}\t{v}\n" for u, v in edges), encoding="utf-8")
    write_patients(folder / "expression.csv", stream, names, 1, PATIENTS)
    write_patients(folder / "new_patients.csv", stream, names, 1 + PATIENTS, NEW_PATIENTS)


if __name__ == "__main__":
    main()
