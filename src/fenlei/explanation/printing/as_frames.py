"""A working as tracks that a player goes through frame by frame: plain data with fragments of a page.

The first track is the working itself, step by step; each step with iterations is a track of its own. Every
frame names the number that comes next, so that a reader can be asked for it before it is shown.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from fenlei.explanation.formula.nodes import Chain, Formula
from fenlei.explanation.formula.worth import value
from fenlei.explanation.printing.as_html import formulas_html, frame_html, grid_html
from fenlei.explanation.printing.as_svg import Corners, corners_of, figure_svg
from fenlei.explanation.printing.formula_mathml import math_elements
from fenlei.explanation.working import DIGITS, Frame, Working, WorkingStep

MOST_BYTES = 1_900_000  # of all tracks
_ALL = 10**9
_FEWER = ((_ALL, _ALL), (8, _ALL), (2, _ALL), (2, 12), (2, 4), (0, 1))  # pictures, formulas of a frame

Played = dict[str, Any]


def working_tracks(working: Working, digits: int = DIGITS, most: int = MOST_BYTES) -> list[Played]:
    """The tracks, in at most about `most` bytes: pictures are left out first, then formulas.

    Examples
    --------
    >>> from fenlei import KMeans
    >>> from fenlei.explanation import explain_fit
    >>> X = [[0.0], [1.0], [9.0], [10.0]]
    >>> tracks = working_tracks(explain_fit(KMeans(2, init=[[0.0], [1.0]]).fit(X), X))
    >>> [(track["key"], len(track["frames"])) for track in tracks]
    [('steps', 4), ('kmeans_rounds', 6)]
    """
    for pictures, formulas in _FEWER:
        tracks = [_whole(working, digits, pictures, formulas)]
        tracks += [_track(step, digits, pictures, formulas) for step in working.steps if step.frames]
        if sum(map(_size, tracks)) <= most:
            break
    return tracks


def _size(track: Played) -> int:
    return sum(len(each["html"].encode()) + len(each["figure"].encode()) for each in track["frames"])


def _whole(working: Working, digits: int, pictures: int, formulas: int) -> Played:
    frames = [_step(step, digits, i < pictures, formulas) for i, step in enumerate(working.steps)]
    return {"key": "steps", "title": working.head, "says": "", "objective": "", "frames": frames}


def _step(step: WorkingStep, digits: int, is_drawn: bool, most: int) -> Played:
    shown = step.formulas[:most]
    parts = [*formulas_html(shown, digits)]
    parts += [grid_html(grid, "" if grid.title == step.title else grid.title, digits) for grid in step.grids]
    figure = "" if step.figure is None or not is_drawn else figure_svg(step.figure)
    return {
        "caption": step.title,
        "says": step.says,
        "html": "".join(parts),
        "figure": figure,
        "rows": [],
        "iteration": 0,
        "objective": None,
        "asked": asked_number(step.formulas, digits),
    }


def _track(step: WorkingStep, digits: int, pictures: int, formulas: int) -> Played:
    corners, last = corners_of(frame.figure for frame in step.frames), len(step.frames) - 1
    frames = [
        _frame(frame, digits, i < pictures - 1 or (i == last and pictures > 0), formulas, corners)
        for i, frame in enumerate(step.frames)
    ]
    return {
        "key": step.key,
        "title": step.title,
        "says": step.says,
        "objective": step.objective,
        "frames": _numbered(frames),
    }


def _numbered(frames: Sequence[Played]) -> list[Played]:
    """Iterations that have no number of their own are counted."""
    if all(frame["iteration"] == 0 for frame in frames):
        return [{**frame, "iteration": i + 1} for i, frame in enumerate(frames)]
    return list(frames)


def _frame(frame: Frame, digits: int, is_drawn: bool, most: int, corners: Corners) -> Played:
    shown = replace(frame, formulas=frame.formulas[:most])
    figure = "" if frame.figure is None or not is_drawn else figure_svg(frame.figure, corners)
    return {
        "caption": frame.caption,
        "says": "",
        "html": frame_html(shown, digits),
        "figure": figure,
        "rows": list(frame.rows),
        "iteration": frame.iteration,
        "objective": frame.objective,
        "asked": asked_number(frame.formulas, digits),
    }


def asked_number(formulas: Iterable[Formula], digits: int = DIGITS) -> Played | None:
    """The number that a reader is asked for: the last side of a formula, best of one with numbers put in.

    Examples
    --------
    >>> from fenlei.explanation.formula import Chain, CountRatio, Letter, Number
    >>> asked_number([Chain((Letter("P"), CountRatio(4, 7), Number(4 / 7)))])["value"]
    0.5714285714285714
    """
    chains = [each for each in formulas if isinstance(each, Chain)]
    numbers = [(each, found) for each in chains if (found := _last_number(each)) is not None]
    if not numbers:
        return None
    formula, found = max(numbers, key=lambda pair: min(len(pair[0].sides), 3))
    letters = [side for side in formula.sides[:-1] if value(side) is None] or [formula.sides[0]]
    hint = formula.sides[:-1]
    return {
        "value": found,
        "question": _mathml(letters[:1], digits),
        "hint": _mathml(hint, digits) if len(hint) > 1 else "",
    }


def _last_number(formula: Chain) -> float | None:
    if value(formula.sides[0]) is not None:
        return None
    found = value(formula.sides[-1])
    return float(found) if isinstance(found, float) and np.isfinite(found) else None


def _mathml(sides: Sequence[Formula], digits: int) -> str:
    whole: Formula = Chain(tuple(sides)) if len(sides) > 1 else sides[0]
    return f'<div class="formula">{" ".join(math_elements(whole, digits))}</div>'
