"""How the best model was fitted: the working of its fit, step by step, folded."""

from __future__ import annotations

from typing import Any, cast

from markupsafe import Markup

from fenlei.explanation import Working
from fenlei.explanation.printing.as_html import step_bodies
from fenlei.report.models import Display, label, named
from fenlei.report.texts import text
from fenlei.study.facts.schema import ComparisonResult

MOST_BYTES = 100_000  # of the steps on the page
DIGITS = 5


def is_fitted(result: ComparisonResult) -> bool:
    """Whether there is a working; results of earlier versions have none."""
    return bool(result.get("fit"))


def fitting(result: ComparisonResult, lang: str) -> Display:
    """The steps as folded parts, and how to see the whole."""
    found = result.get("fit")
    if not found:
        return {"steps": []}
    working = Working.from_dict(cast(dict[str, Any], found["working"]))
    model = named(result, found["model"])
    parts = step_bodies(working, DIGITS, MOST_BYTES)
    shown = {"count": len(parts), "total": found["steps"]}
    return {
        "heading": found["model"] if model is None else label(model, lang),
        "language": "zh-CN" if working.lang == "zh" else "en",
        "steps": [
            {"title": f"{number}. {title}", "body": Markup(body)}  # what the data says is escaped
            for number, (title, body) in enumerate(parts, 1)
        ],
        "cut": text("fit.cut", lang, **shown) if len(parts) < found["steps"] else "",
        "whole": text("fit.whole", lang, digits=DIGITS),
    }
