"""SNE and t-SNE: neighbourhoods as probabilities, in the rows and on the map; and the point of one row.

p_j|i = exp(-d_ij² / 2σ_i²) / Σ,   q = exp(-|y_i - y_j|²) / Σ  or  (1 + |y_i - y_j|²)⁻¹ / Σ,   Σ p ln(p / q)
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fenlei.explanation.fit.iterations import in_full, thinned
from fenlei.explanation.formula.building import (
    added,
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
from fenlei.explanation.formula.nodes import Chain, Formula, Number, Power
from fenlei.explanation.placed_row import PlacedRow
from fenlei.explanation.reduction.classical_scaling import map_picture
from fenlei.explanation.reduction.distances import distance_chain, is_euclidean
from fenlei.explanation.reduction.traced_map import ends_at, frame_map, traced_runs
from fenlei.explanation.terms import ModelTerms
from fenlei.explanation.training_rows import FittedRows
from fenlei.explanation.working import Frame, WorkingStep
from fenlei.kernels import Array
from fenlei.reduce.tsne.affinities import conditional, neighbours_for, squares, widths
from fenlei.reduce.tsne.gradient_descent import MapStep
from fenlei.reduce.tsne.sne import SNE

if TYPE_CHECKING:
    from fenlei.annotations import Matrix
    from fenlei.reduce import SNE, TSNE

MOST_NEAR, MOST_ROWS = 4, 2000
SMALLEST = 1e-290  # of a sum: below it weights underflow
NARROW = 1e-4  # of a distance: a width below it weighs rounding
SOURCE = "000, 64"


class Neighbourhood(NamedTuple):
    """The neighbours of one row, nearest first, and their probabilities."""

    rows: Array  # (k,)
    distance: Array  # (k,)
    p: Array  # (k,)
    sigma: float


def fit(model: SNE | TSNE, rows: FittedRows, terms: ModelTerms) -> list[WorkingStep]:
    """Distances and probabilities of the first row, those on the map, the divergence, and the way there."""
    X, Y = rows.X, np.asarray(model.embedding_, float)
    near = _neighbourhood(model, X[:1], own=True)
    steps = [_distance_step(model, X[0], X, near, terms), _affinity_step(near, terms)]
    steps += [] if _nu(model) == 0.0 else [_joint_step(model, X, near, terms)]
    if len(X) > MOST_ROWS:
        chains = [chain(letter("KL"), float(model.kl_divergence_))]
        return [*steps, terms.step("map_divergence", chains, source=SOURCE)]
    P = _probabilities(model)
    steps.append(_map_step(model, Y, near, np.exp(_log_similarities(model, Y)[0]), terms))
    runs = traced_runs(model, X, MapStep)
    if runs and ends_at(runs[-1], Y):
        steps.append(_descent_step(model, runs[-1], P, terms))
    return [*steps, _divergence_step(model, P, Y, terms)]


def position(model: SNE | TSNE, placed: PlacedRow, terms: ModelTerms) -> list[WorkingStep]:
    """The row's neighbours and their probabilities, those at its point, and the divergence there."""
    x, y, Y = placed.x, placed.coordinates(model), np.asarray(model.embedding_, float)
    near, known = _neighbourhood(model, x[None]), None
    if near.distance[0] == 0.0:  # a training row, which is where it is
        known = int(near.rows[0])
        near = _neighbourhood(model, model._rows.X[[known]], own=True, row=known)
    w = _weights(model, ((y - Y) ** 2).sum(axis=1))
    w[[] if known is None else [known]] = 0.0
    q = w / w.sum()
    parts = near.p * np.log(np.where(near.p > 0, near.p, 1.0) / np.maximum(q[near.rows], 1e-300))
    shown = [_q_chain(model, y, Y, int(j), w, float(q[j])) for j in near.rows[:MOST_NEAR]]
    letters = total("j", times(letter("p", "j"), function("ln", over(letter("p", "j"), letter("q", "j")))))
    loss = chain(letter("KL"), letters, summed(parts), float(parts.sum()))
    key = "map_row_new" if known is None else "map_row_known"
    return [
        _distance_step(model, x, model.model_.X, near, terms),
        _affinity_step(near, terms),
        terms.step("map_similarities", shown, source=SOURCE),
        terms.step(key, [loss, chain(letter("y"), vector(y))], source=SOURCE),
    ]


# --- probabilities of the rows


def _nu(model: SNE | TSNE) -> float:
    """Degrees of freedom of Student's t; 0 for the Gaussian of SNE."""
    return 0.0 if isinstance(model, SNE) else float(max(model.embedding_.shape[1] - 1, 1))


def _neighbourhood(model: SNE | TSNE, x: Matrix, own: bool = False, row: int = 0) -> Neighbourhood:
    """Neighbours of a new row; or with `own` of a training row, without itself."""
    n = len(model.embedding_)
    exact = _nu(model) == 0.0 or model.method == "exact"
    if not own:
        k = neighbours_for(model.perplexity, n)
        distance, index = model._rows.kneighbors(x, k)
    else:
        k = n - 1 if exact else neighbours_for(model.perplexity, n - 1)
        every = model._rows.X if row else x
        distance, index = (part[row : row + 1] for part in model._rows.kneighbors(every, k, own=True))
    perplexity = model.perplexity if own else min(model.perplexity, k)
    p = conditional(squares(distance, x), perplexity)
    return Neighbourhood(index[0], distance[0], p[0], float(widths(distance, x, perplexity)[0]))


def _distance_step(
    model: SNE | TSNE, x: Array, X: Any, near: Neighbourhood, terms: ModelTerms
) -> WorkingStep:
    plain = isinstance(X, np.ndarray) and is_euclidean(model)
    chains = [
        distance_chain(letter("d", int(j) + 1), x, X[j] if plain else x, near.distance[e], plain)
        for e, j in enumerate(near.rows[:MOST_NEAR])
    ]
    return terms.step("map_distances", chains, source=SOURCE, shown=len(chains), count=len(near.rows))


def _affinity_step(near: Neighbourhood, terms: ModelTerms) -> WorkingStep:
    """p_j|i of the nearest rows, and the perplexity that σ gives."""
    square = near.distance**2 - near.distance[0] ** 2
    clear = np.isfinite(near.sigma) and near.sigma > NARROW * float(near.distance.max())
    inner = function("exp", minus(over(squared(letter("d", "j")), times(2.0, squared(letter("σ"))))))
    chains: list[Chain] = [chain(letter("σ"), near.sigma)]
    whole = 1.0
    if clear:
        raised = np.exp(-square / (2.0 * near.sigma**2))
        whole = float(raised.sum())
        below = added([_raised(s, near.sigma) for s in square[:9]], raised)
        chains.append(chain(letter("Z"), total("j", inner), below, whole))
    for e in range(min(len(near.p), MOST_NEAR)):
        put_in = [over(_raised(square[e], near.sigma), whole)] if clear else []
        left = letter("p", int(near.rows[e]) + 1)
        chains.append(chain(left, over(inner, letter("Z")), *put_in, float(near.p[e])))
    parts = -near.p * np.log(np.where(near.p > 0, near.p, 1.0))
    entropy = float(parts.sum())
    negative = minus(total("j", times(letter("p", "j"), function("ln", letter("p", "j")))))
    chains.append(chain(letter("H"), negative, summed(parts), entropy))
    perplexity = function("exp", entropy)
    chains.append(chain(letter("Perp"), function("exp", letter("H")), perplexity, float(np.exp(entropy))))
    return terms.step("map_affinities", chains, source=SOURCE)


def _raised(square: float, sigma: float) -> Formula:
    return function("exp", minus(over(float(square), times(2.0, squared(sigma)))))


def _joint_step(model: SNE | TSNE, X: Array, near: Neighbourhood, terms: ModelTerms) -> WorkingStep:
    """p_1j = (p_j|1 + p_1|j) / 2n."""
    n, joint, chains = len(X), model.joint_, []
    for e, j in enumerate(near.rows[:MOST_NEAR].tolist()):
        back = _neighbourhood(model, X[[j]], own=True, row=j)
        met = np.flatnonzero(back.rows == 0)
        other = float(back.p[met[0]]) if len(met) else 0.0
        letters = over(plus(letter("p", f"{j + 1}|1"), letter("p", f"1|{j + 1}")), times(2.0, letter("n")))
        put_in = over(plus(float(near.p[e]), other), times(2.0, float(n)))
        chains.append(chain(letter("p", f"1,{j + 1}"), letters, put_in, float(joint[0, j])))
    return terms.step("map_joint", chains, source=SOURCE)


def _probabilities(model: SNE | TSNE) -> Array:
    if _nu(model) == 0.0:
        return np.asarray(model.conditional_, float)
    joint = model.joint_
    return np.asarray(joint.todense() if hasattr(joint, "todense") else joint, float)


# --- on the map


def _weights(model: SNE | TSNE, square: Array) -> Array:
    nu = _nu(model)
    if nu == 0.0:
        return np.exp(square.min() - square)
    return (1.0 + square / nu) ** (-0.5 * (nu + 1.0))


def _log_weights(model: SNE | TSNE, Y: Array) -> Array:
    """Logarithms (n, n) of exp(-|y_i - y_j|²), or of Student's t; -inf on the diagonal."""
    square = ((Y[:, None] - Y) ** 2).sum(axis=2)
    nu = _nu(model)
    log_w = -square if nu == 0.0 else -0.5 * (nu + 1.0) * np.log1p(square / nu)
    np.fill_diagonal(log_w, -np.inf)
    return log_w


def _log_similarities(model: SNE | TSNE, Y: Array) -> Array:
    """ln q (n, n): over the row for SNE, over all pairs for t-SNE."""
    log_w = _log_weights(model, Y)
    whole = np.logaddexp.reduce(log_w, axis=1)
    return log_w - (whole[:, None] if _nu(model) == 0.0 else np.logaddexp.reduce(whole))


def _map_step(model: SNE | TSNE, Y: Array, near: Neighbourhood, q: Array, terms: ModelTerms) -> WorkingStep:
    """q of the first row with its neighbours; Z is the sum over its pairs for SNE, over all for t-SNE."""
    gaussian = _nu(model) == 0.0
    log_w = _log_weights(model, Y)
    everything = float(np.exp(log_w[0] if gaussian else log_w).sum())
    chains = [chain(letter("Z"), everything)]
    for j in near.rows[:MOST_NEAR].tolist():
        left = letter("q", f"{j + 1}|1" if gaussian else f"1,{j + 1}")
        put_in = [over(_weight_formula(model, Y[0], Y[j]), everything)] if everything > SMALLEST else []
        chains.append(chain(left, *put_in, float(q[j])))
    return terms.step("map_similarities", chains, source=SOURCE)


def _weight_formula(model: SNE | TSNE, a: Array, b: Array) -> Formula:
    """exp(-|a - b|²), or (1 + |a - b|² / ν)^(-(ν + 1) / 2)."""
    terms_in = [squared(plus(float(s), minus(float(t)))) for s, t in zip(a, b, strict=True)]
    nu, square = _nu(model), added(terms_in)
    if nu == 0.0:
        return function("exp", minus(square))
    return Power(plus(1.0, square if nu == 1.0 else over(square, nu)), Number(-0.5 * (nu + 1.0)))


def _q_chain(model: SNE | TSNE, y: Array, Y: Array, j: int, w: Array, q: float) -> Chain:
    lifted = float(((y - Y) ** 2).sum(axis=1).min()) if _nu(model) == 0.0 else 0.0
    whole = float(w.sum()) * float(np.exp(-lifted))
    put_in = [over(_weight_formula(model, y, Y[j]), whole)] if whole > SMALLEST else []
    return chain(letter("q", j + 1), *put_in, q)


def _row_losses(model: SNE | TSNE, P: Array, Y: Array) -> Array:
    """Σ_j p ln(p / q) of each row (n,)."""
    log_q = _log_similarities(model, Y)
    log_p = np.log(np.where(P > 0, P, 1.0))
    return np.sum(np.where(P > 0, P * (log_p - np.where(P > 0, log_q, 0.0)), 0.0), axis=1)


def _descent_step(model: SNE | TSNE, run: list[MapStep], P: Array, terms: ModelTerms) -> WorkingStep:
    """The divergence of the maps along the way."""
    shown = thinned(len(run))
    full, frames = in_full(shown), []
    for t in shown:
        losses = _row_losses(model, P, np.asarray(run[t].points, float))
        put_in = [summed(losses)] if t in full else []
        divergence = chain(letter("KL", "", f"({run[t].iteration})"), *put_in, float(losses.sum()))
        point = chain(letter("y", 1), vector(run[t].points[0]))
        caption, step = terms.say("map_caption", step=run[t].iteration), int(run[t].iteration)
        figure = frame_map(caption, np.asarray(run[t].points, float), len(shown), terms)
        frames.append(Frame(caption, (divergence, point), None, figure, step, float(losses.sum())))
    facts: dict[str, Any] = {"steps": len(run), "shown": len(shown)}
    key = "map_descent" if _nu(model) == 0.0 else "map_descent_exaggerated"
    return terms.step(key, frames=frames, source=SOURCE, objective="KL", **facts)


def _divergence_step(model: SNE | TSNE, P: Array, Y: Array, terms: ModelTerms) -> WorkingStep:
    """Σ p ln(p / q) row by row; by a tree and in single precision the model's own sum differs a little."""
    losses, own = _row_losses(model, P, Y), float(model.kl_divergence_)
    letters = total(
        "ij", times(letter("p", "ij"), function("ln", over(letter("p", "ij"), letter("q", "ij"))))
    )
    exact = _nu(model) == 0.0 or model.method == "exact"
    chains = [chain(letter("KL"), letters, summed(losses), own if exact else float(losses.sum()))]
    chains += [] if exact else [chain(letter("KL", "", "(BH)"), own)]
    chains.append(chain(letter("y", 1), vector(Y[0])))
    return terms.step(
        "map_divergence" if exact else "map_divergence_tree",
        chains,
        figure=map_picture(Y, terms),
        source=SOURCE,
    )
