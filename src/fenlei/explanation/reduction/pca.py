"""Principal components: covariance, eigenpairs, shares, scores; and the scores of one row.

S = Zᵀ Z / (n - 1),   S v = λ v,   z_k = v_kᵀ (x - x̄)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from fenlei.explanation.figures import Bars, Plane, PlanePoint
from fenlei.explanation.fit.moments import mean_chain
from fenlei.explanation.formula.building import (
    MOST_TERMS,
    added,
    chain,
    function,
    letter,
    matrix,
    minus,
    number,
    over,
    plus,
    squared,
    summed,
    times,
    total,
    transposed,
    vector,
)
from fenlei.explanation.formula.nodes import Chain, Formula
from fenlei.explanation.placed_row import PlacedRow
from fenlei.explanation.reduction.eigenpairs import MOST_COMPONENTS, eigen_chains
from fenlei.explanation.terms import ModelTerms
from fenlei.explanation.training_rows import FittedRows
from fenlei.explanation.working import WorkingStep
from fenlei.kernels import Array

if TYPE_CHECKING:
    from fenlei.reduce import PCA

MOST_FEATURES, MOST_ROWS, MOST_POINTS, SCORED = 8, 12, 1000, 3


def fit(model: PCA, rows: FittedRows, terms: ModelTerms) -> list[WorkingStep]:
    """Means, covariance (or correlation) matrix, eigenpairs, shares, scores, rows as sums of components."""
    return [
        _centre_step(model, rows.X, terms),
        _matrix_step(model, rows.X, terms),
        _eigen_step(model, rows.X, terms),
        _share_step(model, terms),
        _score_step(model, rows.X, terms),
        rebuilt_step(model, rows.X[0], np.ravel(model.transform(rows.X[:1])), terms),
    ]


def position(model: PCA, placed: PlacedRow, terms: ModelTerms) -> list[WorkingStep]:
    """The row less the means, its scores, and the row that they describe."""
    x, z = placed.x, placed.coordinates(model)
    away = (x - model.mean_) / model.scale_
    chains = [
        chain(
            letter("x̃", terms.features[j]),
            _centred_letters(model, terms.features[j]),
            _centred(model, x, j),
            away[j],
        )
        for j in range(min(len(x), MOST_FEATURES))
    ]
    return [
        terms.step("pca_away", chains, shown=len(chains), features=len(x)),
        terms.step("pca_row_scores", _score_chains(model, x, z), source="000, 3-66…3-72"),
        rebuilt_step(model, x, z, terms),
    ]


# --- the fit


def _centre_step(model: PCA, X: Array, terms: ModelTerms) -> WorkingStep:
    n, chains = len(X), []
    for j in range(min(X.shape[1], MOST_FEATURES)):
        name, x, mean = terms.features[j], X[:, j], float(model.mean_[j])
        chains.append(mean_chain(letter("x̄", name), x, mean))
        if model.standardize and np.ptp(x) > 0:
            squares = added(
                [squared(plus(float(a), minus(mean))) for a in x[: MOST_TERMS + 1]], (x - mean) ** 2
            )
            put_in = function("sqrt", over(squares, float(n - 1)))
            chains.append(chain(letter("s", name), put_in, float(model.scale_[j])))
    key = "pca_standardised" if model.standardize else "pca_centre"
    return terms.step(key, chains, source="000, 3-64…3-65", n=n)


def _matrix_step(model: PCA, X: Array, terms: ModelTerms) -> WorkingStep:
    """S = Zᵀ Z / (n - 1), or entry by entry where it is large."""
    few_columns = slice(0, MOST_FEATURES)
    Z = (X[:, few_columns] - model.mean_[few_columns]) / model.scale_[few_columns]
    n, p = len(X), X.shape[1]
    name = letter("R" if model.standardize else "S")
    key = "pca_correlation" if model.standardize else "pca_covariance"
    if p > MOST_FEATURES:
        return terms.step(key, [_entry_chain(name.name, Z, j, j) for j in range(MOST_FEATURES)])
    letters = over(times(transposed(letter("Z")), letter("Z")), plus(letter("n"), minus(1.0)))
    few = [over(times(transposed(matrix(Z)), matrix(Z)), float(n - 1))] if n <= MOST_ROWS else []
    put_in = [over(matrix(Z.T @ Z), float(n - 1))]
    S = model.correlation_ if model.standardize else model.sample_covariance_
    return terms.step(
        key, [chain(name, letters, *few, *put_in, matrix(S))], source="000, 3-64…3-65; 004, B28"
    )


def _entry_chain(name: str, Z: Array, j: int, k: int) -> Chain:
    """s_jk = Σ_i z_ij z_ik / (n - 1)."""
    letters = over(total("i", times(letter("z", "ij"), letter("z", "ik"))), plus(letter("n"), minus(1.0)))
    parts, below = Z[:, j] * Z[:, k], float(len(Z) - 1)
    return chain(
        letter(name.lower(), f"{j + 1}{k + 1}"), letters, over(summed(parts), below), parts.sum() / below
    )


def _eigen_step(model: PCA, X: Array, terms: ModelTerms) -> WorkingStep:
    name = letter("R" if model.standardize else "S")
    values, V = np.asarray(model.explained_variance_, float), np.asarray(model.components_, float)
    if X.shape[1] <= MOST_FEATURES:
        S = model.correlation_ if model.standardize else model.sample_covariance_
        chains = eigen_chains(name, "v", S, values, V.T)
    else:
        axes = V[:MOST_COMPONENTS] / model.scale_
        scores = X @ axes.T - axes @ model.mean_
        chains = [_variance_chain(model, scores[:, k], k) for k in range(len(axes))]
    chains += [
        chain(letter("v", k + 1), vector(V[k]))
        for k in range(min(len(V), MOST_COMPONENTS))
        if X.shape[1] <= MOST_FEATURES
    ]
    figure = Bars(
        terms.say(
            "scree_sentence", first=f"{100 * model.explained_variance_ratio_[0]:.3g}", count=len(values)
        )
        if len(values)
        else "",
        tuple(str(k + 1) for k in range(len(values[:20]))),
        tuple(float(value) for value in values[:20]),
    )
    return terms.step(
        "pca_eigen",
        chains,
        figure=figure,
        source="000, 3-66…3-72",
        shown=min(len(V), MOST_COMPONENTS),
        count=len(V),
    )


def _variance_chain(model: PCA, scores: Array, k: int) -> Chain:
    """λ_k is the variance along v_k: Σ_i (v_kᵀ z_i)² / (n - 1)."""
    along = squared(times(transposed(letter("v", k + 1)), letter("z", "i")))
    letters = over(total("i", along), plus(letter("n"), minus(1.0)))
    put_in = over(summed(scores**2), float(len(scores) - 1))
    return chain(letter("λ", k + 1), letters, put_in, float(model.explained_variance_[k]))


def _share_step(model: PCA, terms: ModelTerms) -> WorkingStep:
    """λ_k / Σ λ, and the shares so far."""
    values, whole = np.asarray(model.explained_variance_, float), float(model.model_.total)
    shares, chains = np.asarray(model.explained_variance_ratio_, float), []
    for k in range(min(len(values), MOST_COMPONENTS) if whole > 0 else 0):
        letters = over(letter("λ", k + 1), total("l", letter("λ", "l")))
        chains.append(chain(letter("η", k + 1), letters, over(float(values[k]), whole), shares[k]))
    kept = min(len(shares), 20)
    lines = [(k + 1, float(values[k]), float(shares[k]), float(shares[: k + 1].sum())) for k in range(kept)]
    headings = terms.words("component", "eigenvalue", "share_of_variance", "share_so_far")
    return terms.step("pca_shares", chains, [terms.grid("shares", headings, lines)], source="000, 3-66…3-72")


def _score_step(model: PCA, X: Array, terms: ModelTerms) -> WorkingStep:
    """z = V (x - x̄) of the first rows, and all rows on the first two components."""
    Z = np.asarray(model.transform(X[:MOST_POINTS]), float)
    chains = [
        each for i in range(min(len(X), SCORED)) for each in _score_chains(model, X[i], Z[i], str(i + 1))
    ]
    figure = None
    if Z.shape[1] >= 2:
        points = tuple(PlanePoint(float(z[0]), float(z[1])) for z in Z)
        figure = Plane(terms.say("scores_sentence", n=len(Z)), "z1", "z2", (), points)
    return terms.step(
        "pca_scores", chains, figure=figure, source="000, 3-66…3-72", shown=min(len(X), SCORED), n=len(X)
    )


# --- a row


def _centred_letters(model: PCA, name: str = "j") -> Formula:
    away = plus(letter("x", name), minus(letter("x̄", name)))
    return over(away, letter("s", name)) if model.standardize else away


def _centred(model: PCA, x: Array, j: int) -> Formula:
    away = plus(float(x[j]), minus(float(model.mean_[j])))
    return over(away, float(model.scale_[j])) if model.standardize else away


def _score_chains(model: PCA, x: Array, z: Array, row: str = "") -> list[Chain]:
    """z_k = Σ_j v_kj (x_j - x̄_j), divided by √λ_k if the scores are whitened."""
    chains, away = [], (x - model.mean_) / model.scale_
    for k in range(min(len(z), MOST_COMPONENTS)):
        v = np.asarray(model.components_[k], float)
        parts = [times(float(v[j]), _centred(model, x, j)) for j in range(min(len(x), MOST_TERMS + 1))]
        put_in: Formula = added(parts, v * away)
        letters: Formula = total("j", times(letter("v", f"{k + 1}j"), _centred_letters(model)))
        spread = float(np.sqrt(model.explained_variance_[k]))
        if model.whiten:
            letters = over(letters, function("sqrt", letter("λ", k + 1)))
            put_in = over(put_in, spread) if spread > 0 else number(z[k])
        chains.append(chain(letter("z", f"{row},{k + 1}" if row else k + 1), letters, put_in, float(z[k])))
    return chains


def rebuilt_step(model: PCA, x: Array, z: Array, terms: ModelTerms) -> WorkingStep:
    """x̂ = x̄ + Σ_k z_k v_k: the row as a sum of its components."""
    found = np.ravel(model.inverse_transform(z[None])).astype(float)
    axes = np.asarray(model.components_, float) * model.scale_
    if model.whiten:
        axes = axes * np.sqrt(np.asarray(model.explained_variance_, float))[:, None]
    chains = []
    for j in range(min(len(x), MOST_FEATURES)):
        name, parts = terms.features[j], z * axes[:, j]
        letters = plus(letter("x̄", name), total("k", times(letter("z", "k"), letter("v", f"k,{name}"))))
        chains.append(chain(letter("x̂", name), letters, summed([model.mean_[j], *parts]), found[j]))
    lines = [(terms.features[j], float(x[j]), float(found[j])) for j in range(min(len(x), MOST_FEATURES))]
    grid = terms.grid("rebuilt", terms.words("feature", "value", "rebuilt"), lines)
    return terms.step("pca_rebuilt", chains, [grid], d=len(z), source="000, 3-66…3-72")
