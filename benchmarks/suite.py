"""All rows, in the order of the table. A family's rows are in a module of their own, `rows_<family>`."""

from __future__ import annotations

from benchmarks import (
    rows,
    rows_bayes,
    rows_cluster,
    rows_ensemble,
    rows_evaluate,
    rows_joint,
    rows_logistic,
    rows_manifold,
    rows_neighbors,
    rows_reduce,
    rows_regression,
    rows_svm,
    rows_textbook,
    rows_trees,
)
from benchmarks.harness import Row

ROWS = [
    *rows.ROWS,
    *rows_bayes.ROWS,
    *rows_cluster.ROWS,
    *rows_ensemble.ROWS,
    *rows_evaluate.ROWS,
    *rows_joint.ROWS,
    *rows_logistic.ROWS,
    *rows_manifold.ROWS,
    *rows_neighbors.ROWS,
    *rows_reduce.ROWS,
    *rows_regression.ROWS,
    *rows_svm.ROWS,
    *rows_textbook.ROWS,
    *rows_trees.ROWS,
]


def select(prefixes: str) -> list[Row]:
    """The rows whose name begins with one of the comma-separated `prefixes`; all if there are none."""
    wanted = tuple(filter(None, prefixes.replace(" ", "").split(",")))
    return [row for row in ROWS if not wanted or row.name.startswith(wanted)]
