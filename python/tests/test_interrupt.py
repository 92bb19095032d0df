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
import signal, sys, numpy as np, graphsparse
signal.signal(signal.SIGINT, signal.default_int_handler)  # shells ignore it for jobs in the background
X = np.random.RandomState(0).randn(300, 4000)
y = np.random.RandomState(1).randn(300)
endless = dict(solver="iht", max_epochs=10**9, tolerance=0.0, patience=0, n_jobs=int(sys.argv[2]))
if sys.argv[1] == "fit":
    model = graphsparse.GraphSparseRegressor(sparsity=40, **endless)
elif sys.argv[1] == "runs":
    model = graphsparse.GraphSparseRegressor(sparsity=40, effort=1000000, n_jobs=int(sys.argv[2]))
else:
    model = graphsparse.GraphSparseRegressorCV(grid={"sparsity": [40]}, **endless)
print("begin", flush=True)
try:
    model.fit(X, y)
except KeyboardInterrupt:
    print("interrupted", hasattr(model, "coef_"), flush=True)
"""


@pytest.mark.parametrize("kind, threads", [("fit", 1), ("fit", 2), ("runs", 1), ("runs", 2), ("cv", 1), ("cv", 2)])
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


FORKS = """
import os, sys, threading, time, numpy as np, graphsparse
data = graphsparse.simulate("grid:10x10", 8, 60, noise=0.3)
shared = graphsparse.Graph.grid(10, 10)
def work(into, i):
    into[i] = graphsparse.GraphSparseRegressor(graph=shared, sparsity=8, n_jobs=2).fit(data.X, data.y).coef_
found = [None] * 5
work(found, 0)
threads = [threading.Thread(target=work, args=(found, i)) for i in range(1, 5)]
for thread in threads: thread.start()
child = os.fork()  # while other threads are at work
if child == 0:
    work(found, 1)
    os._exit(0 if (found[0] == found[1]).all() else 3)
for thread in threads: thread.join()
assert os.waitpid(child, 0)[1] == 0
assert all((coef == found[0]).all() for coef in found)
print("same")
"""


def test_fits_at_once_in_threads_and_after_a_fork():
    done = subprocess.run([sys.executable, "-c", FORKS], capture_output=True, text=True, timeout=120, check=False)
    assert done.stdout == "same\n", done.stderr


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
