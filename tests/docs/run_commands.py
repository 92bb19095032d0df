#!/usr/bin/env python3
"""Runs the commands of a page of the documentation, and compares what it quotes of their output.

    run_commands.py TOOL PAGE    run the page
    run_commands.py TOOL         check that the options in all commands of all pages exist, and all solvers are listed

Commands stand in fenced blocks of the language `console`, one behind each `$ `, further lines of it behind `> ` or
after a backslash; the lines below are its output, where `...` stands for any number of lines and blanks count once. A
page runs from top to bottom in a folder of its own that has the files of examples/data.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

SOURCE_DIR = Path(__file__).resolve().parents[2]
EXAMPLES = SOURCE_DIR / "examples" / "data"
TIME_LIMIT = 300  # seconds for one command
TOPICS = ("help", "version", "completion")  # words in the place of a command, which have no options


class Step:
    """A command, and the lines of its output that the page has."""

    def __init__(self, command):
        self.command = command
        self.quoted = []


def steps_of(text):
    steps = []
    for block in re.findall(r"^```console\n(.*?)^```$", text, flags=re.M | re.S):
        goes_on = False
        for line in block.splitlines():
            if line.startswith("$ "):
                steps.append(Step(line[2:]))
            elif goes_on or (line.startswith("> ") and steps and not steps[-1].quoted):
                steps[-1].command += "\n" + line.removeprefix("> ")
            elif steps:
                steps[-1].quoted.append(line)
            else:
                raise SystemExit(f"a block begins with output: {line}")
            goes_on = (goes_on or line.startswith("$ ")) and line.endswith("\\")
    return steps


def plain(line):
    return " ".join(line.split())


def first_difference(quoted, output):
    """The first quoted line that the output does not have in its place; None: it has all."""
    output = [plain(line) for line in output.splitlines() if line.strip()]
    place, may_skip = 0, False
    for line in (plain(line) for line in quoted if line.strip()):
        if line == "...":
            may_skip = True
            continue
        if may_skip:
            while place < len(output) and output[place] != line:
                place += 1
        if place >= len(output) or output[place] != line:
            return line
        place, may_skip = place + 1, False
    return None if may_skip or place == len(output) or not quoted else f"(nothing more, but there is: {output[place]})"


def prepare(folder, tool):
    """A folder with the example files, and one in which commands are found."""
    work, commands = folder / "work", folder / "commands"
    shutil.copytree(EXAMPLES, work)
    commands.mkdir()
    (commands / "graphsparse").symlink_to(Path(tool).resolve())
    (commands / "python3").symlink_to(sys.executable)
    environment = dict(os.environ, PATH=f"{commands}:{os.environ['PATH']}", LC_ALL="C.UTF-8")
    return work, environment


def labels_of(picture):
    return sorted(re.findall(r">([^<>]+)</text>", picture.read_text(encoding="utf-8")))


def check_pictures(page, work):
    """A picture that the page shows and its commands write has the same labels."""
    for link in re.findall(r"!\[[^\]]*\]\(([^)]+\.svg)\)", page.read_text(encoding="utf-8")):
        shown, made = page.parent / link, work / Path(link).name
        if made.exists() and labels_of(shown) != labels_of(made):
            raise SystemExit(f"{page}: {shown.name} is not the picture that the commands make; copy it to {shown}")


def run_page(tool, page):
    steps = steps_of(page.read_text(encoding="utf-8"))
    compared = 0
    with tempfile.TemporaryDirectory() as folder:
        work, environment = prepare(Path(folder), tool)
        for step in steps:
            done = subprocess.run(["bash", "-c", step.command], cwd=work, env=environment, timeout=TIME_LIMIT, text=True,
                                  stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
            difference = first_difference(step.quoted, done.stdout)
            if done.returncode != 0 or difference is not None:
                reason = f"status {done.returncode}" if done.returncode else f"not in its place: {difference}"
                raise SystemExit(f"{page}: {reason}\n$ {step.command}\n{done.stdout}")
            compared += sum(1 for line in step.quoted if plain(line) not in ("", "..."))
        check_pictures(page, work)
    if not any("graphsparse" in step.command for step in steps):
        raise SystemExit(f"{page}: no command found")
    print(f"{len(steps)} commands run, {compared} lines of output compared")


def commands_in(text):
    """Every command line of the tool, in blocks and between backquotes."""
    text = re.sub(r"\\\n", " ", text)
    start = r"^(?: {4}|\$ )(?:mpirun [^\n#]* )?(?:[\w./]*/)?"
    blocks = re.findall(start + r"graphsparse(?:-mpi)? ([a-z]+)\b([^\n#]*)", text, flags=re.M)
    return blocks + re.findall(r"`graphsparse ([a-z]+)\b([^`]*--[^`]*)`", text)


def check_methods(tool):
    """Every solver and structure has a line in the table of the page on solvers."""
    text = subprocess.run([tool, "fit", "--help-all"], text=True, capture_output=True, check=True).stdout
    names = re.findall(r"^  ([a-z][a-z0-9-]*)  +\S", text[text.index("\nSolvers:"):], flags=re.M)
    page = (SOURCE_DIR / "docs" / "solvers.md").read_text(encoding="utf-8")
    lines = "".join(re.findall(r"^\| (`[^|]*) \|", page, flags=re.M))
    missing = [name for name in names if f"`{name}`" not in lines]
    if missing or len(names) < 10:
        raise SystemExit(f"docs/solvers.md: the tables lack {missing} of {names}")


def check_options(tool):
    known, checked = {}, 0
    pages = [SOURCE_DIR / "README.md", *sorted((SOURCE_DIR / "docs").rglob("*.md"))]
    for page in pages:
        for command, rest in commands_in(page.read_text(encoding="utf-8")):
            if command in TOPICS:
                continue
            if command not in known:
                done = subprocess.run([tool, command, "--help-all"], text=True, capture_output=True)
                known[command] = set(re.findall(r"--[a-z][a-z0-9-]*", done.stdout)) if done.returncode == 0 else None
            if known[command] is None:
                raise SystemExit(f"{page}: there is no command '{command}'")
            for option in re.findall(r"(?<![\w-])--[a-z][a-z0-9-]*", rest):
                checked += 1
                if option not in known[command]:
                    raise SystemExit(f"{page}: {command} has no option {option}")
    if checked < 50:
        raise SystemExit(f"only {checked} options found in {len(pages)} pages")
    print(f"{checked} options exist")


if __name__ == "__main__":
    if len(sys.argv) == 3:
        run_page(sys.argv[1], Path(sys.argv[2]))
    else:
        check_methods(sys.argv[1])
        check_options(sys.argv[1])
