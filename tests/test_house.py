"""The house rules that can be counted: sizes, names, and where things stand."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

SOURCE = Path(__file__).parents[1] / "src" / "fenlei"
FILES = sorted(SOURCE.rglob("*.py"))
PACKAGES = sorted({path.parent for path in FILES if (path.parent / "__init__.py").exists()})
MOST_MODULES, MOST_LINES, MOST_IN_FUNCTION = 20, 400, 40
# Words that name a subject, not a room for leftovers; and doors that nobody could read.
NO_SUBJECT = {"utils", "core", "common", "helpers", "misc"}
NO_DOOR = {"top", "below", "courses", "crew", "descent", "foreign", "left_sums", "suspicions"}


def functions(path: Path) -> Iterator[ast.FunctionDef]:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.FunctionDef):
            yield node


def lines_of(function: ast.FunctionDef) -> int:
    """Lines without the docstring."""
    assert function.end_lineno is not None
    words = ast.get_docstring(function, clean=False)
    return function.end_lineno - function.lineno + 1 - (words.count("\n") + 1 if words else 0)


def only_assigns(function: ast.FunctionDef) -> bool:
    """A constructor in scikit-learn's form: one assignment per parameter."""
    return function.name == "__init__" and all(
        isinstance(line, ast.Assign | ast.Expr) for line in function.body
    )


def test_no_package_has_many_modules() -> None:
    sizes = {package: len(list(package.glob("*.py"))) for package in PACKAGES}
    assert {package.name: size for package, size in sizes.items() if size > MOST_MODULES} == {}


def test_no_module_is_long() -> None:
    sizes = {path: path.read_text("utf-8").count("\n") for path in FILES}
    assert {path.name: size for path, size in sizes.items() if size > MOST_LINES} == {}


def test_a_long_function_is_a_kernel_with_a_reason() -> None:
    """Of more than 40 lines: compiled, with "One function: ..." in its docstring; or it only assigns."""
    long = {
        f"{path.name}:{function.name}"
        for path in FILES
        for function in functions(path)
        if lines_of(function) > MOST_IN_FUNCTION
        and not only_assigns(function)
        and not (function.decorator_list and "One function:" in (ast.get_docstring(function) or ""))
    }
    assert long == set()


def test_a_type_name_has_one_meaning() -> None:
    homes = defaultdict(set)
    for path in FILES:
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ClassDef):
                homes[node.name].add(path.relative_to(SOURCE).as_posix())
    assert {name: sorted(where) for name, where in homes.items() if len(where) > 1} == {}


def test_file_names_say_what_is_in_them() -> None:
    assert {path.stem for path in FILES} & (NO_SUBJECT | NO_DOOR) == set()


def test_every_package_opens_with_a_table_of_its_files() -> None:
    for package in PACKAGES:
        if package == SOURCE:
            continue
        words = ast.get_docstring(ast.parse((package / "__init__.py").read_text("utf-8"))) or ""
        inside = [
            path for path in package.iterdir() if path.suffix == ".py" or (path / "__init__.py").exists()
        ]
        missing = {path.stem for path in inside if path.stem != "__init__" and f"`{path.stem}`" not in words}
        assert missing == set(), package.name


def test_only_the_command_line_prints() -> None:
    printing = {
        path.relative_to(SOURCE).as_posix()
        for path in FILES
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "print"
    }
    assert {path for path in printing if not path.startswith("cli/")} == set()
