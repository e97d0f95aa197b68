"""`fenlei models`: the names that `compare`, `train`, `reduce` and `cluster` take."""

from __future__ import annotations

from fenlei.cli import options
from fenlei.cli.options import Language
from fenlei.cli.output import print_json, print_table
from fenlei.cli.texts import text
from fenlei.registry import POOLED, Entry, entries

COLUMNS = ("name", "kind", "label", "use")


def command(json: options.Json = False, lang: options.Lang = Language.en) -> None:
    rows = [facts(entry, lang) for entry in (*entries(), *POOLED.values())]
    if json:
        print_json(rows)
        return
    print_table(
        [text(f"column.{name}", lang) for name in COLUMNS],
        [[*(str(row[name]) for name in COLUMNS[:-1]), ", ".join(row["use"])] for row in rows],
        words=range(len(COLUMNS)),
    )


def facts(entry: Entry, lang: str) -> dict[str, str | list[str]]:
    """One estimator, and the commands that take its name."""
    takes = {
        "compare": entry.kind in ("classifier", "regressor"),
        "train": entry.kind in ("classifier", "regressor") and entry.name not in POOLED,
        "reduce": entry.reduces,
        "cluster": entry.kind == "clusterer" and not entry.discrete,
    }
    return {
        "name": entry.name,
        "kind": text(f"kind.{entry.kind}", lang),
        "label": entry.label_zh if lang == "zh" else entry.label_en,
        "use": [command for command, taken in takes.items() if taken],
    }
