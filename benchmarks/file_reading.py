"""How fast compressed tables and AnnData files are read, beside pandas and HDF5 alone.

    /usr/bin/python3 benchmarks/file_reading.py build/release/benchmarks/files_runner

Needs pandas. Prints a table; every figure is the best of five runs, in seconds, or with
GRAPHSPARSE_PROCESSOR_TIME=1 in the environment in seconds of the processor (of the busier one, where there
are two threads), for a machine with other work."""

import os
import subprocess
import sys
import tempfile
import time


def run(*words):
    return subprocess.run(words, check=True, capture_output=True, text=True).stdout


def best_of_five(work):
    clock = time.process_time if os.environ.get("GRAPHSPARSE_PROCESSOR_TIME") else time.perf_counter
    seconds = []
    for _ in range(5):
        begin = clock()
        work()
        seconds.append(clock() - begin)
    return min(seconds)


def row(name, ours, other, ratio, limit, is_at_least):
    is_met = ratio >= limit if is_at_least else ratio <= limit
    sign = "at least" if is_at_least else "at most"
    verdict = "ok" if is_met else "MISSED"
    print(f"{name:34} {ours:9.3f} {other:9.3f} {ratio:8.2f}   {sign} {limit} times   {verdict}")


def main():
    import pandas
    runner = sys.argv[1]
    print(f"{'file':34} {'ours, s':>9} {'other, s':>9} {'ratio':>8}   limit")
    with tempfile.TemporaryDirectory() as folder:
        for rows, columns in ((200, 20000), (20000, 200)):
            table = os.path.join(folder, "x.csv.gz")
            run(runner, "make-table", str(rows), str(columns), table)
            ours = float(run(runner, "read", table))
            theirs = best_of_five(lambda: pandas.read_csv(table, index_col=0))
            row(f".csv.gz {rows} x {columns}, pandas", ours, theirs, theirs / ours, 3, True)
        cells = os.path.join(folder, "x.h5ad")
        run(runner, "make-h5ad", "10000", "20000", "0.05", cells)
        ours = float(run(runner, "read", cells))
        alone = float(run(runner, "hdf5", cells))
        row(".h5ad 10000 x 20000, 5 %, HDF5", ours, alone, ours / alone, 1.5, False)


if __name__ == "__main__":
    main()
