"""The command line and the Python script that give what the page shows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fenlei.studio.asks import Answer
from fenlei.studio.facts import DeskFacts, reading_options, source_path
from fenlei.study.repeat_command import repeat_command, unless_default


def code(facts: DeskFacts, ask: Mapping[str, Any]) -> Answer:
    """The comparison as a command and as a script."""
    options = call_options(facts)
    call = ",\n    ".join(
        [repr(source_path(facts.source)), *(f"{name}={value!r}" for name, value in options.items())]
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
