"""Ctrl-C stops a fit and is KeyboardInterrupt; other threads run on meanwhile."""

import signal
import subprocess
import sys
import threading
import time

import numpy as np
import pytest

from graphsparse import GraphSparseRegressor

SCRIPT = """
import sys, numpy as np, graphsparse
X = np.random.RandomState(0).randn(300, 4000)
y = np.random.RandomState(1).randn(300)
if sys.argv[1] == "fit":
    model = graphsparse.GraphSparseRegressor(solver="iht", sparsity=40, max_epochs=10**9, tolerance=0.0, patience=0, n_jobs=int(sys.argv[2]))
elif sys.argv[1] == "runs":
    model = graphsparse.GraphSparseRegressor(sparsity=40, effort=1000000, n_jobs=int(sys.argv[2]))
else:
    model = graphsparse.GraphSparseRegressorCV(solver="iht", grid={"sparsity": [40]}, max_epochs=10**9, tolerance=0.0, patience=0, n_jobs=int(sys.argv[2]))
print("begin", flush=True)
try:
    model.fit(X, y)
except KeyboardInterrupt:
    print("interrupted", hasattr(model, "coef_"), flush=True)
"""


@pytest.mark.parametrize("kind, threads", [("fit", 1), ("runs", 2), ("cv", 2)])
def test_interrupts_become_exceptions(kind, threads):
    process = subprocess.Popen([sys.executable, "-c", SCRIPT, kind, str(threads)], stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout.readline() == "begin\n"
        time.sleep(0.5)
        process.send_signal(signal.SIGINT)
        out, _ = process.communicate(timeout=60)
    finally:
        process.kill()
    assert out == "interrupted False\n"


def test_other_threads_run_while_a_fit_goes_on():
    random = np.random.RandomState(0)
    X, y = random.randn(300, 3000), random.randn(300)
    model = GraphSparseRegressor(sparsity=30, solver="iht", max_epochs=300, tolerance=0.0, patience=0)
    thread = threading.Thread(target=model.fit, args=(X, y))
    turns = 0
    thread.start()
    while thread.is_alive():
        turns += 1
        time.sleep(0.001)
    thread.join()
    assert turns > 5
    assert len(model.support_) == 30
