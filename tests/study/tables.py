"""Small tables for the tests of the workbench, made from a seed."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import Any

import numpy as np

APPLES = {"国光": (150, 11), "红富士": (200, 14), "黄元帅": (180, 12)}


def apples(n: int = 90, seed: int = 0) -> dict[str, list[Any]]:
    """Chinese headers and labels, an identifier, a nominal column, numbers, missing values."""
    rng = np.random.default_rng(seed)
    kinds = [list(APPLES)[k] for k in np.arange(n) % 3]
    sugar = [round(float(rng.normal(APPLES[kind][1], 1)), 2) for kind in kinds]
    return {
        "编号": list(range(1, n + 1)),
        "颜色": [str(colour) for colour in rng.choice(["红", "绿", "黄"], n)],
        "重量(克)": [round(float(rng.normal(APPLES[kind][0], 12)), 1) for kind in kinds],
        "含糖率": [None if i % 20 == 7 else value for i, value in enumerate(sugar)],
        "品种": kinds,
    }


def write_csv(columns: dict[str, list[Any]], path: Path, encoding: str = "utf-8") -> Path:
    """The columns as a CSV file; None is an empty cell."""
    with path.open("w", encoding=encoding, newline="") as file:
        writer = csv.writer(file)
        writer.writerow(columns)
        writer.writerows(zip(*columns.values(), strict=True))
    return path


def without_times(result: Any) -> Any:
    """A result without what differs between two equal runs."""
    if isinstance(result, dict):
        return {key: without_times(value) for key, value in result.items() if not key.endswith("seconds")}
    return [without_times(item) for item in result] if isinstance(result, list) else result
