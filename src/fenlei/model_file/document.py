"""The document of a model file: the estimator, and what is known about the data it was trained on.

{"format": 1,                     2 if there are intervals
 "estimator": {...},              see `node`
 "preparation": {...},            see `node`; null if the estimator takes the coded columns as they are
 "schema": {...},                 Schema.to_dict(), or null
 "intervals": {...},              see `node`; in format 2 only
 "facts": {...},                  what the caller wants to keep about the training
 "versions": {"fenlei": "0.1.0", "numpy": "2.4.0", ...}}       for people; nothing depends on them
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from importlib.metadata import version
from typing import TYPE_CHECKING, Any

from fenlei.atomic import atomic_write
from fenlei.errors import ModelFileError, UsageError
from fenlei.messages import Phrase, phrase
from fenlei.model_file import container
from fenlei.model_file.container import Arrays
from fenlei.model_file.kinds import INTERVALS, PREPARATION, kind_of
from fenlei.model_file.model import Model
from fenlei.model_file.node import decode_fitted, encode_fitted
from fenlei.model_file.strict_json import (
    JSON,
    Fields,
    failure_is_damage,
    refuse,
    take_fields,
    take_integer,
    take_object,
)
from fenlei.model_file.values import decode, decode_schema, encode
from fenlei.table.schema import Schema

if TYPE_CHECKING:
    from sklearn.base import BaseEstimator

    from fenlei.table.preparation import Preparation

FORMAT, WITH_INTERVALS = 1, 2  # the second is the newest
_FIELDS = ("format", "estimator", "preparation", "schema", "facts", "versions")
_PACKAGES = ("fenlei", "numpy", "scikit-learn")


def save_model(
    model: BaseEstimator | Model,
    path: str | os.PathLike[str],
    *,
    schema: Schema | None = None,
    preparation: Preparation | None = None,
    facts: dict[str, Any] | None = None,
) -> None:
    """Write a fitted estimator to a `.fenlei` file: plain data, no code.

    Parameters
    ----------
    model : fitted estimator or Model
        A `Model` is written with its own schema, preparation and facts where none are given here.
    path : str or path-like
        Written beside the target first and then renamed, so a failure leaves an old file as it was.
    schema : Schema, optional
        The table's schema; the loaded model then takes tables.
    preparation : fitted Preparation, optional
        What turns the table's coded columns into the estimator's features.
    facts : dict, optional
        Anything JSON can say about the training.

    Raises
    ------
    sklearn.exceptions.NotFittedError
        The estimator, or the preparation, has not been fitted.
    UsageError
        It is not one of fenlei's estimators, or a parameter cannot be written as data.

    Notes
    -----
    The same model gives the same bytes. A random generator given as `random_state` is not written: the
    loaded estimator has None there.

    Examples
    --------
    >>> import tempfile
    >>> from fenlei.bayes.gaussian_nb import GaussianNB
    >>> model = GaussianNB().fit([[190], [260], [150], [170]], ["Fuji", "Fuji", "Guoguang", "Guoguang"])
    >>> path = tempfile.mkdtemp() + "/apples.fenlei"
    >>> save_model(model, path)
    >>> load_model(path).predict([[240]]).tolist()
    ['Fuji']
    """
    if not isinstance(model, Model):
        model = Model(model)
    estimator, schema = _with_known_steps(model.estimator, model.schema if schema is None else schema)
    model = Model(
        estimator,
        schema,
        model.preparation if preparation is None else preparation,
        model.facts if facts is None else facts,
        model.intervals,
    )
    arrays: Arrays = {}
    document = _encode(model, arrays)
    misfit = _misfit(model)
    if misfit:
        raise UsageError("model_file.misfit", **misfit)
    with atomic_write(path, "wb") as stream:
        container.write(stream, document, arrays)


def load_model(path: str | os.PathLike[str]) -> Any:
    """Read a model file, trusting nothing in it.

    Parameters
    ----------
    path : str or path-like
        A file written by `save_model` or `fenlei train`, of this or an older format.

    Returns
    -------
    estimator or Model
        The fitted estimator, ready to predict and to be trained further; a `Model` around it if the file
        also holds a schema, a preparation or facts.

    Raises
    ------
    ModelFileError
        The file cannot be read, is cut short, damaged, of a newer format or no model file at all.

    Examples
    --------
    >>> import tempfile
    >>> from fenlei import GaussianNB, load_model, save_model
    >>> model = GaussianNB().fit([[1.0], [2.0], [5.0], [6.0]], ["low", "low", "high", "high"])
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     save_model(model, f"{folder}/levels.fenlei")
    ...     same = load_model(f"{folder}/levels.fenlei")
    >>> same.predict([[1.4], [5.5]]).tolist()
    ['low', 'high']
    """
    try:
        document, arrays = container.read(path)
        model = _decode(document, arrays)
    except ModelFileError as error:
        raise ModelFileError(error.key, **error.facts | {"path": str(path)}) from error.__cause__
    return model if model.schema or model.preparation or model.facts else model.estimator


def _with_known_steps(estimator: Any, schema: Schema | None) -> tuple[Any, Schema | None]:
    """A pipeline of scikit-learn as fitted steps with the schema of its columns; anything else as it is."""
    if type(estimator).__module__.startswith("sklearn."):
        from fenlei.model_file.pipelines.conversion import fitted_steps, is_pipeline

        if is_pipeline(estimator):
            estimator = fitted_steps(estimator)
    if not getattr(estimator, "takes_cells", False):
        return estimator, schema
    from fenlei.model_file.pipelines.inputs import table_schema

    return estimator, table_schema(estimator, schema)


def _encode(model: Model, arrays: Arrays) -> Fields:
    if model.preparation is None:
        preparation = None
    else:
        preparation = encode_fitted(model.preparation, f"{PREPARATION}.", arrays)
    found: Fields = {
        "format": FORMAT if model.intervals is None else WITH_INTERVALS,
        "estimator": encode_fitted(model.estimator, "", arrays),
        "preparation": preparation,
        "schema": None if model.schema is None else model.schema.to_dict(),
        "facts": encode(model.facts, "facts", arrays),
        "versions": {package: version(package) for package in _PACKAGES},
    }
    if model.intervals is not None:
        found["intervals"] = encode_fitted(model.intervals, f"{INTERVALS}.", arrays)
    return found


def _decode(document: JSON, arrays: Arrays) -> Model:
    number = take_object(document, "document").get("format")
    if take_integer(number, "format", 1, 2**31) > WITH_INTERVALS:
        raise refuse("format", format=number, newest=WITH_INTERVALS)
    names = (*_FIELDS, "intervals") if number == WITH_INTERVALS else _FIELDS
    _, estimator, preparation, schema, facts, versions, *given = take_fields(document, "document", *names)
    take_object(versions, "versions")
    model = Model(
        decode_fitted(estimator, "", arrays),
        None if schema is None else decode_schema(schema, "schema"),
        None if preparation is None else decode_fitted(preparation, f"{PREPARATION}.", arrays),
        take_object(decode(facts, "facts", arrays), "facts"),
        decode_fitted(given[0], f"{INTERVALS}.", arrays) if given else None,
    )
    for name in arrays:
        raise refuse("array", name=name, got=phrase("record.array"), accepted=phrase("record.none"))
    with failure_is_damage("document"):
        misfit = _misfit(model)
    if misfit:
        raise refuse("field", **misfit)
    return model


def _misfit(model: Model) -> dict[str, str | Phrase] | None:
    """The first step that is not what it should be, or does not make what the next one takes."""
    if kind_of(model.estimator) in (PREPARATION, INTERVALS):
        return {
            "where": "estimator",
            "got": phrase("record.preparation"),
            "accepted": phrase("record.estimator"),
        }
    if model.preparation is not None and kind_of(model.preparation) != PREPARATION:
        return {
            "where": "preparation",
            "got": phrase("record.estimator"),
            "accepted": phrase("record.preparation"),
        }
    if model.intervals is not None and kind_of(model.intervals) != INTERVALS:
        return {"where": INTERVALS, "got": phrase("record.estimator"), "accepted": phrase("record.intervals")}
    if model.schema is not None and getattr(model.estimator, "takes_cells", False):
        return _other_columns(model.schema, model.estimator)
    for where, made, taken in _widths(model):
        if made != taken:
            got, accepted = phrase("record.of_features", p=made), phrase("record.of_width", p=taken)
            return {"where": where, "got": got, "accepted": accepted}
    schemas = [schema for schema in (model.schema, getattr(model.preparation, "schema", None)) if schema]
    if len({_coding(schema) for schema in schemas}) > 1:
        return {
            "where": "schema",
            "got": phrase("record.another_one"),
            "accepted": phrase("record.of_preparation"),
        }
    return None


def _other_columns(schema: Schema, pipeline: Any) -> dict[str, str | Phrase] | None:
    """What is wrong if a schema does not have the columns that a pipeline uses."""
    from fenlei.model_file.pipelines.inputs import used_names

    if tuple(column.name for column in schema.features) == used_names(pipeline):
        return None
    return {
        "where": "schema",
        "got": phrase("record.another_one"),
        "accepted": phrase("record.of_pipeline"),
    }


def _coding(schema: Schema) -> tuple[object, ...]:
    """What of a schema decides how a table becomes numbers."""
    return tuple(
        (column.name, column.kind, column.categories) for column in (*schema.features, *schema.texts)
    )


def _widths(model: Model) -> Iterator[tuple[str, int, int]]:
    """For each step before the estimator: how many features it makes, and how many the next one takes."""
    first = model.estimator if model.preparation is None else model.preparation
    if model.schema is not None:
        yield "schema", len(model.schema.features), first.n_features_in_
    if model.preparation is not None:
        made = model.preparation.get_feature_names_out()
        yield "preparation", len(made), model.estimator.n_features_in_
    if model.intervals is not None:
        yield INTERVALS, model.intervals.n_features_in_, model.estimator.n_features_in_
