"""The demos on their real data, which `make demos` extracts: what docs/demos.md says of them is so.

    python3 tests/demos/real_demos.py TOOL FOLDER OUT

FOLDER is build/demo-data; the reports go to OUT/DEMO, where tests/browser/demo_reports.py opens them. Part of `make test-demos`,
not of `make test`: the packages are large.
"""

import json
import re
import subprocess
import sys
import time
import unittest
from pathlib import Path

TOOL = DATA = OUT = ""
PAGE = Path(__file__).resolve().parents[2] / "docs" / "demos.md"


def run(demo, *more):
    command = [TOOL, "demo", demo, "--json", "--out", f"{OUT}/{demo}", *more]
    begin = time.monotonic()
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    print(f"{demo}: {time.monotonic() - begin:.1f} s")
    if done.returncode != 0:
        raise AssertionError(done.stderr)
    return json.loads(done.stdout), (Path(OUT) / demo / "report.html").read_text(encoding="utf-8")


def rows_of_page(section):
    """The cells of the tables of one section of docs/demos.md, without their headings."""
    text = re.search(rf"^## {section}:.*?(?=^## |\Z)", PAGE.read_text(encoding="utf-8"), flags=re.M | re.S).group()
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in text.splitlines() if line.startswith("| ")]
    return rows[1:]


class RealDemos(unittest.TestCase):
    def test_outbreak_is_around_aachen(self):
        result, page = run("outbreak", "--data", f"{DATA}/outbreak")
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
        said = [[row["cases_of"], str(len(row["support"])), f"{row['observed']:.0f}", f"{row['expected']:.1f}",
                 f"{row['observed'] / row['expected']:.1f}", f"{row['p']:.2f}"] for row in result["results"]]
        self.assertEqual(said, rows_of_page("outbreak"))

    def test_images_are_exact_with_the_grid_alone(self):
        result, page = run("images")
        exact = {row["solver"]: row["exact"] for row in result["results"]}
        self.assertEqual(result["images"], 15)
        self.assertEqual(exact["graph-rand-htp"], 15)
        self.assertEqual([exact["rand-htp"], exact["iht"], exact["niht"], exact["cosamp"]], [0, 0, 0, 0])
        mean = {row["solver"]: sum(row["errors"]) / 15 for row in result["results"]}
        said = re.search(r"mean is\s+below 1e-14\).*?mean errors ([^)]*)\)", PAGE.read_text(encoding="utf-8"), flags=re.S)
        self.assertLess(mean["graph-rand-htp"], 1e-14)
        self.assertEqual([f"{mean[solver]:.2g}" for solver in ("rand-htp", "iht", "niht", "cosamp")],
                         said.group(1).split(", "))
        self.assertEqual((Path(OUT) / "images" / "images.png").read_bytes()[:8], b"\x89PNG\r\n\x1a\n")
        self.assertIn("<svg", page)

    def test_infection_has_more_interferon_genes_with_the_network(self):
        result, page = run("infection", "--data", f"{DATA}/infection")
        self.assertEqual((result["samples"], result["volunteers"], result["genes"]), (153, 17, 4147))
        self.assertEqual(result["interferon_genes"], 195)
        shares = {"liver": [], "no": [], "shuffled": []}
        for row in result["results"]:
            shares[row["network"].split()[0]].append(row["interferon_share"])
            self.assertGreater(row["auc"], 0.85)
        self.assertGreater(min(shares["liver"]), max(shares["no"]))
        self.assertGreater(min(shares["liver"]), max(shares["shuffled"]))
        self.assertIn("It does not predict better", page)
        said = [[row["network"], str(row["genes"]), f"{row['interferon_share']:.2f}",
                 f"{row['auc']:.3f} +- {row['auc_deviation']:.3f}", f"{row['overlap']:.2f}"]
                for row in result["results"]]
        self.assertEqual(said, rows_of_page("infection"))


if __name__ == "__main__":
    TOOL, DATA, OUT = str(Path(sys.argv[1]).resolve()), *sys.argv[2:4]
    unittest.main(argv=sys.argv[:1], verbosity=2)
