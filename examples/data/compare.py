"""Prints how many pixels of the truth a model has, and the largest error of a value."""

import json
import sys

truth = {name: float(value) for name, value in (line.split() for line in open(sys.argv[1]))}
found = json.load(open(sys.argv[2]))["coefficients"]
error = max(abs(truth.get(name, 0) - found.get(name, 0)) for name in truth.keys() | found.keys())
print(f"{len(truth.keys() & found.keys())} of {len(truth)} pixels, largest error {error:.3f}")
