"""Real results follow the shipped JSON Schema, which follows the types."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from fenlei.study import compare
from fenlei.study.facts.json_schema import SCHEMA_FILE, result_schema
from tests.report import results
from tests.study.tables import apples

SCHEMA: dict[str, Any] = json.loads(SCHEMA_FILE.read_text("utf-8"))
TYPES: dict[str, Any] = {
    "string": str,
    "integer": int,
    "number": (int, float),
    "boolean": bool,
    "null": type(None),
    "array": list,
    "object": dict,
}


def faults(value: Any, schema: dict[str, Any], where: str = "result") -> list[str]:
    """Where a value does not follow a JSON Schema; only the keywords that the shipped one uses."""
    if not schema:
        return []
    if "$ref" in schema:
        return faults(value, SCHEMA["$defs"][schema["$ref"].removeprefix("#/$defs/")], where)
    if "anyOf" in schema:
        every = [faults(value, one, where) for one in schema["anyOf"]]
        return [] if [] in every else min(every, key=len)
    if "enum" in schema:
        return [] if value in schema["enum"] else [f"{where}: {value!r}"]
    kind = schema["type"]
    if not isinstance(value, TYPES[kind]) or (isinstance(value, bool) and kind != "boolean"):
        return [f"{where}: {value!r} is no {kind}"]
    if kind == "array":
        items = [faults(item, schema["items"], f"{where}[{i}]") for i, item in enumerate(value)]
        return [fault for found in items for fault in found]
    return fields_faults(value, schema, where) if kind == "object" else []


def fields_faults(value: dict[str, Any], schema: dict[str, Any], where: str) -> list[str]:
    known, others = schema.get("properties", {}), schema["additionalProperties"]
    found = [f"{where}.{name} is missing" for name in schema.get("required", []) if name not in value]
    for name, item in value.items():
        if name in known or others is not False:
            found += faults(item, known.get(name, others), f"{where}.{name}")
        else:
            found.append(f"{where}.{name} is not known")
    return found


def test_the_shipped_schema_is_that_of_the_types() -> None:
    """If this fails: python -m fenlei.study.facts.json_schema."""
    assert result_schema() == SCHEMA


@pytest.mark.parametrize(
    ("source", "options"),
    [
        ("iris", {"models": ["lda", "decision_tree", "categorical_nb"], "folds": 3, "repeats": 2}),
        ("breast_cancer", {"models": ["logistic_regression", "linear_svc"], "folds": 2, "tune": True}),
        ("penguins", {"models": ["mixed_nb", "k_neighbors", "c45"], "folds": 2}),
        ("loan", {"models": ["categorical_nb", "id3"], "folds": 2, "lang": "zh"}),
        (apples(), {"target": "品种", "models": ["gaussian_nb", "lda"], "budget": "1h", "memory": "2k"}),
    ],
    ids=["iris", "breast_cancer", "penguins", "loan", "apples"],
)
def test_real_results_follow_the_schema(source: Any, options: dict[str, Any], tmp_path: Path) -> None:
    result = compare(source, **options, out=tmp_path)
    written = json.loads((tmp_path / "result.json").read_text("utf-8"))
    assert faults(written, SCHEMA) == []
    assert written == result


@pytest.mark.parametrize("make", [results.binary, results.three, results.twelve, results.nothing_done])
def test_the_results_of_the_report_tests_follow_it_too(make: Any) -> None:
    assert faults(make(), SCHEMA) == []


def test_faults_are_found() -> None:
    result = results.three()
    result["models"][0]["rank"] = True
    result["models"][1]["status"] = "unknown"
    del result["models"][2]["scores_are_probabilities"]
    result["plan"]["more"] = 1
    result["format"] = 1
    assert faults(result, SCHEMA) == [
        "result.format: 1",
        "result.plan.more is not known",
        "result.models[0].rank: True is no integer",
        "result.models[1].status: 'unknown'",
        "result.models[2].scores_are_probabilities is missing",
    ]
