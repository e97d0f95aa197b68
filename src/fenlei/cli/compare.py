"""`fenlei compare`: compare classifiers or regressions; write a report, the result and the best model."""

from __future__ import annotations

from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any, Unpack

import typer

from fenlei.cli import options
from fenlei.cli.faults import STOPPED, complain
from fenlei.cli.leaderboard import headings, leaderboard, least_needed, ordered, score_text
from fenlei.cli.options import (
    CostChoice,
    Language,
    LimitChoice,
    SplitChoice,
    listed,
    with_cost_options,
    with_limit_options,
    with_reading_options,
    with_split_options,
)
from fenlei.cli.output import print_json, print_table, say, work
from fenlei.cli.param import model_parameters
from fenlei.cli.progress import FoldLines, FoldProgress
from fenlei.cli.texts import text
from fenlei.errors import DataError
from fenlei.messages import listed as listed_words
from fenlei.table.reading_options import ReadingOptions

if TYPE_CHECKING:
    from fenlei.study.facts.schema import ComparisonResult, ModelFacts, PlanFacts, SchemaFacts

REPORT_FILE = "report.html"
MAX_SCHEMA_LINES = 40


class CompareOptions(SplitChoice, LimitChoice, CostChoice):
    """Options of `compare` that go through as they are."""

    task: options.TaskChoice | None
    metric: str | None
    models: list[str] | None
    scale: str | None
    params: dict[str, dict[str, Any]]
    seed: int
    tune: bool
    out: Path
    lang: str
    since: float


@with_reading_options
@with_split_options
@with_limit_options
@with_cost_options
def command(
    data: options.Data,
    *,
    target: options.Target = None,
    task: options.TaskOption = None,
    metric: options.MetricOption = None,
    models: options.Models = None,
    split: SplitChoice,
    judged: CostChoice,
    scale: options.ScaleOption = None,
    param: options.ModelParam = None,
    seed: options.Seed = 0,
    tune: options.Tune = False,
    limits: LimitChoice,
    out: options.OutFolder = None,
    reading: ReadingOptions,
    json: options.Json = False,
    json_lines: options.JsonLines = False,
    lang: options.Lang = Language.en,
    quiet: options.Quiet = False,
) -> None:
    folder = out or options.default_folder(data)
    names = None if models is None else listed(models)
    shared = CompareOptions(
        **split,
        **limits,
        **judged,
        task=task,
        metric=metric,
        models=names,
        scale=scale,
        params=model_parameters(param, names),
        seed=seed,
        tune=tune,
        out=folder,
        lang=lang,
        since=perf_counter(),  # importing takes its share of the budget
    )
    result = run(data, target, reading, quiet, json_lines, **shared)
    finish(result, folder, json, lang, quiet, json_lines)


def run(
    data: str,
    target: str | None,
    reading: ReadingOptions,
    quiet: bool,
    json_lines: bool,
    **shared: Unpack[CompareOptions],
) -> ComparisonResult:
    """The comparison, with its progress on standard error; Ctrl-C keeps the finished folds."""
    lang = shared["lang"]
    shown = FoldLines() if json_lines else FoldProgress(lang, quiet)
    try:
        with shown as progress, work(lang, quiet):
            from fenlei.study import compare

            return compare(data, target, progress=progress, **shared, **reading)
    except KeyboardInterrupt:
        raise typer.Exit(complain(text("compare.stopped", lang, folder=shared["out"]), STOPPED)) from None


def finish(
    result: ComparisonResult, folder: Path, json: bool, lang: str, quiet: bool, json_lines: bool = False
) -> None:
    """Write the report, and show the result; without any finished model the command fails."""
    files = write_files(result, folder, lang)
    if json_lines:
        print_json({"event": "result", **result, "files": files})
    elif json:
        print_json({**result, "files": files})
    else:
        show(result, files, lang, quiet)
    if result["best"] is None:
        raise typer.Exit(complain(text("compare.none", lang), DataError.exit_code))


def write_files(result: ComparisonResult, folder: Path, lang: str) -> dict[str, str]:
    """Write the report beside the files of `compare`; the paths of all of them."""
    from fenlei.report import write_report
    from fenlei.study.comparison import MODEL_FILE, RESULT_FILE

    write_report(result, folder / REPORT_FILE, lang)
    names = {"report": REPORT_FILE, "result": RESULT_FILE}
    if result["best"] is not None:
        names["model"] = MODEL_FILE
    return {what: str(folder / name) for what, name in names.items()}


def show(result: ComparisonResult, files: dict[str, str], lang: str, quiet: bool) -> None:
    """The table's schema, the leaderboard and the files on standard output; notes on standard error."""
    data, plan = result["data"], result["plan"]
    print(data_line(result, lang))
    print(schema_text(data["schema"], lang))
    print(text("compare.plan", lang, split=split_words(plan, lang), **plan))
    print(text("compare.scale", lang, how=scale_words(result, lang)))
    metrics = ordered(plan)
    print_table(headings(metrics, lang), leaderboard(result), optional=least_needed(metrics))
    for line in (*verdict(result, lang), *test_lines(result, lang)):
        print(line)
    for what, path in files.items():
        print(f"{text(f'file.{what}', lang)}: {path}")
    for note in [] if quiet else notes(result, lang):
        say(note)


def data_line(result: ComparisonResult, lang: str) -> str:
    """The size of the table and what is predicted."""
    data = result["data"]
    facts = {"source": data["source"], "rows": data["rows"], "features": data["features"]}
    target = data["schema"]["target"]["name"]
    if (quantity := data.get("quantity")) is None:
        return text("compare.data", lang, target=target, classes=len(data["classes"]), **facts)
    ends = {"low": f"{quantity['low']:.6g}", "high": f"{quantity['high']:.6g}"}
    return text("compare.quantity", lang, target=target, **ends, **facts)


def split_words(plan: PlanFacts, lang: str) -> str:
    """How the rows were split."""
    kind = plan.get("resampling", "folds")
    size = plan.get("test_size") or 0.0
    facts = {
        "folds": plan["folds"],
        "repeats": plan["repeats"],
        "size": f"{size:g}",
        "by": plan.get("by") or "",
    }
    words = [text(f"split.{kind}", lang, **facts)]
    if kind == "holdout" and plan.get("stratify"):
        words.append(text("split.stratified", lang))
    if not plan.get("shuffle", True):
        words.append(text("split.in_order", lang))
    return listed_words(*words).text(lang)


def scale_words(result: ComparisonResult, lang: str) -> str:
    """How numbers were scaled; where that was left to the models, which of them had them standardised."""
    scale = result["plan"].get("scale")
    if scale is not None:
        return text(f"scale.{scale}", lang)
    done = [model for model in result["models"] if model["status"] == "done"]
    names = [model["name"] for model in done if "scaled" in (model["preparation"] or "")]
    if not names:
        return text("scale.none", lang)
    return text("scale.suitable", lang, names=listed_words(*names))


def schema_text(schema: SchemaFacts, lang: str) -> str:
    """The schema as a table, cut where it is very long."""
    from fenlei.table.schema import Schema

    lines = Schema.from_dict(schema).text(lang).splitlines()
    hidden = len(lines) - MAX_SCHEMA_LINES
    if hidden <= 0:
        return "\n".join(lines)
    return "\n".join([*lines[:MAX_SCHEMA_LINES], text("compare.more_columns", lang, count=hidden)])


def verdict(result: ComparisonResult, lang: str) -> list[str]:
    """Which model is best, and whether it is better than the baseline."""
    models = {model["name"]: model for model in result["models"]}
    if result["best"] is None:
        return []
    best, baseline = models[result["best"]], models[result["baseline"]]
    label = best["label_zh" if lang == "zh" else "label_en"]
    lines = [text("compare.best", lang, name=best["name"], label=label)]
    if choice := result.get("choice"):
        words = {"metric": text(f"column.{result['plan'].get('metric', 'accuracy')}", lang)}
        lines.append(text("compare.choice", lang, first=choice["first"], best=best["name"], **words))
    if luck := result.get("luck"):
        scores = score_text(luck["metric"], luck["score"]), score_text(luck["metric"], luck["corrected"])
        if scores[0] != scores[1]:
            lines.append(text("compare.luck", lang, score=scores[0], corrected=scores[1]))
    if baseline["status"] == "done" and not is_better(best, baseline, result["plan"]):
        metric = result["plan"].get("metric", "accuracy")
        words = {"metric": text(f"column.{metric}", lang)}
        key = "compare.not_better" if metric == "accuracy" else "compare.not_better_by"
        lines.append(text(key, lang, **words))
    return lines


def test_lines(result: ComparisonResult, lang: str) -> list[str]:
    """The scores on the test rows, if there were any, beside those of the baseline."""
    if (test := result.get("test")) is None:
        return []
    words = [
        f"{text(f'column.{name}', lang)} {score_text(name, test['scores'][name])} "
        f"({score_text(name, test['baseline'][name])})"
        for name in ordered(result["plan"])
    ]
    facts = {"source": test["source"], "rows": test["rows"], "model": test["model"]}
    return [text("compare.test", lang, scores=listed_words(*words).text(lang), **facts)]


def is_better(model: ModelFacts, other: ModelFacts, plan: PlanFacts) -> bool:
    """Whether a model has the better mean of the metric that ranks."""
    from fenlei.study.facts.metrics import worth

    metric = plan.get("metric", "accuracy")
    mine, its = (worth(metric, one["summary"][metric]["mean"]) for one in (model, other))
    return mine > its


def notes(result: ComparisonResult, lang: str) -> list[str]:
    """Notes on the data, models that were left out and why, and what models warned about."""
    given = (*result["data"]["notes"], *result.get("test", {"notes": []})["notes"])
    lines = [text("note", lang, note=note) for note in given]
    for model in result["models"]:
        if model["status"] != "done":
            lines.append(text(f"compare.{model['status']}", lang, name=model["name"], reason=model["reason"]))
        for note in model["notes"]:
            lines.append(text("note.model", lang, name=model["name"], note=note))
    return lines
