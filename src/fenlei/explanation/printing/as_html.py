"""A working as a fragment of a page: MathML, tables and SVG; what the data says is escaped."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from html import escape

from fenlei.explanation.formula.nodes import Formula
from fenlei.explanation.printing.as_svg import Corners, corners_of, figure_svg
from fenlei.explanation.printing.columns import written
from fenlei.explanation.printing.formula_mathml import math_elements
from fenlei.explanation.texts import text
from fenlei.explanation.working import DIGITS, Frame, Grid, Working, WorkingStep

_OPEN = 8  # iterations that are shown; the others are folded
MOST_BYTES = 180_000  # of the steps, so that a page has 200 kB at most
ALL = 10**9
# Iterations, formulas, lines of a step, and pictures of iterations: tried until the steps are short enough.
_FEWER = (
    *((frames, ALL, ALL, pictures) for frames, pictures in ((60, ALL), (60, 8), (60, 2), (30, 2), (15, 2))),
    *((frames, ALL, ALL, 2) for frames in (8, 4, 2)),
    *((2, formulas, lines, 2) for formulas, lines in ((24, 200), (12, 60), (6, 30), (3, 15), (1, 8))),
)


def working_html(working: Working, digits: int = DIGITS) -> str:
    """Head, row, steps and conclusion, as sections."""
    parts = [f'<div class="fenlei-working" lang="{"zh-CN" if working.lang == "zh" else "en"}">']
    parts.append(f"<h2>{escape(working.head)}</h2>")
    if working.row:
        cells = working.row_lines().items()
        lines = (f"<tr><th scope='row'>{escape(k)}</th><td>{escape(v)}</td></tr>" for k, v in cells)
        parts.append(f"<table><tbody>{''.join(lines)}</tbody></table>")
    parts += [f"<p>{escape(note)}</p>" for note in working.notes]
    parts += steps_html(working, digits)
    return "\n".join([*parts, f"<p><strong>{escape(working.conclusion)}</strong></p>", "</div>"])


def steps_html(working: Working, digits: int = DIGITS, most: int = MOST_BYTES) -> list[str]:
    """The steps alone, each a section, in `most` bytes if leaving out parts of them is enough for that."""
    return [
        f'<section class="step">\n<h2>{number}. {escape(title)}</h2>\n{body}\n</section>'
        for number, (title, body) in enumerate(step_bodies(working, digits, most), 1)
    ]


def step_bodies(working: Working, digits: int = DIGITS, most: int = MOST_BYTES) -> list[tuple[str, str]]:
    """Title and content of each step."""
    for fewer in _FEWER:
        bodies = ["\n".join(_step(step, fewer, digits, working.lang)) for step in working.steps]
        if sum(len(body.encode()) for body in bodies) <= most:
            break
    return [(step.title, body) for step, body in zip(working.steps, bodies, strict=True)]


def _with_fewer(step: WorkingStep, frames: int, formulas: int, lines: int, pictures: int) -> WorkingStep:
    """The step with the first iterations and the last one, the first formulas, lines and pictures."""
    shown = step.frames if len(step.frames) <= frames else (*step.frames[: frames - 1], step.frames[-1])
    last = len(shown) - 1
    shown = tuple(
        replace(
            frame,
            formulas=frame.formulas[:formulas],
            figure=frame.figure if i < pictures - 1 or i == last else None,
        )
        for i, frame in enumerate(shown)
    )
    grids = tuple(grid._replace(rows=grid.rows[:lines]) for grid in step.grids)
    return replace(step, frames=shown, formulas=step.formulas[:formulas], grids=grids)


def _step(whole: WorkingStep, fewer: tuple[int, int, int, int], digits: int, lang: str) -> Iterator[str]:
    step = _with_fewer(whole, *fewer)
    if step.says:
        yield f'<p class="says">{escape(step.says)}</p>'
    yield from formulas_html(step.formulas, digits)
    yield from _cut("cut_formulas", len(step.formulas), len(whole.formulas), lang)
    for grid, all_lines in zip(step.grids, whole.grids, strict=True):
        yield grid_html(grid, "" if grid.title == step.title else grid.title, digits)
        yield from _cut("cut_lines", len(grid.rows), len(all_lines.rows), lang)
    corners = corners_of(frame.figure for frame in whole.frames)
    yield from (_frame(frame, digits, corners) for frame in step.frames[:_OPEN])
    if folded := step.frames[_OPEN:]:
        inside = "".join(_frame(frame, digits, corners) for frame in folded)
        words = escape(text("more_frames", lang, count=len(folded)))
        yield f"<details><summary>{words}</summary>{inside}</details>"
    yield from _cut("cut_frames", len(step.frames), len(whole.frames), lang)
    if step.figure is not None:
        said = escape(step.figure.sentence)
        yield f"<figure>{figure_svg(step.figure)}<figcaption>{said}</figcaption></figure>"
    if step.source:
        yield f'<p class="source">{escape(text("source", lang, source=step.source))}</p>'


def _cut(key: str, shown: int, total: int, lang: str) -> Iterator[str]:
    """How many are left out, if any."""
    if shown < total:
        yield f'<p class="source">{escape(text(key, lang, count=total - shown, total=total))}</p>'


def _frame(frame: Frame, digits: int, corners: Corners) -> str:
    caption = f'<p class="caption">{escape(frame.caption)}</p>'
    picture = "" if frame.figure is None else f"<figure>{figure_svg(frame.figure, corners)}</figure>"
    return f'<div class="frame">{caption}{frame_html(frame, digits)}{picture}</div>'


def frame_html(frame: Frame, digits: int) -> str:
    """Formulas and table of an iteration."""
    parts = [*formulas_html(frame.formulas, digits)]
    return "".join(parts if frame.grid is None else [*parts, grid_html(frame.grid, frame.grid.title, digits)])


def formulas_html(formulas: tuple[Formula, ...], digits: int) -> Iterator[str]:
    """Each formula in an element of its own."""
    for formula in formulas:
        yield f'<div class="formula" tabindex="0">{" ".join(math_elements(formula, digits))}</div>'


def grid_html(grid: Grid, title: str, digits: int) -> str:
    """A table with its title, if it has one."""
    headings, rows = written(grid, digits)
    head = "".join(f'<th scope="col"{_kind(is_number)}>{escape(word)}</th>' for word, is_number in headings)
    lines = ("".join(f"<td{_kind(is_number)}>{escape(word)}</td>" for word, is_number in row) for row in rows)
    body = "\n".join(f"<tr>{line}</tr>" for line in lines)
    caption = f"<caption>{escape(title)}</caption>" if title else ""
    table = f'<table class="plain">{caption}<thead><tr>{head}</tr></thead>\n<tbody>{body}</tbody></table>'
    return f'<div class="scroll" tabindex="0">{table}</div>'


def _kind(is_number: bool) -> str:
    return ' class="number"' if is_number else ""
