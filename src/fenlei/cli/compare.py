"""`fenlei compare`: compare classifiers on a table; write a report, the result and the best model."""

from __future__ import annotations

from pathlib import Path
from time import perf_counter
from typing import Annotated, Any

import typer

from fenlei.cli import options
from fenlei.cli.faults import STOPPED, complain
from fenlei.cli.leaderboard import LESS_NEEDED, headings, leaderboard
from fenlei.cli.options import Language, listed, reading_options
from fenlei.cli.output import print_json, print_table, say, work
from fenlei.cli.progress import FoldProgress
from fenlei.cli.texts import text
from fenlei.errors import DataError

REPORT_FILE = "report.html"
MAX_SCHEMA_LINES = 40


def command(
    data: options.Data,
    target: options.Target = None,
    models: Annotated[
        list[str] | None, typer.Option(metavar="A,B", help="help.models", show_default=False)
    ] = None,
    folds: Annotated[int | None, typer.Option(help="help.folds", show_default=False)] = None,
    repeats: Annotated[int, typer.Option(help="help.repeats")] = 1,
    seed: options.Seed = 0,
    tune: Annotated[bool, typer.Option("--tune", help="help.tune")] = False,
    budget: Annotated[str | None, typer.Option(metavar="10m", help="help.budget", show_default=False)] = None,
    memory: Annotated[str | None, typer.Option(metavar="2g", help="help.memory", show_default=False)] = None,
    jobs: Annotated[int | None, typer.Option(min=1, help="help.jobs", show_default=False)] = None,
    out: Annotated[Path | None, typer.Option(help="help.out_folder", show_default=False)] = None,
    nominal: options.Nominal = None,
    numeric: options.Numeric = None,
    drop: options.Drop = None,
    id: options.Id = None,
    missing: options.Missing = None,
    encoding: options.Encoding = None,
    json: options.Json = False,
    lang: options.Lang = Language.en,
    quiet: options.Quiet = False,
) -> None:
    start = perf_counter()  # importing takes its share of the budget
    folder = out or Path(f"fenlei-{Path(data).stem}")
    try:
        with FoldProgress(lang, quiet) as progress, work(lang, quiet):
            from fenlei.study import compare

            result = compare(
                data,
                target,
                models=None if models is None else listed(models),
                folds=folds,
                repeats=repeats,
                seed=seed,
                tune=tune,
                budget=budget,
                memory=memory,
                n_jobs=jobs,
                out=folder,
                progress=progress,
                lang=lang,
                since=start,
                **reading_options(nominal, numeric, drop, id, missing, encoding),
            )
    except KeyboardInterrupt:
        raise typer.Exit(complain(text("compare.stopped", lang, folder=folder), STOPPED)) from None
    files = write_files(result, folder, lang)
    if json:
        print_json(result | {"files": files})
    else:
        show(result, files, lang, quiet)
    if result["best"] is None:
        raise typer.Exit(complain(text("compare.none", lang), DataError.exit_code))


def write_files(result: dict[str, Any], folder: Path, lang: str) -> dict[str, str]:
    """Write the report beside what `compare` left, and tell where everything is."""
    from fenlei.report import write_report
    from fenlei.study.comparison import MODEL_FILE, RESULT_FILE

    write_report(result, folder / REPORT_FILE, lang)
    names = {"report": REPORT_FILE, "result": RESULT_FILE}
    if result["best"] is not None:
        names["model"] = MODEL_FILE
    return {what: str(folder / name) for what, name in names.items()}


def show(result: dict[str, Any], files: dict[str, str], lang: str, quiet: bool) -> None:
    """The table's schema, the leaderboard and the files on standard output; notes on standard error."""
    data, plan = result["data"], result["plan"]
    target = data["schema"]["target"]["name"]
    facts = {name: data[name] for name in ("source", "rows", "features")}
    print(text("compare.data", lang, target=target, classes=len(data["classes"]), **facts))
    print(schema_text(data["schema"], lang))
    print(text("compare.plan", lang, **{name: plan[name] for name in ("folds", "repeats", "seed", "level")}))
    print_table(headings(lang), leaderboard(result), optional=LESS_NEEDED)
    for line in verdict(result, lang):
        print(line)
    for what, path in files.items():
        print(f"{text(f'file.{what}', lang)}: {path}")
    for note in [] if quiet else notes(result, lang):
        say(note)


def schema_text(schema: dict[str, Any], lang: str) -> str:
    """The schema as a table, cut where it is very long."""
    from fenlei.table.schema import Schema

    lines = Schema.from_dict(schema).text(lang).splitlines()
    hidden = len(lines) - MAX_SCHEMA_LINES
    if hidden <= 0:
        return "\n".join(lines)
    return "\n".join([*lines[:MAX_SCHEMA_LINES], text("compare.more_columns", lang, count=hidden)])


def verdict(result: dict[str, Any], lang: str) -> list[str]:
    """Which model is best, and whether it is any use."""
    models = {model["name"]: model for model in result["models"]}
    best, baseline = models.get(result["best"]), models[result["baseline"]]
    if best is None:
        return []
    lines = [text("compare.best", lang, name=best["name"], label=best[f"label_{lang}"])]
    if baseline["status"] == "done" and _accuracy(best) <= _accuracy(baseline):
        lines.append(text("compare.not_better", lang))
    return lines


def _accuracy(model: dict[str, Any]) -> float:
    return model["summary"]["accuracy"]["mean"]


def notes(result: dict[str, Any], lang: str) -> list[str]:
    """Notes on the data, models that were left out and why, and what models warned about."""
    lines = [text("note", lang, note=note) for note in result["data"]["notes"]]
    for model in result["models"]:
        if model["status"] != "done":
            lines.append(text(f"compare.{model['status']}", lang, name=model["name"], reason=model["reason"]))
        for note in model["notes"]:
            lines.append(text("note.model", lang, name=model["name"], note=note))
    return lines
