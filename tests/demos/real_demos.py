"""The demos on their real data, which `make demos` extracts: what docs/demos.md says of them is so.

    python3 tests/demos/real_demos.py TOOL FOLDER

FOLDER is build/demo-data. Part of `make test-demos`, not of `make test`: the packages are large.
"""

import json
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

TOOL = DATA = ""


def run(demo, out, *more):
    command = [TOOL, "demo", demo, "--json", "--out", out, *more]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise AssertionError(done.stderr)
    return json.loads(done.stdout), (Path(out) / "report.html").read_text(encoding="utf-8")


class RealDemos(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.out = self.folder.name

    def test_outbreak_is_around_aachen(self):
        result, page = run("outbreak", self.out, "--data", f"{DATA}/outbreak")
        self.assertEqual((result["regions"], result["edges"]), (413, 1082))
        type_b = result["results"][0]
        self.assertEqual(type_b["cases"], 336)
        self.assertEqual((len(type_b["support"]), type_b["components"]), (12, 1))
        self.assertEqual(type_b["observed"], 121)
        self.assertAlmostEqual(type_b["expected"], 15.6, delta=0.05)
        self.assertEqual(type_b["p"], 0.01)
        self.assertTrue(any(name.startswith("Aachen") for name in type_b["names"]))
        self.assertIn("<svg", page)
        self.assertIn("Meyer, Elias, Hoehle 2012", page)

    def test_images_are_exact_with_the_grid_alone(self):
        result, page = run("images", self.out)
        exact = {row["solver"]: row["exact"] for row in result["results"]}
        self.assertEqual(result["images"], 15)
        self.assertEqual(exact["graph-rand-htp"], 15)
        self.assertEqual([exact["iht"], exact["niht"], exact["cosamp"]], [0, 0, 0])
        self.assertEqual((Path(self.out) / "images.png").read_bytes()[:8], b"\x89PNG\r\n\x1a\n")
        self.assertIn("<svg", page)

    def test_infection_has_more_interferon_genes_with_the_network(self):
        result, page = run("infection", self.out, "--data", f"{DATA}/infection")
        self.assertEqual((result["samples"], result["volunteers"], result["genes"]), (153, 17, 4147))
        self.assertEqual(result["interferon_genes"], 195)
        shares = {"liver": [], "no": [], "shuffled": []}
        for row in result["results"]:
            shares[row["network"].split()[0]].append(row["interferon_share"])
            self.assertGreater(row["auc"], 0.85)
        self.assertGreater(min(shares["liver"]), max(shares["no"]))
        self.assertGreater(min(shares["liver"]), max(shares["shuffled"]))
        self.assertIn("It does not predict better", page)


if __name__ == "__main__":
    TOOL, DATA = str(Path(sys.argv[1]).resolve()), sys.argv[2]
    unittest.main(argv=sys.argv[:1], verbosity=2)
