"""Write results down: one JSON file per row, and the Markdown table of all of them."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

Result = dict[str, Any]

HEADER = """\
# Benchmark results

Written by `make bench`. Each line is one task on one data set, fenlei and a peer in turn, best of several
runs.

- **times faster**: the peer's time over fenlei's, with settings that estimate the same thing.
- **difference**: largest difference of the fitted quantities or predicted labels, relative above 1.
- **× syrk**: fenlei's time over that of one BLAS `syrk` (X'X) of the same rows, the floor if it needs X'X.
- **memory**: peak above the input, fenlei / peer. **doubling n**: growth of the time, fenlei / peer.
"""
COLUMNS = ("task", "n × p", "peer", "times faster", "difference", "× syrk", "memory, MB", "doubling n")


def save(result: Result, folder: Path) -> None:
    """Write the row's file, and the table of every row in `folder`."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{result['row']}.json").write_text(json.dumps(result, indent=1) + "\n")
    results = [json.loads(path.read_text()) for path in sorted(folder.glob("*.json"))]
    (folder / "README.md").write_text(page(results))


def page(results: Iterable[Result]) -> str:
    """The Markdown page."""
    cells, notes = [list(COLUMNS), ["---"] * len(COLUMNS)], set()
    for result in results:
        cells += peer_lines(result)
        notes |= {f"- {result['title']}: no {name} ({why})." for name, why in result["skipped"].items()}
        notes.add(
            "- Measured with " + ", ".join(f"{key} {value}" for key, value in result["machine"].items())
        )
    table = ["| " + " | ".join(line) + " |" for line in cells]
    return "\n".join([HEADER, *table, "", *sorted(notes), ""])


def peer_lines(result: Result) -> list[list[str]]:
    """One table line for each peer of a row."""
    contenders = result["contenders"]
    pairs = [(name, peer, contenders[peer["like"]]) for name, peer in contenders.items()]
    return [line(result, name, peer, ours) for name, peer, ours in pairs if not name.startswith("fenlei")]


def line(result: Result, name: str, peer: Result, ours: Result) -> list[str]:
    return [
        result["title"],
        f"{result['n']:.3g} × {result['p']}".replace("e+0", "e"),
        name,
        f"**{peer['ratio']:.1f}**",
        f"{peer['difference']:.1g}",
        number(ours["times_floor"], ".1f"),
        f"{number(ours['peak_megabytes'], '.0f')} / {number(peer['peak_megabytes'], '.0f')}",
        f"{ours['growth']:.2f} / {peer['growth']:.2f}",
    ]


def number(value: float | None, form: str) -> str:
    return "–" if value is None else format(value, form)
