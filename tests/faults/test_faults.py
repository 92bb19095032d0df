"""What the tool does when the machine fails it: no memory, no disk, no threads, killed, folders gone.

    test_faults.py TOOL FAULT-LIBRARY [--all] [--only COMMANDS] [--leaks] [--kills N] [-k PATTERN]

Without options a selection of half a minute. --all lets every single call fail (an hour), --only fit,cv those of
these commands; --leaks counts the memory that is lost under valgrind; --kills N kills cross-validations and
experiments at N random moments.

Whatever fails: no crash; status 1 or 2 with one message, or 0 with the result of an undisturbed run; every
output is what it was before or complete; no temporary file is left.
"""
import concurrent.futures
import copy
import glob
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest

SECONDS = 120  # until a run counts as hanging
FORMER = b"the result of an earlier run\n"

tool = ""
library = ""
run_all = False
find_leaks = False
kills = 6


def run(words, folder, fault="", counts="", before=()):
    # By env, so that what stands before the tool has no faults.
    settings = [f"LD_PRELOAD={library}", f"GRAPHSPARSE_FAULT_COUNTS={counts}"]
    settings += [f"GRAPHSPARSE_FAULT={fault}"] if fault else []
    return subprocess.run([*before, "env", *settings, tool, *words], cwd=folder, capture_output=True,
                          timeout=SECONDS, check=False)


def start(words, folder, fault=""):
    environment = dict(os.environ, LD_PRELOAD=library, GRAPHSPARSE_FAULT=fault)
    if not fault:
        del environment["GRAPHSPARSE_FAULT"]
    return subprocess.Popen([tool, *words], cwd=folder, env=environment, stdout=subprocess.PIPE,
                            stderr=subprocess.PIPE)


def start_ranks(case, folder):
    environment = dict(os.environ, OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1",
                       OMPI_MCA_rmaps_base_oversubscribe="1", OMPI_MCA_hwloc_base_binding_policy="none",
                       OMPI_MCA_mpi_yield_when_idle="1")
    return subprocess.Popen(["mpirun", "--oversubscribe", "-np", str(case.ranks), tool + "-mpi", *case.words],
                            cwd=folder, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE)


def children_of(process):
    with open(f"/proc/{process.pid}/task/{process.pid}/children", encoding="ascii") as file:
        return [int(word) for word in file.read().split()]


def kill_rank(process, rank):
    """One of the ranks, as soon as there are any; mpirun then ends the others."""
    while process.poll() is None:
        ranks = children_of(process)
        if len(ranks) > rank:
            os.kill(ranks[rank], signal.SIGKILL)
            return
        time.sleep(0.01)


def wait_until_stopped(process):
    """Until the process has sent itself SIGSTOP, or has ended."""
    end = time.monotonic() + SECONDS
    while time.monotonic() < end and process.poll() is None:
        with open(f"/proc/{process.pid}/stat", encoding="ascii") as file:
            if file.read().rsplit(")", 1)[1].split()[0] == "T":
                return True
        time.sleep(0.002)
    return False


def content(path):
    with open(path, "rb") as file:
        return file.read()


def without_times(text):
    return re.sub(rb'"seconds": ?[0-9.e+-]+|\b[0-9.]+ (us|ms|s|min)\b( [0-9]+ s\b)?', b"TIME", text)


def first_difference(text, expected):
    place = len(os.path.commonprefix([text, expected]))
    return f"{text[place - 40:place + 40]} instead of {expected[place - 40:place + 40]}"


def all_files(folder):
    found = []
    for place, _, names in os.walk(folder):
        found += [os.path.relpath(os.path.join(place, name), folder) for name in names]
    return sorted(found)


class Case:
    """A command on small input with the files that it writes, and the result of an undisturbed run."""

    def __init__(self, name, words, outputs, kept=(), ranks=0):
        self.name = name
        self.ranks = ranks  # 0: the tool itself
        self.words = words
        self.outputs = outputs
        self.kept = set(kept)  # finished work, which stays where a run fails
        self.expected = {}
        self.counts = {}

    def run_undisturbed(self, inputs):
        with Folder(self, inputs) as folder:
            counts = os.path.join(inputs, "counts")
            result = run(self.words, folder, counts=counts)
            assert result.returncode == 0, (self.name, result.stderr)
            self.expected = {output: without_times(content(os.path.join(folder, output)))
                             for output in self.outputs}
            self.expected["stdout"] = without_times(result.stdout)
            self.counts = {kind: int(count) for kind, count in
                           (line.split() for line in content(counts).decode().splitlines())}


class Folder:
    """A fresh folder in which a command finds results of an earlier run where its own are to go."""

    def __init__(self, case, inputs):
        self.case = case
        self.inputs = inputs

    def __enter__(self):
        self.place = tempfile.mkdtemp(prefix="graphsparse-faults-")
        for file in os.listdir(self.inputs):
            os.symlink(os.path.join(self.inputs, file), os.path.join(self.place, file))
        for output in self.case.outputs:
            path = os.path.join(self.place, output)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "wb") as file:
                file.write(FORMER)
        self.before = all_files(self.place)
        return self.place

    def __exit__(self, *_):
        shutil.rmtree(self.place, ignore_errors=True)


LINEAR = ["--data", "design.npy", "--labels", "target.npy", "--graph", "graph.tsv"]
TABLE = ["--data", "table.csv", "--labels", "target.npy", "--graph", "graph.tsv"]
CASES = (
    Case("fit", ["fit", *TABLE, "--sparsity", "4", "--solver", "graph-sto-iht", "--max-epochs", "10",
                 "--standardize", "--model", "m.json", "--report", "r.html", "--export", "net.graphml",
                 "--out", "fit.json", "--json", "--quiet", "--threads", "1"],
         ["m.json", "r.html", "net.graphml", "fit.json"]),
    Case("cv", ["cv", *LINEAR, "--grid", "sparsity=3,4", "--folds", "3", "--max-epochs", "10", "--model",
                "m.json", "--out", "cv.json", "--json", "--quiet", "--threads", "2"],
         ["m.json", "cv.json"], ["cv.json.partial"]),
    Case("predict", ["predict", "--model", "model.json", "--data", "design.npy", "--out", "p.csv", "--quiet"],
         ["p.csv"]),
    Case("project", ["project", "--graph", "graph.tsv", "--vector", "vector.tsv", "--kind", "tail",
                     "--sparsity", "5", "--out", "p.json", "--json", "--quiet"], ["p.json"]),
    Case("pcst", ["pcst", "--graph", "grid:5x5", "--prizes", "prizes.tsv", "--json", "--quiet"], []),
    Case("reproduce", ["reproduce", "fig4", "--sparsity", "8", "--trials", "2", "--observations", "20",
                       "--methods", "GraphIHT", "--out", "figures", "--quiet", "--threads", "2"],
         ["figures/fig4.csv", "figures/fig4.svg"], ["figures/fig4.partial"]),
)


class FaultTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.inputs = tempfile.mkdtemp(prefix="graphsparse-faults-")
        made = subprocess.run([tool, "simulate", "--graph", "grid:5x5", "--sparsity", "4", "--observations",
                               "24", "--noise", "0.2", "--out", cls.inputs], capture_output=True, check=False)
        assert made.returncode == 0, made.stderr
        numbers = random.Random(3)
        cls.write("vector.tsv", "".join(f"{i}\t{numbers.gauss(0, 1)!r}\n" for i in range(25)))
        cls.write("prizes.tsv", "".join(f"{i}\t{numbers.random()!r}\n" for i in range(25)))
        rows = [",".join(repr(numbers.gauss(0, 1)) for _ in range(25)) + "\n" for _ in range(24)]
        cls.write("table.csv", ",".join(map(str, range(25))) + "\n" + "".join(rows))
        fitted = subprocess.run([tool, "fit", *LINEAR, "--sparsity", "4", "--model", "model.json", "--quiet"],
                                cwd=cls.inputs, capture_output=True, check=False)
        assert fitted.returncode == 0, fitted.stderr
        for case in CASES:
            case.run_undisturbed(cls.inputs)

    @classmethod
    def tearDownClass(cls):
        shutil.rmtree(cls.inputs, ignore_errors=True)

    @classmethod
    def write(cls, name, text):
        with open(os.path.join(cls.inputs, name), "w", encoding="ascii") as file:
            file.write(text)

    def problems_of(self, case, result, folder, before):
        """Everything about a disturbed run that is not as promised."""
        messages = result.stderr.decode(errors="replace").splitlines()
        if result.returncode not in (0, 1, 2):
            yield f"status {result.returncode}: {messages[-1:]}"
            return
        if result.returncode != 0 and (len(messages) != 1 or not messages[0].startswith("graphsparse: ")):
            yield f"not one message but {messages}"
        if result.returncode == 0 and messages:
            yield f"status 0 with {messages}"
        for output in case.outputs:
            found = content(os.path.join(folder, output))
            comparable = without_times(found)
            is_new = comparable == case.expected[output]
            if not is_new and (result.returncode == 0 or found != FORMER):
                yield (f"status {result.returncode}, {output} is neither the former nor a complete one: "
                       + first_difference(comparable, case.expected[output]))
        if result.returncode == 0 and without_times(result.stdout) != case.expected["stdout"]:
            yield "status 0 with another result on standard output"
        left = set(all_files(folder)) - set(before) - case.kept
        if left:
            yield f"left behind: {sorted(left)}"

    def disturb(self, case, fault, statuses=(0, 1, 2)):
        """Runs the command with one fault; where it fails, once more without. Returns what was wrong."""
        place = Folder(case, self.inputs)
        with place as folder:
            result = run(case.words, folder, fault)
            found = list(self.problems_of(case, result, folder, place.before))
            if not found and result.returncode not in statuses:
                found = [f"status {result.returncode}: {result.stderr.decode(errors='replace').strip()}"]
            if case.kept and result.returncode != 0 and not found:
                again = run(case.words, folder)
                found = ["again: " + problem
                         for problem in self.problems_of(case, again, folder, place.before)]
                if again.returncode != 0:
                    found.append(f"the same command does not go on: {again.stderr}")
            return [f"{case.name}, {fault}: {problem}" for problem in found]

    def disturb_all(self, faults, statuses=(0, 1, 2)):
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            found = list(pool.map(lambda fault: self.disturb(*fault, statuses), faults))
        problems = [problem for one in found for problem in one]
        print(f"{len(found)} faults", file=sys.stderr)
        self.assertEqual(problems, [], f"{len(problems)} problems:\n" + "\n".join(problems[:50]))


def places(first, last):
    """Of the calls from first to last: each with --all, else the 1st, 2nd, 4th... and some in equal distances."""
    length = last - first + 1
    if run_all or length <= 0:
        return range(first, last + 1)
    chosen = {(1 << power) - 1 for power in range(length.bit_length())} | {length * part // 12 for part in range(12)}
    return sorted(first + place for place in chosen | {length - 1})


class MemoryTest(FaultTest):
    @staticmethod
    def chosen():
        """Cases with the allocation that is to fail. Options are set up alike by all commands."""
        with tempfile.TemporaryDirectory() as folder:
            version = Case("version", ["version"], [])
            version.run_undisturbed(folder)
        setting_up = version.counts["allocate"]
        yield from ((CASES[0], n) for n in places(1, setting_up))
        for case in CASES:
            yield from ((case, n) for n in places(setting_up + 1, case.counts["allocate"]))

    def test_an_allocation_that_fails(self):
        self.disturb_all([(case, f"allocate:{n}:ENOMEM") for case, n in self.chosen()], statuses=(0, 1))

    def test_all_allocations_that_fail_from_some_on(self):
        self.disturb_all([(case, f"allocate:{n}+:ENOMEM") for case, n in self.chosen()], statuses=(0, 1))

    def test_no_memory_is_lost(self):
        if not find_leaks:
            self.skipTest("valgrind takes its time; see --leaks")
        valgrind = ["valgrind", "-q", "--leak-check=full", "--errors-for-leak-kinds=definite",
                    "--error-exitcode=99", "--trace-children=yes", "--show-mismatched-frees=no",
                    "--soname-synonyms=somalloc=nouserintercepts"]
        # The first few would fail in valgrind's own beginning.
        chosen = [(case, n) for case, n in self.chosen() if n > 100]
        chosen = chosen if run_all else chosen[::6]
        failed = 0
        for case, n in chosen:
            with Folder(case, self.inputs) as folder:
                result = run(case.words, folder, f"allocate:{n}:ENOMEM", before=valgrind)
                self.assertIn(result.returncode, (0, 1), (case.name, n, result.stderr.decode()))
                failed += result.returncode
        self.assertGreater(failed, len(chosen) // 2)
        print(f"{len(chosen)} allocations failed, no memory was lost", file=sys.stderr)


class SystemCallTest(FaultTest):
    def disturb_each(self, kinds, statuses):
        self.disturb_all([(case, f"{kind}:{n}{lasting}:{effect}") for case in CASES for kind, effect in kinds
                          for n in places(1, case.counts[kind]) for lasting in ("", "+")], statuses)

    def test_a_disk_that_fails(self):
        self.disturb_each((("read", "EIO"), ("write", "ENOSPC"), ("write", "EIO"), ("write", "short"), ("sync", "EIO"),
                           ("rename", "EIO")), (0, 1))

    def test_files_that_cannot_be_opened_or_mapped(self):
        self.disturb_each((("map", "ENOMEM"), ("open", "EMFILE")), (0, 1, 2))

    def test_a_machine_that_gives_no_threads(self):
        self.disturb_all([(case, f"thread:{n}{lasting}:EAGAIN") for case in CASES
                          for n in range(1, case.counts["thread"] + 1) for lasting in ("", "+")], statuses=(0,))

    def test_a_full_disk_is_named(self):
        for case in CASES:
            if not case.outputs:
                continue
            with Folder(case, self.inputs) as folder:
                result = run(case.words, folder, "write:1+:ENOSPC")
                self.assertEqual(result.returncode, 1, (case.name, result.stderr))
                self.assertIn(b"No space left on device", result.stderr)

    def test_files_that_may_not_grow(self):
        """ulimit -f: the signal that comes with it must not end the process amid a file."""
        case = CASES[0]
        place = Folder(case, self.inputs)
        with place as folder:
            result = run(case.words, folder, before=["bash", "-c", 'ulimit -f 1; exec "$@"', "limited"])
            self.assertEqual(result.returncode, 1, result.stderr)
            self.assertEqual(list(self.problems_of(case, result, folder, place.before)), [])
            self.assertIn(b"File too large", result.stderr)


class KillTest(FaultTest):
    """Work that is killed goes on where it was, and ends with the bytes of an undisturbed run."""

    def resumable(self):
        cv = ["cv", *LINEAR, "--grid", "sparsity=2:6:1", "--folds", "4", "--repeats", "3", "--max-epochs", "40",
              "--model", "m.json", "--out", "cv.json", "--json", "--quiet"]
        figure = ["reproduce", "fig4", "--sparsity", "8", "--trials", "6", "--observations", "20,40,60", "--methods",
                  "GraphIHT,IHT", "--out", "figures", "--quiet"]
        cases = []
        for threads in ("1", "2"):
            cases.append(Case(f"cv with {threads} threads", [*cv, "--threads", threads], ["m.json", "cv.json"],
                              ["cv.json.partial"]))
            cases.append(Case(f"reproduce with {threads} threads", [*figure, "--threads", threads],
                              ["figures/fig4.csv", "figures/fig4.svg"], ["figures/fig4.partial"]))
        for case in cases:
            case.run_undisturbed(self.inputs)
        return cases

    @staticmethod
    def over_ranks(cases):
        """The same with graphsparse-mpi where it was built, killed at one of its ranks."""
        if not os.path.exists(tool + "-mpi") or shutil.which("mpirun") is None:
            return []
        copies = [copy.copy(case) for case in cases[:2]]
        for case in copies:
            case.name, case.ranks = case.name.replace("1 threads", "2 ranks"), 2
        return copies

    def expect_resumed(self, case, folder, what):
        if case.ranks:
            process = start_ranks(case, folder)
            _, errors = process.communicate(timeout=SECONDS)
            result = subprocess.CompletedProcess([], process.returncode, b"", errors)
        else:
            result = run(case.words, folder)
        self.assertEqual(result.returncode, 0, (what, result.stderr))
        for output in case.outputs:
            self.assertEqual(without_times(content(os.path.join(folder, output))), case.expected[output],
                             (what, output))
        # Whoever is killed cannot tidy up.
        left = set(all_files(folder)) - set(os.listdir(self.inputs)) - set(case.outputs)
        left = [name for name in left if not re.search(r"(^|/)\.graphsparse-\d+-\d+\.tmp$", name)]
        self.assertEqual(left, [], what)

    def test_killed_at_a_write(self):
        for case in self.resumable():
            count = case.counts["write"]
            chosen = range(1, count + 1) if run_all else sorted({1, 2, 3, count // 2, count - 2, count})
            for n in chosen:
                with Folder(case, self.inputs) as folder:
                    result = run(case.words, folder, f"write:{n}:kill")
                    self.assertEqual(result.returncode, -signal.SIGKILL, (case.name, n))
                    self.expect_resumed(case, folder, (case.name, f"write {n}"))

    def test_killed_at_random_moments(self):
        """Twice in a row, so that work that was resumed is resumed again."""
        cases = self.resumable()
        if kills >= 20:
            cases += self.over_ranks(cases)
        took = []
        for case in cases:
            with Folder(case, self.inputs) as folder:
                begin = time.monotonic()
                self.expect_resumed(case, folder, case.name)
                took.append(time.monotonic() - begin)
        seed = random.SystemRandom().randrange(1 << 32)
        moments = random.Random(seed)
        amid = 0
        for number in range(kills):
            case, seconds = cases[number % len(cases)], took[number % len(cases)]
            with Folder(case, self.inputs) as folder:
                for _ in range(2):
                    process = start_ranks(case, folder) if case.ranks else start(case.words, folder)
                    time.sleep(moments.random() * seconds)
                    if case.ranks:
                        kill_rank(process, moments.randrange(case.ranks))
                    else:
                        process.kill()
                    process.communicate(timeout=SECONDS)
                amid += os.path.exists(os.path.join(folder, *case.kept))
                self.expect_resumed(case, folder, (case.name, f"kill {number} of seed {seed}"))
        print(f"{kills} of {kills} runs, each killed twice, gave the same bytes; {amid} had unfinished work",
              file=sys.stderr)


class CompanyTest(FaultTest):
    """Other processes at work with the same files."""

    def test_the_second_process_on_one_output_is_told(self):
        for case in CASES:
            if not case.kept:
                continue
            with Folder(case, self.inputs) as folder:
                first = start(case.words, folder, "sync:1:stop")
                self.assertTrue(wait_until_stopped(first), case.name)
                second = run(case.words, folder)
                first.send_signal(signal.SIGCONT)
                message = second.stderr.decode()
                self.assertEqual(second.returncode, 2, (case.name, message))
                self.assertEqual(message.count("\n"), 1, message)
                self.assertIn("another process is at work with it", message)
                self.assertEqual(first.wait(SECONDS), 0, first.stderr.read())
                first.communicate()
                for output in case.outputs:
                    self.assertEqual(without_times(content(os.path.join(folder, output))), case.expected[output])

    def test_a_result_is_of_one_process_where_two_write_it(self):
        """Without finished work to protect the last one wins; nothing is mixed."""
        case = CASES[0]
        place = Folder(case, self.inputs)
        with place as folder:
            first = start(case.words, folder, "rename:1:stop")
            self.assertTrue(wait_until_stopped(first))
            second = run(case.words, folder)
            first.send_signal(signal.SIGCONT)
            self.assertEqual(first.wait(SECONDS), 0, first.stderr.read())
            first.communicate()
            self.assertEqual(second.returncode, 0, second.stderr)
            self.assertEqual(list(self.problems_of(case, second, folder, place.before)), [])

    def test_an_output_folder_that_is_removed(self):
        words = ["--out", "gone/out.json", "--json", "--quiet", "--threads", "1"]
        commands = (["fit", *LINEAR, "--sparsity", "3", "--model", "gone/m.json", *words],
                    ["cv", *LINEAR, "--grid", "sparsity=3,4", "--model", "gone/m.json", *words],
                    ["predict", "--model", "model.json", "--data", "design.npy", "--out", "gone/p.csv", "--quiet"],
                    ["reproduce", "fig4", "--sparsity", "8", "--trials", "2", "--observations", "20", "--methods",
                     "GraphIHT", "--out", "gone", "--quiet", "--threads", "1"])
        for command in commands:
            with Folder(Case("", [], []), self.inputs) as folder:
                gone = os.path.join(folder, "gone")
                os.mkdir(gone)
                process = start(command, folder, "read:1:stop" if command[0] != "reproduce" else "sync:1:stop")
                self.assertTrue(wait_until_stopped(process), command)
                shutil.rmtree(gone)
                process.send_signal(signal.SIGCONT)
                _, errors = process.communicate(timeout=SECONDS)
                message = errors.decode()
                self.assertIn(process.returncode, (1, 2), (command, message))
                self.assertEqual(message.count("\n"), 1, message)
                self.assertIn("gone", message)
                self.assertFalse(glob.glob(os.path.join(folder, ".graphsparse-*.tmp")), command)


if __name__ == "__main__":
    words = sys.argv[3:]
    tool, library = (os.path.abspath(word) for word in sys.argv[1:3])
    run_all = "--all" in words
    find_leaks = "--leaks" in words
    if "--kills" in words:
        place = words.index("--kills")
        kills = int(words[place + 1])
        del words[place:place + 2]
    if "--only" in words:
        place = words.index("--only")
        CASES = tuple(case for case in CASES if case.name in words[place + 1].split(","))
        del words[place:place + 2]
    words = [word for word in words if word not in ("--all", "--leaks")]
    unittest.main(argv=[sys.argv[0], *words])
