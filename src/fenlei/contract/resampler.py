"""Choosing rows: what editing and condensing have in common.

A resampler has `fit_resample(X, y)`, which returns the rows it keeps, in the form they came in, and
`sample_indices_`, their indices. The signature, `sampling_strategy` and the order of the result (class by
class) are imbalanced-learn's, so a resampler is a step of its `Pipeline`. What is new: a class never loses
all of its rows without a warning.
"""

from __future__ import annotations

from typing import Any, Self

import numpy as np
from sklearn.utils import Tags
from sklearn.utils.validation import column_or_1d, validate_data

from fenlei.annotations import ArrayLike, MatrixLike
from fenlei.contract.estimator import Estimator
from fenlei.contract.weighted_rows import require_target
from fenlei.errors import DegenerateDataWarning, UsageError, warn
from fenlei.kernels import Array
from fenlei.kernels.rows import writable
from fenlei.parameters import check_parameters
from fenlei.table.coding import encode_labels
from fenlei.table.rows import take_rows

STRATEGIES = ("auto", "majority", "not minority", "not majority", "all")


class Resampler(Estimator):
    """Base of editing and condensing; a subclass gives `_choose`."""

    sampling_strategy: Any

    def __sklearn_tags__(self) -> Tags:
        tags = super().__sklearn_tags__()
        tags.target_tags.required = True
        return tags

    def fit(self, X: MatrixLike, y: ArrayLike) -> Self:
        """Choose rows of X (n, p) and y (n,) without returning them."""
        self.fit_resample(X, y)
        return self

    def fit_resample(self, X: MatrixLike, y: ArrayLike) -> tuple[Any, Any]:
        """The rows that are kept, (n', p) and (n',), in the form they came in."""
        check_parameters(self, self._limits)
        rows, labels = self._check(X, y)
        self.classes_, codes = encode_labels(labels)
        counts = np.bincount(codes)
        chosen = self._chosen_classes(labels, counts)
        self.sampling_strategy_ = {
            label: int(count)
            for label, count, is_chosen in zip(self.classes_.tolist(), counts, chosen, strict=True)
            if is_chosen
        }
        kept = self._guard(self._choose(rows, codes, chosen), codes)
        self.sample_indices_ = kept[np.argsort(codes[kept], kind="stable")]
        return take_rows(X, self.sample_indices_), take_rows(y, self.sample_indices_)

    def _check(self, X: MatrixLike, y: ArrayLike) -> tuple[Array, Array]:
        require_target(self, y)
        accepted = "csr" if self._sparse else False
        labels: Array = column_or_1d(y, warn=True)
        rows, _ = validate_data(self, X, labels, dtype=np.float64, order="C", accept_sparse=accepted)
        return (writable(rows) if isinstance(rows, np.ndarray) else rows), labels

    def _choose(self, X: Array, codes: Array, chosen: Array) -> Array:
        """Indices of the rows to keep; only rows of the chosen classes (K,) may go."""
        raise NotImplementedError

    def _chosen_classes(self, y: Array, counts: Array) -> Array:
        """Mask (K,) of the classes that `sampling_strategy` names."""
        strategy = self.sampling_strategy
        if callable(strategy):
            strategy = list(strategy(y))
        if isinstance(strategy, str) and strategy in STRATEGIES:
            least, most = np.argmin(counts), np.argmax(counts)
            index = np.arange(len(counts))
            masks = {"majority": index == most, "not majority": index != most, "all": index >= 0}
            return masks.get(strategy, index != least)
        labels = list(strategy) if isinstance(strategy, list | tuple | dict | np.ndarray) else None
        if labels is None or not set(labels) <= set(self.classes_.tolist()):
            raise UsageError("resample.strategy", estimator=type(self).__name__, value=self.sampling_strategy)
        return np.array([label in labels for label in self.classes_.tolist()])

    def _guard(self, kept: Array, codes: Array) -> Array:
        """Give back its rows to a class that has lost all of them, with a warning."""
        left = np.bincount(codes[kept], minlength=len(self.classes_))
        for k in np.flatnonzero(left == 0):
            members = np.flatnonzero(codes == k)
            warn(
                "resample.emptied",
                DegenerateDataWarning,
                estimator=type(self).__name__,
                label=self.classes_[k],
                count=len(members),
            )
            kept = np.append(kept, members)
        return np.sort(kept)
