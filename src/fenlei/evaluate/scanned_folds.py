r"""Cross-validation over files: k models from one pass of fitting, scored in one more.

A model that is a function of sums needs no refits: with s_1, ..., s_k the summaries of the folds,

    model f = solve(merge of all s_g, g ≠ f)

and one pass gives them all. The fold of a row is the hash of its number modulo k, so that no cut of the rows
into files, and no other row, changes it.
"""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from dataclasses import dataclass
from functools import partial, reduce
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import numpy as np
from sklearn.base import clone

from fenlei.contract.classifier import BayesRule, Classifier, MergeableClassifier
from fenlei.contract.regressor import MergeableRegressor
from fenlei.contract.scanned_rows import ScannedRows, learn_names, open_rows
from fenlei.errors import DataError, UsageError
from fenlei.kernels import Array
from fenlei.kernels.exponential import log_softmax
from fenlei.kernels.rows import argmax_rows
from fenlei.kernels.threads import single_threaded_blas
from fenlei.parameters import check_parameters
from fenlei.rows.sampling import hashes
from fenlei.rows.scanned import Scan
from fenlei.stats import moments
from fenlei.stats.moments import ClassMoments

if TYPE_CHECKING:
    from fenlei.table.scanning.recorded import KeptRows

S = TypeVar("S")
LEAST = float(np.finfo(np.float64).eps)  # a probability below counts as this


class FoldScores(NamedTuple):
    """A model for each fold, fitted to the others, and its scores on the fold."""

    models: tuple[Any, ...]
    weight: Array  # (k,) of the rows of each fold
    scores: dict[str, Array]  # (k,) by name: accuracy and log_loss, or rmse and r2


class FoldSums(NamedTuple):
    """Sums over the rows of each fold."""

    weight: Array  # (k,)
    losses: Array  # (k, 2) right rows and log-losses, or squared errors and nothing
    targets: ClassMoments  # of the numbers that are predicted


def cross_validate_scan(model: Any, data: Scan, folds: int = 5) -> FoldScores:
    """Cross-validate a model that is a function of sums over rows in two passes over the files.

    Parameters
    ----------
    model : estimator
        One that merges: naive Bayes, LDA, QDA, Fisher's discriminant, least squares, linear regressions.
    data : Scan
    folds : int, default=5

    Returns
    -------
    FoldScores
        The models, the weights of the folds, and the scores: "accuracy", and "log_loss" of a model with
        probabilities; "rmse" and "r2" of a regression.

    Examples
    --------
    >>> import tempfile
    >>> from pathlib import Path
    >>> from fenlei import GaussianNB, scan
    >>> path = Path(tempfile.mkdtemp()) / "a.csv"
    >>> rows = [f"{i % 7 + 5 * (i % 2)},{'xy'[i % 2]}" for i in range(60)]
    >>> _ = path.write_text("\\n".join(["size,kind", *rows]))
    >>> found = cross_validate_scan(GaussianNB(), scan(path, target="kind"), folds=3)
    >>> found.weight.tolist(), found.scores["accuracy"].round(2).tolist()
    ([25.0, 21.0, 14.0], [0.8, 0.86, 0.86])
    """
    model, make = _opened(model, data, folds)
    rows = ScannedRows(data, make)
    with single_threaded_blas():
        asked = partial(_by_fold, model._summarise, folds), partial(_merge_each, model._merge)
        summaries = rows.numbered_total(*asked, model.n_jobs)
        models = tuple(_without(model, summaries, f, rows) for f in range(folds))
    sums = data.total(FoldScoring(make, models), _merge_sums, model.n_jobs)
    for each in models:
        learn_names(each, data)
    return FoldScores(models, sums.weight, _scores(sums, models[0]))


def _opened(model: Any, data: Scan, folds: int) -> tuple[Any, Callable[[KeptRows], Any]]:
    """A clone that knows the columns, and what makes its rows of a leaf."""
    if not isinstance(model, MergeableClassifier | MergeableRegressor):
        raise UsageError("scan.folds_model", estimator=type(model).__name__)
    if not 2 <= folds <= data.n_rows:
        raise UsageError("scan.folds", folds=folds, n=data.n_rows)
    model = clone(model)
    check_parameters(model, model._limits)
    if isinstance(model, Classifier):
        model._refuse_balanced()
    else:
        model._flat = True
    make = model._leaf_maker(data)
    open_rows(model, data, None, None)
    model._learn_columns(data)
    return model, make


def fold_of(first: int, count: int, folds: int) -> Array:
    """The fold (count,) of each of the rows numbered from `first`."""
    return np.asarray(hashes(first, count) % np.uint64(folds)).astype(np.int64)


def _take(rows: Any, chosen: Array) -> Any:
    return type(rows)(*(None if field is None else field[chosen] for field in rows))


def _by_fold(summarise: Callable[[Any], S], folds: int, rows: Any, first: int) -> list[S | None]:
    """The summary of the rows of each fold; None where a leaf has none."""
    fold = fold_of(first, rows.X.shape[0], folds)
    members = [np.flatnonzero(fold == f) for f in range(folds)]
    return [summarise(_take(rows, mine)) if len(mine) else None for mine in members]


def _merge_each(merge: Callable[[S, S], S], a: list[S | None], b: list[S | None]) -> list[S | None]:
    return [y if x is None else x if y is None else merge(x, y) for x, y in zip(a, b, strict=True)]


def _without(model: Any, summaries: list[Any], f: int, rows: ScannedRows) -> Any:
    """The model of all folds but one."""
    others = [summary for g, summary in enumerate(summaries) if g != f and summary is not None]
    if not others or summaries[f] is None:
        raise DataError("scan.empty_fold", fold=f + 1, folds=len(summaries))
    fitted = copy(model)
    fitted.summary_ = reduce(model._merge, others)
    fitted._keep(fitted._narrowed(fitted._solved(fitted.summary_, rows, afresh=False)))
    return fitted


@dataclass(frozen=True)
class FoldScoring:
    """The scoring of a leaf, a plain value that goes to other processes."""

    make: Callable[[KeptRows], Any]
    models: tuple[Any, ...]

    def __call__(self, leaf: KeptRows) -> FoldSums:
        """Sums over the rows of each fold, each by the model that has not seen it."""
        k, rows = len(self.models), self.make(leaf)
        fold, w = fold_of(leaf.first, len(leaf.X), k), np.ones(len(leaf.X)) if leaf.w is None else leaf.w
        losses, y = np.zeros((k, 2)), np.zeros(len(w))
        for f, model in enumerate(self.models):
            mine = np.flatnonzero(fold == f)
            if len(mine):
                losses[f], y[mine] = _lost(model, _take(rows, mine), w[mine])
        return FoldSums(np.bincount(fold, w, k), losses, moments.summarise(y[:, None], fold, w, k, 1))


def _lost(model: Any, rows: Any, w: Array) -> tuple[Array, Array]:
    """What a model has right and its log-loss, or its squared error; and the numbers that it predicts."""
    if not isinstance(model, Classifier):
        y = rows.Y[:, 0]
        return np.array([w @ (y - model._shaped(model._checked_values(rows.X))) ** 2, 0.0]), y
    scores = model._scores_of(rows.X)
    right = w @ (argmax_rows(scores, 1) == rows.codes)
    if not isinstance(model, BayesRule):
        return np.array([right, 0.0]), np.zeros(len(w))
    own = log_softmax(scores, 1)[np.arange(len(w)), rows.codes]
    return np.array([right, -(w @ np.maximum(own, np.log(LEAST)))]), np.zeros(len(w))


def _merge_sums(a: FoldSums, b: FoldSums) -> FoldSums:
    return FoldSums(a.weight + b.weight, a.losses + b.losses, moments.merge(a.targets, b.targets))


def _scores(sums: FoldSums, model: object) -> dict[str, Array]:
    mean = sums.losses / sums.weight[:, None]
    if not isinstance(model, Classifier):
        with np.errstate(divide="ignore", invalid="ignore"):
            r2 = 1.0 - sums.losses[:, 0] / sums.targets.scatter[:, 0]
        return {"rmse": np.sqrt(mean[:, 0]), "r2": r2}
    found = {"accuracy": mean[:, 0]}
    return found | {"log_loss": mean[:, 1]} if isinstance(model, BayesRule) else found
