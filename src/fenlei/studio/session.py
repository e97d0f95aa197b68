"""What is being studied: source, declarations, plan, the last job; `studio.json` in the folder keeps it.

The server only moves these values; what they mean is found out by the desk (tables) and by a job (plans).
"""

from __future__ import annotations

import json
from copy import deepcopy
from pathlib import Path
from typing import Any

from fenlei.atomic import atomic_write

SESSION_FILE = "studio.json"
FORMAT = 1
MOST_UNDONE = 50  # steps back
PLAN: dict[str, Any] = {
    "models": None,
    "metric": None,
    "folds": None,
    "repeats": 1,
    "test_size": None,
    "stratify": False,
    "scale": None,
    "seed": 0,
    "tune": False,
    "budget": None,
    "params": {},
}
READING = ("nominal", "numeric", "ordinal", "date", "drop", "id", "missing", "encoding", "delimiter")


class Session:
    """The state of a Studio; every change is written."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.kept: dict[str, Any] = {
            "format": FORMAT,
            "source": None,
            "target": None,
            "task": None,
            "reading": {},
            "past": [],
            "plan": deepcopy(PLAN),
            "job": None,
            "decision": None,
        }
        self.table: dict[str, Any] | None = None  # what the desk found
        self.fault: dict[str, Any] | None = None  # why the table of the last session cannot be opened

    @property
    def path(self) -> Path:
        return self.folder / SESSION_FILE

    def __getitem__(self, name: str) -> Any:
        return self.kept[name]

    def load(self) -> bool:
        """Take up an earlier session; False if there is none that can be read."""
        try:
            found = json.loads(self.path.read_text("utf-8"))
        except (OSError, ValueError, RecursionError):
            return False
        if not isinstance(found, dict) or found.get("format") != FORMAT:
            return False
        self.kept |= {name: found[name] for name in self.kept if name in found}
        job = self.kept["job"]
        if job and job["state"] == "running":  # of a Studio that was killed
            job["state"] = "cancelled"
        return True

    def save(self) -> None:
        """Write the session in one step."""
        self.folder.mkdir(parents=True, exist_ok=True)
        with atomic_write(self.path, "w") as file:
            json.dump(self.kept, file, ensure_ascii=False, allow_nan=False)

    def change(self, **values: object) -> None:
        """Change some values and write all."""
        self.kept |= values
        self.save()

    def declare(self, target: str | None, task: str | None, reading: dict[str, Any]) -> None:
        """Change what columns are; the state before can be had back."""
        past = [*self.kept["past"], self.declarations()][-MOST_UNDONE:]
        self.change(target=target, task=task, reading=reading, past=past)

    def undo(self) -> None:
        """Take the last declarations back."""
        *past, last = self.kept["past"]
        self.change(**last, past=past)

    def declarations(self) -> dict[str, Any]:
        """Target, task and reading options."""
        return {name: deepcopy(self.kept[name]) for name in ("target", "task", "reading")}

    def opening(self) -> dict[str, Any]:
        """What the desk has to open."""
        return {"source": self.kept["source"], "plan": self.kept["plan"], **self.declarations()}

    def public(self) -> dict[str, Any]:
        """What the page sees; no path but the one that the user gave."""
        source = self.kept["source"]
        shown = {name: self.kept[name] for name in ("target", "task", "reading", "plan", "job", "decision")}
        return shown | {
            "source": source and {name: source[name] for name in ("label", "kind", "data_lang")},
            "folder": str(self.folder),
            "can_undo": bool(self.kept["past"]),
            "table": self.table,
            "fault": self.fault,
        }
