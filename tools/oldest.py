"""Write constraints-oldest.txt: the smallest versions that pyproject.toml declares, each pinned exactly.

Usage: python tools/oldest.py [--check]

Every requirement of the package itself is pinned to its declared minimum, and so are the data-frame
libraries that a user may pass in (`FRAMES`). Test tools are left to pip. With `--check` nothing is written;
the exit code is 1 if the file in the repository differs from the declaration.
"""

from __future__ import annotations

import re
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[1]
FILE = ROOT / "constraints-oldest.txt"
OPTIONAL = ("pandas", "polars", "starlette", "uvicorn")
HEADER = (
    "# The declared minima of pyproject.toml, written by tools/oldest.py; `make check-oldest` tests them.\n"
)


def minimum(requirement: str) -> tuple[str, str]:
    """Name and smallest version of a requirement such as ``numpy>=2.1``."""
    found = re.match(r"([A-Za-z0-9._-]+)(?:\[[^]]*\])?\s*>=\s*([0-9][^,;\s]*)", requirement)
    if found is None:
        raise SystemExit(f"{requirement!r} declares no minimum (name>=version)")
    return found[1], found[2]


def constraints(project: dict[str, object]) -> str:
    """The text of the file for the [project] table of pyproject.toml."""
    needed: list[str] = list(project["dependencies"])  # type: ignore[call-overload]
    extras: dict[str, list[str]] = project["optional-dependencies"]  # type: ignore[assignment]
    needed += [line for line in extras["test"] if re.split(r"[^A-Za-z0-9_-]", line)[0] in OPTIONAL]
    return HEADER + "".join(f"{name}=={version}\n" for name, version in map(minimum, needed))


def main() -> int:
    text = constraints(tomllib.loads((ROOT / "pyproject.toml").read_text())["project"])
    if "--check" in sys.argv[1:]:
        same = FILE.exists() and FILE.read_text() == text
        print("constraints-oldest.txt is " + ("up to date" if same else "out of date: make oldest"))
        return 0 if same else 1
    FILE.write_text(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
