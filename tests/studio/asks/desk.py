"""A desk in this process, with a bundled table open; answers as the page gets them, but for the wire."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from fenlei.studio.asks import answer_ask
from fenlei.studio.facts import DeskFacts
from fenlei.studio.session import PLAN

Ask = Callable[..., Any]


class Desk:
    """Asks of one table."""

    def __init__(self, dataset: str, folder: Path, **reading: object) -> None:
        self.facts = DeskFacts()
        source = {"kind": "bundled", "path": dataset, "label": dataset, "data_lang": "en"}
        self(
            "open",
            folder=str(folder),
            source=source,
            plan=dict(PLAN),
            target=None,
            task=None,
            reading=reading,
        )

    def __call__(self, what: str, **fields: object) -> Any:
        return answer_ask(self.facts, {"what": what, **fields})
