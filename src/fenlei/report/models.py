"""Which models of a result finished, in which order, and what they are called."""

from __future__ import annotations

from typing import Any

from fenlei.report.marks import chinese_marks
from fenlei.report.numbers import is_known, shorten
from fenlei.report.texts import TEXTS, text

Model = dict[str, Any]
Result = dict[str, Any]


def label(model: Model, lang: str) -> str:
    return shorten(chinese_marks(model["label_zh" if lang == "zh" else "label_en"], lang), 60)


def preparation(model: Model, lang: str) -> str:
    """What a model's rows went through; wording that this version does not know stays as it is."""
    key = f"preparation.{model['preparation']}"
    return text(key, lang) if key in TEXTS else model["preparation"] or ""


def accuracy(model: Model) -> float | None:
    mean: float | None = model["summary"]["accuracy"]["mean"]
    return mean


def ranked(result: Result) -> list[Model]:
    """Finished models, the best first, then by mean accuracy."""
    done = [model for model in result["models"] if model["status"] == "done"]

    def place(model: Model) -> tuple[bool, float]:
        mean = accuracy(model)
        return model["name"] != result["best"], -mean if is_known(mean) else 1.0

    return sorted(done, key=place)


def contenders(result: Result) -> list[Model]:
    """Finished models that are more than the baseline, the best first."""
    return [model for model in ranked(result) if model["name"] != result["baseline"]]


def named(result: Result, name: str | None) -> Model | None:
    """The finished model of that name, if there is one."""
    return next((model for model in ranked(result) if model["name"] == name), None)


def is_distinguishable(model: Model, result: Result) -> bool | None:
    """Whether the paired test tells `model` from the best at the plan's level; None if it was not made."""
    p = model["paired"]["p"] if model["paired"] else None
    return p < 1 - result["plan"]["level"] if is_known(p) else None


def largest_classes(result: Result, most: int) -> list[int]:
    """The `most` largest classes, in the order of the classes."""
    sizes = result["data"]["class_counts"]
    by_size = sorted(range(len(sizes)), key=lambda k: -sizes[k])
    return sorted(by_size[:most])
