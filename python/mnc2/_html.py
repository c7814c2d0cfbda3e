"""What notebooks show of programs and machines: HTML and SVG of bounded size, with everything from a program escaped."""

from __future__ import annotations

import html
from typing import Any, Dict, Iterable, List, Optional, Tuple

import numpy as np
import numpy.typing as npt

from . import _mnc2

LINES_SHOWN = 200
"""Lines of a program that a notebook shows."""
COLUMNS_SHOWN = 200
"""Characters of a line."""
FINDINGS_SHOWN = 50
USES_SHOWN = 4000
"""Boxes of a timeline."""
STEPS_SHOWN = 2000
PES = 4096

# Colours that can be read on white and on black.
_COLOURS = {
    "compute": "#3b82c4",
    "transfer": "#a8652a",
    "control": "#8a5fbf",
    "read": "#2f8f57",
    "write": "#c0548b",
    "unknown": "#e03131",
    "comment": "#868e96",
}
_SEVERITIES = {"error": "#e03131", "warning": "#c77700", "information": "#3b82c4", "hint": "#868e96"}
_PALETTE = ("#4e79a7", "#f28e2b", "#59a14f", "#e15759", "#76b7b2", "#edc948", "#b07aa1", "#ff9da7", "#9c755f", "#bab0ac")
# From dark to light, as in viridis.
_SCALE = (
    "#440154", "#481a6c", "#472f7d", "#414487", "#39568c", "#31688e", "#2a788e", "#23888e",
    "#1f988b", "#22a884", "#35b779", "#54c568", "#7ad151", "#a5db36", "#d2e21b", "#fde725",
)  # fmt: skip
_NOT_FINITE = "#999999"


Coloured = Tuple["npt.NDArray[np.bool_]", str, str]
"""Which PEs, their colour, and what it means."""


def escaped(text: str) -> str:
    """A text as HTML: nothing in it is markup, and what has no picture (control characters, marks that turn the direction
    of writing) is shown as a box."""
    shown = (char if char.isprintable() or char == "\t" else "\N{REPLACEMENT CHARACTER}" for char in text)
    return html.escape("".join(shown))


def _span(text: str, colour: str, title: str = "") -> str:
    tip = f' title="{escaped(title)}"' if title else ""
    return f'<span style="color:{colour}"{tip}>{escaped(text)}</span>'


def _line(text: str, parts: Iterable[Tuple[int, int, str]]) -> str:
    """A line with its colours."""
    shown, done = text[:COLUMNS_SHOWN], 0
    made: List[str] = []
    for first, last, kind in parts:
        first, last = max(first, done), min(last, len(shown))
        if first < last:
            made.append(escaped(shown[done:first]))
            made.append(_span(shown[first:last], _COLOURS[kind], "" if kind == "comment" else kind))
            done = last
    made.append(escaped(shown[done:]))
    if len(text) > len(shown):
        made.append(_span(" …", _COLOURS["comment"]))
    return "".join(made)


def _finding(finding: _mnc2.Finding, margin: int) -> str:
    colour = _SEVERITIES.get(finding.severity, _COLOURS["comment"])
    column = min(finding.column - 1, COLUMNS_SHOWN)
    width = min(max(finding.end_column - finding.column, 1), COLUMNS_SHOWN - column + 1)
    made = f" (from {finding.generator})" if finding.generator else ""
    said = f"{finding.severity}[{finding.code}]: {finding.message}{made}"
    return " " * (margin + column) + _span("^" * width + " " + said[: 4 * COLUMNS_SHOWN], colour)


def program(shown: _mnc2.Program, findings: Optional[List[_mnc2.Finding]] = None) -> str:
    """The lines of a program with their numbers, colours and findings."""
    if findings is None:
        findings = shown.check(fixes=False)
    lines = shown.lines(LINES_SHOWN)
    parts: Dict[int, List[Tuple[int, int, str]]] = {}
    for line, first, last, kind in _mnc2.coloured(shown, len(lines)):
        parts.setdefault(line, []).append((first, last, kind))
    of_line: Dict[int, List[_mnc2.Finding]] = {}
    for finding in findings[:FINDINGS_SHOWN]:
        of_line.setdefault(finding.line, []).append(finding)
    width = len(str(len(lines)))
    made: List[str] = []
    for index, text in enumerate(lines):
        number = _span(f"{index + 1:>{width}}  ", _COLOURS["comment"])
        made.append(number + _line(text, parts.get(index, [])))
        made.extend(_finding(finding, width + 2) for finding in of_line.pop(index + 1, []))
    left = len(shown) - len(lines)
    if left > 0:
        made.append(_span(f"… and {left} more lines", _COLOURS["comment"]))
    for finding in (finding for rest in of_line.values() for finding in rest):
        made.append(f"line {finding.line}: " + _finding(finding, 0).lstrip())
    if len(findings) > FINDINGS_SHOWN:
        made.append(_span(f"… and {len(findings) - FINDINGS_SHOWN} more findings", _COLOURS["comment"]))
    return '<pre style="line-height:1.4">' + "\n".join(made) + "</pre>"


def timeline(shown: _mnc2.Program, first: int, steps: int) -> str:
    """What each step uses: a row for each unit, a box for each instruction."""
    if first < 0 or not 0 < steps <= STEPS_SHOWN:
        raise ValueError(f"first={first}, steps={steps}: steps count from 0, and 1 to {STEPS_SHOWN} are shown")
    last = min(first + steps, max(shown.steps, first + 1))
    names, uses = _mnc2.used_units(shown, first, last, USES_SHOWN)
    rows = [index for index in range(len(names)) if any(use[2] == index for use in uses)]
    count = last - first
    cell = max(3, min(24, 900 // count))
    left, high = 90, 18
    size = (left + count * cell + 10, high * len(rows) + 24)
    made = [f'<text x="{left}" y="12">step {first}</text>']
    if count > 1:
        made.append(f'<text x="{size[0] - 10}" y="12" text-anchor="end">{last - 1}</text>')
    for row, index in enumerate(rows):
        y = 20 + row * high
        made.append(f'<text x="0" y="{y + 13}">{escaped(names[index])}</text>')
        colour = _PALETTE[index % len(_PALETTE)]
        for step, length, column, line, text in uses:
            if column != index:
                continue
            begin, end = max(step, first), min(step + max(length, 1), last)
            tip = escaped(f"line {line}: {text[:COLUMNS_SHOWN]}")
            # A transfer takes no step of its own.
            width = cell / 3 if length == 0 else max(end - begin, 0.3) * cell - 1
            made.append(
                f'<rect x="{left + (begin - first) * cell}" y="{y + 2}" width="{width:g}" height="{high - 4}"'
                f' fill="{colour}"><title>{tip}</title></rect>'
            )
    if len(uses) == USES_SHOWN:
        made.append(f'<text x="0" y="12">the first {USES_SHOWN} uses</text>')
    return _svg(size, made)


def _svg(size: Tuple[int, int], made: List[str]) -> str:
    width, height = size
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}"'
        f' font-family="sans-serif" font-size="11" fill="currentColor">{"".join(made)}</svg>'
    )


def _places() -> "Tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]":
    """Where each PE is drawn: MABs of 2x2 PEs, L1Bs of 4x4 MABs, L2Bs of 4x2 L1Bs, two of them in each of 2x2 groups."""
    pe = np.arange(PES)
    p, m, b, c, n = pe % 4, pe // 4 % 16, pe // 64 % 8, pe // 512 % 2, pe // 1024
    x = p % 2 + m % 4 * 2 + b % 4 * 9 + n % 2 * 39
    y = p // 2 + m // 4 * 2 + b // 4 * 9 + c * 19 + n // 2 * 41
    return x, y


def _cells(meant: "npt.NDArray[np.bool_]") -> str:
    """A path around some PEs; neighbours in a row are one box."""
    x, y = _places()
    at = sorted(zip(y[meant].tolist(), x[meant].tolist()))
    made: List[str] = []
    index = 0
    while index < len(at):
        first = index
        while index + 1 < len(at) and at[index + 1] == (at[index][0], at[index][1] + 1):
            index += 1
        index += 1
        row, column = at[first]
        made.append(f"M{column} {row}h{index - first}v1h-{index - first}z")
    return "".join(made)


def chip(colours: List[Coloured], title: str) -> str:
    """The chip with its PEs in colours, each with its meaning."""
    made = [
        f'<path fill="{colour}" d="{_cells(meant)}"><title>{escaped(words)}</title></path>'
        for meant, colour, words in colours
        if meant.any()
    ]
    legend: List[str] = []
    for row, (_, colour, words) in enumerate(colours[: len(_SCALE) + 1]):
        y = 14 * row
        legend.append(f'<rect x="0" y="{y}" width="10" height="10" fill="{colour}"/>')
        legend.append(f'<text x="16" y="{y + 9}">{escaped(words)}</text>')
    drawn = f'<g transform="translate(0 20) scale(4)">{"".join(made)}</g>'
    return _svg(
        (560, 345), [f'<text x="0" y="12">{escaped(title)}</text>', drawn, f'<g transform="translate(330 20)">{"".join(legend)}</g>']
    )


def pe_name(pe: int) -> str:
    """A PE as programs write it."""
    return f"n{pe // 1024}c{pe // 512 % 2}b{pe // 64 % 8}m{pe // 4 % 16}p{pe % 4}"


def kinds(machine: _mnc2.Machine) -> str:
    """Which PEs have equal values."""
    hashes = _mnc2.pe_hashes(machine)
    _, firsts, kind = np.unique(hashes, return_index=True, return_inverse=True)
    kind = kind.reshape(-1)
    order = np.argsort(firsts)
    count = len(firsts)
    title = "all PEs hold the same" if count == 1 else f"{count} kinds of PEs by what their memories hold"
    if count > len(_PALETTE):
        ranks = np.empty(count, np.int64)
        ranks[order] = np.arange(count)
        shade = ranks[kind] * len(_SCALE) // count
        return chip(
            [
                (shade == index, colour, f"kinds {-(-index * count // len(_SCALE)) + 1} to {-(-(index + 1) * count // len(_SCALE))}")
                for index, colour in enumerate(_SCALE)
            ],
            title,
        )
    colours: List[Coloured] = []
    for index, number in enumerate(order.tolist()):
        meant = kind == number
        words = f"{int(meant.sum())} PEs like {pe_name(int(firsts[number]))}"
        colours.append((meant, _PALETTE[index], words))
    return chip(colours, title)


def values(of_element: "npt.NDArray[Any]", title: str) -> str:
    """One value for each element of the chip, from the smallest to the largest."""
    numbers = np.repeat(of_element, PES // len(of_element)).astype(np.float64)
    finite = np.isfinite(numbers)
    low, high = (float(numbers[finite].min()), float(numbers[finite].max())) if finite.any() else (0.0, 0.0)
    if low == high:
        alike = [(finite, _SCALE[len(_SCALE) // 2], f"{low:g}")] if finite.any() else []
    else:
        with np.errstate(over="ignore", invalid="ignore"):
            # Half of each, so that their difference is finite.
            part = (numbers / 2 - low / 2) / (high / 2 - low / 2)
        shade = np.clip(np.where(finite, part, 0) * len(_SCALE), 0, len(_SCALE) - 1).astype(np.int64)
        steps = np.linspace(low / 2, high / 2, len(_SCALE) + 1) * 2
        alike = [
            (finite & (shade == index), colour, f"{steps[index]:.4g} to {steps[index + 1]:.4g}")
            for index, colour in enumerate(_SCALE)
        ]
    if not finite.all():
        alike.append((~finite, _NOT_FINITE, "infinity or NaN"))
    return chip(alike, title)


class Drawing:
    """A drawing that notebooks show; `svg` is its text."""

    def __init__(self, svg: str) -> None:
        self.svg = svg

    def _repr_svg_(self) -> str:
        return self.svg

    def __repr__(self) -> str:
        return f"<Drawing: {len(self.svg)} characters of SVG>"
