"""The command line and the Python script that give what the page shows."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from fenlei.studio.asks import Answer
from fenlei.studio.facts import DeskFacts, reading_options, source_path
from fenlei.study.repeat_command import repeat_command, unless_default


def code(facts: DeskFacts, ask: Mapping[str, object]) -> Answer:
    """The comparison as a command and as a script."""
    options = call_options(facts)
    call = ",\n    ".join(
        [repr(source_path(facts.source)), *(f"{name}={_literal(value)}" for name, value in options.items())]
    )
    script = (
        '"""The same comparison as in the Studio."""\n\nimport fenlei\n\n'
        f"result = fenlei.compare(\n    {call},\n)\n"
        'print(result["best"])\n'
    )
    return {"command": command(facts), "script": script}


def call_options(facts: DeskFacts) -> dict[str, Any]:
    """The arguments of `fenlei.compare` that differ from their defaults."""
    reading = reading_options(facts.declared["reading"])
    plan = {name: value for name, value in facts.plan_options.items() if value not in (None, False, {}, [])}
    plan = {name: value for name, value in plan.items() if (name, value) not in (("repeats", 1), ("seed", 0))}
    lang = {"lang": facts.source["data_lang"]} if facts.source["data_lang"] != "en" else {}
    task = {"task": facts.declared["task"]} if facts.declared["task"] else {}
    return {"target": facts.declared["target"], **task, **plan, **lang, **reading, "out": str(facts.folder)}


def command(facts: DeskFacts) -> str:
    """The command line of the comparison."""
    others: dict[str, object] = dict(reading_options(facts.declared["reading"]))
    others |= unless_default(lang=facts.source["data_lang"], budget=facts.plan_options.get("budget"))
    return repeat_command(source_path(facts.source), facts.data, facts.plan, others)


def train_call(
    facts: DeskFacts,
    name: str,
    params: Mapping[str, Any],
    scale: str | None = None,
    drop: Sequence[str] = (),
) -> str:
    """The call of `fenlei.train` that fits one model to the rows of the page, without some columns."""
    reading: dict[str, Any] = dict(reading_options(facts.declared["reading"]))
    if drop:
        reading["drop"] = [*reading.get("drop", ()), *drop]
    plan = facts.plan_options
    params = {**plan.get("params", {}).get(name, {}), **params}
    options: dict[str, Any] = {"params": params, "scale": scale or plan.get("scale"), **reading}
    options |= {"seed": plan["seed"]} if plan.get("seed") else {}
    options |= {"lang": facts.source["data_lang"]} if facts.source["data_lang"] != "en" else {}
    written = [f"{key}={_literal(value)}" for key, value in options.items() if value not in (None, {}, [])]
    first = [repr(source_path(facts.source)), repr(name), repr(facts.declared["target"])]
    return f"fenlei.train({', '.join([*first, *written])})"


def _literal(value: object) -> str:
    """A value as Python writes it; infinity and NaN have no literal of their own.

    Examples
    --------
    >>> _literal({"C": float("inf"), "kernel": "linear"})
    "{'C': float('inf'), 'kernel': 'linear'}"
    """
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{key!r}: {_literal(each)}" for key, each in value.items()) + "}"
    if isinstance(value, float) and not math.isfinite(value):
        return f"float({str(value)!r})"
    return repr(value)
