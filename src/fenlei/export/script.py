"""A comparison as a Python script: what `result.json` says was done, done again with the library.

The script is made from the command that the result carries, so it has every choice that was made and nothing
that was not. It ends by printing what it finds beside what was found.
"""

from __future__ import annotations

import ast
import csv
import json
import math
import shlex
from pathlib import Path
from pprint import pformat
from textwrap import indent
from typing import Any

from fenlei.errors import DataError
from fenlei.messages import foreign
from fenlei.registry import POOLED

RESULT_FILE = "result.json"
NAME_LISTS = ("models", "nominal", "numeric", "date", "drop", "id", "missing")
NUMBERS = ("folds", "repeats", "seed", "test_size")
NOT_FINITE = {"inf": math.inf, "nan": math.nan}

SCRIPT = '''"""Repeats a comparison of {models} models on {source}.

Written by `fenlei export --python` from the result of fenlei {version}.
"""

{imports}import fenlei

METRIC = {metric!r}
THEN = {then}  # the means that were found then


def main() -> None:
{body}

if __name__ == "__main__":  # processes that share the folds import this file
    main()
'''

BODY = """{rows}result = fenlei.compare(
{arguments}
)
for model in result["models"]:
    if model["status"] == "done":
        mean = model["summary"][METRIC]["mean"]
        print(f"{{model['name']:<28}}{{mean:>12.6g}}{{THEN.get(model['name'], float('nan')):>14.6g}}")
print("best:", result["best"], "then:", {best!r})
"""

KEPT = """
    out="repeated",  # the folder that gets best.fenlei: the best models together, fitted to all rows"""

TRAINED = """
# the best model, fitted to all rows
model = fenlei.train(
{arguments}
)
fenlei.save_model(model, "best.fenlei")
"""


def read_result(path: str | Path) -> dict[str, Any]:
    """The result of a comparison from its file, or from the folder that `compare` wrote.

    Examples
    --------
    >>> import tempfile
    >>> from fenlei import compare
    >>> from fenlei.export import read_result
    >>> folder = tempfile.mkdtemp()
    >>> _ = compare("iris", models=["lda"], folds=5, out=folder)
    >>> read_result(folder)["best"]
    'lda'
    """
    given = Path(path)
    file = given / RESULT_FILE if given.is_dir() else given
    try:
        result = json.loads(file.read_text("utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        raise DataError("export.result", path=str(file), reason=foreign(error)) from None
    if not isinstance(result, dict) or not {"command", "plan", "models", "best", "data"} <= result.keys():
        raise DataError("export.no_result", path=str(file))
    return result


def python_script(result: dict[str, Any]) -> str:
    """A script that repeats a comparison.

    Parameters
    ----------
    result : dict
        As `compare` returns it, or `read_result` reads it.

    Returns
    -------
    str
        Python source. For rows that were in memory it has a line to fill in.

    Examples
    --------
    >>> from fenlei import compare
    >>> from fenlei.export import python_script
    >>> script = python_script(compare("iris", models=["lda"], folds=5))
    >>> print(script[script.index("    result =") : script.index("    for model")])
        result = fenlei.compare(
            'iris',
            target='species',
            models=['lda'],
            folds=5,
            repeats=1,
            seed=0,
        )
    """
    source, options = call_of(str(result["command"]))
    metric = result["plan"].get("metric", "accuracy")
    done = [model for model in result["models"] if model["status"] == "done"]
    rows = "rows = ...  # the table, as it was given then\n" if source is None else ""
    arguments, best = _arguments(source, options), result["best"]
    if best in POOLED and "out" not in options:
        arguments += KEPT
    body = BODY.format(rows=rows, arguments=arguments, best=best)
    if best not in (None, result.get("baseline")) and best not in POOLED:
        body += TRAINED.format(arguments=_arguments(source, _of_training(result, options)))
    names = [name for name in NOT_FINITE if name in arguments]
    return SCRIPT.format(
        models=len(done),
        source=_words(result["data"]["source"]),
        version=result.get("versions", {}).get("fenlei", "?"),
        imports=f"from math import {', '.join(names)}\n\n" if names else "",
        metric=metric,
        then=pformat({model["name"]: model["summary"][metric]["mean"] for model in done}, width=96),
        body=indent(body, "    "),
    )


def _words(source: object) -> str:
    """A name that can stand in a docstring."""
    return str(source).replace("\\", "/").replace('"', "'")


def _arguments(source: str | None, options: dict[str, Any]) -> str:
    lines = ["    rows," if source is None else f"    {source},"]
    return "\n".join([*lines, *(f"    {name}={value!r}," for name, value in options.items())])


def _of_training(result: dict[str, Any], options: dict[str, Any]) -> dict[str, Any]:
    """What `train` takes of the options of `compare`."""
    best = result["best"]
    kept = ("target", "scale", "seed", "lang", *NAME_LISTS[1:], "encoding", "delimiter")
    found = {"model": best} | {name: options[name] for name in kept if name in options}
    params = dict((options.get("params") or {}).get(best, {})) | _tuned(result)
    return found | ({"params": params} if params else {})


def _tuned(result: dict[str, Any]) -> dict[str, Any]:
    """The parameters that tuning chose most often in the folds of the best model."""
    best = next(model for model in result["models"] if model["name"] == result["best"])
    chosen = [fold.get("params") or {} for fold in best.get("folds") or [] if isinstance(fold, dict)]
    counted = sorted(chosen, key=lambda each: -chosen.count(each))
    return dict(counted[0]) if counted else {}


# --- from the command that repeats it


def call_of(command: str) -> tuple[str | None, dict[str, Any]]:
    """The source as Python writes it, None for rows in memory, and the options of `compare`.

    Examples
    --------
    >>> call_of("fenlei compare iris --models lda,qda --no-shuffle --param qda.reg_param=0.1")
    ("'iris'", {'models': ['lda', 'qda'], 'shuffle': False, 'params': {'qda': {'reg_param': 0.1}}})
    """
    if command.startswith("fenlei.compare("):
        call = ast.parse(command, mode="eval").body
        assert isinstance(call, ast.Call)
        source = ast.unparse(call.args[0])
        bundled = source.startswith("load(")
        options = {str(each.arg): _literal(ast.unparse(each.value)) for each in call.keywords}
        return (f"fenlei.{source}" if bundled else None), options
    words = shlex.split(command)[2:]
    options, params = {}, dict[str, dict[str, Any]]()
    rest = iter(words[1:])
    for word in rest:
        name = word.removeprefix("--").replace("-", "_")
        if name in ("tune", "stratify"):
            options[name] = True
        elif name.startswith("no_"):
            options[name.removeprefix("no_")] = False
        elif name == "param":
            model, _, pair = next(rest).partition(".")
            parameter, _, value = pair.partition("=")
            params.setdefault(model, {})[parameter] = _literal(value)
        else:
            options[name] = _value(name, next(rest))
    return repr(words[0]), options | ({"params": params} if params else {})


def _value(name: str, word: str) -> Any:
    if name in NAME_LISTS:
        return _names(word)
    return _literal(word) if name in NUMBERS else word


def _names(word: str) -> list[str]:
    return next(csv.reader([word]), [])


def _literal(word: str) -> Any:
    """The value of a Python literal, which may hold inf and nan; else the text itself."""
    try:
        return ast.literal_eval(_Finite().visit(ast.parse(word, mode="eval")))
    except (ValueError, SyntaxError):
        return word


class _Finite(ast.NodeTransformer):
    """Puts the values of `NOT_FINITE` in place of their names."""

    def visit_Name(self, node: ast.Name) -> ast.AST:
        return ast.Constant(NOT_FINITE[node.id]) if node.id in NOT_FINITE else node
