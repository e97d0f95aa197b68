"""A JSON Schema (draft 2020-12) of the types in `schema`.

After a change of the types, write the shipped file anew:

    python -m fenlei.study.facts.json_schema
"""

from __future__ import annotations

import json
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, Literal, NotRequired, Union, get_args, get_origin, get_type_hints, is_typeddict

from fenlei.study.facts.schema import FORMAT, ComparisonResult

SCHEMA_FILE = Path(__file__).with_name("result.schema.json")
PLAIN = {str: "string", int: "integer", float: "number", bool: "boolean", NoneType: "null"}

Definition = dict[str, object]


def result_schema() -> Definition:
    """The schema of a whole result."""
    definitions: dict[str, Definition] = {}
    root = _definition(ComparisonResult, definitions)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"Result of fenlei compare, format {FORMAT}",
        **definitions.pop(root),
        "$defs": dict(sorted(definitions.items())),
    }


def _definition(record: Any, definitions: dict[str, Definition]) -> str:
    """Add the definition of a TypedDict, and of those that it refers to; the name of the first."""
    name: str = record.__name__
    if name not in definitions:
        definitions[name] = {}
        hints = get_type_hints(record, include_extras=True)
        documented = {"description": record.__doc__} if record.__doc__ else {}
        definitions[name] = documented | {
            "type": "object",
            "properties": {key: _schema(hint, definitions) for key, hint in hints.items()},
            "required": [key for key, hint in hints.items() if get_origin(hint) is not NotRequired],
            "additionalProperties": False,
        }
    return name


def _schema(hint: object, definitions: dict[str, Definition]) -> Definition:
    """The schema of one annotation."""
    origin, arguments = get_origin(hint), get_args(hint)
    if hint is object:
        return {}
    if hint in PLAIN:
        return {"type": PLAIN[hint]}
    if is_typeddict(hint):
        return {"$ref": f"#/$defs/{_definition(hint, definitions)}"}
    if origin is Literal:
        return {"enum": list(arguments)}
    if origin in (Union, UnionType):
        return {"anyOf": [_schema(argument, definitions) for argument in arguments]}
    if origin is list:
        return {"type": "array", "items": _schema(arguments[0], definitions)}
    if origin is dict:
        return {"type": "object", "additionalProperties": _schema(arguments[1], definitions)}
    if origin is NotRequired:
        return _schema(arguments[0], definitions)
    raise TypeError(f"{hint} has no JSON Schema")


def main() -> None:
    """Write the shipped file."""
    SCHEMA_FILE.write_text(json.dumps(result_schema(), indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
