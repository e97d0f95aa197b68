"""Multidimensional scaling by stress majorisation: every step with its stress; and the point of one row.

stress = Σ_{i<j} (d_ij - δ̂_ij)²,   z_i ← (1/n) Σ_j (δ̂_ij / d_ij) (z_i - z_j)
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from fenlei.explanation.figures import Curve
from fenlei.explanation.fit.iterations import in_full, thinned
from fenlei.explanation.formula.building import (
    chain,
    function,
    letter,
    minus,
    over,
    plus,
    squared,
    summed,
    times,
    total,
    vector,
)
from fenlei.explanation.formula.nodes import Chain, Formula
from fenlei.explanation.placed_row import PlacedRow
from fenlei.explanation.reduction.classical_scaling import distance_step, map_picture, row_distance
from fenlei.explanation.reduction.distances import distance_chain
from fenlei.explanation.reduction.traced_map import ends_at, frame_map, traced_runs
from fenlei.explanation.terms import ModelTerms
from fenlei.explanation.training_rows import FittedRows
from fenlei.explanation.working import Frame, WorkingStep
from fenlei.kernels import Array
from fenlei.reduce.mds.smacof import StressProblem, StressStep, first_disparities, monotone

if TYPE_CHECKING:
    from fenlei.reduce import MDS

MOST_PAIRS = 5
SOURCE = "000, 60"


def fit(model: Any, rows: FittedRows, terms: ModelTerms) -> list[WorkingStep]:
    """Dissimilarities, the steps from the start, and the stress of the map."""
    D, Z = np.asarray(model.dissimilarity_matrix_, float), np.asarray(model.embedding_, float)
    problem = model._problem(D, None, model._rule()[1])
    steps, wanted = [distance_step(model, rows.X, D, terms)], None
    runs = traced_runs(model, rows.X, StressStep)
    best = next((r for r, run in enumerate(runs) if ends_at(run, Z)), None)
    if best is not None:
        maps = [model._starts(D, None)[best], *(np.asarray(step.points) for step in runs[best])]
        wanted = _disparities(problem, maps)
        steps.append(_start_step(problem, maps[0], wanted[0], model, terms))
        steps.append(_transform_step(problem, maps, wanted, runs[best], model, terms))
    else:  # the start was drawn, and its seed is not kept
        steps.append(_map_distances(Z, terms))
    if problem.ranks is None or wanted is not None:
        last = problem.dissimilarities if wanted is None else wanted[-1]
        return [*steps, _end_step(model, problem, Z, last, terms)]
    return [*steps, terms.step("stress_end", [chain(letter("σ"), float(model.stress_))], source=SOURCE)]


def position(model: Any, placed: PlacedRow, terms: ModelTerms) -> list[WorkingStep]:
    """A training row's dissimilarities, its distances on the map, and its part of the stress."""
    assert placed.rows is not None
    D, Z, i = (
        np.asarray(model.dissimilarity_matrix_, float),
        np.asarray(model.embedding_, float),
        placed.number,
    )
    problem = model._problem(D, None, model._rule()[1])
    wanted = D if problem.ranks is None else monotone(problem.ranks, Z)
    near = [int(j) for j in np.argsort(D[i], kind="stable") if j != i][:MOST_PAIRS]
    distance = np.linalg.norm(Z - Z[i], axis=1)
    gaps = (_weights(problem)[i] * (distance - wanted[i]) ** 2)[np.arange(len(D)) != i]
    pairs = [distance_chain(letter("d", f"{i + 1},{j + 1}"), Z[i], Z[j], distance[j]) for j in near]
    part = chain(letter("σ", i + 1), _gap_letters("j"), summed(gaps), float(gaps.sum()))
    point = chain(letter("z", i + 1), vector(Z[i]))
    return [
        terms.step(
            "mds_row_distances",
            [row_distance(model, placed.rows, D, i, j) for j in near],
            shown=len(near),
            n=len(D),
        ),
        terms.step("stress_row_distances", pairs, source=SOURCE),
        terms.step("stress_row_part", [part, point], figure=map_picture(Z, terms, i), source=SOURCE),
    ]


def _disparities(problem: StressProblem, maps: list[Array]) -> list[Array]:
    """What the distances of each map are compared with: dissimilarities, or the order of them."""
    first = first_disparities(problem)
    if problem.ranks is None:
        return [first] * len(maps)
    later = [monotone(problem.ranks, Z) for Z in maps[1:-1]]
    return [first, first, *later]


def _weights(problem: StressProblem) -> Array:
    n = len(problem.dissimilarities)
    return problem.weights if len(problem.weights) else np.ones((n, n))


def _gap_letters(index: str) -> Formula:
    return total(index, squared(plus(letter("d", "ij"), minus(letter("δ", "ij")))))


def _pairs(problem: StressProblem, Z: Array, wanted: Array) -> tuple[Array, Array]:
    """w (d - δ̂)² and w d² of the pairs i < j."""
    i, j = np.triu_indices(len(Z), 1)
    d, w = np.linalg.norm(Z[i] - Z[j], axis=1), _weights(problem)[i, j]
    return w * (d - wanted[i, j]) ** 2, w * d**2


def _start_step(
    problem: StressProblem, Z: Array, wanted: Array, model: MDS, terms: ModelTerms
) -> WorkingStep:
    gaps = _pairs(problem, Z, wanted)[0]
    chains = [
        chain(letter("z", 1, "(0)"), vector(Z[0])),
        chain(letter("σ", "", "(0)"), _gap_letters("i<j"), summed(gaps), float(model.history_[0])),
    ]
    key = "stress_start" if problem.ranks is None else "stress_start_ranks"
    return terms.step(key, chains, figure=map_picture(Z, terms), source=SOURCE)


def _transform_step(
    problem: StressProblem,
    maps: list[Array],
    wanted: list[Array],
    run: list[StressStep],
    model: MDS,
    terms: ModelTerms,
) -> WorkingStep:
    """Guttman's transform of the first row, and the stress after each step."""
    shown = thinned(len(run))
    full, frames = in_full(shown), []
    for t in shown:
        own = float(run[t].stress)
        chains = [chain(letter("σ", "", f"({t + 1})"), own)]
        if t in full:
            gaps = _pairs(problem, maps[t + 1], wanted[t + 1])[0]
            chains = [
                *_moved(problem, maps[t], maps[t + 1], wanted[t + 1]),
                chain(letter("σ", "", f"({t + 1})"), summed(gaps), own),
            ]
        caption = terms.say("stress_caption", step=t + 1)
        figure = frame_map(caption, maps[t + 1], len(shown), terms)
        frames.append(Frame(caption, tuple(chains), None, figure, t + 1, own))
    history = tuple(float(value) for value in model.history_)
    ends = {"first": f"{history[0]:.6g}", "last": f"{history[-1]:.6g}"}
    sentence = terms.say("stress_sentence", steps=len(run), **ends)
    figure = Curve(
        sentence, terms.say("iteration"), "σ", ("σ",), tuple(map(float, range(len(history)))), (history,)
    )
    facts: dict[str, Any] = {"steps": len(run), "shown": len(shown)}
    return terms.step("stress_steps", figure=figure, frames=frames, source=SOURCE, objective="σ", **facts)


def _moved(problem: StressProblem, old: Array, new: Array, wanted: Array) -> list[Chain]:
    """z_1 after the step; with weights of the pairs the result alone."""
    if len(problem.weights):
        return [chain(letter("z", 1), vector(new[0]))]
    n, away = len(old), old[0] - old
    d = np.linalg.norm(away, axis=1)
    ratio = np.divide(wanted[0], d, out=np.zeros(n), where=d > 0)
    inner = times(over(letter("δ", "1j"), letter("d", "1j")), plus(letter("z", 1), minus(letter("z", "j"))))
    letters = over(total("j", inner), letter("n"))
    return [
        chain(
            letter("z", f"1,{k + 1}"), letters, over(summed(ratio * away[:, k]), float(n)), float(new[0, k])
        )
        for k in range(min(old.shape[1], 2))
    ]


def _map_distances(Z: Array, terms: ModelTerms) -> WorkingStep:
    """d_1j = ‖z_1 - z_j‖ of the first points of the map."""
    others = range(1, min(len(Z), MOST_PAIRS + 1))
    found = [float(np.linalg.norm(Z[0] - Z[j])) for j in others]
    chains = [distance_chain(letter("d", f"1,{j + 1}"), Z[0], Z[j], found[j - 1]) for j in others]
    return terms.step("stress_drawn", chains, source=SOURCE)


def _end_step(model: MDS, problem: StressProblem, Z: Array, wanted: Array, terms: ModelTerms) -> WorkingStep:
    """The stress of the map; free of units it is divided by the squares of the distances."""
    gaps, squares = _pairs(problem, Z, wanted)
    raw = float(model.history_[-1])
    chains = [chain(letter("σ"), _gap_letters("i<j"), summed(gaps), raw)]
    if float(model.stress_) != raw:
        whole = float(squares.sum()) or 1.0
        letters = function("sqrt", over(letter("σ"), total("i<j", squared(letter("d", "ij")))))
        chains.append(
            chain(letter("σ", "", "(1)"), letters, function("sqrt", over(raw, whole)), float(model.stress_))
        )
    chains += [chain(letter("z", 1), vector(Z[0]))]
    return terms.step("stress_end", chains, figure=map_picture(Z, terms), source=SOURCE)
