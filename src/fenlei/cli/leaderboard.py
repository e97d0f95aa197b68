"""The leaderboard as rows of text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fenlei.cli.texts import text

if TYPE_CHECKING:
    from fenlei.study.facts.schema import ComparisonResult, ModelFacts

SCORES = ("accuracy", "balanced_accuracy", "macro_f1", "auc", "log_loss")
UNKNOWN = "–"
LESS_NEEDED = (7, 6, 2, 3, 4)  # columns that a narrow terminal goes without, the least needed first


def headings(lang: str) -> list[str]:
    """The titles of the columns of `leaderboard`."""
    return [text(f"column.{name}", lang) for name in ("model", *SCORES, "fit", "predict", "p")]


def leaderboard(result: ComparisonResult) -> list[list[str]]:
    """One row per finished model, in the order of their ranks."""
    ranked = {model["rank"]: model for model in result["models"] if model["rank"] is not None}
    return [_row(ranked[rank]) for rank in sorted(ranked)]


def _row(model: ModelFacts) -> list[str]:
    accuracy = model["summary"]["accuracy"]
    return [
        model["name"],
        f"{number(accuracy['mean'])} [{number(accuracy['low'])}, {number(accuracy['high'])}]",
        *(number(model["summary"][name]["mean"]) for name in SCORES[1:]),
        duration(model["fit_seconds"]),
        duration(model["predict_seconds"]),
        p_value(model["paired"]["p"] if model["paired"] else None),
    ]


def number(value: float | None) -> str:
    """Three decimals, or a dash for a value that is not known."""
    return UNKNOWN if value is None else f"{value:.3f}"


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
