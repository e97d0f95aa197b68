"""The data section: the balance of the classes and the columns as they were read."""

from __future__ import annotations

from fenlei.errors import wording
from fenlei.report.models import Display, is_regression, largest_classes
from fenlei.report.numbers import count, percent, shorten
from fenlei.report.residuals import distribution
from fenlei.report.texts import text
from fenlei.study.facts.schema import ColumnFacts, ComparisonResult
from fenlei.table.schema import USED_KINDS

MAX_CLASSES, MAX_COLUMNS, MAX_CATEGORIES = 20, 100, 8
NAME_WIDTH, CATEGORY_WIDTH = 60, 24
BAR_WIDTH = 320.0


def data(result: ComparisonResult, lang: str) -> Display:
    return {"balance": balance(result, lang), "schema": schema(result, lang)}


def balance(result: ComparisonResult, lang: str) -> Display:
    """A bar per class, the classes beyond the largest summed in one; or one per range of a quantity."""
    if is_regression(result["plan"]):
        return distribution(result)
    names, sizes, cut = result["data"]["classes"], result["data"]["class_counts"], ""
    if len(names) > MAX_CLASSES:
        kept = largest_classes(result, MAX_CLASSES - 1)
        other = text("label.other", lang)
        rest = sum(sizes) - sum(sizes[k] for k in kept)
        cut = text("cut.classes", lang, shown=len(kept), total=len(names), other=other)
        names, sizes = [*(names[k] for k in kept), other], [*(sizes[k] for k in kept), rest]
    bars = [
        {
            "label": shorten(name, NAME_WIDTH),
            "count": count(size),
            "share": percent(size / sum(sizes)),
            "width": round(BAR_WIDTH * size / max(sizes), 1),
        }
        for name, size in zip(names, sizes, strict=True)
    ]
    return {"bars": bars, "width": BAR_WIDTH, "cut": cut}


def schema(result: ComparisonResult, lang: str) -> Display:
    """A row per column, the target first."""
    parts, rows = result["data"]["schema"], result["data"]["rows"]
    listed = [{**column_row(parts["target"], rows, lang), "is_target": True}]
    listed += [column_row(column, rows, lang) for column in parts["columns"][:MAX_COLUMNS]]
    total = len(parts["columns"])
    cut = text("cut.features", lang, shown=MAX_COLUMNS, total=total) if total > MAX_COLUMNS else ""
    return {"rows": listed, "has_notes": any(row["note"] for row in listed), "cut": cut}


def column_row(column: ColumnFacts, rows: int, lang: str) -> Display:
    missing = column["n_missing"]
    return {
        "name": shorten(column["name"], NAME_WIDTH),
        "kind": wording(f"table.kind_{column['kind']}", lang),
        "missing": f"{count(missing)} ({percent(missing / rows)})" if missing else "0",
        "missing_count": missing,
        "distinct": count(column["n_distinct"]),
        "distinct_count": column["n_distinct"],
        "values": categories(column["categories"] or [], lang),
        "note": shorten(column["note"] or "", 160),
        "is_target": False,
        "is_unused": not is_used(column),
    }


def is_used(column: ColumnFacts) -> bool:
    """Whether a column is a feature, or features are made of it."""
    return column["kind"] in USED_KINDS or (column["kind"] == "text" and bool(column["categories"]))


def categories(names: list[str], lang: str) -> str:
    """The first categories by name, and how many more there are."""
    shown = text("unit.comma", lang).join(shorten(name, CATEGORY_WIDTH) for name in names[:MAX_CATEGORIES])
    more = len(names) - MAX_CATEGORIES
    return text("cut.categories", lang, names=shown, more=count(more)) if more > 0 else shown
