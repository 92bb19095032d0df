#!/usr/bin/env python3
"""Gives the tool damaged inputs of every format and checks what it promises.

    tests/fuzz/mutate.py build/asan/graphsparse [--inputs 10000] [--seed 0] [--jobs 2] [--keep DIR]

The exit status is 0, 1 or 2. What fails says so in one line that names the file. No run takes longer
than 10 seconds of processor time or 5 minutes in all, or more memory than 2 GiB and the size of its input
(under AddressSanitizer, whose own memory counts, three times as much). Sanitizers end a run by a status
of their own, which counts as a crash. The inputs come from tests/fuzz/corpus; each is damaged in a way
that the seed decides, so that a finding can be repeated. Findings are kept in DIR.
"""
import argparse
import collections
import concurrent.futures
import os
import pathlib
import random
import resource
import signal
import subprocess
import sys
import tempfile
import threading

CORPUS = pathlib.Path(__file__).resolve().parent / "corpus"
SECONDS = 10  # of processor time
PATIENCE = 300  # in all
MEMORY = 2 << 30
SANITIZER_SHARE = 3
NAMES = ["a", "b", "c", "d", "e"]

# The commands that read an input of each kind; INPUT is the damaged file, G, V and D are sound ones.
GRAPH = ["project", "--graph", "INPUT", "--vector", "V", "--kind", "tail", "--sparsity", "2", "--json"]
DATA = ["fit", "--data", "INPUT", "--labels", "L", "--graph", "grid:3x1", "--sparsity", "1", "--max-epochs", "5",
        "--json"]
VECTOR = ["pcst", "--graph", "G", "--prizes", "INPUT", "--json"]
GROUPS = ["fit", "--data", "D", "--target", "y", "--solver", "group-iht", "--feature-groups", "INPUT", "--sparsity", "5",
          "--max-epochs", "5", "--json"]
LATENT = ["fit", "--data", "D", "--labels", "C", "--solver", "group-lasso", "--feature-groups", "INPUT",
          "--ignore-unknown", "--max-epochs", "5", "--json"]
MODEL = ["predict", "--model", "INPUT", "--data", "D"]
CONFIG = ["fit", "--config", "INPUT", "--data", "D", "--target", "y", "--max-epochs", "5", "--json"]
LABELS = ["fit", "--data", "D", "--labels", "INPUT", "--solver", "iht", "--sparsity", "1", "--max-epochs", "5", "--json"]
RESUME = ["cv", "--data", "D", "--target", "y", "--solver", "iht", "--grid", "sparsity=1,2", "--folds", "2",
          "--max-epochs", "3", "--resume", "INPUT", "--json"]
# So much work that it can be killed amid, and little enough to be done anew under sanitizers.
REPEATED = ["--repeats", "20", "--threads", "1"]

# Folder of the corpus: extension and commands. A new format is one row.
FORMATS = {
    "edges-tsv": (".tsv", [GRAPH]),
    "edges-csv": (".csv", [GRAPH]),
    "edges-txt": (".txt", [GRAPH]),
    "edges-sif": (".sif", [GRAPH]),
    "edges-graphml": (".graphml", [GRAPH]),
    "edges-mtx": (".mtx", [GRAPH]),
    "edges-gz": (".tsv.gz", [GRAPH]),
    "edges-h5ad": (".h5ad", [GRAPH]),
    "data-csv": (".csv", [DATA, LABELS]),
    "data-tsv": (".tsv", [DATA, LABELS]),
    "data-txt": (".txt", [DATA]),
    "data-repaired": (".csv", [DATA + ["--missing", "mean", "--duplicates", "mean"]]),
    "data-transposed": (".csv", [DATA + ["--transpose"]]),
    "data-gct": (".gct", [DATA]),
    "data-npy": (".npy", [DATA]),
    "data-npz": (".npz", [DATA]),
    "data-h5ad": (".h5ad", [DATA]),
    "data-mtx": (".mtx", [DATA]),
    "data-svm": (".svm", [DATA]),
    "data-mat": (".mat", [DATA]),
    "vector-tsv": (".tsv", [VECTOR, LABELS]),
    "vector-csv": (".csv", [VECTOR]),
    "vector-npy": (".npy", [VECTOR, LABELS]),
    "vector-npz": (".npz", [VECTOR, LABELS]),
    "labels": (".csv", [LABELS]),
    "groups": (".tsv", [GROUPS]),
    "latent-groups": (".tsv", [LATENT]),
    "gmt": (".gmt", [LATENT]),
    "model": (".json", [MODEL]),
    "checkpoint": (".partial", [RESUME]),
    "config": (".toml", [CONFIG]),
}
INTERESTING = [b"0", b"-1", b"1e308", b"-1e308", b"1e-320", b"nan", b"inf", b"999999999999999999999", b"2147483648", b"\t",
               b",", b":", b"\n", b"\r", b"\0", b'"', b"\xff", b"\xc3\xa9", b"%%MatrixMarket", b"#", b"{", b"[", b"[[", b"."]


def damage(data, rng):
    """The bytes with one to eight changes."""
    data = bytearray(data)
    for _ in range(rng.choice([1, 1, 1, 2, 3, 8])):
        at = rng.randrange(len(data) + 1)
        other = rng.randrange(len(data) + 1)
        first, last = min(at, other), max(at, other)
        kind = rng.randrange(9)
        if kind == 0 and at < len(data):
            data[at] ^= 1 << rng.randrange(8)
        elif kind == 1 and at < len(data):
            data[at] = rng.randrange(256)
        elif kind == 2:
            data[at:at] = rng.choice(INTERESTING)
        elif kind == 3:
            del data[first:last]
        elif kind == 4:
            data[at:at] = data[first:last][:4096]
        elif kind == 5:
            del data[at:]
        elif kind == 6:
            data[first:first + 8] = rng.randbytes(8)
        elif kind == 7:
            lines = bytes(data).split(b"\n")
            rng.shuffle(lines)
            data = bytearray(b"\n".join(lines))
        else:
            data[first:first] = data[first:last][:64] * rng.choice([2, 16, 256])
    return bytes(data)


def sound_files(folder):
    """Files for the options beside the damaged one."""
    rows = [f"s{i}," + ",".join(str((7 * i * (j + 3)) % 11 - 5) for j in range(5)) + f",{(3 * i) % 7}" for i in range(12)]
    (folder / "d.csv").write_text("id," + ",".join(NAMES) + ",y\n" + "\n".join(rows) + "\n")
    (folder / "g.tsv").write_text("a\tb\nb\tc\nc\td\nd\te\n")
    (folder / "v.tsv").write_text("".join(f"{name}\t{i + 1}\n" for i, name in enumerate(NAMES)))
    (folder / "l.txt").write_text("1\n2\n3\n")
    (folder / "c.csv").write_text("id,y\n" + "".join(f"s{i},{i % 2}\n" for i in range(12)))
    return {"D": "d.csv", "G": "g.tsv", "V": "v.tsv", "L": "l.txt", "C": "c.csv"}


# `wrong` is None where nothing is; memory is in KiB.
Run = collections.namedtuple("Run", "format wrong status data command seconds memory")


class Attack:
    def __init__(self, tool, folder, seed, is_sanitized):
        self.tool = os.path.abspath(tool)
        self.folder = folder
        self.seed = seed
        self.memory = MEMORY * (SANITIZER_SHARE if is_sanitized else 1)
        self.files = sound_files(folder)
        self.seeds = []
        for name, (extension, commands) in FORMATS.items():
            for path in sorted((CORPUS / name).glob("*")) if (CORPUS / name).is_dir() else []:
                self.seeds.append((name, extension, commands, path.read_bytes()))

    def checkpoint_seed(self):
        """A file of unfinished work cannot be made by hand: one is taken from a run that is killed."""
        path = self.folder / "seed.partial"
        command = self.command(RESUME, path.name)
        command[command.index("--folds") + 1] = "12"
        command += REPEATED
        process = subprocess.Popen(command, cwd=self.folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for _ in range(5000):
            try:
                process.wait(0.005)
                break
            except subprocess.TimeoutExpired:
                if path.exists() and path.read_bytes().count(b"\n") > 3:
                    break
        process.kill()
        process.wait()
        if path.exists():
            commands = [[word if word != "2" else "12" for word in RESUME] + REPEATED]
            self.seeds.append(("checkpoint", ".partial", commands, b"".join(path.read_bytes().splitlines(True)[:5])))

    def command(self, words, damaged):
        words = [damaged if word == "INPUT" else self.files.get(word, word) for word in words]
        return [self.tool] + words

    def run(self, number):
        rng = random.Random(f"{self.seed} {number}")
        name, extension, commands, data = self.seeds[number % len(self.seeds)]
        data = damage(data, rng)
        damaged = f"in{number}{extension}"
        path = self.folder / damaged
        path.write_bytes(data)
        command = self.command(rng.choice(commands), damaged)
        with tempfile.TemporaryFile() as errors:
            process = subprocess.Popen(command, cwd=self.folder, stdout=subprocess.DEVNULL, stderr=errors,
                                       stdin=subprocess.DEVNULL)
            resource.prlimit(process.pid, resource.RLIMIT_CPU, (SECONDS, SECONDS))
            clock = threading.Timer(PATIENCE, os.kill, (process.pid, signal.SIGKILL))
            clock.start()
            _, state, used = os.wait4(process.pid, 0)
            clock.cancel()
            process.returncode = status = os.waitstatus_to_exitcode(state)
            errors.seek(0)
            err = errors.read().decode(errors="replace")
        seconds = used.ru_utime + used.ru_stime
        if status == -signal.SIGKILL:
            wrong, status = f"runs for more than {SECONDS} seconds ({seconds:.1f} of processor time)", None
        else:
            wrong = self.flaw(status, err, damaged)
        if wrong is None and used.ru_maxrss * 1024 > self.memory + len(data):
            wrong = f"a run needed {used.ru_maxrss // 1024} MiB"
        path.unlink(missing_ok=True)
        return Run(name, wrong, status, data, command, seconds, used.ru_maxrss)

    @staticmethod
    def flaw(status, err, damaged):
        if status not in (0, 1, 2):
            return f"ends with status {status}: {err[:2000]}"
        if status == 0:
            return None
        lines = [line for line in err.splitlines() if not line.startswith("graphsparse: note: ")]
        if len(lines) != 1 or not lines[0].startswith("graphsparse: "):
            return f"status {status} with {len(lines)} lines: {err[:500]}"
        if damaged not in lines[0]:
            return f"the message does not name the file: {lines[0]}"
        return None


# Words that are right about sound files beside the damaged one, or of values that only together are wrong.
def is_about_another_file(wrong):
    return any(word in wrong for word in ("out of memory", "diverged", "--", "is more than the graph has",
                                          "the data has", "of the graph hold", "has no column"))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tool")
    parser.add_argument("--inputs", type=int, default=10000)
    parser.add_argument("--seed", default="0")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--keep", default="findings")
    parser.add_argument("--plain", action="store_true", help="the tool is built without AddressSanitizer")
    arguments = parser.parse_args()

    os.environ.setdefault("ASAN_OPTIONS", "detect_leaks=1:allocator_may_return_null=1:exitcode=99")
    os.environ.setdefault("UBSAN_OPTIONS", "halt_on_error=1:print_stacktrace=1:exitcode=98")
    statuses = collections.Counter()
    findings = []
    unnamed = collections.Counter()
    slowest = largest = (0, "")
    with tempfile.TemporaryDirectory() as name:
        attack = Attack(arguments.tool, pathlib.Path(name), arguments.seed, not arguments.plain)
        attack.checkpoint_seed()
        formats = collections.Counter()
        with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
            for number, run in enumerate(pool.map(attack.run, range(arguments.inputs))):
                formats[run.format] += 1
                statuses[run.status] += 1
                slowest = max(slowest, (run.seconds, f"input {number} ({run.format})"))
                largest = max(largest, (run.memory, f"input {number} ({run.format})"))
                if run.wrong is None:
                    continue
                if run.wrong.startswith("the message does not name") and is_about_another_file(run.wrong):
                    unnamed[run.wrong.split("graphsparse: ")[1][:60]] += 1
                    continue
                keep = pathlib.Path(arguments.keep)
                keep.mkdir(exist_ok=True)
                (keep / f"{run.format}-{number}").write_bytes(run.data)
                findings.append(number)
                print(f"input {number} ({run.format}): {run.wrong}\n  {' '.join(run.command[1:])}", flush=True)
    print(f"{arguments.inputs} inputs of {len(formats)} formats, statuses "
          + ", ".join(f"{status}: {count}" for status, count in sorted(statuses.items(), key=str))
          + f"; {sum(unnamed.values())} messages are about the options or sizes, not the file alone"
          + f"; {len(findings)} findings; longest {slowest[0]:.1f} s of processor time, {slowest[1]}"
          + f"; largest {largest[0] // 1024} MiB, {largest[1]}")
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
