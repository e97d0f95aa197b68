"""A pytest plugin: scikit-learn's own tests, with some of its names replaced by ours.

The environment variable `FENLEI_SWAP` holds `{name: "module:name of ours"}` as JSON, `FENLEI_SWAP_OUT` the
file that receives one JSON line per test that used one of ours. Names are replaced in the namespace of the
test modules, right after each import, so that lists and parametrized tests get ours too; scikit-learn itself
keeps its own. Where the path is empty scikit-learn's object stays: what fails then is no fault of ours.

`pytest.raises` and `pytest.warns` still ask for the type of the exception or warning, but where only its
wording differs the test continues, and the difference is written down.
"""

from __future__ import annotations

import ast
import functools
import importlib.abc
import importlib.machinery
import json
import os
import re
import signal
import sys
import types
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

SECONDS = 180  # for one test
TESTS = re.compile(r"sklearn\.(.*\.)?tests\.test_\w+$")
MARK = "_swapped_by_fenlei"
METHODS = ("__init__", "fit", "fit_predict", "fit_transform", "partial_fit")


@functools.cache
def all_names() -> dict[str, Any]:
    """scikit-learn's estimators and functions by name."""
    from sklearn.utils.discovery import all_estimators, all_functions

    return dict(all_functions()) | dict(all_estimators())


class Swap:
    """Ours in the place of scikit-learn's, and those of them that the running test has used."""

    def __init__(self, paths: dict[str, str]):
        self.used: set[str] = set()
        self.theirs = {name: all_names()[name] for name in paths}
        self.ours = {name: self._watched(name, self._load(name, path)) for name, path in paths.items()}

    def _load(self, name: str, path: str) -> Any:
        module, _, attribute = path.partition(":")
        return getattr(import_module(module), attribute) if path else self.theirs[name]

    def _watched(self, name: str, ours: Any) -> Any:
        if not isinstance(ours, type):
            return self._noting(name, ours)
        for method in METHODS:
            if isinstance(getattr(ours, method, None), types.FunctionType):
                setattr(ours, method, self._noting(name, getattr(ours, method)))
        return ours

    def _noting(self, name: str, function: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(function)
        def call(*args: Any, **kwargs: Any) -> Any:
            self.used.add(name)
            return function(*args, **kwargs)

        return call

    def of(self, found: Any) -> Any:
        """What a test module gets for something that it has imported."""
        for name, theirs in self.theirs.items():
            if found is theirs:
                return self.ours[name]
            if isinstance(found, types.ModuleType) and vars(found).get(name) is theirs:
                found = self._view(found, name)
        return found

    def _view(self, module: types.ModuleType, name: str) -> types.ModuleType:
        """The module as it is, with one name replaced."""
        view = types.ModuleType(module.__name__)
        view.__dict__.update(vars(module), __getattr__=lambda other: getattr(module, other))
        vars(view)[name] = self.ours[name]
        return view


class AfterImports(ast.NodeTransformer):
    """Passes whatever a module imports from scikit-learn through `Swap.of`."""

    def visit_ImportFrom(self, node: ast.ImportFrom) -> list[ast.stmt]:
        if not (node.module or "").startswith("sklearn"):
            return [node]
        bound = [alias.asname or alias.name for alias in node.names]
        passed = [ast.parse(f"{name} = {MARK}({name})").body[0] for name in bound]
        return [node, *(ast.copy_location(ast.fix_missing_locations(line), node) for line in passed)]


class Loader(importlib.machinery.SourceFileLoader):
    """Compiles a test module with the swap in it; nothing is cached."""

    swap: Swap

    def get_code(self, fullname: str) -> types.CodeType:
        tree = AfterImports().visit(ast.parse(Path(self.path).read_bytes()))
        return compile(ast.fix_missing_locations(tree), self.path, "exec")

    def exec_module(self, module: types.ModuleType) -> None:
        vars(module)[MARK] = self.swap.of
        super().exec_module(module)


class Finder(importlib.abc.MetaPathFinder):
    def find_spec(
        self, fullname: str, path: Any, target: Any = None
    ) -> importlib.machinery.ModuleSpec | None:
        spec = importlib.machinery.PathFinder.find_spec(fullname, path) if TESTS.match(fullname) else None
        if spec is not None and spec.origin:
            spec.loader = Loader(fullname, spec.origin)
        return spec


def references(tree: ast.AST) -> set[str]:
    """All identifiers below a node: names, attributes, arguments (fixtures) and imported names."""
    found = {n.id for n in ast.walk(tree) if isinstance(n, ast.Name)}
    found |= {n.attr for n in ast.walk(tree) if isinstance(n, ast.Attribute)}
    found |= {n.arg for n in ast.walk(tree) if isinstance(n, ast.arg)}
    return found | {n.name for n in ast.walk(tree) if isinstance(n, ast.alias)}


def binds(statement: ast.stmt) -> Iterator[str]:
    """Names that a statement of a module defines or changes."""
    if isinstance(statement, ast.FunctionDef | ast.ClassDef):
        yield statement.name
    elif isinstance(statement, ast.ImportFrom | ast.Import):
        yield from (alias.asname or alias.name for alias in statement.names)
    else:
        yield from (n.id for n in ast.walk(statement) if isinstance(n, ast.Name))


@functools.cache
def users(path: Path, names: frozenset[str]) -> set[str]:
    """Top-level names of a module from which one of `names` can be reached."""
    graph: dict[str, set[str]] = {}
    for statement in ast.parse(path.read_bytes()).body:
        for bound in binds(statement):
            graph.setdefault(bound, set()).update(references(statement))
    reached, before = set(names), 0
    while len(reached) > before:
        before = len(reached)
        reached |= {bound for bound, names in graph.items() if names & reached}
    return reached


class Words:
    """`pytest.raises` and `pytest.warns` that note another wording instead of ending the test."""

    def __init__(self) -> None:
        self.noted: list[str] = []
        self._raises, self._warns = pytest.raises, pytest.warns

    def note(self, match: Any, messages: list[str]) -> bool:
        if not any(re.search(match, message) for message in messages):
            self.noted.append(f"expected {match!r}, got {messages!r}")
        return True

    def raises(self, expected: Any, *args: Any, match: Any = None, **kwargs: Any) -> Any:
        if match is not None:
            kwargs["check"] = lambda error: self.note(match, [str(error)])
        return self._raises(expected, *args, **kwargs)

    @contextmanager
    def _warns_with(self, expected: Any, match: Any) -> Iterator[Any]:
        with self._warns(expected) as found:
            yield found
        self.note(match, [str(w.message) for w in found if issubclass(w.category, expected)])

    def warns(self, expected: Any, *args: Any, match: Any = None, **kwargs: Any) -> Any:
        return self._warns(expected, *args, **kwargs) if match is None else self._warns_with(expected, match)


class Plugin:
    """Chooses the tests, watches them, and writes down how they ended."""

    def __init__(self, swap: Swap, out: Path):
        self.swap, self.out, self.words = swap, out, Words()
        for name in ("raises", "warns"):
            setattr(pytest, name, getattr(self.words, name))
        self.names = [name for name in all_names() if "_" in name or name[0].isupper()]

    def _may_use(self, item: Any) -> bool:
        given = getattr(item, "callspec", None)
        chosen = {self._subject(value) for value in given.params.values()} - {""} if given else set()
        if chosen and not chosen & set(self.swap.ours):
            return False  # parametrized by another estimator or metric
        top = item.cls.__name__ if item.cls else item.originalname
        return top in users(item.path, frozenset(self.swap.ours))

    def _subject(self, value: Any) -> str:
        """The estimator or metric that a parameter is or names; `macro_f1_score` names one too."""
        while isinstance(value, functools.partial):
            value = value.func
        words = value if isinstance(value, str) else getattr(value, "__name__", "")
        return max((name for name in self.names if words.endswith(name)), key=len, default="")

    def pytest_collection_modifyitems(self, config: Any, items: list[Any]) -> None:
        kept = [item for item in items if self._may_use(item)]
        config.hook.pytest_deselected(items=[item for item in items if item not in set(kept)])
        items[:] = kept

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self, item: Any) -> Iterator[None]:
        def late(*_: Any) -> None:
            raise TimeoutError(f"over {SECONDS} s")

        given = getattr(item, "callspec", None)
        self.words.noted.clear()
        values = list(given.params.values()) if given else []
        swapped = self.swap.ours.items()
        self.swap.used = {name for name, ours in swapped for v in values if v is ours or type(v) is ours}
        signal.signal(signal.SIGALRM, late)
        signal.alarm(SECONDS)
        try:
            return (yield)
        finally:
            signal.alarm(0)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self, item: Any, call: Any) -> Generator[None, Any, Any]:
        report = yield
        if call.when == "call" and self.swap.used and not hasattr(report, "wasxfail"):
            error = call.excinfo.exconly().strip() if call.excinfo else ""
            line = {"test": item.nodeid, "outcome": report.outcome, "error": error[:600]}
            if report.passed and self.words.noted:
                line |= {"outcome": "other words", "error": "; ".join(self.words.noted)[:600]}
            line |= {"used": sorted(self.swap.used), "seconds": round(report.duration, 2)}
            with self.out.open("a") as file:
                file.write(json.dumps(line) + "\n")
        return report


def pytest_configure(config: Any) -> None:
    Loader.swap = Swap(json.loads(os.environ["FENLEI_SWAP"]))
    sys.meta_path.insert(0, Finder())
    config.pluginmanager.register(Plugin(Loader.swap, Path(os.environ["FENLEI_SWAP_OUT"])))
