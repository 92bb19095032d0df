"""Prints tables with right-aligned columns under grouped headings."""
import math


def number(value, digits=4):
    """So many significant digits, without an exponent; a dash where there is no value."""
    if value is None:
        return '-'
    if isinstance(value, (str, int)):
        return str(value)
    exponent = math.floor(math.log10(abs(value))) if value else 0
    return f'{value:.{max(digits - 1 - exponent, 0)}f}'


def render(columns, rows):
    """columns: (group, name) each, '' for no group; rows: lists of texts. The first and the last
    column are aligned to the left."""
    last = len(columns) - 1
    widths = [max(len(name), *(len(row[i]) for row in rows)) for i, (_, name) in enumerate(columns)]
    # A new group stands a little apart.
    begins = [i for i in range(last + 1) if i == 0 or columns[i][0] != columns[i - 1][0]]
    gaps = [0] + [3 if i in begins else 2 for i in range(1, last + 1)]
    # Headings of groups need room too; what is missing widens the group's last column.
    for begin, end in zip(begins, begins[1:] + [last + 1]):
        room = sum(widths[begin:end]) + sum(gaps[begin + 1:end])
        widths[end - 1] += max(0, len(columns[begin][0]) - room)

    groups = ''
    position = 0
    for i, (group, _) in enumerate(columns):
        position += gaps[i]
        if group and i in begins:
            groups = groups.ljust(position) + group
        position += widths[i]

    def line(cells):
        text = ''
        for i, cell in enumerate(cells):
            aligned = cell.ljust(widths[i]) if i in (0, last) else cell.rjust(widths[i])
            text += ' ' * gaps[i] + aligned
        return text.rstrip()

    lines = [groups] if groups else []
    return '\n'.join(lines + [line([name for _, name in columns])] + [line(row) for row in rows])
