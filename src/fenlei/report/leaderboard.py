"""The leaderboard, the models that gave no result, and every fold's score."""

from __future__ import annotations

from fenlei.report.charts import Axis
from fenlei.report.models import (
    METRICS,
    Display,
    bounds,
    contenders,
    interval,
    label,
    preparation,
    ranked,
    ranking,
    ranking_metric,
    score,
)
from fenlei.report.numbers import DASH, is_known, p_value, percent, seconds, shorten
from fenlei.report.resampling import is_pooled
from fenlei.report.texts import text
from fenlei.study.facts.schema import ComparisonResult, ModelFacts

BAR_WIDTH, STRIP_WIDTH = 96.0, 600.0
STRIP_HEIGHT = 30.0
MAX_MARKS = 200  # folds drawn per model


def leaderboard(result: ComparisonResult, lang: str) -> Display:
    """Columns and rows; a cell has a text, a detail below it and the value it is sorted by."""
    axis, write = score_axis(result, BAR_WIDTH), ranking_metric(result).tick
    return {
        "columns": columns(result, lang),
        "rows": [row(model, result, axis, lang) for model in ranked(result)],
        "scale": {"width": axis.width, "low": write(axis.low), "high": write(axis.high)},
    }


def columns(result: ComparisonResult, lang: str) -> list[Display]:
    """A heading each, and whether sorting starts from the high end."""
    names = [("label.model", False)]
    names += [(f"metric.{m}", METRICS[m].higher_is_better) for m in ordered(result)]
    names += [("label.difference", True), ("label.fit", False), ("label.predict", False)]
    return [
        {
            "label": text(key, lang),
            "descending": down,
            "has_bar": key == f"metric.{ranking(result['plan'])}",
            "is_name": key == "label.model",
        }
        for key, down in names
    ]


def ordered(result: ComparisonResult) -> list[str]:
    """The metrics, the one that ranks first."""
    first = ranking(result["plan"])
    return [first, *(metric for metric in result["plan"]["metrics"] if metric != first)]


def row(model: ModelFacts, result: ComparisonResult, axis: Axis, lang: str) -> Display:
    scores = [
        cell(METRICS[metric].write(mean_of(model, metric)), interval(metric, model), mean_of(model, metric))
        for metric in ordered(result)
    ]
    is_baseline = model["name"] == result["baseline"]
    scores[0]["bar"] = bar(model, result, axis, lang)
    times = [cell(seconds(time, lang), "", time) for time in (model["fit_seconds"], model["predict_seconds"])]
    return {
        "label": label(model, lang),
        "preparation": "" if is_baseline else preparation(model, lang),
        "is_best": model["name"] == result["best"],
        "is_baseline": is_baseline,
        "cells": [*scores, difference_cell(model, result, lang), *times],
    }


def cell(words: str, detail: str, value: float | None) -> Display:
    """A cell; the page sorts by its value and keeps empty ones last."""
    return {"text": words, "detail": detail, "value": f"{value:.9g}" if is_known(value) else "", "bar": None}


def mean_of(model: ModelFacts, metric: str) -> float | None:
    return model["summary"][metric]["mean"]


def difference_cell(model: ModelFacts, result: ComparisonResult, lang: str) -> Display:
    """The paired difference to the best model, with the test's p."""
    if model["name"] == result["best"]:
        return cell(text("label.best", lang), "", 0.0)
    if not model["paired"]:
        return cell(DASH, "", None)
    difference = model["paired"]["difference"]
    written = ranking_metric(result).difference(difference)
    return cell(written, p_value(model["paired"]["p"]), difference)


def score_axis(result: ComparisonResult, width: float) -> Axis:
    """An axis for all models but the baseline, which is often so far off that the others would merge."""
    models = contenders(result) or ranked(result)
    metric = ranking(result["plan"])
    ends = [end for model in models for end in bounds(metric, model)]
    shown = [] if is_pooled(result["plan"]) else models  # of single rows a fold tells nothing
    folds = [fold["scores"][metric] for model in shown for fold in model["folds"]]
    return METRICS[metric].axis([value for value in [*ends, *folds] if is_known(value)], width)


def bar(model: ModelFacts, result: ComparisonResult, axis: Axis, lang: str) -> Display | None:
    """A dot with its interval, and a guide at the best model's mean."""
    metric = ranking(result["plan"])
    mean, (low, high), write = score(model, result), bounds(metric, model), METRICS[metric].write
    if not (is_known(mean) and is_known(low) and is_known(high)):
        return None
    level = percent(result["plan"]["level"], 0)
    words = {"mean": write(mean), "low": write(low), "high": write(high), "level": level}
    leading = score(ranked(result)[0], result)
    return {
        "title": text("chart.interval", lang, model=label(model, lang), **words),
        "low": axis.position(low),
        "mean": axis.position(mean),
        "high": axis.position(high),
        "guide": axis.position(leading) if is_known(leading) else None,
        "is_outside": not axis.holds(mean),
        "is_right": mean > axis.high,
    }


def absent(result: ComparisonResult, lang: str) -> list[dict[str, str]]:
    """Models that were skipped or failed, and why."""
    return [
        {
            "label": label(model, lang),
            "status": text(f"status.{model['status']}", lang),
            "reason": shorten(model["reason"] or "–", 400),
        }
        for model in result["models"]
        if model["status"] != "done"
    ]


def folds(result: ComparisonResult, lang: str) -> Display:
    """A strip per model with a mark for every test fold, over one axis."""
    axis, write = score_axis(result, STRIP_WIDTH), ranking_metric(result).tick
    return {
        "width": axis.width,
        "height": STRIP_HEIGHT,
        "ticks": [{"position": axis.position(value), "label": write(value)} for value in axis.ticks()],
        "rows": [strip(model, result, axis, lang) for model in contenders(result)],
    }


def strip(model: ModelFacts, result: ComparisonResult, axis: Axis, lang: str) -> Display:
    metric = ranking(result["plan"])
    write = METRICS[metric].write
    scores = [(fold["repeat"], fold["scores"][metric]) for fold in model["folds"]]
    known = [(repeat, score) for repeat, score in scores if is_known(score)]
    values = [score for _, score in known]
    mean = score(model, result)
    words = {"low": write(min(values, default=None)), "high": write(max(values, default=None))}
    return {
        "label": label(model, lang),
        "title": text(
            "chart.folds", lang, model=label(model, lang), count=len(known), mean=write(mean), **words
        ),
        "mean": axis.position(mean) if is_known(mean) else None,
        "marks": marks(known[:MAX_MARKS], axis),
        "spread": f"{words['low']} – {words['high']}",
    }


def marks(scores: list[tuple[int, float]], axis: Axis) -> list[dict[str, float]]:
    """A mark per fold; up to four repeats lie apart, so that equal scores of them stay visible."""
    middle = STRIP_HEIGHT / 2
    levels = min(4, 1 + max((repeat for repeat, _ in scores), default=0))
    return [
        {
            "position": axis.position(score),
            "down": middle + 5 * (repeat % levels - (levels - 1) / 2),
        }
        for repeat, score in scores
    ]
