"""`export_onnx`: a trained model as an ONNX graph, and the comparison of both on rows."""

from __future__ import annotations

from importlib.metadata import version
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import numpy as np

from fenlei.atomic import atomic_write
from fenlei.errors import UsageError
from fenlei.export.graph import GraphBuilder, Value
from fenlei.export.inputs import feeds, plain_rows, table_rows
from fenlei.export.kinds import write
from fenlei.kernels import Array
from fenlei.messages import listed
from fenlei.model_file import Model

if TYPE_CHECKING:
    import os

    from fenlei.export.answers import Answer
    from fenlei.table.table import Table

Start = Literal["table", "prepared"]
MOST_ROWS = 1_000  # of a comparison


def export_onnx(
    model: object,
    path: str | os.PathLike[str],
    *,
    float32: bool = False,
    start: Start = "table",
) -> None:
    """Write a fitted model as an ONNX file, the preparation of its columns included.

    Parameters
    ----------
    model : Model or fitted estimator
        As `train`, `load_model` or `fit` give it.
    path : str or path-like
    float32 : bool
        Numbers come and go as float32. Thresholds of trees are rounded down, so that a float32 row takes the
        same branches; everything else is computed in float64 inside.
    start : {"table", "prepared"}
        What the graph takes: the columns of the table, one input each, or the rows X (n, p) as the estimator
        takes them.

    Notes
    -----
    Inputs: for each feature a column (n, 1) under its name, text for names of categories (empty where
    missing), else numbers (NaN where missing). Outputs: `label` (n,) and `probabilities` (n, K), or `scores`
    if the model gives no probabilities; of a regression `prediction` (n,). The names of the classes, in the
    order of the columns, are in the metadata of the file.

    Labels and numbers are those of `predict` and `predict_proba` up to rounding: at most 1e-12 in float64.
    Needs the package onnx (`pip install 'fenlei[onnx]'`); onnxruntime runs the file.

    Examples
    --------
    >>> import tempfile
    >>> from fenlei import train
    >>> from fenlei.export import export_onnx
    >>> path = tempfile.mkdtemp() + "/iris.onnx"
    >>> export_onnx(train("iris", "lda"), path)
    >>> import onnx
    >>> [each.name for each in onnx.load(path).graph.output]
    ['label', 'probabilities']
    """
    graph_of = onnx_model(model, float32=float32, start=start)
    with atomic_write(path, "wb") as file:
        file.write(graph_of.SerializeToString())


def onnx_model(model: object, *, float32: bool = False, start: Start = "table") -> Any:
    """The same as a `ModelProto` of the package onnx."""
    if start not in ("table", "prepared"):
        raise UsageError("export.start", value=start, accepted=listed("table", "prepared"))
    whole = model if isinstance(model, Model) else Model(model)
    graph, floats = GraphBuilder(), np.float32 if float32 else np.float64
    if whole.schema is not None and start == "table":
        rows = table_rows(graph, whole, floats)
    else:
        rows = plain_rows(graph, int(whole.estimator.n_features_in_), floats)
    labels = _finish(graph, whole.estimator, write(whole.estimator, rows), floats)
    made = graph.model("fenlei", type(whole.estimator).__name__, version("fenlei"))
    entry = made.metadata_props.add()
    entry.key, entry.value = "classes", "\n".join(map(str, labels))
    return made


def _finish(graph: GraphBuilder, model: object, answer: Answer, floats: type) -> list[Any]:
    """Name the outputs; the labels in the order of the columns."""
    if answer.number is not None:
        graph.output("prediction", _as(answer.number, floats), floats)
        return []
    assert answer.winner is not None
    labels = label_array(model)
    kind = {"i": np.int64, "u": np.int64, "f": floats, "b": np.bool_}.get(labels.dtype.kind, np.str_)
    named = graph.constant(labels if kind is np.str_ else labels.astype(kind))
    graph.output("label", named.take(answer.winner, axis=0), kind)
    K = len(getattr(model, "classes_", labels))
    if answer.probabilities is not None:
        graph.output("probabilities", _as(answer.probabilities, floats), floats, K)
    elif answer.scores is not None and K == 2:
        graph.output("scores", _as(answer.scores.column(0), floats), floats)
    elif answer.scores is not None:
        graph.output("scores", _as(answer.scores, floats), floats, "scores_of_classes")
    return labels.tolist()


def label_array(model: Any) -> Array:
    """What `predict` can answer, by code; that of rejected rows last."""
    if hasattr(model, "_actions"):
        labels = np.asarray(model._actions()[1])
    elif not hasattr(model, "classes_"):
        labels = np.arange(len(model.cluster_centers_))
    elif hasattr(model, "margin"):
        labels = np.array([*model.classes_.tolist(), model.reject_label], dtype=object)
    else:
        labels = np.asarray(model.classes_)
    if labels.dtype == object:
        if len({isinstance(each, str) for each in labels.tolist()}) > 1:
            raise UsageError("export.mixed_labels", model=type(model).__name__)
        labels = np.array(labels.tolist())
    return labels


def _as(value: Value, floats: type) -> Value:
    return value if floats is np.float64 else value.cast(np.float32)


# --- the comparison


class Differences(NamedTuple):
    """An exported model beside the original.

    Examples
    --------
    >>> from fenlei.export import Differences
    >>> Differences(rows=150, labels=0, largest=2e-16).labels
    0
    """

    rows: int
    labels: int  # rows whose label differs
    largest: float  # of probabilities, scores or predicted numbers, the last relative to their size


def compare_export(model: Model, made: object, table: Table, *, float32: bool = False) -> Differences:
    """Run an exported model by onnxruntime on the first rows of a table, and `model` itself.

    Parameters
    ----------
    model : Model
    made : bytes or path
        The ONNX file, or what is in it.
    table : Table
        Of the model's schema; at most 1,000 of its rows are taken.
    float32 : bool
        Whether the file was written with `float32`; numbers are then rounded for both.

    Returns
    -------
    Differences

    Examples
    --------
    >>> import tempfile
    >>> from pathlib import Path
    >>> from fenlei import train
    >>> from fenlei.datasets import load
    >>> from fenlei.export import compare_export, export_onnx
    >>> model, file = train("iris", "lda"), Path(tempfile.mkdtemp()) / "iris.onnx"
    >>> export_onnx(model, file)
    >>> found = compare_export(model, file, load("iris").table)
    >>> found.rows, found.labels, found.largest < 1e-12
    (150, 0, True)
    """
    floats = np.float32 if float32 else np.float64
    block = table.take(np.arange(min(len(table), MOST_ROWS)))
    coded = block.coded().X.astype(floats).astype(np.float64)
    given = feeds(model, coded, _words(block), floats)
    return differences(model, made, coded, given)


def _words(block: Table) -> list[list[str]]:
    """The columns as text, empty where missing."""
    words = block.words()
    return [["" if each is None else str(each) for each in words[:, j]] for j in range(words.shape[1])]


def differences(model: Model, made: object, coded: Array, given: dict[str, Array]) -> Differences:
    """The answers to coded rows (n, p) beside those of the exported model to `given` inputs."""
    found = run_onnx(made, given)
    if "prediction" in found:
        ours = np.ravel(np.asarray(model.predict(coded), np.float64))
        return Differences(len(coded), 0, float(_relative(found["prediction"], ours).max(initial=0.0)))
    wrong = int((np.asarray(model.predict(coded)).astype(str) != found["label"].astype(str)).sum())
    largest = 0.0
    if "probabilities" in found:
        largest = float(np.abs(found["probabilities"] - model.predict_proba(coded)).max(initial=0.0))
    elif "scores" in found:
        largest = float(_relative(found["scores"], model.decision_function(coded)).max(initial=0.0))
    return Differences(len(coded), wrong, largest)


def _relative(found: Array, ours: Array) -> Array:
    """Differences, relative to numbers above 1."""
    with np.errstate(invalid="ignore"):
        gap = np.where(found == ours, 0.0, np.abs(found.astype(np.float64) - ours))
    return gap / np.maximum(np.abs(np.where(np.isfinite(ours), ours, 1.0)), 1.0)


def run_onnx(made: object, given: dict[str, Array]) -> dict[str, Array]:
    """The outputs of an ONNX file, or of its bytes, by onnxruntime."""
    try:
        import onnxruntime
    except ImportError:
        raise UsageError("export.packages", package="onnxruntime") from None
    options = onnxruntime.SessionOptions()
    options.log_severity_level = 4  # what it cannot run comes as an exception
    session = onnxruntime.InferenceSession(made, options, providers=["CPUExecutionProvider"])
    names = [each.name for each in session.get_outputs()]
    return dict(zip(names, session.run(names, given), strict=True))
