"""`python -m benchmarks [--rows lda,gnb] [--scale 0.01]`: measure rows, print and save the table."""

from __future__ import annotations

import argparse
from pathlib import Path

from benchmarks.chapters import renew
from benchmarks.harness import measure
from benchmarks.suite import ROWS, select
from benchmarks.table import page, save

FULL_SIZE = Path(__file__).parent / "results"
SMALLER = Path("build/benchmarks")  # a smoke test never replaces the real figures


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("--rows", default="", help="comma-separated beginnings of row names; all if empty")
    parser.add_argument("--scale", type=float, default=1.0, help="fraction of the full number of samples")
    parser.add_argument("--repeats", type=int, default=5, help="runs of each contender; the best one counts")
    parser.add_argument("--out", type=Path, help="folder of the results")
    options = parser.parse_args()
    rows = select(options.rows)
    if not rows:
        parser.error(f"no row begins with {options.rows!r}; there are: {', '.join(row.name for row in ROWS)}")
    folder = options.out or (FULL_SIZE if options.scale == 1 else SMALLER)
    results = []
    for row in rows:
        print(f"{row.name} ...", flush=True)
        results.append(measure(row, options.scale, options.repeats))
        save(results[-1], folder)
    if folder == FULL_SIZE:
        renew()
    print(page(results))
    print(f"Written to {folder}")


if __name__ == "__main__":
    main()
