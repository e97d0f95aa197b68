"""Demo programs as pages: the cells of a script are run, and shown with what they print and draw.

A script of `examples/` is cut into cells by lines `# %% English title | 中文标题`. Comments below
the title: `# en:` and `# zh:` are the text of the cell, `# printed:` is what the document prints for it, and
`# differs:` with `# differs zh:` say why something else comes, where it does.
"""

from __future__ import annotations

import contextlib
import io
import os
import re
import tempfile
from pathlib import Path
from typing import Any, NamedTuple

DOCS = Path(__file__).parent
EXAMPLES = DOCS.parent / "examples"
DEMOS = ("chapter_3", "lab_report", "exercises")
PAGES = {"en": DOCS / "generated" / "demos", "zh": DOCS / "zh" / "generated" / "demos"}
WORDS = {
    "en": {"output": "Output", "printed": "The document prints"},
    "zh": {"output": "输出", "printed": "文档所印"},
}
KEYS = ("en", "zh", "printed", "differs", "differs zh")
TITLE = re.compile(r"^# %% (.*?) \| (.*)$", re.MULTILINE)
NUMBER = re.compile(r"[-+]?(?:\d+\.\d*|\.\d+|\d+)(?:e[-+]?\d+)?")


class Cell(NamedTuple):
    title: dict[str, str]  # by language
    told: dict[str, str]  # "en", "zh", "printed", "differs", "differs zh"
    code: str

    def text(self, lang: str) -> str:
        return self.told.get(lang, "")

    def differs(self, lang: str) -> str:
        return self.told.get("differs zh" if lang == "zh" else "differs", "")


class Ran(NamedTuple):
    cell: Cell
    output: str
    pictures: list[bytes]


def cells(demo: str) -> list[Cell]:
    """The cells of a script, in order."""
    parts = TITLE.split((EXAMPLES / f"{demo}.py").read_text("utf-8"))[1:]
    return [
        Cell({"en": english, "zh": chinese}, *told_and_code(body))
        for english, chinese, body in zip(parts[::3], parts[1::3], parts[2::3], strict=True)
    ]


def told_and_code(body: str) -> tuple[dict[str, str], str]:
    """Comments at the head of a cell by their key, and the code below them."""
    told: dict[str, list[str]] = {}
    lines = body.strip("\n").splitlines()
    while lines and (found := re.match(rf"# ({'|'.join(KEYS[::-1])}): ?(.*)", lines[0])):
        told.setdefault(found[1], []).append(found[2])
        lines.pop(0)
    joined = {key: ("\n" if key == "printed" else " ").join(words) for key, words in told.items()}
    return joined, "\n".join(lines).strip("\n")


def run(demo: str) -> list[Ran]:
    """Run all cells in one namespace and an empty folder."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    pyplot.close("all")  # those of the first cell are then its own
    names: dict[str, Any] = {"__name__": demo}
    with tempfile.TemporaryDirectory() as folder, inside(folder):
        return [run_cell(cell, names) for cell in cells(demo)]


@contextlib.contextmanager
def inside(folder: str) -> Any:
    before = Path.cwd()
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(before)


def run_cell(cell: Cell, names: dict[str, Any]) -> Ran:
    """What the cell prints, and the figures that it leaves open."""
    from matplotlib import pyplot

    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(cell.code, cell.title["en"], "exec"), names)
    pictures = []
    for number in pyplot.get_fignums():
        buffer = io.BytesIO()
        pyplot.figure(number).savefig(buffer, dpi=100)
        pictures.append(buffer.getvalue())
    pyplot.close("all")
    return Ran(cell, printed.getvalue(), pictures)


def numbers(text: str) -> list[float]:
    return [float(found) for found in NUMBER.findall(text)]


def page(demo: str, ran: list[Ran], lang: str) -> str:
    """The cells as Markdown; pictures are beside it as `<demo>_<cell>_<picture>.png`."""
    parts = []
    for number, (cell, output, pictures) in enumerate(ran, 1):
        parts += [f"## {cell.title[lang]}", cell.text(lang), f"```python\n{cell.code}\n```"]
        if output:
            parts.append(f"{WORDS[lang]['output']}:\n\n```text\n{output.rstrip()}\n```")
        if cell.differs(lang):
            printed = f"{WORDS[lang]['printed']}:\n\n```text\n{cell.told['printed']}\n```"
            parts += [printed, cell.differs(lang)]
        names = [f"{demo}_{number}_{k}.png" for k in range(len(pictures))]
        parts += [f"![{cell.title[lang]}](generated/demos/{name})" for name in names]
    return "\n\n".join(filter(None, parts)) + "\n"


def write_pages() -> None:
    """Run the scripts, and write their cells in both languages."""
    for demo in DEMOS:
        ran = run(demo)
        for lang, folder in PAGES.items():
            folder.mkdir(parents=True, exist_ok=True)
            (folder / f"{demo}.md").write_text(page(demo, ran, lang), "utf-8")
            for number, one in enumerate(ran, 1):
                for k, picture in enumerate(one.pictures):
                    (folder / f"{demo}_{number}_{k}.png").write_bytes(picture)
