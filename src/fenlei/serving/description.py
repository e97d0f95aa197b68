"""The service in the words of OpenAPI 3.1: made from the model's schema, so that clients can be generated."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from fenlei.serving.faults import STATUS

JSON_TYPE = "application/json"


def describe(title: str, version: str, columns: Sequence[dict[str, Any]], has_token: bool) -> dict[str, Any]:
    """The document of `/openapi.json`; `columns` as `answers.column_facts` gives them."""
    row = {
        "type": "object",
        "properties": {column["name"]: _property(column) for column in columns},
        "required": [column["name"] for column in columns],
    }
    document: dict[str, Any] = {
        "openapi": "3.1.0",
        "info": {"title": f"fenlei: {title}", "version": version},
        "paths": {
            "/predict": {"post": _predict()},
            "/health": {"get": _get("Whether the service answers; needs no token.")},
            "/version": {"get": _get("Versions, the model and its columns.")},
            "/openapi.json": {"get": _get("This document.")},
        },
        "components": {"schemas": {"Row": row, "Answer": _answer(), "Error": _error()}},
    }
    if has_token:
        document["components"]["securitySchemes"] = {"token": {"type": "http", "scheme": "bearer"}}
        document["security"] = [{"token": []}]
        document["paths"]["/health"]["get"]["security"] = []
    return document


def _property(column: dict[str, Any]) -> dict[str, Any]:
    """Numbers may be sent as text, as they stand in a file; a missing value is null."""
    kinds = {"numeric": ["number", "string", "null"], "boolean": ["boolean", "string", "null"]}
    facts: dict[str, Any] = {"type": kinds.get(column["kind"], ["string", "number", "null"])}
    if "categories" in column:
        facts["examples"] = column["categories"][:20]
    return facts


def _predict() -> dict[str, Any]:
    rows = {"type": "array", "minItems": 1, "items": {"$ref": "#/components/schemas/Row"}}
    object_of_rows = {"type": "object", "properties": {"rows": rows}, "required": ["rows"]}
    flags = {
        "proba": "Probabilities of the classes (default true).",
        "explain": "The working of each row (default false).",
        "ignore_extra": "Leave out columns that the model has never seen (default false: refuse them).",
    }
    return {
        "summary": "Classes of the rows, their probabilities, and on request the working.",
        "parameters": [
            {"name": name, "in": "query", "description": text, "schema": {"type": "boolean"}}
            for name, text in flags.items()
        ],
        "requestBody": {
            "required": True,
            "content": {
                JSON_TYPE: {"schema": {"oneOf": [rows, object_of_rows]}},
                "text/csv": {"schema": {"type": "string"}},
            },
        },
        "responses": {"200": _response("Answer"), **_errors()},
    }


def _get(summary: str) -> dict[str, Any]:
    return {
        "summary": summary,
        "responses": {
            "200": {"description": "OK", "content": {JSON_TYPE: {"schema": {"type": "object"}}}},
            "default": _response("Error"),
        },
    }


def _response(name: str) -> dict[str, Any]:
    schema = {"$ref": f"#/components/schemas/{name}"}
    return {"description": name, "content": {JSON_TYPE: {"schema": schema}}}


def _errors() -> dict[str, Any]:
    return {str(status): _response("Error") for status in sorted({*STATUS.values(), 500})}


def _answer() -> dict[str, Any]:
    label = {"type": ["string", "number", "boolean"]}
    shares = {"type": "array", "items": {"type": ["number", "null"]}}
    return {
        "type": "object",
        "properties": {
            "predictions": {"type": "array", "items": label},
            "classes": {"type": "array", "items": label},
            "probabilities": {"type": "array", "items": shares},
            "workings": {"type": "array", "items": {"type": "object"}},
            "notes": {"type": "array", "items": {"type": "string"}},
        },
        "required": ["predictions", "notes"],
    }


def _error() -> dict[str, Any]:
    fields = {"key": {"type": "string"}, "text": {"type": "string"}, "code": {"type": "integer"}}
    error = {"type": "object", "properties": fields, "required": list(fields)}
    return {"type": "object", "properties": {"error": error}, "required": ["error"]}
