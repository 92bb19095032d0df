"""The examples in docstrings and in docs/python.md are true."""

import doctest
import re
from pathlib import Path

import pytest

import graphsparse
from graphsparse import _cv, _estimators, _functions, _graph, _model, _plot, compat

TOUR = Path(__file__).parents[2] / "docs" / "python.md"


@pytest.mark.parametrize("module", [graphsparse, _cv, _estimators, _functions, _graph, _model, _plot, compat])
def test_examples_of_docstrings(module):
    assert doctest.testmod(module).failed == 0


@pytest.mark.parametrize("name", [name for name in graphsparse.__all__ if name not in ("__version__", "compat")])
def test_all_that_is_public_has_a_docstring(name):
    thing = getattr(graphsparse, name)
    assert thing.__doc__
    results = ("Forest", "Projection", "Simulation")
    assert name in results or "Examples\n" in thing.__doc__
    assert "PARAMETERS" not in thing.__doc__ and "ATTRIBUTES" not in thing.__doc__


def blocks(wanted):
    """The code of the tour: blocks that need further packages are marked by their names."""
    text = TOUR.read_text(encoding="utf-8")
    found = re.findall(r"^```python( [a-z, ]+)?\n(.*?)^```$", text, flags=re.M | re.S)
    return [code for needs, code in found if not needs or wanted]


def test_the_tour(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    code = "\n".join(blocks(False))
    assert code.count("\n") > 20
    exec(compile(code, str(TOUR), "exec"), {})
