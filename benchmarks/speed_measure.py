"""Makes the speed instances and measures single operations on them with speed_runner."""
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

INSTANCES = ['grid33', 'grid50', 'grid100', 'grid316', 'grid1000', 'er1e5', 'ba1e5', 'ppi']
WARM_RUNS = 20
COUNTED_WARM_RUNS = 5


def say(text):
    print(text, file=sys.stderr, flush=True)


class Failure(Exception):
    """Ends the program with a message."""


def run_program(command):
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise Failure(f'{" ".join(command)} failed:\n{done.stderr.strip()}')
    return done.stdout


def checksum(path):
    with open(path, 'rb') as file:
        return hashlib.sha256(file.read()).hexdigest()


class Instances:
    """The instance files in a folder. Those that are there and right are not made again."""

    def __init__(self, runner, folder, checksums_file, ppi_edges):
        self.runner, self.folder, self.ppi_edges = runner, folder, ppi_edges
        with open(checksums_file, encoding='ascii') as file:
            self.expected = {name: digest for digest, name in map(str.split, file)}
        self.skipped, self.notes = {}, []
        os.makedirs(folder, exist_ok=True)

    def path(self, name):
        return os.path.join(self.folder, name + '.bin')

    def is_right(self, name):
        return checksum(self.path(name)) == self.expected[name + '.bin']

    def prepare(self, name):
        if os.path.exists(self.path(name)) and self.is_right(name):
            return
        edges = []
        if name == 'ppi':
            if not os.path.exists(self.ppi_edges):
                self.skipped[name] = (f'no edge list at {self.ppi_edges} '
                                      '(GRAPHSPARSE_SHARED names another folder)')
                return
            edges = [self.ppi_edges]
        say(f'making {name}')
        run_program([self.runner, 'make', name, self.path(name), *edges])
        if not self.is_right(name):
            self.notes.append(f'{name} differs from the recorded instance: the figures beside ours '
                              'were measured on a slightly different one')


def time_operation(runner, operation, instance, path):
    runs = [str(WARM_RUNS)] if operation == 'tail-warm' else []
    result = json.loads(run_program([runner, 'run', operation, instance, path, *runs]))
    del result['counted_by_callgrind']  # this run was not; another one will be
    return result


def count_instructions(runner, operation, instance, path, folder):
    """Instructions of one run, or None where valgrind (or its header, when building) is missing."""
    runs = COUNTED_WARM_RUNS if operation == 'tail-warm' else 1
    profile = os.path.join(folder, f'callgrind.{operation}.{instance}')
    output = run_program(['valgrind', '--tool=callgrind', '--instr-atstart=no',
                          f'--callgrind-out-file={profile}', '--quiet',
                          runner, 'run', operation, instance, path, str(runs)])
    if not json.loads(output)['counted_by_callgrind']:
        return None
    with open(profile, encoding='ascii', errors='replace') as file:
        totals = re.findall(r'^(?:summary|totals): (\d+)', file.read(), re.MULTILINE)
    os.remove(profile)
    return max(map(int, totals)) / runs


def measure(runner, instances, timed, counted, folder):
    """Results by (operation, instance): all timings one by one, then all counts side by side."""
    results = {}
    for number, (operation, instance) in enumerate(timed, 1):
        say(f'[{number}/{len(timed)}] timing {operation} on {instance}')
        results[operation, instance] = time_operation(runner, operation, instance,
                                                      instances.path(instance))
    if not shutil.which('valgrind'):
        say('valgrind is missing: instructions are not counted')
        return results

    # The largest first, so that no core waits for it at the end.
    counted = sorted(counted, key=lambda job: -results[job]['graph_edges'])

    def count(job):
        say(f'counting instructions of {job[0]} on {job[1]}')
        return count_instructions(runner, *job, instances.path(job[1]), folder)

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for job, instructions in zip(counted, pool.map(count, counted)):
            results[job]['instructions'] = instructions
    return results
