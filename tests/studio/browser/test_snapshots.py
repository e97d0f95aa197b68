"""What a screen reader meets at each place: headings, links and controls by role and name, kept in a file.

`FENLEI_SNAPSHOTS=1` writes the file anew.
"""

from __future__ import annotations

import json
import os
import re
from pathlib import Path

from tests.studio.browser.conftest import OpenPage, go
from tests.studio.browser.test_places import PLACES, READY
from tests.studio.running import RunningStudio

KEPT = Path(__file__).with_name("snapshots.json")
ROLES = (
    "banner", "navigation", "main", "heading", "link", "button", "combobox", "textbox", "spinbutton",
    "slider", "checkbox", "radio", "application", "tree", "searchbox", "table", "progressbar",
)  # fmt: skip
LINE = re.compile(rf"^\s*- '?({'|'.join(ROLES)})(?: \"((?:[^\"\\]|\\.)*)\")?")
MOST = 60  # of a place


def seen(snapshot: str) -> list[str]:
    """Role and name of each line that has one of the roles; numbers are left out of names, repeats too."""
    found = []
    for line in snapshot.splitlines():
        if match := LINE.match(line):
            name = re.sub(r"[-−]?\d[\d.\u202f]*(e-?\d+)?", "#", match[2] or "")
            found.append(f"{match[1]} {name}".strip())
    return list(dict.fromkeys(found))[:MOST]


def test_roles_and_names_of_every_place(compared: RunningStudio, open_page: OpenPage) -> None:
    page = open_page(compared)
    found = {}
    for place in PLACES:
        go(page, place)
        page.locator(READY[place]).first.wait_for()
        page.wait_for_timeout(500)
        found[place] = seen(page.locator("body").aria_snapshot())
        assert f"heading {page.locator('h1').inner_text()}" in found[place]
    if os.environ.get("FENLEI_SNAPSHOTS"):
        KEPT.write_text(json.dumps(found, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    assert found == json.loads(KEPT.read_text("utf-8"))
