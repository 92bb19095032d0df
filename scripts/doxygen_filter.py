#!/usr/bin/env python3
"""Shows Doxygen a header as it wants to see it: comments as documentation, options as fields.

    doxygen_filter.py HEADER

All is in one namespace, which the page says once. The headers explain declarations in plain `//`
comments: the ones above belong to what follows, the ones behind to what they stand behind, and the
first block is about the file. Fields of options are records that a macro makes fields of; Doxygen
cannot include them.
"""

import re
import sys
from pathlib import Path

SOURCE_DIR = Path(__file__).resolve().parent.parent
NOT_SHOWN = re.compile(r"namespace graphsparse \{|\}  // namespace graphsparse$|#define GRAPHSPARSE_|"
                       r'#include ".*_records\.hpp"')
SPECIAL = re.compile(r'([\\@<>&#%$])')


def escaped(text):
    # Two hyphens would become a dash.
    return SPECIAL.sub(r"\\\1", text).replace("--", r"\--")


def close_of(text, start):
    """The place of the parenthesis that closes the one at `start`; texts may hold any."""
    depth, quoted, i = 0, False, start
    while i < len(text):
        letter = text[i]
        if quoted and letter == "\\":
            i += 1
        elif letter == '"':
            quoted = not quoted
        elif not quoted and letter in "({[":
            depth += 1
        elif not quoted and letter in ")}]":
            depth -= 1
            if depth == 0:
                return i
        i += 1
    raise SystemExit("doxygen_filter: a record is not closed")


def fields_of_records(path):
    """Every record of a table of options as a documented field."""
    text = (SOURCE_DIR / "include" / path).read_text(encoding="utf-8")
    lines = []
    for found in re.finditer(r"^GRAPHSPARSE_OPTION\(", text, flags=re.M):
        record = text[found.end():close_of(text, found.end() - 1)]
        kind, name, value = (part.strip() for part in record.split(",")[:3])
        literals = re.search(r'\.help\s*=\s*((?:"(?:[^"\\]|\\.)*"\s*)+)', record)
        help_text = "".join(re.findall(r'"((?:[^"\\]|\\.)*)"', literals[1])) if literals else ""
        lines += [f"  /// {escaped(help_text)}.", f"  {kind} {name} = {value};"]
    return lines


def without_code(text):
    """Where a comment behind the code begins; -1: nowhere."""
    quoted = False
    for i, letter in enumerate(text):
        if letter == '"' and (i == 0 or text[i - 1] != "\\"):
            quoted = not quoted
        if not quoted and text.startswith("//", i):
            return i
    return -1


def file_comment(lines):
    """The first block, with programs in it as programs."""
    result, is_code = ["/// \\file"], False
    for line in lines:
        text = line[2:]
        starts_code = text.startswith("   ")
        if starts_code and not is_code:
            result.append("/// \\code{.cpp}")
        if not starts_code and is_code and text.strip():
            result.append("/// \\endcode")
            is_code = False
        is_code = is_code or starts_code
        result.append("///" + (text if is_code else escaped(text)))
    return result + ["", ""]


def filtered(lines):
    head = 0
    while head < len(lines) and lines[head].startswith("//"):
        head += 1
    result, column = file_comment(lines[:head]), None
    for line in lines[head:]:
        included = re.match(r'#include "(.*_option_records\.hpp)"', line)
        if included:
            result += fields_of_records(included[1])
        if included or NOT_SHOWN.match(line):
            continue
        line = re.sub(r"\s*// NOLINT.*$", "", line)
        place = without_code(line)
        code = line[:place].rstrip() if place >= 0 else line.rstrip()
        if place < 0 or code.startswith("}") or code.startswith("#"):
            result.append(code)
            column = None
        elif code:
            column = place
            result.append(f"{line[:place]}///<{escaped(line[place + 2:])}")
        elif place == column:
            result.append(f"{line[:place]}///<{escaped(line[place + 2:])}")
        else:
            column = None
            result.append(f"{line[:place]}///{escaped(line[place + 2:])}")
    return result


if __name__ == "__main__":
    print("\n".join(filtered(Path(sys.argv[1]).read_text(encoding="utf-8").splitlines())))
