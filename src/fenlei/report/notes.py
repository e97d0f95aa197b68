"""What a reader should know about the data before trusting a score."""

from __future__ import annotations

from fenlei.report.data import is_used
from fenlei.report.models import is_regression, named
from fenlei.report.numbers import count, is_known, percent, shorten
from fenlei.report.texts import text
from fenlei.study.facts.schema import ComparisonResult

SMALL_TABLE, SMALL_CLASS = 100, 10  # rows below which a table or a class is called small
UNBALANCED = 3  # times as many rows in the largest class as in the smallest
ALMOST_PERFECT = 0.999
NAME_WIDTH, MAX_NAMES, MAX_NOTES = 40, 5, 20


def notes(result: ComparisonResult, lang: str) -> list[str]:
    """The study's own notes, then what the schema, the class counts and the best score suggest."""
    noted_by_study = [*result["data"]["schema"]["notes"], *result["data"]["notes"]]
    given = [shorten(note, 300) for note in noted_by_study]
    found = [
        missing_note(result, lang),
        unused_note(result, lang),
        balance_note(result, lang),
        rare_note(result, lang),
        size_note(result, lang),
        perfect_note(result, lang),
        failed_note(result, lang),
    ]
    all_notes = [*dict.fromkeys(given), *(note for note in found if note)]
    return all_notes[:MAX_NOTES] or [text("note.none", lang)]


def missing_note(result: ComparisonResult, lang: str) -> str:
    columns = [column for column in result["data"]["schema"]["columns"] if column["n_missing"]]
    if not columns:
        return ""
    worst = max(columns, key=lambda column: column["n_missing"])
    key = "note.missing" if len(columns) > 1 else "note.missing_one"
    share = percent(worst["n_missing"] / result["data"]["rows"])
    return text(key, lang, columns=len(columns), column=shorten(worst["name"], NAME_WIDTH), share=share)


def unused_note(result: ComparisonResult, lang: str) -> str:
    columns = result["data"]["schema"]["columns"]
    unused = [shorten(c["name"], NAME_WIDTH) for c in columns if not is_used(c)]
    if not unused:
        return ""
    names = text("unit.comma", lang).join(unused[:MAX_NAMES])
    if len(unused) > MAX_NAMES:
        names = text("cut.categories", lang, names=names, more=len(unused) - MAX_NAMES)
    return text("note.unused", lang, names=names)


def balance_note(result: ComparisonResult, lang: str) -> str:
    sizes = sorted(zip(result["data"]["class_counts"], result["data"]["classes"], strict=True))
    if not sizes:
        return ""
    (smallest, rare), (largest, common) = sizes[0], sizes[-1]
    if largest < UNBALANCED * smallest:
        return ""
    names = {"common": shorten(common, NAME_WIDTH), "rare": shorten(rare, NAME_WIDTH)}
    return text("note.balance", lang, largest=count(largest), smallest=count(smallest), **names)


def rare_note(result: ComparisonResult, lang: str) -> str:
    sizes = sorted(zip(result["data"]["class_counts"], result["data"]["classes"], strict=True))
    rare = [pair for pair in sizes if pair[0] < SMALL_CLASS]
    if not rare:
        return ""
    key = "note.rare" if len(rare) == 1 else "note.rare_many"
    label = shorten(rare[0][1], NAME_WIDTH)
    return text(key, lang, label=label, count=count(rare[0][0]), classes=len(rare), limit=SMALL_CLASS)


def size_note(result: ComparisonResult, lang: str) -> str:
    rows, features = result["data"]["rows"], result["data"]["features"]
    if features > rows:
        return text("note.wide", lang, features=count(features), rows=count(rows))
    return text("note.small", lang, rows=count(rows)) if rows < SMALL_TABLE else ""


def perfect_note(result: ComparisonResult, lang: str) -> str:
    best, baseline = named(result, result["best"]), named(result, result["baseline"])
    metric, key = (
        ("r2", "note.perfect_numbers") if is_regression(result["plan"]) else ("accuracy", "note.perfect")
    )
    reached = best["summary"][metric]["mean"] if best else None
    guessed = baseline["summary"][metric]["mean"] if baseline else None
    if is_known(reached) and reached >= ALMOST_PERFECT and not (is_known(guessed) and guessed >= reached):
        return text(key, lang)
    return ""


def failed_note(result: ComparisonResult, lang: str) -> str:
    """Models that failed; one that was skipped because it does not suit the table is nothing unusual."""
    failed = sum(model["status"] == "failed" for model in result["models"])
    if not failed:
        return ""
    return text("note.failed" if failed > 1 else "note.failed_one", lang, count=failed)
