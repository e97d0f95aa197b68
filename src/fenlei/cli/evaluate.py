"""`fenlei evaluate`: score a saved model, or two, on labelled rows."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from fenlei.cli import options
from fenlei.cli.leaderboard import SCORES, UNKNOWN, number
from fenlei.cli.options import Language
from fenlei.cli.output import print_json, print_table, say, work
from fenlei.cli.texts import text

if TYPE_CHECKING:
    from fenlei.study.decisions import DecisionFacts
    from fenlei.study.evaluation import EvaluationFacts
    from fenlei.study.facts.schema import PairedFacts
    from fenlei.study.paired_evaluation import PairFacts
    from fenlei.study.regression import RegressionFacts

MAX_CLASSES = 20  # of a confusion matrix that fits on a screen


def command(
    model: options.ModelFile,
    files: options.ModelAndData,
    target: options.TrueTarget = None,
    costs: options.Costs = None,
    reject_cost: options.RejectCost = None,
    encoding: options.Encoding = None,
    delimiter: options.Delimiter = None,
    json: options.Json = False,
    lang: options.Lang = Language.en,
    quiet: options.Quiet = False,
) -> None:
    *others, data = files
    if others:
        compare_pair(model, others, data, target, costs, reject_cost, encoding, delimiter, json, lang, quiet)
        return
    with work(lang, quiet):
        from fenlei.study import evaluate_model, load_table_model, with_costs

        trained = with_costs(load_table_model(model), costs, reject_cost)
        evaluation = evaluate_model(trained, data, target, encoding=encoding, delimiter=delimiter, lang=lang)
    if json:
        print_json(evaluation)
        return
    if hasattr(trained.estimator, "classes_"):
        show(evaluation, lang)
    else:
        show_regression(cast("RegressionFacts", evaluation), lang)
    for note in [] if quiet else evaluation["notes"]:
        say(text("note", lang, note=note))


def compare_pair(
    model: str,
    others: list[str],
    data: str,
    target: str | None,
    costs: str | None,
    reject_cost: float | None,
    encoding: str | None,
    delimiter: str | None,
    json: bool,
    lang: str,
    quiet: bool,
) -> None:
    """Two models on the same rows."""
    with work(lang, quiet):
        from fenlei.errors import UsageError
        from fenlei.study import evaluate_pair, load_table_model

        if len(others) > 1:
            raise UsageError("study.pair_files", count=len(others) + 2)
        if costs is not None or reject_cost is not None:
            raise UsageError("study.pair_costs")
        pair = load_table_model(model), load_table_model(others[0])
        found = evaluate_pair(*pair, data, target, encoding=encoding, delimiter=delimiter, lang=lang)
    if json:
        print_json(found)
        return
    show_pair(found, lang)
    for note in [] if quiet else found["notes"]:
        say(text("note", lang, note=note))


def show(evaluation: EvaluationFacts, lang: str) -> None:
    """Scores, scores of each class, confusion matrix."""
    classes = evaluation["classes"]
    print(text("evaluate.data", lang, **evaluation["data"]))
    print_table(
        [text("column.score", lang), text("column.value", lang)],
        [[text(f"column.{name}", lang), number(evaluation["scores"][name])] for name in SCORES],
    )
    print(text("evaluate.interval", lang, **evaluation["accuracy_interval"]))
    columns = ("precision", "recall", "f1", "rows")
    print_table(
        [text(f"column.{name}", lang) for name in ("class", *columns)],
        [
            [label, *map(number, (scores["precision"], scores["recall"], scores["f1"])), str(scores["rows"])]
            for label, scores in zip(classes, evaluation["per_class"], strict=True)
        ],
    )
    if evaluation["decisions"] is not None:
        show_decisions(evaluation["decisions"], classes, lang)
    if len(classes) > MAX_CLASSES:
        print(text("evaluate.too_many", lang, classes=len(classes)))
        return
    print(text("evaluate.confusion", lang))
    counts = [[label, *map(str, row)] for label, row in zip(classes, evaluation["confusion"], strict=True)]
    print_table(["", *classes], counts)


def show_regression(evaluation: RegressionFacts, lang: str) -> None:
    """Scores of predicted numbers."""
    print(text("evaluate.data", lang, **evaluation["data"]))
    rows = [[text(f"column.{name}", lang), digits(value)] for name, value in evaluation["scores"].items()]
    print_table([text("column.score", lang), text("column.value", lang)], rows)
    if found := evaluation.get("intervals"):
        print(text("evaluate.coverage", lang, **found, mean_width=digits(found["width"])))


def digits(value: object) -> str:
    """Six significant digits, for a score in the unit of the target; a dash for one that is not known."""
    return f"{value:.6g}" if isinstance(value, float) else UNKNOWN


def show_decisions(decisions: DecisionFacts, classes: list[str], lang: str) -> None:
    """How often each action met each class, and the mean cost."""
    print(text("evaluate.decisions", lang, cost=decisions["mean_cost"]))
    rows = zip(decisions["actions"], decisions["counts"], strict=True)
    print_table([text("column.action", lang), *classes], [[action, *map(str, row)] for action, row in rows])


def show_pair(found: PairFacts, lang: str) -> None:
    """A line per score: both models, and the paired test of the first minus the second."""
    print(text("evaluate.data", lang, **found["data"]))
    names = [str(model.get("model", UNKNOWN)) for model in found["models"]]
    wanted = SCORES if found["only"] is not None else tuple(found["scores"][0])
    rows = [
        [
            text(f"column.{name}", lang),
            *(digits(scores[name]) for scores in found["scores"]),
            *tested(found["tests"].get(name)),
        ]
        for name in wanted
    ]
    heads = [text("column.score", lang), f"A: {names[0]}", f"B: {names[1]}"]
    print_table([*heads, "A − B", text("pair.interval", lang, level=found["level"]), "p"], rows)
    if found["only"] is not None:
        print(text("pair.only", lang, first=found["only"][0], second=found["only"][1]))


def tested(test: PairedFacts | None) -> list[str]:
    """Difference, interval and p; dashes where there is no test."""
    if test is None:
        return [UNKNOWN] * 3
    return [
        f"{test['difference']:+.4g}",
        f"{test['low']:+.4g} … {test['high']:+.4g}",
        f"{test['p']:.3g}",
    ]
