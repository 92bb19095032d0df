#!/usr/bin/env python3
"""Large data, fits and readers beside the memory's bandwidth, pandas and liblinear.

Usage: data_table.py --runner PROGRAM --out FOLDER --shared FOLDER [--processor-time] [PART...]

Parts: stream, solves, tail, readers, products, logistic, bytes; all without any. Prints a table each, and writes the
figures to FOLDER/data.json. docs/benchmarks.md explains them.
"""
import argparse
import csv
import json
import os
import subprocess
import sys
import tempfile
import time

from speed_measure import Failure, run_program, say
from text_table import number, render

LEAST_BANDWIDTH = 0.8
MOST_PASSES = {'graph-rand-htp': 2.0, 'graph-sto-iht': 3.0}
LEAST_SPEED_UP = 1.7
MOST_SOLVES = 1.5
MOST_MICROSECONDS = 2.5
TABLES = [(300, 25000, 4.0), (200000, 100, 2.0)]
EDGES = 5000000
LEAST_WIDE = 1.5
MOST_LASSO = 3.0
GENES = 20

# Run by Debian's Python, which has pandas and scikit-learn; each prints seconds.
PYTHON = '/usr/bin/python3'
PANDAS = '''
import os, sys, time, pandas
clock = time.process_time if os.environ.get('GRAPHSPARSE_PROCESSOR_TIME') else time.perf_counter
def best(act, runs=3):
    seconds = []
    for _ in range(runs):
        start = clock()
        act()
        seconds.append(clock() - start)
    return min(seconds)
path = sys.argv[2]
if sys.argv[1] == 'edges':
    print(best(lambda: pandas.read_csv(path, sep='\\t', header=None)))
else:
    print(best(lambda: pandas.read_csv(path, index_col=0)))
'''
# A path from no gene to the wanted number, as the lasso is used; and its last point alone.
LASSO = '''
import csv, json, os, sys, time, warnings
import numpy as np
from sklearn.linear_model import LogisticRegression
warnings.filterwarnings('ignore')
clock = time.process_time if os.environ.get('GRAPHSPARSE_PROCESSOR_TIME') else time.perf_counter
x = np.load(sys.argv[1]).astype(float)
x = (x - x.mean(axis=0)) / x.std(axis=0)
with open(sys.argv[2]) as file:
    y = np.array([float(row['label']) for row in csv.DictReader(file, delimiter='\\t')])
wanted = int(sys.argv[3])
def fit(c):
    return LogisticRegression(penalty='l1', solver='liblinear', C=c, tol=1e-4).fit(x, y)
def path():
    c = 1 / np.abs(x.T @ (y / 2)).max()
    points = 0
    while True:
        c *= 1.25
        points += 1
        model = fit(c)
        if (model.coef_ != 0).sum() >= wanted:
            return c, points, int((model.coef_ != 0).sum())
def best(act, runs=5):
    seconds = []
    for _ in range(runs):
        start = clock()
        act()
        seconds.append(clock() - start)
    return min(seconds)
c, points, genes = path()
print(json.dumps({'path_seconds': best(path), 'point_seconds': best(lambda: fit(c)), 'points': points,
                  'genes': genes}))
'''


def word(passed):
    return 'ok' if passed else 'MISSED'


def python(program, *words):
    return run_program([PYTHON, '-c', program, *words])


class Benchmark:
    def __init__(self, runner, shared, folder):
        self.runner, self.shared, self.folder = runner, shared, folder
        self.records = {}

    def run(self, *words):
        say(f'data_runner {" ".join(words)}')
        return [json.loads(line) for line in run_program([self.runner, *words]).splitlines()]

    def show(self, name, title, columns, rows, records):
        self.records[name] = records
        print(f'{title}\n\n{render([("", column) for column in columns], rows)}\n', flush=True)

    def stream(self):
        records = self.run('stream')
        bandwidth, others = records[0], records[1:]
        gain = bandwidth['two'] / bandwidth['one']
        rows = []
        for record in others:
            stream = record['stream_seconds']
            if record['part'] == 'sums':
                share = stream / record['one_seconds']
                up = record['one_seconds'] / record['two_seconds']
                rows.append(["A' r", record['data'], number(record['one_seconds']), number(stream), '1',
                             f'{share:.0%} of bandwidth', '>= 80 %', word(share >= LEAST_BANDWIDTH)])
                enough = up >= LEAST_SPEED_UP or gain < LEAST_SPEED_UP
                rows.append(["A' r, 2 threads", record['data'], number(record['two_seconds']), number(stream), '1',
                             f'{up:.2f} times as fast', f'>= {LEAST_SPEED_UP}' if gain >= LEAST_SPEED_UP else '-',
                             word(enough)])
            else:
                times = record['seconds'] / (stream * record['passes'])
                most = MOST_PASSES[record['solver']]
                rows.append([record['solver'], record['data'], number(record['seconds']), number(stream),
                             number(record['passes']), f'{times:.2f} times streaming', f'<= {most:.0f}',
                             word(times <= most)])
        self.show('stream',
                  f'LARGE DATA: float32, 4,000 x 50,000. One core reads {bandwidth["one"] / 1e9:.1f} GB/s, two together '
                  f'{bandwidth["two"] / 1e9:.1f}\n({gain:.2f} times as much). A pass reads all of the data once.',
                  ['what', 'data', 'seconds', 's/pass', 'passes', 'figure', 'limit', 'verdict'], rows, records)

    def solves(self):
        records = self.run('solves')
        rows = [[record['solver'], number(record['nodes']), number(record['sparsity']), number(record['rows']),
                 number(record['iterations'], 2), number(record['solves_per_iteration'], 3),
                 f'{record["recovered"]:.0f} of {record["trials"]}', number(record['seconds'], 3),
                 word(record['solves_per_iteration'] <= MOST_SOLVES)] for record in records]
        self.show('solves', f'SOLVES PER ITERATION over the first 40 iterations of a fit. Limit: {MOST_SOLVES}',
                  ['solver', 'nodes', 's', 'm', 'iterations', 'solves', 'recovered', 'seconds', 'verdict'], rows, records)

    def tail(self):
        records = self.run('tail', '2000') + self.run('tail', '1000') + self.run('tail', '100')
        rows = [[number(record['nodes']), number(record['seconds']), number(record['solves']),
                 number(record['microseconds_per_node'], 3),
                 word(record['microseconds_per_node'] < MOST_MICROSECONDS) if index == 0 else '-']
                for index, record in enumerate(records)]
        self.show('tail', f'DEFAULT TAIL, cold, s = 5 % of the nodes. Limit: {MOST_MICROSECONDS} us per node at 4e6',
                  ['nodes', 'seconds', 'solves', 'us per node', 'verdict'], rows, records)

    def readers(self):
        rows, records = [], []

        def compare(what, make, read, mode, least):
            path = os.path.join(self.folder, 'readers.tsv' if mode == 'edges' else 'readers.csv')
            self.run(make, path, *what)
            # Theirs between two of ours, as the machine may have other work.
            first = self.run(read, path)[0]['seconds']
            theirs = float(python(PANDAS, mode, path))
            ours = min(first, self.run(read, path)[0]['seconds'])
            megabytes = os.path.getsize(path) / 1e6
            os.remove(path)
            rows.append([' x '.join(what) + (' edges' if mode == 'edges' else ' table'), number(megabytes, 3),
                         number(ours), number(theirs), f'{theirs / ours:.2f}', f'>= {least:.0f}', word(theirs >= least * ours)])
            records.append({'what': what, 'ours': ours, 'pandas': theirs})

        compare([str(EDGES)], 'make-edges', 'read-edges', 'edges', 1.0)
        for height, width, least in TABLES:
            compare([str(height), str(width)], 'make-table', 'read-table', 'table', least)
        self.show('readers', 'READERS beside pandas.read_csv, best of several runs',
                  ['file', 'MB', 'seconds', 'pandas', 'times as fast', 'limit', 'verdict'], rows, records)

    def products(self):
        records = self.run('products')
        rows = [[number(record['columns'])] +
                [number(record[name] / 1e9, 3) for name in ('wide', 'plain', 'wide_symmetric', 'plain_symmetric')] +
                [word(record['wide'] >= LEAST_WIDE * record['plain']) if record['columns'] >= 100 else '-']
                for record in records]
        self.show('products', 'INNER PRODUCTS of columns with 256 rows, GFlop/s with wide registers and without; of a block with '
                  f'itself\nhalf of them are computed. Limit: {LEAST_WIDE} times as fast with wide registers',
                  ['columns', 'wide', 'plain', 'wide, itself', 'plain, itself', 'verdict'], rows, records)

    def logistic(self):
        source = os.path.join(self.shared, 'data', 'expression', 'veer97')
        if not os.path.exists(source):
            say(f'no data at {source} (GRAPHSPARSE_SHARED names another folder): no row of the logistic fit')
            return
        matrix, labels, edges = self.write_cohort(source)
        records = self.run('logistic', matrix, labels + ':label', edges, '10')
        lasso = json.loads(python(LASSO, matrix, labels, str(GENES)))
        again = self.run('logistic', matrix, labels + ':label', edges, '10')
        rows = []
        for record, second in zip(records, again):
            record['seconds'] = min(record['seconds'], second['seconds'])
            times = record['seconds'] / lasso['path_seconds']
            rows.append([record['solver'], number(record['features']), number(record['iterations']), number(record['solves']),
                         number(record['seconds']), number(times, 3), word(times <= MOST_LASSO)])
        rows.append([f'liblinear, path of {lasso["points"]}', number(lasso['genes']), '-', '-', number(lasso['path_seconds']),
                     '1', '-'])
        rows.append(['liblinear, last point', number(lasso['genes']), '-', '-', number(lasso['point_seconds']),
                     number(lasso['point_seconds'] / lasso['path_seconds'], 3), '-'])
        self.show('logistic', f'LOGISTIC FIT of a cohort, 97 x 3,237, s = {GENES}, one restart. Limit: {MOST_LASSO:.0f} times '
                  "liblinear's lasso", ['solver', 'features', 'iterations', 'solves', 'seconds', 'times', 'verdict'],
                  rows, records + [lasso])

    def write_cohort(self, source):
        """The matrix of the network's genes, labels and edges, by position."""
        nodes = os.path.join(source, 'lcc3243_nodes.tsv')
        with open(nodes, encoding='utf-8') as file:
            columns = [row['col'] for row in csv.DictReader(file, delimiter='\t')]
        matrix = os.path.join(self.folder, 'cohort.npy')
        python('import sys, numpy; numpy.save(sys.argv[2], numpy.ascontiguousarray(numpy.load(sys.argv[1])'
               '[:, [int(i) for i in sys.argv[3].split(",")]], dtype="f4"))',
               os.path.join(source, 'X.npy'), matrix, ','.join(columns))
        return matrix, os.path.join(source, 'samples.tsv'), os.path.join(source, 'lcc3243_edges.tsv')

    def bytes(self):
        record = self.run('bytes')[0]
        for name in record['different']:
            print(f'DIFFERENT: {name}')
        print(f'SAME BYTES of model for 1, 2 and 4 threads{" and without wide registers" if record["wide"] else ""}: '
              f'{record["same"]} of {record["same"] + len(record["different"])} combinations of solver, loss, weights and '
              f'kind of data ({len(record["refused"])} that a solver does not take): '
              f'{word(not record["different"])}\n', flush=True)
        self.records['bytes'] = record


PARTS = ['stream', 'solves', 'tail', 'readers', 'products', 'logistic', 'bytes']


def main():
    parser = argparse.ArgumentParser(description=__doc__.split('\n', maxsplit=1)[0])
    parser.add_argument('--runner', required=True)
    parser.add_argument('--out', required=True)
    parser.add_argument('--shared', required=True)
    parser.add_argument('--processor-time', action='store_true',
                        help='of the processors instead of the clock, for a machine with other work')
    parser.add_argument('parts', nargs='*', choices=PARTS + [[]])
    options = parser.parse_args()
    if options.processor_time:
        os.environ['GRAPHSPARSE_PROCESSOR_TIME'] = '1'
    os.makedirs(options.out, exist_ok=True)
    begin = time.time()
    with tempfile.TemporaryDirectory() as folder:
        benchmark = Benchmark(options.runner, options.shared, folder)
        try:
            for part in options.parts or PARTS:
                getattr(benchmark, part)()
        except (Failure, subprocess.SubprocessError) as failure:
            sys.exit(f'data_table.py: {failure}')
    with open(os.path.join(options.out, 'data.json'), 'w', encoding='ascii') as file:
        json.dump(benchmark.records, file, indent=1)
    say(f'data_table.py: {time.time() - begin:.0f} s')


if __name__ == '__main__':
    main()
