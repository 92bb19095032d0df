#!/usr/bin/env python3
"""Predicts the time of an epoch of graph-iht on many ranks from times measured here.

    scale_model.py BUILD-FOLDER              measure, compare with a fit on 1 and 2 ranks, simulate
    scale_model.py BUILD-FOLDER --times F    the same with times that --keep F kept, without a fit

The model (docs/notes/scale.md): all ranks sum over their rows, then send partial vectors up the tree and the
total down; every rank projects the whole gradient. BUILD-FOLDER has graphsparse-mpi and scale_probe.
"""
import argparse
import array
import json
import math
import os
import random
import struct
import subprocess
import tempfile

# What a cluster has instead of the memory of one machine: seconds until a message begins to arrive,
# and for each number of eight bytes.
NETWORKS = {"10 Gbit/s Ethernet": (30e-6, 8 / 1.1e9), "100 Gbit/s InfiniBand": (2e-6, 8 / 11e9)}
# Products with the support in an epoch, as counted: gradient, step, intercept, measurement.
PRODUCTS = 5.5
SPARSITY = 40
ROWS, COLUMNS = 51200, 2000  # of the fit that is predicted


def run(words, ranks=None):
    environment = dict(os.environ, OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1",
                       OMPI_MCA_mpi_yield_when_idle="0")  # there are as many cores as ranks
    if ranks is not None:
        words = ["mpirun", "--oversubscribe", "-np", str(ranks)] + words
    return subprocess.run(words, env=environment, check=True, capture_output=True, text=True).stdout


def probe(build, ranks, rows, columns):
    return json.loads(run([os.path.join(build, "scale_probe"), str(rows), str(columns), str(SPARSITY)], ranks))


def projection_seconds(build, columns, folder, signal):
    """Head and tail of a path in noise on a square grid, from a cold start, for each node."""
    width = max(2, math.isqrt(columns))
    vector = os.path.join(folder, "vector.tsv")
    source = random.Random(3)
    with open(vector, "w", encoding="ascii") as file:
        for node in range(width * width):
            on_path = node // width == width // 2 and node % width < SPARSITY
            file.write(f"{node}\t{(signal if on_path else 0.0) + source.gauss(0, 1)!r}\n")
    seconds = 0.0
    for kind in ("head", "tail"):
        words = [os.path.join(build, "graphsparse"), "project", "--graph", f"grid:{width}x{width}", "--vector",
                 vector, "--kind", kind, "--sparsity", str(SPARSITY), "--repeat", "3", "--json", "--quiet"]
        seconds += json.loads(run(words))["seconds"]
    return seconds / (width * width)


def write_npy(path, rows, columns, kind, content):
    head = f"{{'descr': '{kind}', 'fortran_order': False, 'shape': ({rows},{columns})}}"
    head += " " * (63 - (10 + len(head)) % 64) + "\n"
    with open(path, "wb") as file:
        file.write(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(head)) + head.encode("ascii"))
        content(file)


def write_problem(folder):
    """A random matrix, in single precision, and a target that some neighbouring columns make."""
    source = random.Random(5)
    block = array.array("f", (source.gauss(0, 1) for _ in range(1 << 20)))
    size = len(block)
    starts = [source.randrange(size - COLUMNS) for _ in range(ROWS)]

    def rows_of(file):
        for start in starts:
            block[start:start + COLUMNS].tofile(file)

    def target_of(file):
        values = array.array("d", (sum(block[start + 900:start + 900 + SPARSITY]) for start in starts))
        values.tofile(file)

    write_npy(os.path.join(folder, "x.npy"), ROWS, COLUMNS, "<f4", rows_of)
    write_npy(os.path.join(folder, "y.npy"), ROWS, "", "<f8", target_of)


def epoch_seconds(build, folder, ranks):
    words = [os.path.join(build, "graphsparse-mpi"), "fit", "--data", os.path.join(folder, "x.npy"), "--labels",
             os.path.join(folder, "y.npy"), "--graph", f"grid:{COLUMNS}x1", "--solver", "graph-iht", "--sparsity",
             str(SPARSITY), "--effort", "quick", "--max-epochs", "12", "--tolerance", "0", "--threads", "1", "--json",
             "--epoch-seconds", "--quiet"]
    result = json.loads(run(words, ranks))
    ends = [epoch["seconds"] for epoch in result["history"]]
    seconds = sorted(end - begin for begin, end in zip(ends, ends[1:]))
    return seconds[len(seconds) // 2]


def predict(times, rows, columns, ranks, network=None):
    """Seconds of an epoch: sums and products, messages, projections."""
    latency, per_value = network or (times["latency"], times["message_per_value"])
    share = rows / ranks
    compute = share * columns * times["sum_per_value"]
    compute += PRODUCTS * share * SPARSITY * times["product_per_value"]
    compute += PRODUCTS * rows * times["row_work"]  # what each rank does for all rows
    hops = math.ceil(math.log2(ranks)) if ranks > 1 else 0
    up = hops * (latency + columns * (per_value + times["addition_per_value"]))
    down = hops * latency + (2 * columns * per_value if ranks > 1 else 0)  # long vectors go in pieces
    gather = PRODUCTS * (hops * latency + (rows * per_value if ranks > 1 else 0))
    return compute, up + down + gather, columns * times["projection_per_node"]


def simulate(times):
    print("\nseconds of an epoch, predicted: sums and products + messages + projections; the last where the signal stands "
          "out .. where noise hides it, and their share")
    for name, network in NETWORKS.items():
        for columns in (10**6, 10**7):
            print(f"\nm = 1e6, p = {columns:.0e}, {name}, one rank a machine with one core each")
            for ranks in (1, 4, 16, 64, 256, 1024):
                compute, messages, projection = predict(times, 10**6, columns, ranks, network)
                hidden = columns * times["hidden_projection_per_node"]
                rest = compute + messages
                print(f"  {ranks:5d} ranks  {compute:8.2f} + {messages:5.2f} + {projection:5.2f} .. {hidden:6.2f}"
                      f"  ({100 * projection / (rest + projection):.0f} .. {100 * hidden / (rest + hidden):.0f} %)")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build")
    parser.add_argument("--keep")
    parser.add_argument("--times")
    options = parser.parse_args()
    if options.times:
        with open(options.times, encoding="ascii") as file:
            simulate(json.load(file)["1"])
        return
    with tempfile.TemporaryDirectory() as folder:
        write_problem(folder)
        # In later epochs the gradient on the support stands out; in the first noise nearly hides it.
        clear = projection_seconds(options.build, 10**6, folder, 20.0)
        hidden = projection_seconds(options.build, 10**6, folder, 2.0)
        small = projection_seconds(options.build, COLUMNS, folder, 20.0)
        kept = {}
        for ranks in (1, 2):
            times = probe(options.build, ranks, ROWS, COLUMNS)
            times["projection_per_node"] = small
            measured = epoch_seconds(options.build, folder, ranks)
            predicted = sum(predict(times, ROWS, COLUMNS, ranks))
            print(json.dumps(times))
            print(f"{ranks} ranks, {ROWS} x {COLUMNS}: measured {1e3 * measured:.1f} ms an epoch, predicted "
                  f"{1e3 * predicted:.1f} ms ({100 * (predicted / measured - 1):+.0f} %)")
            times["projection_per_node"] = clear
            times["hidden_projection_per_node"] = hidden
            kept[ranks] = times
    if options.keep:
        with open(options.keep, "w", encoding="ascii") as file:
            json.dump(kept, file)
    simulate(kept[1])


if __name__ == "__main__":
    main()
