"""graphsparse-mpi against graphsparse: the same bytes, memory, bad input, interruptions.

    test_mpi.py FOLDER-WITH-BINARIES [--all] [-k PATTERN]

With --all, for make bench: every combination of the selection runs with every number of ranks, not with
two of them, then the whole product with one of them each, and larger files.
"""
import itertools
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
import unittest

import numpy as np

RANKS = (1, 2, 3, 4, 7)
SECONDS = 180  # until a run counts as hanging
ROWS, WIDTH, HEIGHT = 1900, 9, 6  # 8 chunks of rows: one more than ranks
FEATURES = WIDTH * HEIGHT

binaries = ""
run_all = False


def mpirun(ranks, *words, **options):
    environment = dict(os.environ, OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1",
                       OMPI_MCA_rmaps_base_oversubscribe="1", OMPI_MCA_hwloc_base_binding_policy="none",
                       OMPI_MCA_mpi_yield_when_idle="1")
    command = ["mpirun", "--oversubscribe", "--allow-run-as-root", "-np", str(ranks)]
    command += options.pop("before", []) + [os.path.join(binaries, "graphsparse-mpi"), *words]
    if options.pop("start_only", False):
        return subprocess.Popen(command, env=environment, stdout=subprocess.PIPE,
                                stderr=subprocess.PIPE, text=True, **options)
    return subprocess.run(command, env=environment, capture_output=True, text=True,
                          timeout=SECONDS, **options)


def alone(*words):
    return subprocess.run([os.path.join(binaries, "graphsparse"), *words], capture_output=True,
                          text=True, timeout=SECONDS)


def own_messages(text):
    return [line for line in text.splitlines() if line.startswith("graphsparse: ")]


def content(path):
    with open(path, "rb") as file:
        return file.read()


class Files:
    """One data set in every form."""

    def __init__(self, folder):
        self.folder = folder
        random = np.random.default_rng(7)
        design = random.standard_normal((ROWS, FEATURES)).astype(np.float32)
        sparse = design * (random.random(design.shape) < 0.3)
        truth = np.zeros(FEATURES)
        truth[[20, 21, 22, 29, 30, 31]] = [1.5, -1.0, 2.0, 1.0, -1.5, 1.2]
        self.save("x.npy", design)
        for number, part in enumerate(np.split(design, [301, 302, 900, 1407])):
            self.save(f"part-{number}.npy", part)
        self.save("xs.npy", sparse)
        self.write_table(design)
        self.write_sparse(sparse)
        for name, matrix in (("dense", design), ("sparse", sparse)):
            z = matrix @ truth
            self.save(f"squares-{name}.npy", z + 0.3 * random.standard_normal(ROWS))
            self.save(f"logistic-{name}.npy", np.where(random.random(ROWS) < 1 / (1 + np.exp(-z)), 1.0, -1.0))
            self.save(f"poisson-{name}.npy", random.poisson(np.exp(np.clip(0.3 * z, -3, 3))).astype(float))
        weights = random.integers(0, 4, ROWS).astype(float)  # a fourth of the rows do not count
        self.save("weights.npy", weights)

    def path(self, name):
        return os.path.join(self.folder, name)

    def save(self, name, array):
        np.save(self.path(name), array)

    def write_table(self, design):
        with open(self.path("x.csv"), "w", encoding="ascii") as file:
            file.write(",".join(str(j) for j in range(FEATURES)) + "\n")
            for row in design:
                file.write(",".join(repr(float(value)) for value in row) + "\n")

    def write_sparse(self, sparse):
        rows, columns = np.nonzero(sparse)
        with open(self.path("x.mtx"), "w", encoding="ascii") as file:
            file.write("%%MatrixMarket matrix coordinate real general\n")
            file.write(f"{ROWS} {FEATURES} {len(rows)}\n")
            for i, j in zip(rows, columns):
                file.write(f"{i + 1} {j + 1} {float(sparse[i, j])!r}\n")

    def fit_words(self, setting, model):
        data, standardize, weights, loss, solver = setting
        kind = "sparse" if data == "x.mtx" else "dense"
        target = "squares" if loss == "huber" else loss
        words = ["fit", "--data", self.path(data), "--labels", self.path(f"{target}-{kind}.npy"),
                 "--graph", f"grid:{WIDTH}x{HEIGHT}", "--sparsity", "6", "--solver", solver,
                 "--loss", loss, "--max-epochs", "6", "--model", model, "--quiet", "--threads", "1"]
        words += ["--standardize"] if standardize else []
        words += ["--weights", self.path("weights.npy")] if weights == "weights" else []
        words += ["--balanced"] if weights == "balanced" else []
        return words


FACTORS = (
    ("x.npy", "part-*.npy", "x.mtx", "x.csv"),
    (False, True),
    ("none", "weights", "balanced"),
    ("squares", "logistic", "huber", "poisson"),
    ("graph-iht", "graph-sto-iht", "niht", "cosamp", "svrg", "saga", "scsg", "nsto-iht", "rand-htp",
     "amp"),
)


def is_possible(setting):
    return setting[2] != "balanced" or setting[3] == "logistic"


def pairs_of(setting):
    return {((a, setting[a]), (b, setting[b])) for a, b in itertools.combinations(range(len(setting)), 2)}


def covering_selection():
    """Settings that have every possible pair of values, chosen greedily."""
    settings = [setting for setting in itertools.product(*FACTORS) if is_possible(setting)]
    wanted = set().union(*(pairs_of(setting) for setting in settings))
    chosen = []
    while wanted:
        best = max(settings, key=lambda setting: len(pairs_of(setting) & wanted))
        chosen.append(best)
        wanted -= pairs_of(best)
    return chosen


class RankTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.place = tempfile.TemporaryDirectory()
        cls.files = Files(cls.place.name)

    @classmethod
    def tearDownClass(cls):
        cls.place.cleanup()

    def path(self, name):
        return self.files.path(name)


class SameBytesTest(RankTest):
    def expect_same_model(self, setting, ranks, further=()):
        model = self.path("model.json")
        single = alone(*self.files.fit_words(setting, model), *further)
        self.assertEqual(single.returncode, 0, (setting, single.stderr))
        wanted = content(model)
        for count in ranks:
            os.remove(model)
            several = mpirun(count, *self.files.fit_words(setting, model), *further)
            with self.subTest(setting=setting, ranks=count):
                self.assertEqual(several.returncode, single.returncode, several.stderr)
                self.assertEqual(own_messages(several.stderr), own_messages(single.stderr))
                self.assertEqual(content(model), wanted)

    def test_same_bytes_for_any_number_of_ranks(self):
        chosen = covering_selection()
        print(f"{len(chosen)} settings with every pair of values", file=sys.stderr)
        for number, setting in enumerate(chosen):
            two = (RANKS[number % 5], RANKS[(number + 2) % 5])
            self.expect_same_model(setting, RANKS if run_all else two)

    def test_same_bytes_of_the_whole_product(self):
        if not run_all:
            self.skipTest("a quarter of an hour is for make bench")
        for number, setting in enumerate(itertools.product(*FACTORS)):
            if is_possible(setting):
                self.expect_same_model(setting, (RANKS[number % 5],))

    def test_same_bytes_with_restarts_and_blocks(self):
        setting = ("x.npy", True, "weights", "logistic", "graph-sto-iht")
        self.expect_same_model(setting, (3,), ("--effort", "3"))
        self.expect_same_model(setting, (2,), ("--block-size", "100"))
        shuffled = ("part-*.npy", True, "weights", "logistic", "graph-svrg")
        self.expect_same_model(shuffled, (4,), ("--block-size", "300"))
        for loss in ("squares", "logistic"):
            setting = ("part-*.npy", False, "none", loss, "graph-iht")
            self.expect_same_model(setting, (4,), ("--effort", "normal", "--consensus"))

    def test_same_bytes_of_convex_solvers_and_ridge(self):
        # A fit's own options are those of its solver.
        for solver, data in (("l1-logistic", "x.npy"), ("graph-ridge", "x.mtx"), ("l1-logistic", "part-*.npy")):
            words = self.files.fit_words((data, True, "none", "logistic", solver), "")
            if solver == "l1-logistic":
                place = words.index("--sparsity")
                words[place:place + 2] = ["--lambda-ratio", "0.1", "--screen", "30"]
            place = words.index("--model") + 1
            models = []
            for ranks in (None, 3):
                words[place] = self.path(f"convex-{ranks}.json")
                result = mpirun(ranks, *words) if ranks else alone(*words)
                self.assertEqual(result.returncode, 0, result.stderr)
                models.append(content(words[place]))
            self.assertEqual(models[0], models[1], solver)

    def test_the_first_rank_alone_prints(self):
        words = self.files.fit_words(("x.npy", False, "none", "squares", "niht"),
                                     self.path("m.json"))
        result = mpirun(3, *words, "--json")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertEqual(result.stdout.count('"solver"'), 1)
        self.assertEqual(mpirun(3, "--version").stdout, alone("--version").stdout)


class BadInputTest(RankTest):
    def expect_message(self, ranks, words, status, *pieces, **options):
        begin = time.monotonic()
        result = mpirun(ranks, *words, **options)
        self.assertLess(time.monotonic() - begin, 60)
        self.assertEqual(result.returncode, status, result.stderr)
        messages = own_messages(result.stderr)
        self.assertEqual(len(messages), 1, result.stderr)
        for piece in pieces:
            self.assertIn(piece, messages[0])

    def words(self, data="x.npy", labels="squares-dense.npy"):
        return ["fit", "--data", self.path(data), "--labels", self.path(labels), "--solver", "iht",
                "--sparsity", "5", "--quiet"]

    def test_a_part_with_other_columns(self):
        for number, columns in enumerate((5, 5, 4)):
            self.files.save(f"odd-{number}.npy", np.ones((700, columns)))
        self.expect_message(3, self.words("odd-*.npy"), 2, "odd-2.npy", "4 columns", "5")

    def test_a_missing_part(self):
        for number in (0, 1, 3):
            self.files.save(f"gap-{number}.npy", np.ones((700, 5)))
        self.expect_message(3, self.words("gap-*.npy"), 2, "part 2 is missing")
        self.expect_message(2, self.words("none-*.npy"), 2, "none-*.npy", "no file")

    def test_labels_of_the_wrong_length(self):
        self.files.save("short.npy", np.ones(ROWS - 1))
        self.expect_message(4, self.words(labels="short.npy"), 2, "short.npy", str(ROWS))

    def test_more_ranks_than_chunks(self):
        self.files.save("small.npy", np.ones((300, 5)))
        self.files.save("small-y.npy", np.ones(300))
        self.expect_message(4, self.words("small.npy", "small-y.npy"), 2, "2 chunks", "4 ranks")

    def test_a_value_that_is_not_finite(self):
        design = np.ones((ROWS, 5))
        design[1800, 3] = np.inf
        self.files.save("bad.npy", design)
        self.expect_message(4, self.words("bad.npy"), 2, "bad.npy", "row 1800, column 3")

    def test_bad_usage(self):
        self.expect_message(4, ["fit", "--nonsense"], 2, "--nonsense")

    def test_a_rank_that_has_no_memory(self):
        limit = ["bash", "-c", 'if [ "$OMPI_COMM_WORLD_RANK" = 2 ]; then ulimit -v 600000; fi; exec "$@"', "rank"]
        design = np.lib.format.open_memmap(self.path("large.npy"), "w+", np.float32, (80000, 4000))
        del design  # zeros that take no place on the disk
        self.files.save("large-y.npy", np.arange(80000.0))
        self.expect_message(3, self.words("large.npy", "large-y.npy"), 1, before=limit)


class MemoryTest(RankTest):
    def test_each_rank_maps_its_own_rows_alone(self):
        """Four files of 100 MB; each process may have 400 MB, its libraries and messages included."""
        self.fit_four_files(12800, 400000)

    def test_each_rank_maps_its_own_rows_alone_of_large_files(self):
        if not run_all:
            self.skipTest("5.4 GB are for make bench")
        self.fit_four_files(170000, 4000000)

    def fit_four_files(self, rows, kilobytes):
        columns, used = 2000, 3000  # the rest are zeros that take no place on the disk
        random = np.random.default_rng(1)
        target = np.zeros(4 * rows)
        for number in range(4):
            part = random.standard_normal((used, columns), dtype=np.float32)
            target[number * rows:number * rows + used] = part[:, 10] - part[:, 11]
            file = np.lib.format.open_memmap(self.path(f"wide-{number}.npy"), "w+", np.float32, (rows, columns))
            file[:used] = part
            del file
        self.files.save("target-of-wide.npy", target)
        words = ["fit", "--data", self.path("wide-*.npy"), "--labels", self.path("target-of-wide.npy"),
                 "--graph", "grid:2000x1", "--sparsity", "2", "--max-epochs", "3", "--threads", "1",
                 "--quiet", "--model", self.path("wide.json")]
        limit = ["bash", "-c", f'ulimit -v {kilobytes}; exec "$@"', "rank"]
        too_much = mpirun(1, *words, before=limit)
        self.assertNotEqual(too_much.returncode, 0)
        result = mpirun(4, *words, before=limit)
        self.assertEqual(result.returncode, 0, result.stderr)


class TaskTest(RankTest):
    def cv_words(self, out):
        return ["cv", "--data", self.path("x.npy"), "--labels", self.path("logistic-dense.npy"), "--loss",
                "logistic", "--graph", f"grid:{WIDTH}x{HEIGHT}", "--grid", "sparsity=4:8:2", "--folds", "4",
                "--repeats", "2", "--max-epochs", "30", "--model", self.path(out + ".json"), "--out",
                self.path(out), "--quiet", "--threads", "1"]

    def results(self, out):
        table = content(self.path(out)).decode()
        # The time is not the same.
        table = "\n".join(line for line in table.splitlines() if not re.search(r" m?s$", line))
        return table, content(self.path(out + ".json"))

    def test_cv_gives_the_bytes_of_one_process(self):
        self.assertEqual(alone(*self.cv_words("one")).returncode, 0)
        result = mpirun(4, *self.cv_words("four"))
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertEqual(self.results("four"), self.results("one"))

    def test_a_killed_rank_ends_the_run_and_the_same_command_resumes(self):
        self.assertEqual(alone(*self.cv_words("one")).returncode, 0)
        words = self.cv_words("killed")
        run = mpirun(3, *words, start_only=True)
        partial = self.path("killed.partial")
        while run.poll() is None and not (os.path.exists(partial) and content(partial).count(b"\n") > 2):
            time.sleep(0.005)
        for pid in children_of(run.pid)[-1:]:
            os.kill(pid, signal.SIGKILL)
        run.communicate(timeout=SECONDS)
        if os.path.exists(partial):  # else it was faster than we were
            self.assertNotEqual(run.returncode, 0)
            kept = content(partial)
            again = mpirun(3, *words)
            self.assertEqual(again.returncode, 0, again.stderr)
            self.assertGreater(kept.count(b"\n"), 1)
        self.assertEqual(self.results("killed"), self.results("one"))

    def test_reproduce_gives_the_bytes_of_one_process(self):
        words = ["reproduce", "fig4", "--trials", "4", "--sparsity", "8", "--observations", "20,40", "--quiet"]
        self.assertEqual(alone(*words, "--out", self.path("f1"), "--threads", "1").returncode, 0)
        result = mpirun(4, *words, "--out", self.path("f4"))
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertEqual(content(self.path("f4/fig4.csv")), content(self.path("f1/fig4.csv")))


class SignalTest(RankTest):
    def expect_stop(self, number):
        model = self.path(f"stopped-{number}.json")
        words = self.files.fit_words(("x.npy", False, "none", "logistic", "graph-sto-iht"), model)
        words[words.index("--max-epochs") + 1] = "100000000"
        run = mpirun(3, *words, "--patience", "100000000", "--tolerance", "0", "--effort", "1",
                     start_only=True)
        time.sleep(4)
        self.assertIsNone(run.poll(), "it has ended by itself")
        run.send_signal(number)
        _, errors = run.communicate(timeout=60)
        self.assertEqual(run.returncode, 1, errors)
        messages = own_messages(errors)
        self.assertEqual(len(messages), 1, errors)
        self.assertIn("interrupted after", messages[0])
        self.assertIn(b"interrupted", content(model))

    def test_usr1_stops_all_ranks_and_keeps_the_model(self):
        self.expect_stop(signal.SIGUSR1)

    def test_term_stops_all_ranks_and_keeps_the_model(self):
        self.expect_stop(signal.SIGTERM)


def children_of(pid):
    listing = subprocess.run(["ps", "-o", "pid=", "--ppid", str(pid)], capture_output=True, text=True, check=True)
    return [int(word) for word in listing.stdout.split()]


if __name__ == "__main__":
    binaries = os.path.abspath(sys.argv[1])
    run_all = "--all" in sys.argv
    unittest.main(argv=[sys.argv[0]] + [word for word in sys.argv[2:] if word != "--all"])
