"""The pages of the gallery: a thumbnail for each figure, which leads to the picture and its code.

What a page says comes from the script's docstring: `Source 000, figure 3-22: words (中文).`, then text.
Pictures and pages are made when the documentation is built, into `docs/generated/gallery`.
"""

from __future__ import annotations

import ast
import re
import sys
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

DOCS = Path(__file__).parent
SCRIPTS = DOCS.parent / "examples" / "gallery"
SHARED = ("command", "breast_cancer")  # imported by the others
PAGES = {"en": DOCS / "generated" / "gallery", "zh": DOCS / "zh" / "generated" / "gallery"}
COLUMNS, SMALL = 3, (300, 220)
WORDS = {
    "en": {"source": "Source", "figure": "figure", "section": "section", "comma": ", ", "colon": ": "},
    "zh": {"source": "文档", "figure": "图", "section": "第", "comma": "，", "colon": "："},
}
WORDS["en"] |= {"draw": "Draw it", "back": "All figures"}
WORDS["zh"] |= {"draw": "画出此图", "back": "全部图片"}
FIRST = re.compile(r"Source (00[0-4]), (figure|section) ([\d.()ab-]+):\s(.*)", re.DOTALL)


class Figure(NamedTuple):
    script: str
    source: str  # "000"
    kind: str  # "figure" or "section"
    number: str  # "3-22"
    english: str
    chinese: str
    text: str  # the second paragraph of the docstring

    def caption(self, lang: str) -> str:
        return self.chinese if lang == "zh" else self.english

    def where(self, lang: str) -> str:
        """`figure 3-22`, `图 3-22`, `第 3.4.4 节`."""
        suffix = " 节" if lang == "zh" and self.kind == "section" else ""
        return f"{WORDS[lang][self.kind]} {self.number}{suffix}"

    def titled(self, lang: str) -> str:
        """`figure 3-22: high-dimensional data`, `图 3-22：高维数据示例`."""
        return f"{self.where(lang)}{WORDS[lang]['colon']}{self.caption(lang)}"


def figure(script: Path) -> Figure:
    """What the docstring of a script says."""
    words = ast.get_docstring(ast.parse(script.read_text("utf-8"))) or ""
    first, _, rest = words.partition("\n\n")
    found = FIRST.match(" ".join(first.split()))
    if found is None:
        raise ValueError(f"{script.name}: the docstring does not begin with the document and the figure")
    source, kind, number, title = found.groups()
    chinese = re.search(r"\s*\(([^()]*[\u4e00-\u9fff][^()]*)\)", title)
    if chinese is None:
        raise ValueError(f"{script.name}: the docstring has no Chinese words in parentheses")
    english = title[: chinese.start()] + title[chinese.end() :]
    return Figure(script.stem, source, kind, number, english.strip(" ."), chinese[1], " ".join(rest.split()))


def order(one: Figure) -> tuple[Any, ...]:
    """Figures in the order of their document, then drawings that a section asks for."""
    return one.source, one.kind, [int(part) for part in re.findall(r"\d+", one.number)], one.script


def figures() -> list[Figure]:
    scripts = [path for path in SCRIPTS.glob("*.py") if path.stem not in SHARED]
    return sorted(map(figure, scripts), key=order)


def thumbnails(source: str, lang: str) -> str:
    """The figures of a document as a table of thumbnails, each a link to its page."""
    cells = [
        f"[![{one.caption(lang)}](generated/gallery/{one.script}_small.png)](generated/gallery/{one.script}.md)"
        f"<br>[{one.titled(lang)}](generated/gallery/{one.script}.md)"
        for one in figures()
        if one.source == source
    ]
    cells += [""] * (-len(cells) % COLUMNS)
    rows = [cells[start : start + COLUMNS] for start in range(0, len(cells), COLUMNS)]
    head = ["| " * COLUMNS + "|", "|---" * COLUMNS + "|"]
    return "\n".join([*head, *("| " + " | ".join(row) + " |" for row in rows)])


def page(one: Figure, lang: str) -> str:
    """One figure: the picture, what is seen, the code and the command that draws it."""
    word = WORDS[lang]
    title = f"{word['source']} {one.source}{word['comma']}{one.titled(lang)}"
    command = f"python examples/gallery/{one.script}.py" + (" --lang zh" if lang == "zh" else "")
    return "\n".join(
        [
            f"---\norphan: true\n---\n\n# {title}\n",
            f"![{one.caption(lang)}]({one.script}.png)\n",
            f"{one.text}\n" if lang == "en" else "",
            f"{word['draw']}{word['colon'].rstrip()}\n\n```console\n$ {command}\n```\n",
            f"```python\n{(SCRIPTS / f'{one.script}.py').read_text('utf-8')}```\n",
            f"[{word['back']}](../../gallery.md)\n",
        ]
    )


def drawing(script: str, lang: str) -> Any:
    """The figure of a script as an image."""
    from io import BytesIO

    import matplotlib
    from PIL import Image

    from fenlei import plot

    matplotlib.use("Agg")
    if str(SCRIPTS) not in sys.path:
        sys.path.insert(0, str(SCRIPTS))
    from matplotlib import pyplot

    with plot.fonts(lang):
        drawn = import_module(script).draw(lang)
    buffer = BytesIO()
    drawn.savefig(buffer, dpi=110)
    pyplot.close(drawn)
    return Image.open(buffer).convert("RGB")


def write_pages() -> None:
    """Draw what is older than its script, and write every page."""
    from fenlei.plot.axes import chinese_font

    for lang, folder in PAGES.items():
        folder.mkdir(parents=True, exist_ok=True)
        drawn_in = "en" if chinese_font() is None else lang  # boxes in place of letters help nobody
        for one in figures():
            picture = folder / f"{one.script}.png"
            script = SCRIPTS / f"{one.script}.py"
            if not picture.exists() or picture.stat().st_mtime < script.stat().st_mtime:
                image = drawing(one.script, drawn_in)
                image.quantize(256).save(picture, optimize=True)
                image.thumbnail(SMALL)
                image.save(folder / f"{one.script}_small.png", optimize=True)
            (folder / f"{one.script}.md").write_text(page(one, lang), "utf-8")


def substitutions() -> dict[str, str]:
    """`gallery_000` to `gallery_004` for the English page, with `_zh` for the Chinese one."""
    sources = [f"00{k}" for k in range(5)]
    return {
        f"gallery_{source}{suffix}": thumbnails(source, lang)
        for lang, suffix in (("en", ""), ("zh", "_zh"))
        for source in sources
    }
