"""What the pages take from the package itself, so that they cannot disagree with it.

The API reference is an index by textbook word, `docs/words.toml`, in English and Chinese; each class and
function has a page of its own, written into `docs/generated/api` when the documentation is built. A page
includes a module's docstring as `{{ bayes_gaussian_nb_module }}`.
"""

from __future__ import annotations

import inspect
import re
import tomllib
from importlib import import_module
from pathlib import Path
from typing import Any

import fenlei

DOCS = Path(__file__).parent
SOURCE = Path(fenlei.__file__).parent
PAGES = DOCS / "generated" / "api"
PACKAGES = [
    ".".join(("fenlei", *stub.parent.relative_to(SOURCE).parts))
    for stub in sorted(SOURCE.glob("*/**/__init__.pyi"))
]
WORDS = {"en": ("word", "class or function", "what it is"), "zh": ("教材用词", "类或函数", "英文说明")}


def chapters() -> list[dict[str, Any]]:
    """Title, `zh`, and words [English, Chinese, names] of each chapter."""
    found: list[dict[str, Any]] = tomllib.loads((DOCS / "words.toml").read_text("utf-8"))["chapter"]
    return found


def public_names() -> set[str]:
    """Every name of every `__all__` by its shortest path without `fenlei.`, as `trees.gain_table`."""
    found = set(fenlei.__all__) - {"evaluate", "functions", "plot"}  # families
    for package in PACKAGES:
        home, family = import_module(package), import_module(".".join(package.split(".")[:2]))
        names = home.__all__ if home is family else set(home.__all__) - set(family.__all__)
        short = package.removeprefix("fenlei.")
        found |= {f"{short}.{name}" for name in names if name not in fenlei.__all__}
    return found


def indexed_names() -> list[str]:
    """The names of the index, in its order."""
    return [name for chapter in chapters() for word in chapter["words"] for name in word[2].split()]


def value(name: str) -> Any:
    """What a name of the index stands for."""
    module, _, last = f"fenlei.{name}".rpartition(".")
    return getattr(import_module(module), last)


def sentence(name: str) -> str:
    """The first sentence of its docstring."""
    words = inspect.getdoc(value(name)) or ""
    first = " ".join(words.partition("\n\n")[0].split())
    if not callable(value(name)) or not first:
        return ""
    return re.split(r"(?<=\.)\s", first)[0].replace("|", "\\|").replace("*", "\\*").replace("`", "")


def index(lang: str) -> str:
    """The tables of all chapters: textbook word, names with links to their pages, one sentence each."""
    folder = "../generated/api" if lang == "zh" else "generated/api"
    parts = []
    for chapter in chapters():
        rows = [
            f"| {word[lang == 'zh'] if k == 0 else ''} | [`{name}`]({folder}/{name}.md) | {sentence(name)} |"
            for word in chapter["words"]
            for k, name in enumerate(word[2].split())
        ]
        head = ["| " + " | ".join(WORDS[lang]) + " |", "|---|---|---|"]
        title = chapter["zh"] if lang == "zh" else chapter["title"]
        parts += [f"## {title}\n", "\n".join([*head, *rows]), ""]
    return "\n".join(parts)


def page(name: str) -> str:
    """The page of a class or function: its docstring, and those of its methods."""
    return f"---\norphan: true\n---\n\n# {name}\n\n```{{eval-rst}}\n{directive(name)}\n```\n"


def directive(name: str) -> str:
    """The directive of autodoc for one public name."""
    what, path = value(name), f"fenlei.{name}"
    if isinstance(what, type) and issubclass(what, BaseException):
        return f".. autoexception:: {path}"
    if isinstance(what, type):
        methods = public_methods(what)
        return f".. autoclass:: {path}" + (f"\n   :members: {', '.join(methods)}" if methods else "")
    return f".. autofunction:: {path}" if callable(what) else f".. autodata:: {path}"


def public_methods(cls: type) -> list[str]:
    """Methods that fenlei defines or inherits from its own classes, in the order of their definition."""
    own = [base for base in cls.__mro__ if base.__module__.startswith("fenlei.")]
    names = dict.fromkeys(name for base in reversed(own) for name in vars(base))
    return [name for name in names if not name.startswith("_") and _is_documented(cls, name)]


def _is_documented(cls: type, name: str) -> bool:
    method: Any = getattr(cls, name, None)
    ours = inspect.isroutine(method) and method.__module__.startswith("fenlei.")
    return ours and bool(inspect.getdoc(method))


def escape_bars(lines: list[str]) -> None:
    """Absolute values as they are written, |x|: between bars reStructuredText looks for a substitution."""
    in_example = False
    for k, line in enumerate(lines):
        in_example = bool(line.strip()) and (in_example or line.lstrip().startswith(">>>"))
        if not in_example and "`" not in line:
            lines[k] = line.replace("|", "\\|")


def write_pages() -> None:
    """The page of every name of the index; those of names that are gone are removed."""
    PAGES.mkdir(parents=True, exist_ok=True)
    names = indexed_names()
    for old in PAGES.glob("*.md"):
        if old.stem not in names:
            old.unlink()
    for name in names:
        target, words = PAGES / f"{name}.md", page(name)
        if not target.exists() or target.read_text("utf-8") != words:
            target.write_text(words, "utf-8")


def included_modules() -> dict[str, str]:
    """The substitution of each docstring that a page includes, and its module."""
    pages = " ".join(page.read_text("utf-8") for page in DOCS.rglob("*.md"))
    modules = [file.relative_to(SOURCE).with_suffix("").parts for file in sorted(SOURCE.rglob("*.py"))]
    known = {"_".join(parts) + "_module": ".".join(("fenlei", *parts)) for parts in modules}
    return {name: known[name] for name in sorted(set(re.findall(r"\{\{ (\w+_module) \}\}", pages)))}


def own_words(module: str) -> str:
    """A module's docstring as it stands: model, estimate, decision, cost and reference are written once."""
    return f"```text\n{import_module(module).__doc__}\n```"
