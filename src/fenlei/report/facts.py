"""result -> facts: numbers formatted, texts chosen, lines positioned; the page lays them out."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import PurePath

from fenlei.report.data import data
from fenlei.report.details import details
from fenlei.report.differences import differences
from fenlei.report.fitting import fitting, is_fitted
from fenlei.report.leaderboard import absent, folds, leaderboard
from fenlei.report.matters.importances import has_matters, matters
from fenlei.report.models import Display, ranked
from fenlei.report.numbers import count, seconds, shorten
from fenlei.report.readable import is_readable, readable
from fenlei.report.resampling import is_pooled, method, other_labels, scale_text, split_text
from fenlei.report.summary import summary
from fenlei.report.texts import labels, text
from fenlei.study.facts.formats import current
from fenlei.study.facts.schema import ComparisonResult

SECTIONS = ("summary", "leaderboard", "details", "matters", "readable", "fitting", "folds", "data", "repeat")


def facts(given: ComparisonResult | Mapping[str, object], lang: str = "en") -> Display:
    """The display values of a result of `compare`.

    Parameters
    ----------
    given : ComparisonResult or dict
        As `compare` returns it, or as an earlier version has written it.
    lang : {"en", "zh"}
        Language of every text; names that come from the data stay as they are.

    Returns
    -------
    dict
        Plain display values: strings, flags, and coordinates of the drawings.
    """
    result = current(given)
    words = labels(lang) | other_labels(result["plan"], lang)
    return {
        "lang": "zh-CN" if lang == "zh" else "en",
        "labels": words,
        **head(result, lang),
        "sections": [{"id": name, "label": words[name]} for name in sections(result)],
        "summary": summary(result, lang),
        "leaderboard": leaderboard(result, lang),
        "differences": differences(result, lang),
        "absent": absent(result, lang),
        "details": details(result, lang),
        "matters": matters(result, lang),
        "readable": readable(result, lang),
        "fitting": fitting(result, lang),
        "folds": folds(result, lang),
        "data": data(result, lang),
        "repeat": repeat(result, lang),
    }


def sections(result: ComparisonResult) -> list[str]:
    """The sections that have something to show."""
    empty = set() if ranked(result) else {"details", "folds"}
    if is_pooled(result["plan"]):
        empty.add("folds")
    if not has_matters(result):
        empty.add("matters")
    if not is_readable(result):
        empty.add("readable")
    if not is_fitted(result):
        empty.add("fitting")
    return [name for name in SECTIONS if name not in empty]


def head(result: ComparisonResult, lang: str) -> dict[str, str]:
    part = result["data"]
    target = shorten(part["schema"]["target"]["name"], 60)
    source = shorten(PurePath(part["source"]).name or part["source"], 60)
    sizes = {"rows": count(part["rows"]), "features": count(part["features"])}
    return {
        "title": text("page.title", lang, target=target),
        "document_title": text("page.document", lang, source=source, target=target),
        "kicker": text(
            "page.kicker" if part["classes"] else "page.quantity",
            lang,
            source=source,
            classes=count(len(part["classes"])),
            **sizes,
        ),
    }


def repeat(result: ComparisonResult, lang: str) -> Display:
    """How the numbers came about: the command, the settings and the method."""
    part, plan = result["data"], result["plan"]
    versions = [f"{name} {version}" for name, version in result["versions"].items()]
    settings = {
        "source": shorten(part["source"], 300),
        "fingerprint": f"SHA-256 {part['fingerprint']}",
        "resampling": split_text(plan, lang),
        "scaling": scale_text(plan, lang),
        "seed": str(plan["seed"]),
        "duration": seconds(result["seconds"], lang),
        "versions": shorten(text("unit.comma", lang).join(versions), 600),
    }
    return {
        "command": shorten(result["command"], 2000),
        "settings": [
            {"label": text(f"label.{key}", lang), "value": value} for key, value in settings.items()
        ],
        "method": method(plan, lang),
    }
