"""Write the kept model files that are still missing for the current format number.

    python tests/model_files/make.py

A file, once kept, is never written again: it stands for the files that users have. Beside each
`<kind>.fenlei` stands `<kind>.json` with rows and what the model predicted for them.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np

from fenlei.model_file import Model, save_model
from fenlei.model_file.document import FORMAT
from fenlei.registry import REGISTRY, Entry
from fenlei.table import prepare, read_table

HERE = Path(__file__).parent
WITH_TABLE = "with_table"  # not a kind: a model with schema, preparation and facts


def example(entry: Entry) -> tuple[np.ndarray, np.ndarray]:
    """Rows that suit the kind, numbers, positive ones, or category codes; and labels, or numbers."""
    rng = np.random.default_rng(20240229)
    codes = np.arange(60) % 3
    X = np.round(rng.normal(size=(60, 3)) + 2.0 * codes[:, None] * [1, 0, -1], 3)
    if not entry.numeric:
        X = np.digitize(X, [-1.0, 1.0]).astype(float)
    if entry.load()().__sklearn_tags__().input_tags.positive_only:
        X = np.abs(X)
    if entry.kind == "regressor":
        return X, np.round(X @ [1.0, -2.0, 0.5] + codes**2, 3)
    return X, np.array(["国光", "红富士", "金帅"])[codes]


def fitted(entry: Entry) -> Any:
    """The kind with its default parameters, fitted to its example."""
    estimator = entry.load()()
    if "random_state" in estimator.get_params():
        estimator.set_params(random_state=0)
    return estimator.fit(*example(entry))


def with_table() -> tuple[Model, dict[str, list[Any]]]:
    """A model that takes tables, and a table."""
    columns = {
        "颜色": ["红", "绿", "红", None, "绿", "红", "绿", "红"],
        "重量": [1.5, 2.5, None, 1.0, 2.0, 1.25, 2.25, 1.75],
        "品种": ["国光", "红富士", "国光", "国光", "红富士", "国光", "红富士", "国光"],
    }
    table = read_table(columns, target="品种")
    preparation = prepare(table).fit(table)
    estimator = REGISTRY["gaussian_nb"].load()().fit(preparation.transform(table), table.labels())
    return Model(estimator, table.schema, preparation, {"rows": 8}), columns


def expectation(model: Any, rows: Any) -> dict[str, Any]:
    """What the model says of the rows, as JSON."""
    given = np.array(rows) if isinstance(rows, list) else rows
    return {"rows": rows} | {name: value.tolist() for name, value in answers(model, given).items()}


def answers(model: Any, X: Any) -> dict[str, np.ndarray]:
    """Predictions of the rows; of what predicts nothing, their coordinates or those of its own rows."""
    if hasattr(model, "predict"):
        names = [name for name in ("predict", "predict_proba") if hasattr(model, name)]
        return {name: getattr(model, name)(X) for name in names}
    for name in ("transform", "embedding_", "labels_"):
        if hasattr(model, name):
            found = getattr(model, name)
            return {name: found(X) if callable(found) else found}
    raise TypeError(f"{type(model).__name__} says nothing of rows")


def keep(folder: Path, name: str, model: Any, rows: Any) -> None:
    """Write one file and its expectation."""
    save_model(model, folder / f"{name}.fenlei")
    text = json.dumps(expectation(model, rows), ensure_ascii=False, indent=1)
    (folder / f"{name}.json").write_text(text + "\n", encoding="utf-8")
    print(f"{folder.name}/{name}.fenlei")


def main() -> None:
    """Keep a file of each kind that has none yet."""
    folder = HERE / f"v{FORMAT}"
    folder.mkdir(exist_ok=True)
    for name, entry in REGISTRY.items():
        if not (folder / f"{name}.fenlei").exists():
            keep(folder, name, fitted(entry), example(entry)[0][:12].tolist())
    if not (folder / f"{WITH_TABLE}.fenlei").exists():
        keep(folder, WITH_TABLE, *with_table())


if __name__ == "__main__":
    main()
