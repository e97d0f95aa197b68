"""Check every link inside the built documentation: the file exists, and so does the anchor in it.

Usage: python tools/links.py [FOLDER]    (default docs/_build/html)

Links to other sites are not followed, so no network is needed.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

BUILT = Path(__file__).parents[1] / "docs" / "_build" / "html"


class Page(HTMLParser):
    """The links of a page and the names that links can point to."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.anchors: set[str] = {""}
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name == "id" or (tag == "a" and name == "name"):
                self.anchors.add(value or "")
            elif (name == "href" and tag in ("a", "link")) or (name == "src" and tag in ("img", "script")):
                self.links.append(value or "")


def broken(root: Path) -> Iterator[str]:
    """One sentence for each link that leads nowhere."""
    pages = {path: Page(path.read_text("utf-8")) for path in sorted(root.rglob("*.html"))}
    for path, page in pages.items():
        for link in page.links:
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                continue
            target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            if not target.exists():
                yield f"{path.relative_to(root)}: {link}: no such file"
            elif target in pages and unquote(parts.fragment) not in pages[target].anchors:
                yield f"{path.relative_to(root)}: {link}: no such anchor"


def main() -> int:
    root = Path(sys.argv[1]).resolve() if sys.argv[1:] else BUILT
    if not any(root.glob("*.html")):
        print(f"{root}: no pages; build them first (make docs)")
        return 1
    found = sorted(set(broken(root)))
    print(*found, sep="\n", end="\n" if found else "")
    print(f"links inside the documentation: {len(found)} broken")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
