"""Which models of a result finished, in which order, and what they are called."""

from __future__ import annotations

from operator import itemgetter

from fenlei.report.numbers import is_known, shorten
from fenlei.report.texts import TEXTS, text
from fenlei.study.facts.schema import ComparisonResult, ModelFacts

Display = dict[str, object]  # values as the page shows them


def label(model: ModelFacts, lang: str) -> str:
    return shorten(model["label_zh" if lang == "zh" else "label_en"], 60)


def preparation(model: ModelFacts, lang: str) -> str:
    """What a model's rows went through; wording that this version does not know stays as it is."""
    steps = (model["preparation"] or "").split(", ")
    known = [text(f"preparation.{step}", lang) if f"preparation.{step}" in TEXTS else step for step in steps]
    return text("unit.comma", lang).join(known)


def accuracy(model: ModelFacts) -> float | None:
    return model["summary"]["accuracy"]["mean"]


def ranked(result: ComparisonResult) -> list[ModelFacts]:
    """Finished models by their rank, the best first."""
    ranks = [(model["rank"], model) for model in result["models"]]
    finished = [(rank, model) for rank, model in ranks if rank is not None]
    return [model for _, model in sorted(finished, key=itemgetter(0))]


def contenders(result: ComparisonResult) -> list[ModelFacts]:
    """Finished models that are more than the baseline, the best first."""
    return [model for model in ranked(result) if model["name"] != result["baseline"]]


def named(result: ComparisonResult, name: str | None) -> ModelFacts | None:
    """The finished model of that name, if there is one."""
    return next((model for model in ranked(result) if model["name"] == name), None)


def is_distinguishable(model: ModelFacts, result: ComparisonResult) -> bool | None:
    """Whether the paired test finds `model` different from the best; None without a test."""
    p = p_of(model)
    return p < 1 - result["plan"]["level"] if is_known(p) else None


def p_of(model: ModelFacts) -> float | None:
    """The p value of the paired test against the best model, if there is one."""
    return None if model["paired"] is None else model["paired"]["p"]


def largest_classes(result: ComparisonResult, most: int) -> list[int]:
    """The `most` largest classes, in the order of the classes."""
    sizes = result["data"]["class_counts"]
    by_size = sorted(range(len(sizes)), key=lambda k: -sizes[k])
    return sorted(by_size[:most])
