"""The parts of a mixed table: the columns of one distribution each, with their sums and likelihood."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, NamedTuple

import numpy as np

from fenlei.bayes import categorical_nb, gaussian_nb, kernel_nb, multinomial_nb, poisson_nb
from fenlei.bayes.categorical_nb import CategoricalNBModel
from fenlei.bayes.gaussian_nb import GaussianNBModel
from fenlei.bayes.kernel_nb import KernelNBModel, KernelNBSummary
from fenlei.bayes.multinomial_nb import MultinomialNBModel
from fenlei.bayes.poisson_nb import PoissonNBModel
from fenlei.kernels import Array
from fenlei.messages import code, phrase
from fenlei.records import Field, check_offsets, refuse_record
from fenlei.stats import counts, present_moments, totals
from fenlei.stats.counts import Contingency
from fenlei.stats.present_moments import PresentMoments
from fenlei.stats.totals import ClassTotals

DISTRIBUTIONS = ("gaussian", "kde", "poisson", "multinomial", "categorical", "bernoulli")


class MixedSummary(NamedTuple):
    weight: Annotated[Array, Field("K", low=0.0)]  # sums of weights
    gaussian: PresentMoments | None
    kde: KernelNBSummary | None
    poisson: PresentMoments | None
    multinomial: ClassTotals | None
    categorical: Contingency | None  # and bernoulli


class MixedNBModel(NamedTuple):
    class_log_prior: Annotated[Array, Field("K", low=-np.inf)]  # log π
    class_count: Annotated[Array, Field("K", low=0.0)]  # sums of weights
    distribution: Annotated[Array, Field("p", "i", low=0, high=len(DISTRIBUTIONS) - 1)]  # of each column
    gaussian: GaussianNBModel | None
    kde: KernelNBModel | None
    poisson: PoissonNBModel | None
    multinomial: MultinomialNBModel | None
    categorical: CategoricalNBModel | None


class Part(NamedTuple):
    """The functions of one kind of distribution."""

    merge: Callable[..., Any]
    align: Callable[..., Any]
    log_joint: Callable[..., Array]
    draw: Callable[..., Array]


PARTS = {
    "gaussian": Part(present_moments.merge, present_moments.align, gaussian_nb.log_joint, gaussian_nb.draw),
    "kde": Part(kernel_nb.merge, kernel_nb.align, kernel_nb.log_joint, kernel_nb.draw),
    "poisson": Part(present_moments.merge, present_moments.align, poisson_nb.log_joint, poisson_nb.draw),
    "multinomial": Part(totals.merge, totals.align, multinomial_nb.log_joint, multinomial_nb.draw),
    "categorical": Part(counts.merge, counts.align, categorical_nb.log_joint, categorical_nb.draw),
}


def columns_of(part: str, distribution: Array) -> Array:
    """Positions of the columns of a part; bernoulli columns stand among the categorical ones."""
    chosen = distribution == DISTRIBUTIONS.index(part)
    if part == "categorical":
        chosen |= distribution == DISTRIBUTIONS.index("bernoulli")
    return np.flatnonzero(chosen)


def part_columns(X: Array, part: str, distribution: Array) -> Array | None:
    """Columns of a part as its kernels take them; None if there are none."""
    columns = columns_of(part, distribution)
    if not len(columns):
        return None
    values = np.ascontiguousarray(X[:, columns])
    if part == "multinomial":
        values[np.isnan(values)] = 0.0  # a count that is not known adds nothing
        return values
    if part == "categorical":
        binary = distribution[columns] == DISTRIBUTIONS.index("bernoulli")
        values[:, binary] = np.where(np.isnan(values[:, binary]), np.nan, values[:, binary] > 0)
    return values


def summarise(X: Array, codes: Array, w: Array | None, K: int, distribution: Array, m: Array) -> MixedSummary:
    """Sums of each part over the rows; m (p,) numbers of categories that are known beforehand."""
    parts: dict[str, Any] = dict.fromkeys(PARTS)
    for part in parts:
        values = part_columns(X, part, distribution)
        if values is None:
            continue
        if part in ("gaussian", "poisson"):
            parts[part] = present_moments.summarise(values, codes, w, K)
        elif part == "kde":
            parts[part] = kernel_nb.summarise(values, codes, w)
        elif part == "multinomial":
            parts[part] = totals.summarise(values, codes, w, K)
        else:
            columns = columns_of(part, distribution)
            parts[part] = _count(values, codes, w, K, m[columns], columns)
    return MixedSummary(np.bincount(codes, w, K).astype(np.float64), **parts)


def _count(values: Array, codes: Array, w: Array | None, K: int, m: Array, columns: Array) -> Contingency:
    """Tables of categorical columns, which stand at the positions `columns` of the whole row."""
    largest = np.empty(values.shape[1], np.int64)
    if not counts.largest_categories(values, largest):
        row = np.zeros((len(values), columns.max() + 1))
        row[:, columns] = values
        raise categorical_nb.no_code(row, "MixedNB")
    categorical_nb.warn_of_fractions(values, "MixedNB", columns)
    return counts.summarise(values, codes, np.maximum(largest + 1, m), w, K)


def log_likelihood(X: Array, model: MixedNBModel, n_jobs: int | None = None) -> Array:
    """Σ_parts log P(x_part | k), (n, K); every part's model has the prior 1, whose logarithm is 0."""
    scores = np.zeros((len(X), len(model.class_log_prior)))
    for name, part in PARTS.items():
        values = part_columns(X, name, model.distribution)
        if values is not None:
            scores += part.log_joint(values, getattr(model, name), n_jobs)
    return scores


def parameter_lines(model: MixedNBModel) -> dict[int, list[tuple[str, list[tuple[None, float | None]]]]]:
    """Of each column that is not nominal, its parameters: a sign, and (no count, value) for each class."""
    lines: dict[int, list[tuple[str, list[Any]]]] = {}
    unknown = np.full(len(model.class_count), np.nan)
    for j, code_ in enumerate(model.distribution.tolist()):
        name = DISTRIBUTIONS[code_]
        i = int((model.distribution[:j] == code_).sum())  # which of its part's columns
        signs: dict[str, Array] = {}
        if model.gaussian is not None and name == "gaussian":
            signs = {"μ": model.gaussian.theta[:, i], "σ²": model.gaussian.var[:, i]}
        elif model.poisson is not None and name == "poisson":
            signs = {"λ": model.poisson.rate[:, i]}
        elif model.multinomial is not None and name == "multinomial":
            signs = {"θ": np.exp(model.multinomial.feature_log_prob[:, i])}
        elif name == "kde":
            signs = {"kernel density": unknown}
        if signs:
            lines[j] = [
                (sign, [(None, None if np.isnan(v) else float(v)) for v in values])
                for sign, values in signs.items()
            ]
    return lines


def part_width(part: Any) -> int:
    """Number of columns that a record of a part speaks of."""
    if part is None:
        return 0
    if hasattr(part, "offset"):
        return len(part.offset) - 1
    return int(next(field for field in part if field.ndim == 2).shape[1])


def check_part(name: str, part: Any, width: int, K: int) -> None:
    """Refuse a part from a model file that does not fit its columns."""
    if part_width(part) != width:
        raise refuse_record(name, phrase("record.columns", count=part_width(part)), code(width))
    if hasattr(part, "offset"):
        check_offsets(f"{name}.offset", part.offset, width, part[1].shape[1])
    if hasattr(part, "start"):
        check_offsets(f"{name}.start", part.start, K, len(part.X))
    if hasattr(part, "codes") and part.codes.max(initial=0) >= K:
        raise refuse_record(f"{name}.codes", code(part.codes.max()), phrase("record.at_most", high=K - 1))
