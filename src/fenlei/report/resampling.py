"""How the rows were split and the columns scaled, in words: folds, leave-one-out or a hold-out."""

from __future__ import annotations

from fenlei.report.models import is_regression, ranking
from fenlei.report.numbers import percent
from fenlei.report.texts import text
from fenlei.study.facts.schema import PlanFacts

OF_A_METRIC = ("leaderboard_help", "differences_caption", "folds_caption")
OF_NUMBERS = ("by", "leaderboard_help", "details", "details_help", "linear_help", "balance", "class")


def split_key(plan: PlanFacts) -> str:
    """The key of the sentence about the split."""
    kind = plan.get("resampling", "folds")
    if kind == "loo":
        return "loo"
    if kind in ("groups", "forward"):
        return kind
    if kind == "folds":
        return "in_order" if not plan.get("shuffle", True) else "once" if plan["repeats"] == 1 else "folds"
    return "holdout" if plan["repeats"] == 1 else "holdouts"


def is_pooled(plan: PlanFacts) -> bool:
    """Whether scores are those of all tested rows together."""
    return split_key(plan) in ("loo", "holdout")


def split_values(plan: PlanFacts) -> dict[str, str | int]:
    """What fills the sentences about the split."""
    size = plan.get("test_size") or 0.0
    return {
        "folds": plan["folds"],
        "repeats": plan["repeats"],
        "runs": plan["folds"] * plan["repeats"],
        "size": percent(size, 0) if size < 1 else f"{size:.0f}",
        "level": percent(plan["level"], 0),
        "by": plan.get("by") or "",
    }


def split_text(plan: PlanFacts, lang: str) -> str:
    """A few words for the settings."""
    words = [text(f"repeat.{split_key(plan)}", lang, **split_values(plan))]
    if plan.get("resampling") == "holdout" and plan.get("stratify"):
        words.append(text("repeat.stratified", lang))
    if plan.get("resampling") == "holdout" and not plan.get("shuffle", True):
        words.append(text("repeat.last_rows", lang))
    return text("unit.comma", lang).join(words)


def scale_text(plan: PlanFacts, lang: str) -> str:
    """How numbers were scaled."""
    return text(f"scale.{plan.get('scale') or 'suitable'}", lang)


def method(plan: PlanFacts, lang: str) -> list[str]:
    """What was done, in one sentence per step."""
    after = ["interval_pooled", "paired_pooled"] if is_pooled(plan) else ["interval", "paired"]
    calibrated = ["calibrated"] if plan.get("calibrate") else []
    steps = [split_key(plan), "leak_free", *calibrated, "baseline", *after, "pooled"]
    if is_regression(plan):
        steps = [f"numbers_{step}" if step.endswith("pooled") else step for step in steps]
        steps[1:1] = ["fifths"] if split_key(plan) in ("once", "folds") else []
    return [text(f"method.{step}", lang, **split_values(plan)) for step in steps]


def other_labels(plan: PlanFacts, lang: str) -> dict[str, str]:
    """Labels of the page that are other ones for this plan."""
    pooled = ("leaderboard_caption", "differences_caption") if is_pooled(plan) else ()
    words = {name: text(f"pooled.{name}", lang) for name in pooled}
    if (metric := ranking(plan)) != "accuracy":
        named = {"metric": text(f"metric.{metric}", lang)}
        words |= {name: text(f"by_metric.{name}", lang, **named) for name in OF_A_METRIC}
        if is_regression(plan):
            words |= {name: text(f"numbers.{name}", lang, **named) for name in OF_NUMBERS}
    if plan.get("scale") == "none":
        words["linear_help"] = text("raw.linear_help", lang)
    return words
