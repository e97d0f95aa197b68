"""What the pages take from the package itself, so that they cannot disagree with it.

The API reference has one section per package with a stub: its public names, each by the shortest path that
imports it. A page includes a module's docstring as `{{ bayes_gaussian_nb_module }}`.
"""

import inspect
import re
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import fenlei

DOCS = Path(__file__).parent
SOURCE = Path(fenlei.__file__).parent
PACKAGES = [
    ".".join(("fenlei", *stub.parent.relative_to(SOURCE).parts))
    for stub in sorted(SOURCE.glob("*/**/__init__.pyi"))
]
ERRORS = ("FenleiError", "UsageError", "DataError", "ModelFileError")
WARNINGS = ("FenleiWarning", "DegenerateDataWarning")


def key(package: str) -> str:
    """The substitution of a package's section: `api_bayes_estimate`."""
    return "api_" + "_".join(package.split(".")[1:])


def section(package: str) -> str:
    """Classes, then functions and constants of a package, as directives of autodoc."""
    home, family = import_module(package), import_module(".".join(package.split(".")[:2]))
    names = home.__all__ if home is family else set(home.__all__) - set(family.__all__)
    entries = [entry(home, name) for name in sorted(names, key=str.lower)]
    return _directives(sorted(entries, key=lambda text: not text.startswith(".. autoclass")))


def errors() -> str:
    """Errors and warnings that a user may meet."""
    return _directives([f".. autoexception:: fenlei.errors.{name}" for name in ERRORS + WARNINGS])


def entry(home: ModuleType, name: str) -> str:
    """The directive of one public name."""
    value = getattr(home, name)
    path = f"fenlei.{name}" if name in fenlei.__all__ else f"{home.__name__}.{name}"
    if isinstance(value, type):
        methods = public_methods(value)
        return f".. autoclass:: {path}" + (f"\n   :members: {', '.join(methods)}" if methods else "")
    return f".. autofunction:: {path}" if callable(value) else f".. autodata:: {path}"


def public_methods(cls: type) -> list[str]:
    """Methods that fenlei defines or inherits from its own classes, in the order of their definition."""
    own = [base for base in cls.__mro__ if base.__module__.startswith("fenlei.")]
    names = dict.fromkeys(name for base in reversed(own) for name in vars(base))
    return [name for name in names if not name.startswith("_") and _is_documented(cls, name)]


def _is_documented(cls: type, name: str) -> bool:
    value: Any = getattr(cls, name, None)
    return inspect.isroutine(value) and value.__module__.startswith("fenlei.") and bool(inspect.getdoc(value))


def _directives(texts: list[str]) -> str:
    return "```{eval-rst}\n" + "\n\n".join(texts) + "\n```"


def included_modules() -> dict[str, str]:
    """The substitution of each docstring that a page includes, and its module."""
    pages = " ".join(page.read_text("utf-8") for page in DOCS.rglob("*.md"))
    modules = [file.relative_to(SOURCE).with_suffix("").parts for file in sorted(SOURCE.rglob("*.py"))]
    known = {"_".join(parts) + "_module": ".".join(("fenlei", *parts)) for parts in modules}
    return {name: known[name] for name in sorted(set(re.findall(r"\{\{ (\w+_module) \}\}", pages)))}


def own_words(module: str) -> str:
    """A module's docstring as it stands: model, estimate, decision, cost and reference are written once."""
    return f"```text\n{import_module(module).__doc__}\n```"
