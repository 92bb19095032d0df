"""How Sphinx makes the documentation: scripts/build-docs.sh runs it, warnings are errors."""

import os
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "build" / "python"))

project = "graphsparse"
author = "the graphsparse authors"
copyright = author
release = re.search(r"VERSION (\d+\.\d+\.\d+)", (ROOT / "CMakeLists.txt").read_text(encoding="utf-8"))[1]

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon", "breathe"]
exclude_patterns = ["_*"]
root_doc = "index"
html_theme = "furo"
html_title = f"graphsparse {release}"
html_theme_options = {"navigation_with_keys": True}
html_show_sphinx = False
highlight_language = "none"
pygments_style = "friendly"

myst_heading_anchors = 4

autodoc_member_order = "bysource"
autodoc_typehints = "none"
napoleon_google_docstring = False
napoleon_use_ivar = True

breathe_projects = {"graphsparse": os.environ.get("GRAPHSPARSE_DOXYGEN_XML", str(ROOT / "build/docs/doxygen/xml"))}
breathe_default_project = "graphsparse"
breathe_domain_by_extension = {"hpp": "cpp"}
breathe_default_members = ("members",)

# Pages at the top of the source tree that pages of docs/ link to have a page here each.
TOP_PAGES = {"CONTRIBUTING.md": "contributing.md", "CHANGELOG.md": "changelog.md"}


def list_further_pages(text):
    """Pages that nobody has given a place in the index are listed at its end."""
    pages = {path.stem for path in (ROOT / "docs").glob("*.md")} - {"index"}
    missing = sorted(page for page in pages if not re.search(rf"^{page}$", text, flags=re.M))
    toctree = ["```{toctree}", ":caption: Further pages", ":maxdepth: 1", "", *missing, "```"]
    return text + "\n".join(["", *toctree, ""]) if missing else text


def link_top_pages(app, name, source):
    if name == "index":
        source[0] = list_further_pages(source[0])
    depth = "../" * name.count("/")
    for file, page in TOP_PAGES.items():
        source[0] = source[0].replace(f"]({depth}../{file}", f"]({depth}{page}")


def escape_bars(app, what, name, thing, options, lines):
    """|w| in a docstring is a size, not a substitution."""
    lines[:] = [line.replace("|", "\\|") for line in lines]


def setup(app):
    app.connect("autodoc-process-docstring", escape_bars)
    app.connect("source-read", link_top_pages)
