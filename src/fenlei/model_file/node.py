"""A fitted estimator as JSON and arrays, and back.

    {"kind": "gaussian_nb",                      a name of the registry
     "parameters": {"var_smoothing": 1e-09, "priors": {"$type": "array"}, ...},
     "n_features_in": 4,
     "feature_names_in": ["length", ...],        null if it was fitted without names
     "classes": {"dtype": "str", "values": ["a", "b"]},        null if it is no classifier; of several targets
                                                 a list of these
     "coding": {...},                            how it codes text columns; null if it was given none
     "model": {"theta": {"$type": "array"}, ...},              the record that solve returned
     "summary": {"mean": {"$type": "array"}, ...},             null if it is not mergeable, or
                                                 if attributes were assigned
     "parts": []}                                fitted estimators inside this one, in the same form

An array's name is where it stands: "model.theta", "summary.mean", "parameters.priors"; "model.tables.0" in a
tuple; "parts.3.model.theta" in a part. An estimator that has parts keeps them in `parts_`, a tuple.
"""

from __future__ import annotations

from collections.abc import Callable
from operator import methodcaller
from reprlib import repr as short
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from fenlei.contract.estimator import require_fit
from fenlei.errors import UsageError
from fenlei.messages import phrase
from fenlei.model_file.container import Arrays
from fenlei.model_file.kinds import takes_nominal
from fenlei.model_file.labels import (
    MAX_FEATURES,
    decode_classes,
    decode_feature_names,
    decode_several,
    encode_classes,
)
from fenlei.model_file.strict_json import (
    JSON,
    Fields,
    failure_is_damage,
    refuse,
    take_fields,
    take_integer,
    take_list,
)
from fenlei.model_file.values import decode, decode_unfitted, encode, encode_unfitted
from fenlei.parameters import check_parameters
from fenlei.records import nested_records

if TYPE_CHECKING:
    from sklearn.base import BaseEstimator


T = TypeVar("T")
R = TypeVar("R")

MAX_PART_DEPTH = 4
_FIELDS = (
    *("kind", "parameters", "n_features_in", "feature_names_in", "classes", "coding"),
    *("model", "summary", "parts"),
)


def encode_fitted(estimator: BaseEstimator, prefix: str, arrays: Arrays, depth: int = 0) -> Fields:
    """The node of a fitted estimator; its arrays are added to `arrays`, their names after `prefix`."""
    node = encode_unfitted(estimator, f"{prefix}parameters", arrays)
    require_fit(estimator)
    if depth > MAX_PART_DEPTH:
        raise UsageError("model_file.value", name=f"{prefix}parts", value=short(estimator))
    model = estimator.model_
    summary = None if estimator.Summary is None else _sums_of(estimator)
    return node | {
        "n_features_in": _width_of(estimator, model),
        "feature_names_in": _if_any(list, getattr(estimator, "feature_names_in_", None)),
        "classes": _if_any(encode_classes, _classes_of(estimator)),
        "coding": _if_any(methodcaller("to_dict"), getattr(estimator, "coding_", None)),
        "model": _encode_record(model, f"{prefix}model", arrays),
        "summary": None if summary is None else _encode_record(summary, f"{prefix}summary", arrays),
        "parts": [
            encode_fitted(part, f"{prefix}parts.{i}.", arrays, depth + 1)
            for i, part in enumerate(getattr(estimator, "parts_", ()))
        ],
    }


def _sums_of(estimator: BaseEstimator) -> NamedTuple | None:
    """The summary, unless attributes were assigned after it was made."""
    return None if getattr(estimator, "_assigned", False) else getattr(estimator, "summary_", None)


def _width_of(estimator: BaseEstimator, model: NamedTuple) -> int:
    """Number of features; that of the arrays, if the attributes were set without a fit."""
    if hasattr(estimator, "n_features_in_"):
        return int(estimator.n_features_in_)
    return int(estimator._width(model))


def _classes_of(estimator: BaseEstimator) -> Any:
    """Class labels; of several targets a tuple of them, if the estimator can be made anew from that."""
    classes = getattr(estimator, "classes_", None)
    saved = getattr(estimator, "saves_several_targets", False)
    return tuple(classes) if saved and isinstance(classes, list) else classes


def _if_any(function: Callable[[T], R], value: T | None) -> R | None:
    return None if value is None else function(value)


def _encode_record(record: NamedTuple, name: str, arrays: Arrays) -> Fields:
    return {
        field: _encode_record(value, f"{name}.{field}", arrays)
        if hasattr(value, "_fields")
        else encode(value, f"{name}.{field}", arrays)
        for field, value in record._asdict().items()
    }


def decode_fitted(value: JSON, prefix: str, arrays: Arrays, depth: int = 0) -> BaseEstimator:
    """The estimator that `encode_fitted` wrote, everything in it checked; its arrays leave `arrays`."""
    where = prefix.rstrip(".") or "estimator"
    node = dict(zip(_FIELDS, take_fields(value, where, *_FIELDS), strict=True))
    unfitted = {"kind": node["kind"], "parameters": node["parameters"]}
    with failure_is_damage(where):
        estimator = decode_unfitted(unfitted, f"{prefix}parameters", arrays)
        check_parameters(estimator, getattr(estimator, "_limits", {}))
        _set_data(estimator, node, prefix)
        if parts := take_list(node["parts"], f"{prefix}parts"):
            estimator.parts_ = _decode_parts(parts, prefix, arrays, depth)
        _set_records(estimator, node, prefix, arrays)
    return estimator


def _set_data(estimator: BaseEstimator, node: Fields, prefix: str) -> None:
    """What the estimator knows of its data: number, names and coding of the features, class labels."""
    from sklearn.base import is_classifier

    from fenlei.table.frames import CategoryCoding

    p = take_integer(node["n_features_in"], f"{prefix}n_features_in", 0, MAX_FEATURES)
    estimator.n_features_in_ = p
    if node["feature_names_in"] is not None:
        names = decode_feature_names(node["feature_names_in"], f"{prefix}feature_names_in", p)
        estimator.feature_names_in_ = names
    if is_classifier(estimator):
        several = isinstance(node["classes"], list) and getattr(estimator, "saves_several_targets", False)
        decode_labels = decode_several if several else decode_classes
        estimator.classes_ = decode_labels(node["classes"], f"{prefix}classes")
    if takes_nominal(str(node["kind"])):
        coding = node["coding"]
        estimator.coding_ = None if coding is None else CategoryCoding.from_dict(coding)
        if estimator.coding_ is not None and len(estimator.coding_.categories) != p:
            raise refuse(
                "field",
                where=f"{prefix}coding",
                got=phrase("record.width"),
                accepted=phrase("record.columns", count=p),
            )


def _set_records(estimator: BaseEstimator, node: Fields, prefix: str, arrays: Arrays) -> None:
    """What the estimator learned."""
    if estimator.Summary is not None and (node["summary"] is not None or not estimator._public):
        summary = _decode_record(node["summary"], estimator.Summary, f"{prefix}summary", arrays)
        estimator._check_summary(summary)
        estimator.summary_ = summary
    model = _decode_record(node["model"], estimator.Model, f"{prefix}model", arrays)
    estimator._check_model(model)
    estimator._keep(model)


def _decode_parts(parts: list[JSON], prefix: str, arrays: Arrays, depth: int) -> tuple[BaseEstimator, ...]:
    if depth == MAX_PART_DEPTH:
        raise refuse(
            "field",
            where=f"{prefix}parts",
            got=phrase("record.deeper"),
            accepted=phrase("record.levels", count=depth),
        )
    return tuple(
        decode_fitted(part, f"{prefix}parts.{i}.", arrays, depth + 1) for i, part in enumerate(parts)
    )


def _decode_record(value: JSON, record_type: Any, name: str, arrays: Arrays) -> NamedTuple:
    """The record that `_encode_record` wrote. A field younger than the file keeps its default."""
    given = value.keys() if isinstance(value, dict) else ()
    names = [key for key in record_type._fields if key in given or key not in record_type._field_defaults]
    fields = zip(names, take_fields(value, name, *names), strict=True)
    nested = nested_records(record_type)
    values = {
        key: decode(item, f"{name}.{key}", arrays)
        if item is None or key not in nested
        else _decode_record(item, nested[key], f"{name}.{key}", arrays)
        for key, item in fields
    }
    return record_type(**values)
