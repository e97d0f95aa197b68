"""What `fenlei studio SOMETHING` opens: a file, a bundled data set, a folder of results, a model."""

from __future__ import annotations

import csv
import json
import shlex
from pathlib import Path
from shutil import copyfile
from typing import Any

from fenlei.datasets.catalogue import names
from fenlei.errors import DataError
from fenlei.studio.session import PLAN, READING, Session

RESULT_FILE, MODEL_FILE = "result.json", "best.fenlei"
DEFAULT_FOLDER = Path("fenlei-studio")


def open_session(
    given: str | None, out: Path | None, default: Path, target: str | None, data_lang: str
) -> Session:
    """The session of what was given on the command line, resumed where its folder has one."""
    path = None if given is None else Path(given)
    if path is not None and path.is_dir():
        return resumed(Session(path))
    if path is not None and path.suffix == ".fenlei":
        return _with_model(path, out or Path(f"fenlei-{path.stem}"))
    if given is None:
        session = Session(out or DEFAULT_FOLDER)
        session.load()
        return session
    if given not in names() and not Path(given).is_file():
        raise DataError("studio.no_source", source=given)
    session = Session(out or default)
    source = source_of(given, data_lang)
    is_resumed = session.load() and session["source"] == source
    if not is_resumed or (target is not None and session["target"] != target):
        fresh: dict[str, Any] = {"reading": {}, "task": None, "past": [], "plan": dict(PLAN), "job": None}
        session.change(source=source, target=target, **fresh)
    return session


def source_of(given: str, data_lang: str) -> dict[str, Any]:
    """A bundled data set or a file as the session keeps it."""
    if given in names():
        return {"kind": "bundled", "path": given, "label": given, "data_lang": data_lang}
    return {"kind": "file", "path": given, "label": Path(given).name, "data_lang": data_lang}


def resumed(session: Session) -> Session:
    """The session of a folder; of a folder that `fenlei compare` has written, as its command says."""
    if session.load():
        return session
    try:
        result = json.loads((session.folder / RESULT_FILE).read_text("utf-8"))
        given, reading, plan = read_command(result["command"])
        target = result["data"]["schema"]["target"]["name"]
        source = source_of(given, "zh" if "--lang zh" in result["command"] else "en")
    except (OSError, ValueError, LookupError, TypeError, RecursionError):
        raise DataError("studio.no_session", folder=str(session.folder)) from None
    session.change(source=source, target=target, reading=reading, plan=PLAN | plan)
    return session


def read_command(command: str) -> tuple[str, dict[str, Any], dict[str, Any]]:
    """Data, reading options and plan of a command that `result.json` keeps.

    Examples
    --------
    >>> read_command("fenlei compare wine.csv --models lda,qda --folds 5 --nominal a")[1:]
    ({'nominal': ['a']}, {'models': ['lda', 'qda'], 'folds': 5})
    """
    words = shlex.split(command)
    if words[:2] != ["fenlei", "compare"]:
        raise ValueError(command)
    reading: dict[str, Any] = {}
    plan: dict[str, Any] = {}
    options = iter(words[3:])
    for word in options:
        name = word.removeprefix("--").replace("-", "_")
        if name in ("tune", "stratify"):
            plan[name] = True
        elif name in READING:
            value = next(options)
            reading[name] = value if name in ("encoding", "delimiter") else next(csv.reader([value]))
        elif name == "models":
            plan[name] = next(csv.reader([next(options)]))
        elif name in ("folds", "repeats", "seed"):
            value = next(options)
            plan[name] = int(value) if value.isdecimal() else value
        elif name == "param":
            key, _, value = next(options).partition("=")
            model, _, parameter = key.partition(".")
            plan.setdefault("params", {}).setdefault(model, {})[parameter] = value
        elif name == "test_size":
            plan[name] = float(next(options))
        elif name in PLAN:
            plan[name] = next(options)
        elif not name.startswith("no_"):
            next(options, None)
    return words[2], reading, plan


def _with_model(path: Path, folder: Path) -> Session:
    """A session that has a model and no table: for predictions."""
    if not path.is_file():
        raise DataError("studio.no_source", source=str(path))
    session = Session(folder)
    session.load()
    folder.mkdir(parents=True, exist_ok=True)
    if not (folder / MODEL_FILE).exists() or not (folder / MODEL_FILE).samefile(path):
        copyfile(path, folder / MODEL_FILE)
    session.save()
    return session
