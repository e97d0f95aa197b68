"""Tables: reading, schema, missing values, label coding and preparation.

The names below are loaded on first use, so that importing one module of this package does not import Arrow.
"""

from __future__ import annotations

from fenlei.lazy import lazily

_HOME = {
    "DEFAULT_MISSING": "missing",
    "Coded": "table",
    "Column": "schema",
    "Preparation": "preparation",
    "Schema": "schema",
    "Table": "table",
    "Vocabulary": "vocabulary",
    "conform": "reading",
    "prepare": "preparation",
    "read_blocks": "reading",
    "read_table": "reading",
}

__all__ = list(_HOME)


__getattr__ = lazily(__name__, _HOME)
