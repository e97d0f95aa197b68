"""The result in plain words: which model, how sure, against what, and what to know about the data."""

from __future__ import annotations

from fenlei.report.models import Display, accuracy, contenders, is_distinguishable, label, named, p_of
from fenlei.report.notes import notes
from fenlei.report.numbers import DASH, count, is_known, p_value, percent, points, shorten
from fenlei.report.scores import bounds
from fenlei.report.texts import text
from fenlei.study.facts.schema import ComparisonResult, ModelFacts

NAME_WIDTH = 40


def summary(result: ComparisonResult, lang: str) -> Display:
    """The opening of the report: a lead sentence, a paragraph, key figures and notes on the data."""
    sentences = [
        baseline_sentence(result, lang),
        runner_sentence(result, lang),
        mistake_sentence(result, lang),
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
    others = contenders(result)
    low, high = bounds("accuracy", best)
    values = {"model": label(best, lang), "count": len(others), "accuracy": percent(accuracy(best))}
    key = "summary.best" if len(others) > 1 else "summary.only"
    if is_known(low) and low == high:
        return text(f"{key}_same", lang, **values)
    level = percent(result["plan"]["level"], 0)
    return text(key, lang, level=level, low=percent(low), high=percent(high), **values)


def baseline_sentence(result: ComparisonResult, lang: str) -> str:
    best, baseline = named(result, result["best"]), named(result, result["baseline"])
    if best is None or baseline is None:
        return ""
    reached, guessed = accuracy(best), accuracy(baseline)
    if not is_known(reached) or not is_known(guessed):
        return ""
    if is_distinguishable(baseline, result) is False or reached <= guessed:
        return text("summary.baseline_close", lang, accuracy=percent(guessed), p=test_of(baseline))
    avoided = percent(1 - (1 - reached) / (1 - guessed), 0)
    return text("summary.baseline_beaten", lang, accuracy=percent(guessed), avoided=avoided)


def runner_sentence(result: ComparisonResult, lang: str) -> str:
    """The second best, whether it differs significantly from the best, and how many more do not."""
    others = [model for model in contenders(result) if model["name"] != result["best"]]
    if not others:
        return ""
    values = {
        "model": label(others[0], lang),
        "accuracy": percent(accuracy(others[0])),
        "p": test_of(others[0]),
    }
    test = others[0]["paired"]
    if test is None or not is_known(test["p"]):
        return text("summary.runner_untested", lang, **values)
    if is_distinguishable(others[0], result):
        difference = points(abs(test["difference"])).removeprefix("+")
        return text("summary.runner_behind", lang, difference=difference, **values)
    tied = sum(is_distinguishable(model, result) is False for model in others[1:])
    more = text("unit.sentence", lang) + text("summary.more_tied", lang, count=tied) if tied else ""
    key = "summary.runner_same" if is_same(others[0]) else "summary.runner_tied"
    return text(key, lang, **values) + more


def is_same(model: ModelFacts) -> bool:
    """Whether a model has the best model's accuracy in every fold."""
    test = model["paired"]
    return test is not None and test["difference"] == test["low"] == test["high"] == 0


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
    low, high = bounds("accuracy", best)
    level = percent(result["plan"]["level"], 0)
    interval = text("figure.interval", lang, level=level, low=percent(low), high=percent(high))
    if is_known(low) and low == high:
        interval = text("figure.same", lang)
    shown = [figure(text("metric.accuracy", lang), percent(accuracy(best)), interval)]
    if baseline is not None:
        shown.append(
            figure(text("label.baseline", lang), percent(accuracy(baseline)), text("figure.baseline", lang))
        )
    others = [model for model in contenders(result) if model is not best]
    if others:
        difference = others[0]["paired"]["difference"] if others[0]["paired"] else None
        value = text("figure.points", lang, points=points(difference)) if is_known(difference) else DASH
        detail = text("figure.runner", lang, model=label(others[0], lang), p=test_of(others[0]))
        shown.append(figure(text("label.runner", lang), value, detail))
    if best["confusion"]:
        rows = sum(map(sum, best["confusion"]))
        wrong = rows - sum(row[i] for i, row in enumerate(best["confusion"]))
        errors = text("figure.errors", lang, wrong=count(wrong), rows=count(rows))
        shown.append(figure(text("label.errors", lang), count(wrong), errors))
    return shown


def figure(name: str, value: str, detail: str) -> dict[str, str]:
    return {"label": name, "value": value, "detail": detail}
