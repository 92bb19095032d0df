"""What a fit allocates, counted by a malloc of our own in a process of its own."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = """
import ctypes, numpy as np, graphsparse
counter = ctypes.CDLL(None)
counter.allocated_peak.restype = ctypes.c_longlong
X = np.empty((2000, 50000), dtype=np.float32)
random = np.random.RandomState(0)
for row in X:
    row[:] = random.randint(-100, 100, size=50000)
y = X[:, :10].sum(axis=1).astype(float)
small = graphsparse.GraphSparseRegressor(sparsity=10, effort="quick")
small.fit(X[:50, :100], y[:50])
for graph in (None, "grid:250x200"):
    model = graphsparse.GraphSparseRegressor(graph=graph, sparsity=10, effort="quick", max_epochs=3)
    counter.allocated_reset()
    model.fit(X, y)
    print(counter.allocated_peak() / X.nbytes)
"""


@pytest.fixture(scope="module")
def counter(tmp_path_factory):
    library = tmp_path_factory.mktemp("counter") / "counter.so"
    source = Path(__file__).parent / "allocation_counter.cpp"
    subprocess.run(["g++", "-O2", "-shared", "-fPIC", "-o", library, source, "-ldl"], check=True)
    return library


def test_a_large_array_is_not_copied(counter):
    environment = {**os.environ, "LD_PRELOAD": str(counter), "OPENBLAS_NUM_THREADS": "1"}
    done = subprocess.run([sys.executable, "-c", SCRIPT], env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    shares = [float(line) for line in done.stdout.split()]
    assert len(shares) == 2 and all(0.0 < share < 0.1 for share in shares), shares
