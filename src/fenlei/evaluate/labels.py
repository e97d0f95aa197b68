"""True and predicted labels as codes of the same classes."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from fenlei.annotations import Label
from fenlei.errors import DataError, LabelTypeError, UsageError
from fenlei.evaluate.checks import same_length, vector
from fenlei.kernels import Array
from fenlei.table.coding import encode_labels


class LabelPair(NamedTuple):
    classes: Array  # (K,) sorted labels that occur among the true or the predicted ones
    true: Array  # (n,) codes
    pred: Array  # (n,) codes


def code_pair(
    y_true: ArrayLike, y_pred: ArrayLike, names: tuple[str, str] = ("y_true", "y_pred")
) -> LabelPair:
    """Code two label vectors of equal length together."""
    true, pred = vector(y_true, names[0]), vector(y_pred, names[1])
    n = same_length(**{names[0]: true, names[1]: pred})
    if object not in (true.dtype, pred.dtype) and _is_text(true) != _is_text(pred):
        # NumPy would turn the numbers into text; among objects encode_labels sees the mixture itself
        raise DataError("labels.mixed", labels=[*true[:1].tolist(), *pred[:1].tolist()])
    classes, codes = encode_labels(np.concatenate([true, pred]))
    return LabelPair(classes, codes[:n], codes[n:])


def code_true(y: ArrayLike, labels: ArrayLike | None = None) -> tuple[Array, Array]:
    """Classes and codes of the true labels; with `labels` the classes are those, sorted."""
    present, codes = encode_labels(vector(y, "y_true"))
    if labels is None:
        return present, codes
    classes = np.sort(label_list(labels))
    index = positions_of(present, classes)
    if (index < 0).any():
        raise DataError(
            "evaluation.label_unknown", label=present.tolist()[index.argmin()], labels=classes.tolist()
        )
    return classes, index[codes]


def label_list(labels: ArrayLike) -> Array:
    """The parameter `labels`: at least one label, none twice."""
    array = np.asarray(labels)
    if array.ndim != 1 or array.size == 0 or len(set(array.tolist())) != array.size:
        raise UsageError("evaluation.labels", labels=array.tolist())
    return array


def positions_of(items: Array, labels: Array) -> Array:
    """Position of each item in `labels`, -1 where it is not there."""
    position = {label: k for k, label in enumerate(labels.tolist())}
    return np.array([position.get(item, -1) for item in items.tolist()], dtype=np.int64)


def positive_mask(y_true: ArrayLike, pos_label: Label | None = None) -> Array:
    """Which rows are of the positive class; None means label 1 of {0, 1} or {-1, 1}."""
    classes, codes = code_true(y_true)
    present = classes.tolist()
    if pos_label is None:
        if classes.dtype.kind == "S":
            raise LabelTypeError("evaluation.bytes")
        if not are_usual(classes):
            raise DataError("evaluation.pos_label_needed", classes=present)
        pos_label = 1
    return codes == (present.index(pos_label) if pos_label in present else -1)


def are_usual(classes: Array) -> bool:
    """Whether the classes are among 0 and 1, or among -1 and 1, so that 1 is the positive one."""
    return set(classes.tolist()) <= {0, 1} or set(classes.tolist()) <= {-1, 1}


def _is_text(labels: Array) -> bool:
    return labels.dtype.kind in "US"
