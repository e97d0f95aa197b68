"""Public fitted attributes are the model: the record follows them.

Prediction, kernels and model files read the record `model_`. The attributes that scikit-learn's namesake
predicts from are declared in `_public`. Whoever assigns one, edits it in place, or sets all of them on an
estimator that was never fitted, gets a record made from them when `model_` is read next:

    m.coef_ = ...                 not the array of the record: the record takes it over
    m.coef_ *= 0                  the array of the record itself: nothing to do
    m.feature_log_prob_[0] = ...  the record has fields computed from it: compared with a copy

Cost: one identity test per attribute and reading; a comparison for those that are no arrays of the record.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fenlei.errors import DataError, ModelFileError
from fenlei.kernels import Array
from fenlei.kernels.matrices import is_sparse
from fenlei.records import Field, blank_record, check_record, declared_fields, values_in_range

if TYPE_CHECKING:
    from numpy.typing import DTypeLike

    from fenlei.contract.estimator import Estimator

COPIES = "_published"  # what the attributes were when the record was made, where they are no arrays of it


class Public(NamedTuple):
    """A public attribute that prediction reads."""

    field: str = ""  # the field of the record that it is; "": `_fields_of` computes fields from it
    needed: bool = True  # to predict without a fit


class CurrentRecord:
    """The descriptor `model_`: the record, up to date with the public attributes."""

    def __get__(self, estimator: Estimator | None, owner: type | None = None) -> Any:
        if estimator is None:
            return self
        state, public = estimator.__dict__, estimator._public
        record = state.get("model_")
        if record is None:
            return _record_without_fit(estimator)
        for name, (field_name, _) in public.items():
            value = state.get(name)
            if value is None:
                continue
            field = getattr(record, field_name) if field_name else None
            if value is not field and not _is_unchanged(value, state, name, field):
                return _take_over(estimator, record)
        return record

    def __set__(self, estimator: Estimator, record: NamedTuple) -> None:
        estimator._publish(record)


class Computed:
    """A public attribute computed from the record when it is first read, and followed like the others."""

    def __init__(self, function: Callable[[Any], Any]) -> None:
        self.function, self.__doc__ = function, function.__doc__

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    def __get__(self, estimator: Estimator | None, owner: type | None = None) -> Any:
        if estimator is None:
            return self
        state = estimator.__dict__
        if self.name not in state:
            value = self.function(estimator)
            state[self.name] = value
            state.setdefault(COPIES, {})[self.name] = _copy(value)
        return state[self.name]

    def __set__(self, estimator: Estimator, value: object) -> None:
        estimator.__dict__[self.name] = value
        estimator.__dict__.setdefault(COPIES, {})[self.name] = ...  # what no value equals


def publish(estimator: Estimator, record: NamedTuple, attributes: dict[str, object]) -> None:
    """Keep a record and the public attributes that are read from it."""
    state = estimator.__dict__
    for name in estimator._public.keys() - attributes.keys():
        state.pop(name, None)  # of an earlier fit
    state.update(attributes)
    state["_assigned"] = False
    _remember(estimator, record)


def _remember(estimator: Estimator, record: NamedTuple) -> None:
    state, public = estimator.__dict__, estimator._public
    state["model_"], copies = record, {}
    for name, declared in public.items():
        value = state.get(name)
        if value is not None and not (declared.field and value is getattr(record, declared.field)):
            copies[name] = _copy(value)
    state[COPIES] = copies


def _record_without_fit(estimator: Estimator) -> Any:
    """The record of attributes set by hand; AttributeError if one is missing, so the model is not fitted."""
    state, public = estimator.__dict__, estimator._public
    needed = [name for name, declared in public.items() if declared.needed]
    if not needed or any(state.get(name) is None for name in [*needed, *estimator._known_without_fit]):
        raise AttributeError(f"{type(estimator).__name__!r} object has no attribute 'model_'")
    return _take_over(estimator, None)


def _take_over(estimator: Estimator, record: NamedTuple | None) -> Any:
    """The record made from the public attributes, which is kept."""
    state = estimator.__dict__
    values = {name: state[name] for name in estimator._public if state.get(name) is not None}
    fields, sizes = _fields_of(estimator, values, record), estimator._attribute_sizes(record)
    found = None if record is None else record._replace(**fields)
    if found is None or not _is_sound(found, sizes):  # other fields may be of other classes
        found = blank_record(estimator.Model, fields, sizes)
        try:
            check_record(found, **sizes)
        except ModelFileError as error:
            raise _refusal(estimator, error) from None
    state["_assigned"] = True
    _remember(estimator, found)
    return found


def _fields_of(
    estimator: Estimator, values: dict[str, object], record: NamedTuple | None
) -> dict[str, Array]:
    try:
        fields: dict[str, Array] = estimator._fields_of(values, record)
        return fields
    except (TypeError, IndexError, ValueError) as error:
        if isinstance(error, DataError):
            raise
        facts = {"names": ", ".join(values), "reason": str(error)}
        raise DataError("estimator.attributes", estimator=type(estimator).__name__, **facts) from None


def _is_sound(record: NamedTuple, sizes: dict[str, int]) -> bool:
    try:
        check_record(record, **sizes)
    except ModelFileError:
        return False
    return True


def _refusal(estimator: Estimator, error: ModelFileError) -> DataError:
    """The error of a model file, about the attribute."""
    field = error.facts["name"]
    names = [name for name, declared in estimator._public.items() if declared.field == field]
    facts = {"name": names[0] if names else field, "got": error.facts["got"]}
    return DataError(
        "estimator.attribute", estimator=type(estimator).__name__, accepted=error.facts["accepted"], **facts
    )


def as_field(value: Any) -> Array:
    """An attribute as an array of a record: floats, contiguous, writable; itself where it can be."""
    array = np.asarray(value.toarray() if is_sparse(value) else value)
    dtype = array.dtype if array.dtype in (np.float32, np.float64) else np.dtype(np.float64)
    return np.require(array, dtype.newbyteorder("="), ["C_CONTIGUOUS", "WRITEABLE"])


def in_type(values: Array, dtype: DTypeLike) -> Array:
    """The values in a type of floats, if every one that is finite is finite in it; else as they are."""
    with np.errstate(over="ignore", under="ignore"):
        found = values.astype(dtype, copy=False)
    return found if np.isfinite(found).all() else values


def narrowed(record: NamedTuple, names: tuple[str, ...], dtype: DTypeLike) -> Any:
    """The record with these fields in float32, if that is `dtype` and every value can be one."""
    if dtype != np.float32 or not names:
        return record
    fields: dict[str, Field] = declared_fields(type(record))
    with np.errstate(over="ignore", under="ignore"):
        small = {name: np.asarray(getattr(record, name), np.float32) for name in names}
    fit = all(values_in_range(array, fields[name]) for name, array in small.items())
    return record._replace(**small) if fit else record


def _is_unchanged(value: object, state: dict[str, Any], name: str, field: object) -> bool:
    """Whether an attribute that is no array of the record is what it was; parts of it may be views of one."""
    copy = state[COPIES].get(name) if COPIES in state else None
    if type(copy) is tuple and type(value) is np.ndarray:  # what is met most often, by itself
        return bool(value.tobytes() == copy[0] and value.shape == copy[1] and value.dtype.str == copy[2])
    if copy is None and field is not None:
        copy = _copy(field)
    if copy is None or value is copy:
        return True
    if type(value) is list and field is not None and all(_is_view(each, field) for each in value):
        return True
    return bool(_copy(value) == copy)


def _is_view(part: object, array: object) -> bool:
    return part is array or getattr(part, "base", None) is array


def _copy(value: Any) -> object:
    """What an attribute is compared with later: a number itself, of arrays the bytes, which is fastest."""
    if isinstance(value, np.ndarray):
        return value.tobytes(), value.shape, value.dtype.str
    if isinstance(value, list | tuple):
        return [_copy(each) for each in value]
    if is_sparse(value):
        return [value.format, value.shape, _copy(value.tocsr().data), value.tocsr().indices.tobytes()]
    return value
