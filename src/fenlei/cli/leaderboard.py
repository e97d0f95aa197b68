"""The leaderboard as rows of text."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from fenlei.cli.texts import text

if TYPE_CHECKING:
    from fenlei.study.facts.schema import ComparisonResult, ModelFacts, PlanFacts

SCORES = ("accuracy", "balanced_accuracy", "macro_f1", "auc", "log_loss")
UNKNOWN = "–"


def headings(metrics: Sequence[str], lang: str) -> list[str]:
    """The titles of the columns of `leaderboard`."""
    return [text(f"column.{name}", lang) for name in ("model", *metrics, "fit", "predict", "p")]


def least_needed(metrics: Sequence[str]) -> tuple[int, ...]:
    """Columns that a narrow terminal goes without, the least needed first: times, then scores beyond the
    first.
    """
    n = len(metrics)
    return (n + 2, n + 1, *range(2, n))


def leaderboard(result: ComparisonResult) -> list[list[str]]:
    """One row per finished model, in the order of their ranks."""
    ranked = {model["rank"]: model for model in result["models"] if model["rank"] is not None}
    metrics = ordered(result["plan"])
    return [_row(ranked[rank], metrics) for rank in sorted(ranked)]


def ordered(plan: PlanFacts) -> list[str]:
    """The metrics of a plan, the one that ranks first."""
    first = plan.get("metric", "accuracy")
    return [first, *(metric for metric in plan["metrics"] if metric != first)]


def _row(model: ModelFacts, metrics: Sequence[str]) -> list[str]:
    first, write = model["summary"][metrics[0]], partial(score_text, metrics[0])
    return [
        model["name"],
        f"{write(first['mean'])} [{write(first['low'])}, {write(first['high'])}]",
        *(score_text(name, model["summary"][name]["mean"]) for name in metrics[1:]),
        duration(model["fit_seconds"]),
        duration(model["predict_seconds"]),
        p_value(model["paired"]["p"] if model["paired"] else None),
    ]


def number(value: float | None) -> str:
    """Three decimals, or a dash for a value that is not known."""
    return UNKNOWN if value is None else f"{value:.3f}"


def score_text(metric: str, value: float | None) -> str:
    """A score; an error in the unit of the target as an amount."""
    return amount(value) if metric in ("rmse", "mae") else number(value)


def amount(value: float | None) -> str:
    """Three decimals of a number of ordinary size, else five digits; a dash for one that is not known.

    Examples
    --------
    >>> amount(0.25), amount(53.1234), amount(812345.6), amount(0.00012), amount(0.0)
    ('0.250', '53.123', '812350', '0.00012', '0.000')
    """
    if value is None:
        return UNKNOWN
    if value == 0 or 0.01 <= abs(value) < 100:
        return f"{value:.3f}"
    rounded = float(f"{value:.5g}")
    return f"{rounded:.0f}" if abs(rounded) >= 1e4 and abs(rounded) < 1e15 else f"{rounded:.5g}"


def p_value(p: float | None) -> str:
    """A p-value, which is never shown as 0."""
    return "<0.001" if p is not None and p < 0.0005 else number(p)


def duration(seconds: float | None) -> str:
    """A time with two significant digits.

    Examples
    --------
    >>> duration(0.00123), duration(0.0456), duration(75.4)
    ('1.2 ms', '46 ms', '75 s')
    """
    if seconds is None:
        return UNKNOWN
    if seconds < 1:
        return f"{seconds * 1e3:.1f} ms" if seconds < 0.01 else f"{seconds * 1e3:.0f} ms"
    return f"{seconds:.1f} s" if seconds < 10 else f"{seconds:.0f} s"
