"""A model on basis functions φ(x): the same model on φ, and a first step that computes φ."""

from __future__ import annotations

from copy import copy
from itertools import combinations_with_replacement
from typing import Any

from fenlei.explanation.formula.building import chain, letter, multiplied, number
from fenlei.explanation.formula.nodes import Chain
from fenlei.explanation.terms import ModelTerms
from fenlei.explanation.working import WorkingStep
from fenlei.kernels import Array
from fenlei.linear.basis import expand

MOST_FUNCTIONS = 24  # that are written out


def has_basis(estimator: object) -> bool:
    """Whether a model is linear in functions of its features."""
    return getattr(estimator, "basis", None) is not None


def expanded(estimator: Any, X: Array) -> Array:
    """φ(X), (n, M)."""
    return expand(X, estimator.basis, type(estimator).__name__)


def on_functions(estimator: Any, M: int) -> Any:
    """The estimator as if it had been fitted to the M functions themselves."""
    bare = copy(estimator)
    bare.basis, bare.n_features_in_ = None, M
    vars(bare).pop("feature_names_in_", None)
    return bare


def function_terms(estimator: Any, M: int, terms: ModelTerms) -> ModelTerms:
    """Names of the functions: products of features by their names, others by their number."""
    names = tuple(f"φ{m + 1}" for m in range(M))
    if isinstance(estimator.basis, int):
        products = _products(len(terms.features), estimator.basis)
        names = tuple("·".join(terms.features[j] for j in each) for each in products)
    return terms._replace(features=names, categories=(None,) * M, raw=None)


def _products(p: int, degree: int) -> list[tuple[int, ...]]:
    """Features of each product, by degree."""
    return [each for d in range(1, degree + 1) for each in combinations_with_replacement(range(p), d)]


def basis_step(
    estimator: Any, x: Array, phi: Array, terms: ModelTerms, row: int | None = None
) -> WorkingStep:
    """φ_m(x) of a row, products with the numbers put in."""
    chains: list[Chain] = []
    products = _products(len(x), estimator.basis) if isinstance(estimator.basis, int) else []
    for m in range(min(len(phi), MOST_FUNCTIONS)):
        put_in = [multiplied([number(x[j]) for j in products[m]])] if products else []
        chains.append(chain(letter("φ", m + 1), *put_in, float(phi[m])))
    key = "basis" if row is None else "fit_basis"
    return terms.step(key, chains, shown=len(chains), count=len(phi), row=1 if row is None else row + 1)
