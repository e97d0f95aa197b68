"""From scikit-learn's fitted objects to those of this package; the closed list of steps is here."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from copy import copy
from typing import Any

import numpy as np
from sklearn.utils.validation import check_is_fitted

from fenlei.errors import UsageError
from fenlei.kernels import Array
from fenlei.messages import listed
from fenlei.model_file.pipelines.categories import LearnedCategories, learned_categories
from fenlei.model_file.pipelines.composed import (
    ColumnsRecord,
    FittedColumns,
    FittedPipeline,
    PipelineRecord,
)
from fenlei.model_file.pipelines.encoding import (
    DTYPES,
    ENCODE,
    ERROR,
    FittedOneHot,
    FittedOrdinal,
    OneHotRecord,
    OrdinalRecord,
)
from fenlei.model_file.pipelines.imputing import FittedImputer, ImputerRecord
from fenlei.model_file.pipelines.projecting import FittedPCA, ProjectionRecord
from fenlei.model_file.pipelines.scaling import FittedScaler, ScalingRecord
from fenlei.registry import entry_of

PASSTHROUGH, DROP = "passthrough", "drop"


def is_pipeline(model: object) -> bool:
    """Whether the object is a pipeline or column transformer of scikit-learn, or one of its known steps."""
    return type(model).__module__.startswith("sklearn.") and type(model).__name__ in _CONVERTERS


def fitted_steps(model: Any) -> Any:
    """A pipeline, column transformer or step of scikit-learn as an object of this package."""
    return _converted(model, type(model).__name__)


def _converted(step: Any, name: str) -> Any:
    """One step; `name` is how a sentence calls it."""
    if entry_of(step) is not None or type(step).__module__.startswith("fenlei."):
        return _without_names(step)
    if not is_pipeline(step):
        accepted = listed(*_CONVERTERS, PASSTHROUGH, DROP)
        raise UsageError("model_file.step", step=name, type=type(step).__name__, accepted=accepted)
    check_is_fitted(step)
    return _CONVERTERS[type(step).__name__](step, name)


def _without_names(estimator: Any) -> Any:
    """The estimator for rows in an array: the first step knows the names."""
    check_is_fitted(estimator)
    if "feature_names_in_" not in vars(estimator):
        return estimator
    found = copy(estimator)
    del found.feature_names_in_
    return found


# --- composed steps


def _pipeline(pipeline: Any, name: str) -> FittedPipeline:
    given = [(own, step) for own, step in pipeline.steps if step not in (None, PASSTHROUGH)]
    parts = tuple(_converted(step, f"{name}__{own}") for own, step in given)
    if not parts:
        raise UsageError("model_file.step", step=name, type=PASSTHROUGH, accepted=listed(*_CONVERTERS))
    names = np.array([own for own, _ in given], dtype=object)
    like = pipeline if hasattr(pipeline, "n_features_in_") else given[0][1]
    return FittedPipeline.from_fitted(PipelineRecord(names), like, parts)


def _columns(transformer: Any, name: str) -> FittedColumns:
    steps = list(_taken(transformer, name))
    weights = transformer.transformer_weights or {}
    record = ColumnsRecord(
        np.array([own for own, _, _ in steps], dtype=object),
        tuple(columns for _, _, columns in steps),
        np.array([int(part is None) for _, part, _ in steps], dtype=np.int64),
        np.array([float(weights.get(own, np.nan)) for own, _, _ in steps]),
        np.array(int(transformer.sparse_output_)),
    )
    parts = tuple(part for _, part, _ in steps if part is not None)
    return FittedColumns.from_fitted(record, transformer, parts)


def _taken(transformer: Any, name: str) -> Iterator[tuple[str, Any, Array]]:
    """Names, parts and columns of the transformers that are not dropped and have columns."""
    for own, step, given in transformer.transformers_:
        columns = _positions(given, transformer)
        if (isinstance(step, str) and step == DROP) or not len(columns):
            continue
        passed = (isinstance(step, str) and step == PASSTHROUGH) or _is_identity(step)
        yield own, None if passed else _converted(step, f"{name}__{own}"), columns


def _is_identity(step: Any) -> bool:
    """Whether a step is what scikit-learn puts in the place of "passthrough"."""
    return type(step).__name__ == "FunctionTransformer" and step.func is None and step.inverse_func is None


def _positions(columns: Any, transformer: Any) -> Array:
    """Which columns a specification of scikit-learn means."""
    every = np.arange(transformer.n_features_in_)
    position = {name: j for j, name in enumerate(getattr(transformer, "feature_names_in_", ()))}
    if isinstance(columns, slice):
        ends = [columns.start, columns.stop]
        if any(isinstance(end, str) for end in ends):  # by name, the last one included
            first = 0 if ends[0] is None else position[ends[0]]
            stop = len(every) if ends[1] is None else position[ends[1]] + 1
            return every[first : stop : columns.step]
        return every[columns]
    given = [columns] if isinstance(columns, str | int | np.integer) else list(columns)
    if given and all(isinstance(each, str) for each in given):
        return np.array([position[each] for each in given], dtype=np.int64)
    return every[np.array(given)] if given else every[:0]


# --- single steps


def _standard(step: Any, name: str) -> FittedScaler:
    shift = step.mean_ if step.with_mean else None
    return _scaler(step, shift, step.scale_ if step.with_std else None, in_type_of_rows=1)


def _robust(step: Any, name: str) -> FittedScaler:
    shift = step.center_ if step.with_centering else None
    return _scaler(step, shift, step.scale_ if step.with_scaling else None)


def _max_abs(step: Any, name: str) -> FittedScaler:
    return _scaler(step, None, step.scale_, bounds=(-1.0, 1.0) if getattr(step, "clip", False) else None)


def _min_max(step: Any, name: str) -> FittedScaler:
    return _scaler(step, None, None, step.scale_, step.min_, step.feature_range if step.clip else None)


def _scaler(
    step: Any,
    shift: Any,
    scale: Any,
    factor: Any = None,
    offset: Any = None,
    bounds: Any = None,
    in_type_of_rows: int = 0,
) -> FittedScaler:
    ends = None if bounds is None else np.asarray(bounds, dtype=np.float64)
    record = ScalingRecord(shift, scale, factor, offset, ends, np.array(in_type_of_rows))
    return FittedScaler.from_fitted(record, step)


def _pca(step: Any, name: str) -> FittedPCA:
    scale = None
    if step.whiten:
        scale = np.sqrt(step.explained_variance_)
        scale = np.maximum(scale, np.finfo(scale.dtype).eps)
    return FittedPCA.from_fitted(ProjectionRecord(step.mean_, step.components_, scale), step)


def _imputer(step: Any, name: str) -> FittedImputer:
    values = step.statistics_.tolist()
    is_text = [isinstance(value, str) for value in values]
    empty = [value is None or value != value for value in values]
    if not all(e or t or isinstance(v, int | float) for e, t, v in zip(empty, is_text, values, strict=True)):
        raise UsageError("model_file.categories", step=name, type=step.statistics_.dtype)
    keeps = step.keep_empty_features
    record = ImputerRecord(
        np.array([np.nan if e or t else float(v) for e, t, v in zip(empty, is_text, values, strict=True)]),
        np.array([v if t else "" for t, v in zip(is_text, values, strict=True)], dtype=object),
        np.array(is_text, dtype=np.int64),
        np.array([int(keeps or not e) for e in empty], dtype=np.int64),
        np.asarray(step.indicator_.features_ if step.add_indicator else [], dtype=np.int64),
        np.array(int(step.statistics_.dtype == object)),
    )
    missing = step.missing_values
    if type(missing).__name__ == "NAType":
        missing = np.nan
    return FittedImputer.from_fitted(record, step, missing_values=missing)


# --- encoders


def _one_hot(step: Any, name: str) -> FittedOneHot:
    categories = learned_categories(step.categories_, name)
    columns, unknown, widths = [], [], []
    for j in range(len(step.categories_)):
        codes, infrequent = _grouped(step, categories, j)
        dropped = None if step.drop_idx_ is None else step.drop_idx_[j]
        width = int(codes.max(initial=-1)) + 1
        shift = np.arange(width)
        if dropped is not None:
            gone = codes[dropped]
            shift = np.where(shift == gone, -1, shift - (shift > gone))
            width -= 1
        columns.append(shift[codes])
        takes = infrequent is not None and step.handle_unknown in ("infrequent_if_exist", "warn")
        unknown.append(shift[infrequent] if takes else -1)
        widths.append(width)
    record = OneHotRecord(categories, tuple(columns), np.array(unknown), np.array(widths))
    options: dict[str, Any] = {
        "handle_unknown": ERROR if step.handle_unknown == "error" else ENCODE,
        "sparse_output": bool(step.sparse_output),
        "dtype": _dtype(step.dtype, name),
    }
    return FittedOneHot.from_fitted(record, step, **options)


def _ordinal(step: Any, name: str) -> FittedOrdinal:
    categories = learned_categories(step.categories_, name)
    values = []
    for j in range(len(step.categories_)):
        marked = np.arange(categories.size(j)) >= categories.size(j) - int(categories.missing[j] > 1)
        codes, _ = _grouped(step, categories, j, marked)
        values.append(np.where(marked, float(step.encoded_missing_value), codes))
    encodes = step.handle_unknown == "use_encoded_value"
    unknown = np.full(len(values), float(step.unknown_value) if encodes else np.nan)
    return FittedOrdinal.from_fitted(
        OrdinalRecord(categories, tuple(values), unknown),
        step,
        handle_unknown=ENCODE if encodes else ERROR,
        dtype=_dtype(step.dtype, name),
    )


def _grouped(
    step: Any, categories: LearnedCategories, j: int, apart: Array | None = None
) -> tuple[Array, int | None]:
    """Codes (m,) of the categories of a column, the infrequent ones together as the last; and that code."""
    size = categories.size(j)
    try:
        infrequent = step.infrequent_categories_[j]
    except AttributeError:  # they are not grouped
        infrequent = None
    if infrequent is None:
        return np.arange(size), None
    grouped = np.zeros(size, dtype=bool)
    grouped[categories.find(np.asarray(infrequent, dtype=object), j)] = True
    own = ~grouped if apart is None else ~grouped & ~apart
    codes = np.full(size, int(own.sum()))
    codes[own] = np.arange(int(own.sum()))
    return codes, int(own.sum())


def _dtype(dtype: Any, name: str) -> str:
    found = np.dtype(dtype).name
    if found not in DTYPES:
        raise UsageError("model_file.categories", step=name, type=found)
    return found


_CONVERTERS: dict[str, Callable[[Any, str], Any]] = {
    "Pipeline": _pipeline,
    "ColumnTransformer": _columns,
    "StandardScaler": _standard,
    "MinMaxScaler": _min_max,
    "MaxAbsScaler": _max_abs,
    "RobustScaler": _robust,
    "SimpleImputer": _imputer,
    "OneHotEncoder": _one_hot,
    "OrdinalEncoder": _ordinal,
    "PCA": _pca,
}
