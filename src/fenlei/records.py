"""What a record of arrays must look like: shape, type and range, said once, where the record is declared.

A record is a NamedTuple whose fields are `Annotated[Array, Field("K p")]`, or records themselves, which may
be None and have a p of their own. A model file is read from a stranger's hand, so an estimator checks the
records it finds there before it uses them; kernels do not check bounds.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import cache
from typing import Annotated, Any, NamedTuple, get_args, get_type_hints  # noqa: F401 (for the example)

import numpy as np
from numpy.typing import ArrayLike, NDArray

from fenlei.errors import ModelFileError
from fenlei.messages import Phrase, phrase

LARGEST = float(np.finfo(np.float64).max)
POSITIVE = float(np.finfo(np.float64).smallest_subnormal)  # as `low`: above 0


class Field(NamedTuple):
    """One field of a record.

    Attributes
    ----------
    shape : str
        Lengths in order, "K p"; "" for a single number. A letter stands for one length throughout the
        record, "*" for any length, a number for itself.
    kind : str
        NumPy's kinds of type that are accepted: "f" floating point, "iu" integer, "b" boolean, "O" text.
    low, high : float
        Range of the values, ends included. The default is all finite numbers; to allow an infinity, name it.
    nan : bool
        Whether NaN is accepted.
    many : str
        For a field that is a tuple of arrays: their number, as a letter or "*". Lengths other than those
        given to `check_record` may then differ between the arrays, so they must be "*".
    optional : bool
        Whether the field may be None.
    """

    shape: str
    kind: str = "f"
    low: float = -LARGEST
    high: float = LARGEST
    nan: bool = False
    many: str = ""
    optional: bool = False


def check_record(record: NamedTuple, **sizes: int) -> None:
    """Raise `ModelFileError` for the first field of `record` that is not as declared.

    Parameters
    ----------
    record : NamedTuple
        The arrays.
    **sizes : int
        The letters that are known beforehand, as K and p.

    Examples
    --------
    >>> class Normal(NamedTuple):
    ...     mu: Annotated[NDArray[np.float64], Field("K p")]
    ...     var: Annotated[NDArray[np.float64], Field("K p", low=0.0)]
    >>> check_record(Normal(np.zeros((2, 3)), np.ones((2, 3))), K=2, p=3)
    >>> check_record(Normal(np.zeros((2, 3)), -np.ones((2, 3))), K=2, p=3)
    Traceback (most recent call last):
    ...
    fenlei.errors.ModelFileError: model file: array 'var' has values out of range where 0 to 1.79769e+308 is
    needed; the file is damaged, save the model again.
    """
    known = dict(sizes)
    fields: dict[str, Field] = declared_fields(type(record))
    for name, value in record._asdict().items():
        if name not in fields:
            if value is not None:
                check_record(value, **{letter: size for letter, size in sizes.items() if letter != "p"})
            continue
        field = fields[name]
        if value is None and field.optional:
            continue
        if not field.many:
            _check_array(name, value, field, known)
            continue
        if not isinstance(value, tuple):
            raise refuse_record(name, phrase("record.no_tuple"), phrase("record.one"))
        _check_lengths(name, (len(value),), field.many, known)
        for i, array in enumerate(value):
            _check_array(f"{name}.{i}", array, field, known)


def is_in_range(record: Any) -> bool:
    """Whether the values of all fields, those of records inside included, are in their declared range."""
    fields: dict[str, Field] = declared_fields(type(record))  # type: ignore[arg-type]
    for name, value in record._asdict().items():
        if name not in fields:
            if value is not None and not is_in_range(value):
                return False
        elif value is not None:
            arrays = value if fields[name].many else (value,)
            if not all(values_in_range(np.asarray(array), fields[name]) for array in arrays):
                return False
    return True


@cache
def nested_records(record_type: type[NamedTuple]) -> dict[str, type[NamedTuple]]:
    """The fields of a record that are records themselves, declared as `Inner | None`, and their types."""
    first = {name: get_args(hint)[:1] for name, hint in get_type_hints(record_type).items()}
    return {name: inner[0] for name, inner in first.items() if inner and hasattr(inner[0], "_fields")}


@cache
def declared_fields(record_type: type[NamedTuple]) -> dict[str, Field]:
    """The `Field` of each field of a record; one without would go unchecked, so it is a TypeError."""
    fields = {}
    for name, hint in get_type_hints(record_type, include_extras=True).items():
        if name in nested_records(record_type):
            continue
        found = [extra for extra in getattr(hint, "__metadata__", ()) if isinstance(extra, Field)]
        if len(found) != 1:
            raise TypeError(f"{record_type.__name__}.{name} needs Annotated[..., Field(...)]")
        fields[name] = found[0]
    return fields


def _check_array(name: str, array: object, field: Field, sizes: dict[str, int]) -> None:
    if not isinstance(array, np.ndarray) or array.dtype.kind not in field.kind:
        found = phrase("record.type", type=getattr(array, "dtype", None))
        raise refuse_record(name, found, phrase("record.kind", kind=field.kind))
    _check_lengths(name, array.shape, field.shape, sizes)
    if not values_in_range(array, field):
        raise refuse_record(
            name, phrase("record.out_of_range"), phrase("record.range", low=field.low, high=field.high)
        )


def _check_lengths(name: str, shape: tuple[int, ...], letters: str, sizes: dict[str, int]) -> None:
    """Compare `shape` with `letters`; a letter met for the first time takes the length found."""
    expected = letters.split()
    found, declared = phrase("record.shape", shape=shape), f"({', '.join(expected)})"
    if len(shape) != len(expected):
        raise refuse_record(name, found, phrase("record.shape", shape=declared))
    for length, letter in zip(shape, expected, strict=True):
        wanted = int(letter) if letter.isdigit() else sizes.setdefault(letter, length)
        if letter != "*" and length != wanted:
            needed = phrase("record.shape_with", shape=declared, letter=letter, size=wanted)
            raise refuse_record(name, found, needed)


def values_in_range(array: NDArray[Any], field: Field) -> bool:
    """Whether all values are in the declared range."""
    if array.dtype == object:
        return all(isinstance(item, str) for item in array.flat)
    if not array.size:
        return True
    # Two passes and no temporary array; `fmin` passes over NaN, `minimum` hands it on and fails the test.
    least, most = (np.fmin, np.fmax) if field.nan else (np.minimum, np.maximum)
    lowest, highest = least.reduce(array, axis=None).item(), most.reduce(array, axis=None).item()
    return (field.low <= lowest and highest <= field.high) or (field.nan and math.isnan(lowest))


def blank_record(record_type: type[Any], given: Mapping[str, ArrayLike], sizes: dict[str, int]) -> Any:
    """A record of the given fields; the others are zero, or one where zero is out of range, or empty.

    Examples
    --------
    >>> class Line(NamedTuple):
    ...     coef: Annotated[NDArray[np.float64], Field("p")]
    ...     deviation: Annotated[NDArray[np.float64], Field("p", low=POSITIVE)]
    >>> blank_record(Line, {"coef": np.zeros(2)}, {}).deviation.tolist()
    [1.0, 1.0]
    """
    fields: dict[str, Field] = declared_fields(record_type)  # type: ignore[arg-type]
    known = dict(sizes)
    for name, array in given.items():
        for letter, length in zip(fields[name].shape.split(), np.shape(array), strict=False):
            known.setdefault(letter, length)
    blank = {name: _blank(field, known) for name, field in fields.items() if name not in given}
    return record_type(**dict.fromkeys(nested_records(record_type)), **blank, **given)  # type: ignore[arg-type]


def _blank(field: Field, sizes: dict[str, int]) -> ArrayLike | None:
    if field.optional or field.many:
        return None if field.optional else ()
    letters = field.shape.split()
    shape = [int(each) if each.isdigit() else 0 if each == "*" else sizes.get(each, 0) for each in letters]
    kinds = {"f": np.float64, "b": np.bool_, "O": object}
    return np.full(shape, float(field.low > 0), kinds.get(field.kind, np.int64))


def check_offsets(name: str, offsets: NDArray[Any], parts: int, total: int) -> None:
    """Refuse offsets that do not cut 0..total into that many consecutive parts."""
    if len(offsets) != parts + 1 or offsets[0] != 0 or offsets[-1] != total or (np.diff(offsets) < 0).any():
        found = phrase("record.positions", positions=offsets.tolist()[:8])
        raise refuse_record(name, found, phrase("record.positions_to", count=parts + 1, total=total))


def refuse_record(name: str, got: Phrase, accepted: Phrase) -> ModelFileError:
    """The error for a field that does not fit with the others."""
    facts = {"name": name, "got": got, "accepted": accepted}
    return ModelFileError("model_file.array", path=phrase("record.file"), **facts)
