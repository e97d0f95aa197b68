"""`fenlei evaluate`: score a saved model on labelled rows."""

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
    from fenlei.study.regression import RegressionFacts

MAX_CLASSES = 20  # of a confusion matrix that fits on a screen


def command(
    model: options.ModelFile,
    data: options.Data,
    target: options.TrueTarget = None,
    costs: options.Costs = None,
    reject_cost: options.RejectCost = None,
    encoding: options.Encoding = None,
    delimiter: options.Delimiter = None,
    json: options.Json = False,
    lang: options.Lang = Language.en,
    quiet: options.Quiet = False,
) -> None:
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


def digits(value: object) -> str:
    """Six significant digits, for a score in the unit of the target; a dash for one that is not known."""
    return f"{value:.6g}" if isinstance(value, float) else UNKNOWN


def show_decisions(decisions: DecisionFacts, classes: list[str], lang: str) -> None:
    """How often each action met each class, and the mean cost."""
    print(text("evaluate.decisions", lang, cost=decisions["mean_cost"]))
    rows = zip(decisions["actions"], decisions["counts"], strict=True)
    print_table([text("column.action", lang), *classes], [[action, *map(str, row)] for action, row in rows])
