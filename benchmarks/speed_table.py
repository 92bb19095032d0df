#!/usr/bin/env python3
"""The speed table: what our operations need, beside what was recorded of public programs.

Usage: speed_table.py --runner PROGRAM --out FOLDER --shared FOLDER [--only INSTANCE,...]

Prints the table, and writes the figures to FOLDER/speed.json. docs/notes/benchmarks.md explains it.
"""
import argparse
import csv
import json
import os
import sys
from datetime import date

from speed_measure import INSTANCES, Failure, Instances, measure
from text_table import number, render

HERE = os.path.dirname(os.path.abspath(__file__))

SOLVES = ['grid100', 'grid316', 'er1e5', 'ba1e5', 'ppi', 'grid1000']
TAILS = ['grid33', 'grid50', 'grid100', 'ppi']
MILLION_NODES = 'grid1000'
HUNDRED_THOUSAND_NODES = ['grid316', 'er1e5', 'ba1e5']
GROWING_GRIDS = ['grid100', 'grid316', 'grid1000']

MOST_SOLVE_INSTRUCTIONS = 1 / 5  # of pcst_fast's
MOST_DEFAULT_TAIL_INSTRUCTIONS = 1 / 20
MOST_SOLVE_SECONDS = 1 / 5  # of pcst_fast's, at 1e5 nodes
MILLION_NODES_SOLVE_SECONDS = 2.0
MILLION_NODES_TAIL_SECONDS = 8.0
MILLION_NODES_PEAK_MB = 500.0
MOST_WARM_CALLS = 2.0
BYTES_PER_EDGE, BYTES_PER_NODE = 100, 200
# Equal energies may differ by rounding, as sums have different orders; recorded objectives have
# twelve digits.
ROUNDING = 1e-10

TIMED = ([('solve', name) for name in SOLVES] + [('tail-paper', name) for name in TAILS] +
         [('tail-default', name) for name in TAILS + [MILLION_NODES]] +
         [('tail-warm', name) for name in TAILS])
# The tail of a million nodes is timed only: counting it takes minutes.
COUNTED = [job for job in TIMED if job != ('tail-default', MILLION_NODES)]

INSTRUCTIONS = 'instructions, millions'
SECONDS = 'seconds, best run'


def read_recorded(path):
    with open(path, encoding='ascii') as file:
        rows = csv.DictReader(line for line in file if not line.startswith('#'))
        texts = ('program', 'instance', 'operation')
        return {(row['program'], row['operation'], row['instance']):
                {key: float(value) if value else None
                 for key, value in row.items() if key not in texts} for row in rows}


class Verdict:
    """Outcomes of a check. A limit without a figure must not pass for kept."""
    OK, MISSED, UNKNOWN, NO_LIMIT = 'ok', 'missed', 'not measured', 'no limit'


def judge(passed):
    return Verdict.OK if passed else Verdict.MISSED


def at_most(value, limit):
    if limit is None:
        return Verdict.NO_LIMIT
    return Verdict.UNKNOWN if value is None else judge(value <= limit)


def enough_energy(value, recorded):
    return Verdict.UNKNOWN if recorded is None else judge(value * (1 + ROUNDING) >= recorded)


def energy_text(value):
    return number(value, digits=5)


class Section:
    """One part of the table, a row an instance."""

    def __init__(self, name, title, columns):
        self.name, self.title, self.columns = name, title, columns
        self.rows, self.records = [], []

    def add(self, cells, record, checks):
        """checks: what is limited, and its Verdict."""
        checks = {what: found for what, found in checks.items() if found != Verdict.NO_LIMIT}
        missed = [what for what, found in checks.items() if found == Verdict.MISSED]
        unknown = [f'{what} not measured' for what, found in checks.items()
                   if found == Verdict.UNKNOWN]
        word = f'MISSED: {", ".join(missed)}' if missed else 'ok' if checks else '-'
        if len(unknown) == len(checks) and unknown:
            word = '-'
        self.rows.append([number(cell) for cell in cells] + ['; '.join([word, *unknown])])
        self.records.append({'section': self.name, **record, 'checks': checks})

    def text(self):
        return f'{self.title}\n\n{render(self.columns + [("", "verdict")], self.rows)}\n'


class SpeedTable:
    def __init__(self, results, recorded):
        self.results, self.recorded = results, recorded
        self.sections = [self.solves(), self.paper_tails(), self.default_tails(),
                         self.warm_tails(), self.growth(), self.memory()]

    def of(self, operation, names):
        return [(name, self.results[operation, name]) for name in names
                if (operation, name) in self.results]

    def both(self, operation, name):
        """The recorded figures of pcst_fast and of the paper's C code."""
        return [self.recorded[program, operation, name]
                for program in ('pcst_fast', 'graph_sto_iht')]

    @staticmethod
    def millions(ours, fast, paper, share):
        """Recorded and own instructions with the limit that is a share of pcst_fast's."""
        limit = share * fast['instructions'] if fast['instructions'] else None
        values = [fast['instructions'], paper['instructions'], limit, ours.get('instructions')]
        return [None if value is None else value / 1e6 for value in values]

    def solves(self):
        section = Section(
            'solve', 'ONE SOLVE: one tree, strong pruning, workspace kept. Limits: a fifth of the '
            'instructions of pcst_fast,\nand of its seconds at 1e5 nodes; a million nodes in 2 s.',
            [('', 'instance'), (INSTRUCTIONS, 'pcst_fast'), (INSTRUCTIONS, "paper's C"),
             (INSTRUCTIONS, 'limit'), (INSTRUCTIONS, 'ours'), (SECONDS, 'pcst_fast'),
             (SECONDS, "paper's C"), (SECONDS, 'limit'), (SECONDS, 'ours'),
             ('nodes', 'theirs'), ('nodes', 'ours'), ('objective', 'ours/theirs')])
        for name, ours in self.of('solve', SOLVES):
            fast, paper = self.both('solve', name)
            counts = self.millions(ours, fast, paper, MOST_SOLVE_INSTRUCTIONS)
            limit = None
            if name in HUNDRED_THOUSAND_NODES:
                limit = MOST_SOLVE_SECONDS * fast['seconds']
            if name == MILLION_NODES:
                limit = MILLION_NODES_SOLVE_SECONDS
                counts[2] = None
            section.add(
                [name, *counts, fast['seconds'], paper['seconds'], limit, ours['seconds'],
                 int(fast['nodes']), ours['nodes'], f'{ours["objective"] / fast["objective"]:.5f}'],
                {'instance': name, 'ours': ours, 'pcst_fast': fast, 'graph_sto_iht': paper},
                {'instructions': at_most(counts[3], counts[2]),
                 'seconds': at_most(ours['seconds'], limit)})
        return section

    def agrees(self, ours, theirs):
        """Whether the published search took the recorded course: as many solves, and the same
        nodes, as far as their number and the last objective can tell."""
        edges = ours['nodes'] - ours['components']
        objective = ours['lambda'] * edges + ours['lost']
        return (ours['pcst_calls'] == theirs['pcst_calls'] and ours['nodes'] == theirs['nodes'] and
                abs(objective / theirs['objective'] - 1) < ROUNDING)

    def paper_tails(self):
        section = Section(
            'tail-paper', 'TAIL, PUBLISHED SEARCH (--method bisection): s to 1.1 s nodes. Limits: a '
            'fifth of the instructions of\npcst_fast; as many solves, as many nodes and the same '
            'objective as recorded.',
            [('', 'instance'), (INSTRUCTIONS, 'pcst_fast'), (INSTRUCTIONS, "paper's C"),
             (INSTRUCTIONS, 'limit'), (INSTRUCTIONS, 'ours'), (SECONDS, 'pcst_fast'),
             (SECONDS, "paper's C"), (SECONDS, 'ours'), ('solves', 'theirs'), ('solves', 'ours'),
             ('nodes', 'theirs'), ('nodes', 'ours'), ('energy', 'per node')])
        for name, ours in self.of('tail-paper', TAILS):
            fast, paper = self.both('tail', name)
            counts = self.millions(ours, fast, paper, MOST_SOLVE_INSTRUCTIONS)
            section.add(
                [name, *counts, fast['seconds'], paper['seconds'], ours['seconds'],
                 int(fast['pcst_calls']), ours['pcst_calls'], int(fast['nodes']), ours['nodes'],
                 energy_text(ours['energy_per_node'])],
                {'instance': name, 'ours': ours, 'pcst_fast': fast, 'graph_sto_iht': paper},
                {'instructions': at_most(counts[3], counts[2]),
                 'as recorded': judge(self.agrees(ours, fast))})
        return section

    def published_energy(self, name):
        """Energy per node that the recorded search keeps. Only the objective was recorded; ours
        with the same course, nodes and objective tells the energy."""
        for instance, ours in self.of('tail-paper', [name]):
            if self.agrees(ours, self.both('tail', instance)[0]):
                return ours['energy_per_node']
        return None

    def default_tails(self):
        section = Section(
            'tail-default', 'TAIL, DEFAULT, COLD START: exactly s nodes. Limits: a twentieth of '
            'the instructions of pcst_fast;\nas much energy per node as the published search keeps; '
            'a million nodes in 8 s.',
            [('', 'instance'), (INSTRUCTIONS, 'pcst_fast'), (INSTRUCTIONS, "paper's C"),
             (INSTRUCTIONS, 'limit'), (INSTRUCTIONS, 'ours'), (SECONDS, 'pcst_fast'),
             (SECONDS, "paper's C"), (SECONDS, 'limit'), (SECONDS, 'ours'),
             ('solves', 'theirs'), ('solves', 'ours'), ('nodes', 's'), ('nodes', 'ours'),
             ('energy per node', 'limit'), ('energy per node', 'ours'),
             ('certified', 'factor')])
        for name, ours in self.of('tail-default', TAILS + [MILLION_NODES]):
            fast, paper = self.both('tail', name)
            counts = self.millions(ours, fast, paper, MOST_DEFAULT_TAIL_INSTRUCTIONS)
            limit = MILLION_NODES_TAIL_SECONDS if name == MILLION_NODES else None
            energy = self.published_energy(name)
            section.add(
                [name, *counts, fast['seconds'], paper['seconds'], limit, ours['seconds'],
                 int(fast['pcst_calls']), ours['pcst_calls'], ours['wanted_nodes'], ours['nodes'],
                 energy_text(energy), energy_text(ours['energy_per_node']),
                 ours['certified_factor']],
                {'instance': name, 'ours': ours, 'pcst_fast': fast, 'graph_sto_iht': paper,
                 'published_energy_per_node': energy},
                {'instructions': at_most(counts[3], counts[2]),
                 'seconds': at_most(ours['seconds'], limit),
                 'nodes': judge(ours['nodes'] == ours['wanted_nodes']),
                 'energy': Verdict.NO_LIMIT if name == MILLION_NODES
                           else enough_energy(ours['energy_per_node'], energy)})
        return section

    def warm_tails(self):
        section = Section(
            'tail-warm', 'TAIL, DEFAULT, WARM START: means over 20 calls, each with x perturbed by '
            '1 % of its norm. Limit: two solves.',
            [('', 'instance'), ('solves', 'limit'), ('solves', 'mean'), ('solves', 'most'),
             ('instructions', 'millions'), ('', 'seconds'), ('nodes', 's'), ('nodes', 'ours'),
             ('energy', 'per node'), ('worst', 'certified factor')])
        for name, ours in self.of('tail-warm', TAILS):
            instructions = ours.get('instructions')
            section.add(
                [name, MOST_WARM_CALLS, ours['pcst_calls'], ours['most_pcst_calls'],
                 instructions and instructions / 1e6, ours['mean_seconds'],
                 ours['wanted_nodes'], ours['nodes'], energy_text(ours['energy_per_node']),
                 ours['certified_factor']],
                {'instance': name, 'ours': ours},
                {'solves': at_most(ours['pcst_calls'], MOST_WARM_CALLS),
                 'nodes': judge(ours['nodes'] == ours['wanted_nodes'])})
        return section

    def growth(self):
        section = Section(
            'growth', 'GROWTH OF ONE SOLVE: nearly linear means nearly the same figure an edge.',
            [('', 'instance'), ('', 'nodes'), ('', 'edges'), ('instructions', 'an edge'),
             ('nanoseconds per edge', 'ours'), ('nanoseconds per edge', 'pcst_fast'),
             ('nanoseconds per edge', "paper's C")])
        for name, ours in self.of('solve', GROWING_GRIDS):
            edges = ours['graph_edges']
            instructions = ours.get('instructions')
            seconds = [ours['seconds']] + [theirs['seconds'] for theirs in self.both('solve', name)]
            nanoseconds = [1e9 * value / edges for value in seconds]
            section.add([name, ours['graph_nodes'], edges, instructions and instructions / edges,
                         *nanoseconds],
                        {'instance': name, 'nanoseconds_an_edge': nanoseconds[0],
                         'instructions_an_edge': instructions and instructions / edges}, {})
        return section

    def memory(self):
        section = Section(
            'memory', f'MEMORY. Limits: {BYTES_PER_EDGE} bytes per edge and {BYTES_PER_NODE} per node '
            'for graph and solver; 500 MB for the whole process at a million\nnodes. The default '
            'tail holds the solver and more.',
            [('', 'instance'), ('megabytes held', 'graph'), ('megabytes held', 'solver'),
             ('megabytes held', 'both'), ('megabytes held', 'limit'),
             ('megabytes held', 'default tail'), ('both as', 'share of limit'),
             ('peak of the process, MB', 'pcst_fast'), ('peak of the process, MB', "paper's C"),
             ('peak of the process, MB', 'limit'), ('peak of the process, MB', 'ours')])
        for name, ours in self.of('solve', SOLVES):
            graph, solver = ours['graph_bytes'], ours['held_bytes'] or ours['workspace_bytes']
            limit = BYTES_PER_EDGE * ours['graph_edges'] + BYTES_PER_NODE * ours['graph_nodes']
            tails = [tail['held_bytes'] for _, tail in self.of('tail-default', [name])]
            fast, paper = self.both('solve', name)
            peak_limit = MILLION_NODES_PEAK_MB if name == MILLION_NODES else None
            peak = ours['peak_bytes'] / 2**20
            section.add(
                [name, graph / 1e6, solver / 1e6, (graph + solver) / 1e6, limit / 1e6,
                 tails[0] / 1e6 if tails else None, f'{(graph + solver) / limit:.2f}',
                 fast['peak_mb'], paper['peak_mb'], peak_limit, peak],
                {'instance': name, 'graph_bytes': graph, 'solver_bytes': solver,
                 'limit_bytes': limit, 'default_tail_bytes': tails[0] if tails else None,
                 'peak_mb': peak},
                {'bytes': at_most(graph + solver, limit), 'peak': at_most(peak, peak_limit)})
        return section


def processor():
    try:
        with open('/proc/cpuinfo', encoding='utf-8') as file:
            for line in file:
                if line.startswith('model name'):
                    return line.split(':', 1)[1].strip()
    except OSError:
        pass
    return 'unknown'


def summary(records):
    found = [verdict for record in records for verdict in record['checks'].values()]
    return (f'{len(found)} limits: {found.count(Verdict.OK)} kept, '
            f'{found.count(Verdict.MISSED)} missed, {found.count(Verdict.UNKNOWN)} not measured.')


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('--runner', required=True)
    parser.add_argument('--out', required=True)
    parser.add_argument('--shared', required=True)
    parser.add_argument('--only', type=lambda text: text.split(','), default=INSTANCES)
    options = parser.parse_args()
    for name in options.only:
        if name not in INSTANCES:
            parser.error(f"there is no instance '{name}'; there are {', '.join(INSTANCES)}")

    instances = Instances(options.runner, os.path.join(options.out, 'instances'),
                          os.path.join(HERE, 'instances.sha256'),
                          os.path.join(options.shared, 'golden', 'speed', 'ppi_edges.txt'))
    for name in options.only:
        instances.prepare(name)

    def chosen(jobs):
        return [job for job in jobs if job[1] in options.only and job[1] not in instances.skipped]

    load = os.getloadavg()[0]
    results = measure(options.runner, instances, chosen(TIMED), chosen(COUNTED), options.out)
    table = SpeedTable(results, read_recorded(os.path.join(HERE, 'recorded.csv')))
    records = [record for section in table.sections for record in section.records]

    print(f'\ngraphsparse beside recorded figures, on {processor()}\n')
    for section in table.sections:
        if section.rows:
            print(section.text())
    notes = instances.notes + [f'{name} was skipped: {why}'
                               for name, why in instances.skipped.items()]
    if load > os.cpu_count() / 2:
        notes.append(f'the machine was busy (load {load:.1f} on {os.cpu_count()} cores): seconds '
                     'are too large, judge by instructions')
    for note in notes:
        print(note)
    print(summary(records))

    path = os.path.join(options.out, 'speed.json')
    with open(path, 'w', encoding='utf-8') as file:
        json.dump({'date': date.today().isoformat(), 'processor': processor(), 'notes': notes,
                   'rows': records}, file, indent=1)
        file.write('\n')
    print(f'Written to {path}.')
    return 0


if __name__ == '__main__':
    try:
        sys.exit(main())
    except Failure as failure:
        sys.exit(f'speed_table: {failure}')
