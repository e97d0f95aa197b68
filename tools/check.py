"""Run make targets one after another and print how long each took.

Usage: python tools/check.py [--minutes M] TARGET...

All targets run, also after one that fails. With `--minutes`, a target is left out if the time that is left is
below what it needs (`MINUTES`). The last line is "N passed, N failed": the tests
of every pytest run among the targets, and each other target as one.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
import time
from io import TextIOWrapper
from typing import NamedTuple

# What a target may take on two cores with an empty cache, an estimate on the safe side.
MINUTES = {
    "test": 25,
    "test-plain": 5,
    "check-types": 4,
    "check-docs": 4,
    "check-wheel": 4,
    "check-sdist": 6,
    "check-oldest": 12,
    "check-newest": 12,
    "browser": 8,
}
SUMMARY = re.compile(r"^=* ?(?=.*\bin [0-9.]+s)(?=.*\b(?:passed|failed|errors?)\b)(.*)$")


class Step(NamedTuple):
    """How one target ended."""

    target: str
    seconds: float
    passed: int
    failed: int

    @property
    def ended(self) -> str:
        return "failed" if self.failed else "passed"


def counted(line: str) -> tuple[int, int] | None:
    """Tests passed and failed according to a line of output; None if it is not a summary by pytest.

    >>> counted("===== 2 failed, 310 passed, 4 skipped in 12.30s (0:00:12) =====")
    (310, 2)
    """
    if not SUMMARY.match(line):
        return None
    numbers = {word: int(number) for number, word in re.findall(r"(\d+) (passed|failed|error)", line)}
    return numbers.get("passed", 0), numbers.get("failed", 0) + numbers.get("error", 0)


def run(target: str) -> Step:
    """Run one target with its output shown."""
    print(f"\n== make {target}", flush=True)
    start, passed, failed = time.monotonic(), 0, 0
    with subprocess.Popen(
        ["make", "--no-print-directory", target],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        errors="replace",
    ) as process:
        assert process.stdout is not None
        for line in process.stdout:
            print(line, end="", flush=True)
            if found := counted(line):
                passed, failed = passed + found[0], failed + found[1]
    if process.returncode and not failed:
        failed = 1
    elif not passed:
        passed = 1
    return Step(target, time.monotonic() - start, passed, failed)


def main() -> int:
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # a terminal without Chinese letters
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=float("inf"))
    parser.add_argument("targets", nargs="+")
    given = parser.parse_args()
    end, steps, left_out = time.monotonic() + 60 * given.minutes, [], []
    for target in given.targets:
        if time.monotonic() + 60 * MINUTES.get(target, 2) <= end:
            steps.append(run(target))
        else:
            left_out.append(target)
    print()
    for step in steps:
        print(f"{step.target:<14} {step.ended}  {step.seconds:7.0f} s")
    for target in left_out:
        print(f"{target:<14} left out: it needs {MINUTES.get(target, 2)} minutes")
    print(f"{'all':<14}         {sum(step.seconds for step in steps):7.0f} s")
    failed = sum(step.failed for step in steps)
    print(f"{sum(step.passed for step in steps)} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
