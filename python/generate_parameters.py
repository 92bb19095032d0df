"""Writes graphsparse/_parameters.py: the signatures of the estimators, and what each parameter means.

Everything comes from the table of options of the library, so that an option added there is a
parameter here without further work. The build runs it: generate_parameters.py PACKAGE_FOLDER.
"""

import importlib.util
import os
import re
import sys
import textwrap
from glob import glob

# What Python has besides the table: (name, annotation, default, text).
GRAPH = ("graph", "GraphLike | None", None,
         "Which features are neighbours: a SciPy sparse matrix, a NetworkX graph, an array of edges "
         "(m, 2) or (m, 3) with costs, a pair (edges, costs), a pandas table of edges whose names "
         "are columns of X, a `Graph`, a file that the command line reads, or \"grid:WxH\". None: "
         "any features may be selected together.")
GRID = ("grid", "Mapping[str, Sequence[float]] | None", None,
        "Values to try for each parameter, such as ``{\"sparsity\": [5, 10, 20], \"l2\": [0, 1e-3]}``. "
        "None: the sparsities 1, 2, 5, 10, 20, 50 as far as there are so many features and samples "
        "(convex solvers: four penalties).")
OTHERS = [
    ("feature_groups", "object", None,
     "For `structure` \"groups\": the group of each feature (-1: none). For the solver "
     "\"group-lasso\": lists of features, or \"edges\"."),
    ("init", "object", None, "Start from this: a fitted estimator, or a `Model`."),
    ("n_jobs", "int | None", None, "Threads; None means 1, -1 all processors. The result is the same."),
    ("verbose", "int", 0, "1 tells on standard error how far the fit is."),
]
TYPES = {"flag": "bool", "whole": "int", "number": "float", "text": "str", "choice": "str",
         "number_or_choice": "str | float", "flag_or_choice": "bool | str"}


def load_core(folder):
    path = glob(os.path.join(folder, "_core.*.so"))[0]
    spec = importlib.util.spec_from_file_location("_core", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def default_of(record):
    default = record["default"]
    is_unset = record["type"] == "whole" and default is not None and default < record["min"]
    return None if is_unset else default


def in_python(text):
    """Help texts name options as the command line does."""
    text = re.sub(r"; see [^;]*$", "", text)
    return re.sub(r"--([a-z][a-z0-9-]*)", lambda m: "`" + m[1].replace("-", "_") + "`", text)


def bounds_of(record):
    if record["type"] == "whole" and record["min"] > 0:
        return f"At least {record['min']:.0f}."
    if record["type"] == "number":
        return f"{'Above' if record['above_min'] else 'At least'} {record['min']:g}."
    return ""


def text_of(record):
    text = in_python(record["help"])
    if record["is_switched_off"]:
        text = "False: " + text[0].lower() + text[1:]
    text += "."
    if record["type"] == "flag_or_choice":
        text += f" True, which is {record['choices'][0]}, or one of {record['listing']}."
    if record["type"] in ("choice", "number_or_choice"):
        text += f" One of {record['listing']}."
    text += (" " + bounds_of(record)).rstrip()
    if default_of(record) is None and record["default_text"]:
        text += f" None: {in_python(record['default_text'])}."
    return text


def parameter_of(record, losses):
    kind = TYPES[record["type"]]
    default = default_of(record)
    text = text_of(record)
    if record["field"] == "loss":
        text = f"What is minimized. One of {', '.join(losses)}. None: {losses[0]}."
    if record["field"] == "sparsity":
        text = in_python("Number of features wanted (convex solvers: see `lambda_`). At least 1. None: "
                         "the smaller of 10 and the number of features.")
    if record["field"] == "folds":
        text, default = text + f" None: {default}, or as many as the smaller class has samples.", None
    if record["field"] == "seed":
        kind, text = "int | RandomState | None", text + " None draws one."
    elif default is None:
        kind += " | None"
    return record["parameter"], kind, default, text


def write_class(name, parameters):
    lines = [f"class {name}:", "    def __init__(", "        self,", "        *,"]
    lines += [f"        {p}: {kind} = {default!r}," for p, kind, default, _ in parameters]
    lines += ["    ) -> None:"]
    lines += [f"        self.{p} = {p}" for p, *_ in parameters]
    lines += ["", "    _parameters_doc = '''"]
    for p, kind, default, text in parameters:
        lines.append(f"{p} : {kind}, default={default!r}")
        lines += textwrap.wrap(text, 92, initial_indent="    ", subsequent_indent="    ")
    lines += ["'''", ""]
    return "\n".join(lines)


def main(folder):
    core = load_core(folder)
    fit = core.fit_options()
    # Which samples belong together is said to fit(), as scikit-learn has it.
    cv = [record for record in core.cv_options() if record["field"] != "groups"]
    text = ['"""Made by generate_parameters.py from the table of options; not to be edited."""', "",
            "from __future__ import annotations", "",
            "from typing import TYPE_CHECKING, Mapping, Sequence", "",
            "if TYPE_CHECKING:", "    from numpy.random import RandomState", "",
            "    from ._graph import GraphLike", "",
            f"FIT_FIELDS = {({r['parameter']: r['field'] for r in fit})!r}",
            f"CV_FIELDS = {({r['parameter']: r['field'] for r in cv})!r}", "", ""]
    for kind, for_classes in (("Regressor", False), ("Classifier", True)):
        losses = [name for name, _, is_for_classes in core.losses() if is_for_classes == for_classes]
        own = [parameter_of(record, losses) for record in fit]
        # What matters most comes first.
        own.sort(key=lambda p: ["sparsity", "components", "loss", "solver"].index(p[0])
                 if p[0] in ("sparsity", "components", "loss", "solver") else 4)
        folds = [parameter_of(record, losses) for record in cv]
        text.append(write_class(f"{kind}Parameters", [GRAPH, *own, *OTHERS]) + "\n")
        others = [other for other in OTHERS if other[0] != "init"]
        text.append(write_class(f"{kind}CVParameters", [GRAPH, GRID, *folds, *own, *others]) + "\n")
    with open(os.path.join(folder, "_parameters.py"), "w", encoding="utf-8") as file:
        file.write("\n".join(text).rstrip() + "\n")


if __name__ == "__main__":
    main(sys.argv[1])
