"""Sequential minimal optimisation pair by pair: the fit itself, told step by step (`fenlei.trace`)."""

from __future__ import annotations

import warnings
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from sklearn.base import clone

from fenlei.explanation.fit.iterations import thinned
from fenlei.explanation.fit.svm.machines import Machine
from fenlei.explanation.formula.building import chain, function, letter, minus, number, over, plus, times
from fenlei.explanation.formula.nodes import Chain
from fenlei.explanation.frame_pictures import RowPicture, is_drawable
from fenlei.explanation.terms import ModelTerms
from fenlei.explanation.training_rows import FittedRows
from fenlei.explanation.working import Frame, WorkingStep
from fenlei.kernels import Array
from fenlei.trace import tracing

if TYPE_CHECKING:
    from fenlei.svm import SVC
    from fenlei.svm.dual.dual_problem import DualStep

MOST_ROWS = 1000  # of a fit that is done again


class PairStep(NamedTuple):
    """One step: α of two rows move, those of the others stay."""

    i: int  # rows of the machine
    j: int
    before: tuple[float, float]  # α of both
    after: tuple[float, float]
    gap: float  # by which the optimality conditions are violated afterwards
    beta: Array  # (m,) y α before the step, y = +1 for the first class


class Steps(NamedTuple):
    """The steps of one machine."""

    pairs: list[PairStep]
    total: int  # of all steps; those after `pairs` were told in parts
    # largest change of an α at the end, by the equations of the rows on the margin; None: not reached
    rest: float | None


def steps_of(model: SVC, rows: FittedRows, machines: list[Machine]) -> list[Steps]:
    """The steps of each machine; empty where there are too many rows to fit again."""
    if rows.n > MOST_ROWS:
        return []
    told: list[Any] = []
    with tracing(told.append), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        again = clone(model).set_params(probability=False, verbose=False)
        again.fit(rows.X, model.classes_[rows.codes])
    parts = _by_machine([step for step in told if hasattr(step, "beta")])
    if len(parts) != len(machines):
        return []
    return [_pairs(part, model.tol) for part in parts]


def _by_machine(told: list[DualStep]) -> list[list[DualStep]]:
    """A machine starts at step 1; its last word may have the number of the step before."""
    parts: list[list[DualStep]] = []
    for step in told:
        last = parts[-1] if parts else []
        new = step.iteration == 1 and not (len(last) == 1 and last[0].iteration == 1)
        if new or not parts:
            parts.append([step])
        else:
            last.append(step)
    return parts


def _pairs(told: list[DualStep], tol: float) -> Steps:
    """Steps of two rows each; a fit that reaches `tol` says a last word, after the equations."""
    found: list[PairStep] = []
    before, count = np.zeros_like(told[0].beta), 0
    rest: float | None = None
    for step in told:
        moved = step.beta - before
        up, down = np.flatnonzero(moved > 0), np.flatnonzero(moved < 0)
        if len(up) == 1 and len(down) == 1 and step.iteration == len(found) + 1:
            i, j = int(up[0]), int(down[0])
            pair = (abs(float(before[i])), abs(float(before[j])))
            after = (abs(float(step.beta[i])), abs(float(step.beta[j])))
            found.append(PairStep(i, j, pair, after, float(step.gap), before))
        if step is told[-1] and step.gap <= tol:
            rest = float(np.abs(moved).max(initial=0.0))
        else:
            count = step.iteration
        before = step.beta
    return Steps(found, count, rest)


def smo_step(
    machine: Machine, steps: Steps, most: int, terms: ModelTerms, rows: FittedRows, is_linear: bool
) -> WorkingStep:
    """At most `most` steps; of two features with the rows whose α is not zero, and the line of w."""
    shown = thinned(len(steps.pairs), most, most // 3)
    X = rows.X[machine.rows]
    picture = RowPicture(X, rows.codes[machine.rows], terms.classes, terms)
    drawn = picture if is_drawable(X, len(shown)) else None
    frames = [
        _drawn(_frame(t, steps.pairs[t], machine, terms), t, steps.pairs[t], machine, drawn, is_linear)
        for t in shown
    ]
    gaps = [(t + 1, steps.pairs[t].gap) for t in shown]
    grid = terms.grid("smo", terms.words("iteration", "gap"), gaps)
    facts: dict[str, Any] = {
        "pair": machine.name,
        "steps": steps.total,
        "shown": len(shown),
        "rest": "" if steps.rest is None else f"{steps.rest:.3g}",
    }
    key = "fit_smo_cut" if steps.rest is None else "fit_smo"
    return terms.step(key, [], [grid], None, frames, "002, 5.2", terms.say("gap"), **facts)


def _drawn(
    frame: Frame, t: int, step: PairStep, machine: Machine, picture: RowPicture | None, is_linear: bool
) -> Frame:
    """The frame with its two rows; rings where α > 0 after the step, and b in the middle of its bounds."""
    used = tuple(int(machine.rows[k]) for k in (step.i, step.j))
    found = replace(frame, iteration=t + 1, objective=step.gap, rows=used)
    if picture is None:
        return found
    y, beta = machine.sign * machine.y, step.beta.copy()
    for k, alpha in zip((step.i, step.j), step.after, strict=True):
        beta[k] = alpha * y[k]
    ringed = np.flatnonzero(beta).tolist()
    line = _line(picture.X, y, beta, machine) if is_linear else None
    return replace(found, figure=picture.figure(frame.caption, ringed=ringed, line=line))


def _line(X: Array, y: Array, beta: Array, machine: Machine) -> list[float]:
    """w = Σ β x, and b in the middle of what the optimality conditions of the rows allow."""
    w, high = beta @ X, np.where(y > 0, machine.bound, 0.0)
    low = np.where(y > 0, 0.0, -machine.bound)
    left = y - X @ w
    up, down = left[beta < high], left[beta > low]
    b = 0.5 * (float(up.max(initial=-np.inf)) + float(down.min(initial=np.inf)))
    return [*w.tolist(), b if np.isfinite(b) else 0.0]


def _frame(t: int, step: PairStep, machine: Machine, terms: ModelTerms) -> Frame:
    """η = κ_ii + κ_jj - 2 κ_ij; the step (g_j - g_i) / η, as far as the box allows; the new α."""
    i, j = step.i, step.j
    rows = int(machine.rows[i]) + 1, int(machine.rows[j]) + 1
    caption = terms.say("smo_caption", step=t + 1, first=rows[0], second=rows[1], gap=f"{step.gap:.3g}")
    if machine.K is None or machine.is_steep:
        return Frame(caption, tuple(_moved(step, rows)))
    K, y = machine.K, machine.sign * machine.y
    eta = float(K[i, i] + K[j, j] - 2 * K[i, j])
    g = K @ step.beta - y
    low, high = np.where(y > 0, 0.0, -machine.bound), np.where(y > 0, machine.bound, 0.0)
    room = float(high[i] - step.beta[i]), float(step.beta[j] - low[j])
    length = min(float(g[j] - g[i]) / max(eta, 1e-12), *room)
    names = [f"{a}, {b}" for a, b in ((rows[0],) * 2, (rows[1],) * 2, rows)]
    bend = plus(letter("κ", names[0]), letter("κ", names[1]), minus(times(2.0, letter("κ", names[2]))))
    numbers = plus(float(K[i, i]), float(K[j, j]), minus(times(2.0, float(K[i, j]))))
    chains = [chain(letter("η"), bend, numbers, eta)]
    newton = over(plus(float(g[j]), minus(float(g[i]))), max(eta, 1e-12))
    limits = [number(each) for each in room if np.isfinite(each)]
    letters = over(plus(letter("g", rows[1]), minus(letter("g", rows[0]))), letter("η"))
    if eta <= 1e-9:
        return Frame(caption, (*chains, *_moved(step, rows)))
    chains.append(chain(letter("t"), letters, function("min", newton, *limits) if limits else newton, length))
    return Frame(caption, (*chains, *_moved(step, rows, (y[i] * length, -y[j] * length))))


def _moved(step: PairStep, rows: tuple[int, int], by: tuple[float, float] | None = None) -> list[Chain]:
    """α_i + y_i t and α_j - y_j t."""
    chains = []
    for k, row in enumerate(rows):
        put_in = [] if by is None else [plus(step.before[k], float(by[k]))]
        chains.append(chain(letter("α", row), *put_in, step.after[k]))
    return chains
