"""Run the tests that matter for a change, for less than a minute.

Usage: python tools/quick.py [FAMILY]

FAMILY is a folder below `tests`, such as `bayes`. Without it, the tests of files that differ from the
branch `main` run: `src/fenlei/trees/prune.py` stands for `tests/trees`. Hypothesis
tries few examples, and tests that have not started after `SECONDS` are skipped; `make test` runs them all.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
SECONDS = 45
SLOW = ("tests/examples", "tests/docs", "tests/test_cold_start.py", "tests/test_plain_python.py")


def lines(*command: str) -> list[str]:
    """What a git command prints, by lines; nothing if it fails."""
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    return run.stdout.splitlines() if run.returncode == 0 else []


def changed() -> list[str]:
    """Files that differ from where this branch left `main`, and files that git does not know yet."""
    base = lines("git", "merge-base", "HEAD", "main") or ["HEAD"]
    return lines("git", "diff", "--name-only", base[0]) + lines("git", "ls-files", "-o", "--exclude-standard")


def tests_of(file: str) -> str | None:
    """The tests of a changed file: its folder of tests, or itself if it is a test."""
    parts = Path(file).parts
    if parts[0] == "tests" and Path(file).name.startswith("test_"):
        return file
    if parts[:2] == ("src", "fenlei"):
        stem = parts[2].removesuffix(".py")
        return next((t for t in (f"tests/{stem}", f"tests/test_{stem}.py") if (ROOT / t).exists()), None)
    return None


def main() -> int:
    family = sys.argv[1] if sys.argv[1:] else ""
    chosen = [f"tests/{family}"] if family else sorted({t for file in changed() if (t := tests_of(file))})
    chosen = [t for t in chosen if not t.startswith(SLOW) and (ROOT / t).exists()]
    if not chosen:
        print("no tests for these files: name a family (make quick FAMILY=bayes)")
        return 0 if not family else 1
    print(*chosen)
    settings = {"FENLEI_HYPOTHESIS": "quick", "FENLEI_SECONDS": str(SECONDS)}
    pytest = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-x",
        "-n",
        os.environ.get("JOBS", "2"),
        "-m",
        "not slow and not browser",
    ]
    return subprocess.run([*pytest, *chosen], cwd=ROOT, env={**os.environ, **settings}).returncode


if __name__ == "__main__":
    sys.exit(main())
