"""What the workings of all mixtures share: the steps of EM, the log-likelihood, and Bayes' formula of a row.

r_ik = exp(l_ik) / Σ_l exp(l_il),   l_ik = ln π_k + ln p(x_i | k);   N_k = Σ_i r_ik,   π_k = N_k / n
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np
from scipy.special import logsumexp

from fenlei.explanation.clusters.fitted_again import fitted_again
from fenlei.explanation.clusters.kmeans import cluster_chain
from fenlei.explanation.figures import Curve
from fenlei.explanation.fit.iterations import in_full, thinned
from fenlei.explanation.formula.building import (
    added,
    chain,
    function,
    letter,
    number,
    over,
    plus,
    probability,
    summed,
    total,
)
from fenlei.explanation.formula.nodes import Chain, Formula
from fenlei.explanation.terms import ModelTerms
from fenlei.explanation.training_rows import FittedRows
from fenlei.explanation.working import Frame, Grid, WorkingStep
from fenlei.kernels import Array
from fenlei.kernels.exponential import softmax

if TYPE_CHECKING:
    from fenlei.cluster.mixture.em_history import EMHistory
    from fenlei.cluster.mixture.mixture import Mixture

MOST_PARTS, MOST_FEATURES, MOST_ROWS = 4, 2, 20
Mixed = TypeVar("Mixed", bound="Mixture")
LOST = 1e-6  # rows in a component below which its parameters are rounding


def again_of(model: Mixed, rows: FittedRows) -> Mixed | None:
    """The fit once more, with its history; None if there is none to be had."""
    if model.max_iter == 0:
        return None
    return fitted_again(model, rows, "weights_", keep_history=True, warm_start=False)


def share_chains(scores: Array, shares: Array, name: str) -> list[Chain]:
    """r_k of one row from its log joint densities (K,), the largest taken off first."""
    if not np.isfinite(scores).any():
        return [chain(letter(name, k), float(shares[k])) for k in range(min(len(shares), MOST_PARTS))]
    highest = float(np.max(scores))
    lifted = np.exp(scores - highest)
    below = added([_raised(s - highest) for s in scores[:9]], lifted)
    shown = np.sort(np.argsort(-shares, kind="stable")[:MOST_PARTS])
    letters = over(function("exp", letter("l", "k")), total("m", function("exp", letter("l", "m"))))
    return [
        chain(letter(name, int(k)), letters, over(_raised(scores[k] - highest), below), float(shares[k]))
        for k in shown
    ]


def _raised(gap: float) -> Formula:
    return function("exp", float(gap)) if np.isfinite(gap) else number(0.0)


def weight_chains(shares: Array, weights: Array) -> list[Chain]:
    """N_k = Σ_i r_ik and π_k = N_k / n."""
    N, n, chains = shares.sum(axis=0), float(len(shares)), []
    for k in range(min(len(N), MOST_PARTS)):
        chains.append(chain(letter("N", k), total("i", letter("r", "ik")), summed(shares[:, k]), float(N[k])))
        chains.append(
            chain(letter("π", k), over(letter("N", k), letter("n")), over(float(N[k]), n), float(weights[k]))
        )
    return chains


def likelihood_chain(scores: Array, result: float) -> Chain:
    """ln L = Σ_i ln p(x_i), ln p(x_i) = ln Σ_k exp(l_ik)."""
    rows = logsumexp(scores, axis=1)
    letters = total("i", function("ln", probability(letter("x", "i"), name="p")))
    return chain(letter("ln L"), letters, summed(rows), float(result))


def step_frames(frames: Sequence[Frame], history: EMHistory, terms: ModelTerms) -> WorkingStep:
    """The frames with the curve of the log-likelihood."""
    values = tuple(float(value) for value in history.log_likelihood)
    sentence = terms.say(
        "em_sentence", steps=len(values) - 1, first=f"{values[0]:.6g}", last=f"{values[-1]:.6g}"
    )
    steps = tuple(float(i) for i in range(len(values)))
    figure = Curve(sentence, terms.say("iteration"), "ln L", ("ln L",), steps, (values,))
    facts: dict[str, Any] = {"steps": len(values) - 1, "shown": len(frames)}
    source = "004, 10.1, B26, B27"
    return terms.step("em_steps", figure=figure, frames=frames, source=source, objective="ln L", **facts)


def shown_steps(history: EMHistory) -> list[tuple[int, bool]]:
    """Steps that are shown, and whether with all numbers."""
    shown = thinned(len(history.log_likelihood) - 1)
    return [(t, t in in_full(shown)) for t in shown]


def step_frame(
    history: EMHistory, t: int, chains: Sequence[Chain], grid: Grid | None, terms: ModelTerms
) -> Frame:
    """A step with the log-likelihood before it."""
    caption, value = terms.say("em_caption", step=t + 1), float(history.log_likelihood[t])
    return Frame(caption, tuple(chains), grid, iteration=t + 1, objective=value)


def brief_frame(history: EMHistory, t: int, chains: Sequence[Chain], terms: ModelTerms) -> Frame:
    """A step with its results alone."""
    likelihood = chain(letter("ln L"), float(history.log_likelihood[t]))
    return step_frame(history, t, (likelihood, *chains), None, terms)


def shares_of(scores: Array) -> Array:
    return np.asarray(softmax(scores.copy()))


def share_grid(shares: Array, terms: ModelTerms) -> Grid | None:
    """Responsibilities of few rows."""
    n, K = shares.shape
    if n > MOST_ROWS or K > MOST_PARTS:
        return None
    lines = [(i + 1, *map(float, shares[i])) for i in range(n)]
    headings = (terms.say("row_number"), *(terms.say("component_number", number=k) for k in range(K)))
    return terms.grid("responsibilities", headings, lines)


def end_step(model: Mixture, X: Array, scores: Array, terms: ModelTerms) -> WorkingStep:
    """The log-likelihood of the rows."""
    n = len(X)
    own = float(np.sum(np.asarray(model.score_samples(X), float)))
    likelihood = likelihood_chain(scores, own)
    mean = chain(letter("l̄"), over(letter("ln L"), letter("n")), over(own, float(n)), own / n)
    bound = [chain(letter("l̄", "", "(T-1)"), float(model.lower_bound_))] if model.n_iter_ else []
    return terms.step("em_end", [likelihood, mean, *bound], converged=int(model.n_iter_), n=n)


def bayes_step(model: Mixture, x: Array, scores: Array, terms: ModelTerms) -> WorkingStep:
    """Responsibilities of a row, as the model itself returns them."""
    P = np.asarray(model.predict_proba(x[None])[0], float)
    return terms.step("mixture_posterior", share_chains(scores, P, "r"), source="004, 10.2")


def decision_step(model: Mixture, x: Array, terms: ModelTerms) -> WorkingStep:
    """The component of largest responsibility."""
    P = np.asarray(model.predict_proba(x[None])[0], float)
    label = int(model.predict(x[None])[0])
    shown = np.sort(np.argsort(-P, kind="stable")[:MOST_PARTS])
    most = [chain(letter("r", label), function("max", *(float(P[k]) for k in shown)), float(P[label]))]
    most = most if len(shown) > 1 else [chain(letter("r", label), float(P[label]))]
    density = float(model.score_samples(x[None])[0])
    own = chain(function("ln", probability(letter("x"), name="p")), density)
    return terms.step("mixture_decision", [*most, own, cluster_chain(label)], label=label)


def density_letters() -> Formula:
    return plus(
        function("ln", letter("π", "k")),
        function("ln", probability(letter("x"), given=letter("k"), name="p")),
    )
