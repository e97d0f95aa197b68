"""The result in plain words: which model, how sure, against what, and what to know about the data."""

from __future__ import annotations

from fenlei.report.models import (
    METRICS,
    Display,
    bounds,
    contenders,
    is_distinguishable,
    is_regression,
    label,
    named,
    p_of,
    ranking,
    ranking_metric,
    score,
)
from fenlei.report.notes import notes
from fenlei.report.numbers import (
    DASH,
    count,
    decimal,
    is_known,
    p_value,
    percent,
    points,
    quantity,
    shorten,
)
from fenlei.report.texts import text
from fenlei.study.facts.metrics import worth
from fenlei.study.facts.schema import ComparisonResult, ModelFacts

NAME_WIDTH = 40


def summary(result: ComparisonResult, lang: str) -> Display:
    """The opening of the report: a lead sentence, a paragraph, key figures and notes on the data."""
    sentences = [
        choice_sentence(result, lang),
        luck_sentence(result, lang),
        test_sentence(result, lang),
        calibration_sentence(result, lang),
        baseline_sentence(result, lang),
        runner_sentence(result, lang),
        error_sentence(result, lang) if is_regression(result["plan"]) else mistake_sentence(result, lang),
    ]
    return {
        "lead": lead_sentence(result, lang),
        "text": text("unit.sentence", lang).join(sentence for sentence in sentences if sentence),
        "figures": figures(result, lang),
        "notes": notes(result, lang),
    }


def lead_sentence(result: ComparisonResult, lang: str) -> str:
    best = named(result, result["best"])
    if best is None:
        return text("summary.none", lang)
    others, metric = contenders(result), ranking(result["plan"])
    (low, high), write = bounds(metric, best), METRICS[metric].write
    values = {"model": label(best, lang), "count": len(others), **score_words(best, result, lang)}
    key = "best" if len(others) > 1 else "only"
    level = percent(result["plan"]["level"], 0)
    ends = {"level": level, "low": write(low), "high": write(high)}
    if metric == "accuracy":
        same = "_same" if is_known(low) and low == high else ""
        return text(f"summary.{key}{same}", lang, **ends, **values)
    alone = "" if is_known(low) and low != high else "_alone"
    return text(f"by.{key}{alone}", lang, **ends, **values)


def score_words(model: ModelFacts, result: ComparisonResult, lang: str) -> dict[str, str]:
    """The score of a model by the metric that ranks, and the name of the metric."""
    metric = ranking(result["plan"])
    written = METRICS[metric].write(score(model, result))
    return {"accuracy": written, "score": written, "metric": text(f"metric.{metric}", lang)}


def part_of(result: ComparisonResult) -> str:
    """The part of the texts that speaks of the metric that ranks."""
    return "summary" if ranking(result["plan"]) == "accuracy" else "by"


def choice_sentence(result: ComparisonResult, lang: str) -> str:
    """Why the best model is not the first by the metric."""
    choice, best = result.get("choice"), named(result, result["best"])
    first = named(result, choice["first"]) if choice else None
    if choice is None or best is None or first is None:
        return ""
    names = {"first": label(first, lang), "model": label(best, lang), "p": p_value(choice["p"])}
    return text("by.choice", lang, **names, **score_words(first, result, lang))


def test_sentence(result: ComparisonResult, lang: str) -> str:
    """The score of the best model on rows of their own, beside the baseline's."""
    if (test := result.get("test")) is None:
        return ""
    metric = ranking(result["plan"])
    write = METRICS[metric].write
    facts = {"rows": test["rows"], "source": test["source"], "metric": text(f"metric.{metric}", lang)}
    scores = {"score": write(test["scores"].get(metric)), "guess": write(test["baseline"].get(metric))}
    return text("by.tested", lang, **facts, **scores)


def calibration_sentence(result: ComparisonResult, lang: str) -> str:
    """What the calibration of the best model is, and what it did to the log-loss."""
    best = named(result, result["best"])
    if best is None or (how := best.get("calibrator")) is None:
        return ""
    write = METRICS["log_loss"].write
    method = text(f"calibration.{how['method']}", lang)
    after, before = best["summary"]["log_loss"]["mean"], how["before"]["log_loss"]
    key = "by.calibrated" if is_known(before) else "by.calibrated_first"
    return text(key, lang, method=method, before=write(before), after=write(after))


def baseline_sentence(result: ComparisonResult, lang: str) -> str:
    best, baseline = named(result, result["best"]), named(result, result["baseline"])
    if best is None or baseline is None:
        return ""
    reached, guessed = score(best, result), score(baseline, result)
    if not is_known(reached) or not is_known(guessed):
        return ""
    metric, words = ranking(result["plan"]), score_words(baseline, result, lang)
    if is_distinguishable(baseline, result) is False or worth(metric, reached) <= worth(metric, guessed):
        return text(f"{part_of(result)}.baseline_close", lang, p=test_of(baseline), **words)
    avoided = percent(1 - (1 - reached) / (1 - guessed), 0) if metric == "accuracy" else ""
    return text(f"{part_of(result)}.baseline_beaten", lang, avoided=avoided, **words)


def runner_sentence(result: ComparisonResult, lang: str) -> str:
    """The second best, whether it differs significantly from the best, and how many more do not."""
    others = [model for model in contenders(result) if model["name"] != result["best"]]
    if not others:
        return ""
    values = {
        "model": label(others[0], lang),
        "p": test_of(others[0]),
        **score_words(others[0], result, lang),
    }
    test, part = others[0]["paired"], part_of(result)
    if test is None or not is_known(test["p"]):
        return text(f"{part}.runner_untested", lang, **values)
    if is_distinguishable(others[0], result):
        difference = ranking_metric(result).difference(abs(test["difference"])).removeprefix("+")
        return text(f"{part}.runner_behind", lang, difference=difference, **values)
    tied = sum(is_distinguishable(model, result) is False for model in others[1:])
    more = text("unit.sentence", lang) + text("summary.more_tied", lang, count=tied) if tied else ""
    key = "runner_same" if is_same(others[0]) else "runner_tied"
    return text(f"{part}.{key}", lang, **values) + more


def is_same(model: ModelFacts) -> bool:
    """Whether a model has the best model's score in every fold."""
    test = model["paired"]
    return test is not None and test["difference"] == test["low"] == test["high"] == 0


def luck_sentence(result: ComparisonResult, lang: str) -> str:
    """What the choice is worth on rows that did not choose; nothing where that is as written the same."""
    found = result.get("luck")
    if not found:
        return ""
    write = METRICS[found["metric"]].write
    score, corrected = write(found["score"]), write(found["corrected"])
    return "" if score == corrected else text("by.luck", lang, score=score, corrected=corrected)


def error_sentence(result: ComparisonResult, lang: str) -> str:
    """How far the predictions of the best regression are off."""
    best = named(result, result["best"])
    found = None if best is None else best.get("residuals")
    if not found:
        return ""
    return text("by.half", lang, error=quantity(found["half"]), most=quantity(found["most"]))


def mistake_sentence(result: ComparisonResult, lang: str) -> str:
    """The largest count off the diagonal of the best model's confusion matrix."""
    best = named(result, result["best"])
    if best is None or not best["confusion"]:
        return ""
    matrix, classes = best["confusion"], result["data"]["classes"]
    wrong = [(matrix[i][j], -i, -j) for i in range(len(classes)) for j in range(len(classes)) if i != j]
    number, row, column = max(wrong)
    if number == 0:
        return text("summary.no_mistake", lang, rows=count(sum(map(sum, matrix))))
    return text(
        "summary.mistake",
        lang,
        truth=shorten(classes[-row], NAME_WIDTH),
        guess=shorten(classes[-column], NAME_WIDTH),
        count=count(number),
        rows=count(sum(matrix[-row])),
    )


def test_of(model: ModelFacts) -> str:
    return p_value(p_of(model))


def figures(result: ComparisonResult, lang: str) -> list[dict[str, str]]:
    """Up to four numbers to remember, each with a label and a line of detail."""
    best, baseline = named(result, result["best"]), named(result, result["baseline"])
    if best is None:
        return []
    words, shown = score_words(best, result, lang), []
    shown.append(figure(words["metric"], words["score"], interval_words(best, result, lang)))
    if baseline is not None:
        guessed = score_words(baseline, result, lang)["score"]
        shown.append(figure(text("label.baseline", lang), guessed, text("figure.baseline", lang)))
    others = [model for model in contenders(result) if model is not best]
    if others:
        difference = others[0]["paired"]["difference"] if others[0]["paired"] else None
        value = difference_words(difference, result, lang)
        detail = text("figure.runner", lang, model=label(others[0], lang), p=test_of(others[0]))
        shown.append(figure(text("label.runner", lang), value, detail))
    if best["confusion"]:
        rows = sum(map(sum, best["confusion"]))
        wrong = rows - sum(row[i] for i, row in enumerate(best["confusion"]))
        errors = text("figure.errors", lang, wrong=count(wrong), rows=count(rows))
        shown.append(figure(text("label.errors", lang), count(wrong), errors))
    if is_regression(result["plan"]):
        r2 = decimal(best["summary"]["r2"]["mean"])
        shown.append(figure(text("metric.r2", lang), r2, text("figure.r2", lang)))
    return shown


def interval_words(model: ModelFacts, result: ComparisonResult, lang: str) -> str:
    """The interval of a score."""
    metric = ranking(result["plan"])
    (low, high), write = bounds(metric, model), METRICS[metric].write
    if is_known(low) and low == high:
        return text("figure.same", lang)
    level = percent(result["plan"]["level"], 0)
    return text("figure.interval", lang, level=level, low=write(low), high=write(high))


def difference_words(difference: float | None, result: ComparisonResult, lang: str) -> str:
    """A difference from the best model; of two shares in percentage points."""
    write = ranking_metric(result).difference
    if not is_known(difference):
        return DASH
    return text("figure.points", lang, points=write(difference)) if write is points else write(difference)


def figure(name: str, value: str, detail: str) -> dict[str, str]:
    return {"label": name, "value": value, "detail": detail}
