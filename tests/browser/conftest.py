"""A browser, the tool and the reports that the tests open. GRAPHSPARSE_BINARY names the tool."""

import os
import pathlib
import shutil
import subprocess
import tempfile

import pytest
from selenium import webdriver
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service

ROOT = pathlib.Path(__file__).resolve().parents[2]
PICTURES = ROOT / "build" / "browser"
SHARED = pathlib.Path(os.environ.get("GRAPHSPARSE_SHARED", ROOT / ".." / "shared")).resolve()

# Names that would do harm or look wrong if they were taken for anything but text.
HOSTILE = [
    "<script>window.harm=1</script>",
    "</script><img src=x onerror=window.harm=2>",
    "a&amp;b\"c'd",
    "\u05d0\u05d1\u05d2-1",  # Hebrew, written from the right
    "\u202ereversed",  # turns what follows round
    "\U0001f9ec gene \U0001f44d\U0001f3fd",
    "${x}`y`",
    "NaN",
]


def binary():
    path = os.environ.get("GRAPHSPARSE_BINARY")
    if not path or not os.access(path, os.X_OK):
        raise RuntimeError("GRAPHSPARSE_BINARY does not name the tool; scripts/test-browser.sh does")
    return path


def run(*arguments, cwd):
    done = subprocess.run([binary(), *map(str, arguments)], cwd=cwd, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done


class Browser:
    """Chromium with a profile of its own, and the folder that it saves files to."""

    def __init__(self, javascript=True):
        self.profile = tempfile.mkdtemp(prefix="graphsparse-browser-")
        self.downloads = pathlib.Path(self.profile) / "downloads"
        self.downloads.mkdir()
        options = Options()
        options.binary_location = shutil.which("chromium")
        for flag in ("headless=new", "no-sandbox", "disable-gpu", "disable-quic", "no-first-run",
                     "disable-background-networking", "disable-component-update", "disable-sync",
                     "hide-scrollbars", "user-data-dir=" + self.profile + "/data"):
            options.add_argument("--" + flag)
        preferences = {"download.default_directory": str(self.downloads),
                       "download.prompt_for_download": False}
        if not javascript:
            preferences["profile.managed_default_content_settings.javascript"] = 2
        options.add_experimental_option("prefs", preferences)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        service = Service(shutil.which("chromedriver"))
        self.driver = webdriver.Chrome(service=service, options=options)
        self.driver.set_script_timeout(30)

    def emulate(self, width=1280, height=900, dark=False, media=""):
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
            "width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600})
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {
            "media": media,
            "features": [{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}]})

    def open(self, path, **looks):
        self.emulate(**looks)
        self.driver.get_log("browser")
        self.driver.get(pathlib.Path(path).as_uri())
        return self.driver

    def complaints(self):
        return [entry["message"] for entry in self.driver.get_log("browser")]

    def screenshot(self, name):
        PICTURES.mkdir(parents=True, exist_ok=True)
        path = PICTURES / name
        self.driver.save_screenshot(str(path))
        return path

    def close(self):
        self.driver.quit()
        shutil.rmtree(self.profile, ignore_errors=True)


@pytest.fixture(scope="session")
def browser():
    made = Browser()
    yield made
    made.close()


@pytest.fixture(scope="session")
def demo(tmp_path_factory):
    folder = tmp_path_factory.mktemp("demo")
    run("demo", "--out", folder, cwd=folder)
    return folder / "report.html"


@pytest.fixture(scope="session")
def outbreak(tmp_path_factory):
    """The map that is part of the tool."""
    folder = tmp_path_factory.mktemp("outbreak")
    run("demo", "outbreak", "--out", folder, cwd=folder)
    return folder / "report.html"


def write_data(folder, names, edges, samples, signal):
    """Samples x features that a rule makes, a target from the first features, and a network."""
    lines = [",".join(["id"] + ['"' + name.replace('"', '""') + '"' for name in names] + ["y"])]
    for i in range(samples):
        row = [((i * 7919 + j * 104729 + (i * j) % 31) % 1009) / 504.5 - 1 for j in range(len(names))]
        y = sum((1 + j % 3) * (-1) ** j * row[j] for j in range(signal))
        lines.append(",".join([f"s{i}"] + [f"{value:.4f}" for value in row] + [f"{y:.4f}"]))
    (folder / "data.csv").write_text("\n".join(lines) + "\n")
    graph = "".join(f"{names[u]}\t{names[v]}\n" for u, v in edges)
    (folder / "net.tsv").write_text("u\tv\n" + graph)


@pytest.fixture(scope="session")
def genes(tmp_path_factory):
    """A fit of a dozen genes on a network of forty."""
    folder = tmp_path_factory.mktemp("genes")
    names = [f"gene{j}" for j in range(40)]
    edges = [(j, j + 1) for j in range(39)] + [(j, j + 7) for j in range(0, 33, 3)]
    write_data(folder, names, edges, 60, 12)
    run("fit", "--data", "data.csv", "--id-column", "id", "--target", "y", "--graph", "net.tsv",
        "--sparsity", "12", "--model", "m.json", "--report", "r.html", cwd=folder)
    return folder / "r.html"


@pytest.fixture(scope="session")
def hostile(tmp_path_factory):
    folder = tmp_path_factory.mktemp("hostile")
    names = HOSTILE + [f"gene{j}" for j in range(6)]
    edges = [(j, j + 1) for j in range(len(names) - 1)]
    write_data(folder, names, edges, 50, len(HOSTILE))
    run("fit", "--data", "data.csv", "--id-column", "id", "--target", "y", "--graph", "net.tsv",
        "--sparsity", len(HOSTILE), "--report", "r.html", cwd=folder)
    return folder / "r.html"


@pytest.fixture(scope="session")
def large(tmp_path_factory):
    """A fit that selects 2,000 nodes of a network of 2,100."""
    folder = tmp_path_factory.mktemp("large")
    names = [f"node{j}" for j in range(2100)]
    edges = [(j, j + 1) for j in range(2099)] + [(j, (j * j + 17) % 2100) for j in range(0, 2100, 2)]
    edges = [(u, v) for u, v in edges if u != v]
    write_data(folder, names, edges, 30, 40)
    run("fit", "--data", "data.csv", "--id-column", "id", "--target", "y", "--graph", "net.tsv",
        "--sparsity", "2000", "--max-epochs", "3", "--l2", "1", "--report", "r.html", cwd=folder)
    return folder / "r.html"
