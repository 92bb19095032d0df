#!/usr/bin/env python3
"""How often chance alone makes a cluster as strong as the one found in nc_counties.csv.

    python3 chance.py [MAPS]

Draws deaths for every county as if the risk were the same everywhere, projects the excess of each such map as
`graphsparse project` does with the true one, and counts how often as much is captured.
"""

import csv
import json
import math
import random
import subprocess
import sys

SIZE = 12


def captured(excess):
    with open("map.tsv", "w", encoding="utf-8") as file:
        file.writelines(f"{name}\t{value!r}\n" for name, value in excess.items())
    command = ["graphsparse", "project", "--graph", "nc_borders.tsv", "--vector", "map.tsv", "--kind", "tail",
               "--sparsity", str(SIZE), "--quiet", "--json"]
    return json.loads(subprocess.run(command, check=True, capture_output=True).stdout)["captured"]


def excess_of(deaths, expected):
    return {name: max(0.0, (deaths[name] - e) / math.sqrt(e)) for name, e in expected.items()}


def main():
    maps = int(sys.argv[1]) if len(sys.argv) > 1 else 99
    with open("nc_counties.csv", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    expected = {row["county"]: float(row["expected"]) for row in rows}
    total = sum(int(row["deaths"]) for row in rows)
    found = captured(excess_of({row["county"]: int(row["deaths"]) for row in rows}, expected))
    stream = random.Random(1)
    as_strong = 0
    for _ in range(maps):
        drawn = stream.choices(list(expected), weights=expected.values(), k=total)
        deaths = {name: drawn.count(name) for name in expected}
        as_strong += captured(excess_of(deaths, expected)) >= found
    print(f"maps as strong: {as_strong} of {maps}, p = {(1 + as_strong) / (1 + maps):.2f}")


if __name__ == "__main__":
    main()
