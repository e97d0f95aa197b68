"""`python -m docs.book` writes docs/book.md and docs/zh/book.md from the ledger of the documents.

The ledger is `docs/ledger/000.toml` to `004.toml`, an entry per item in the order of the document:

at       section, equation, figure or table
what     what it is, in English; `zh` in Chinese
call     a Python expression; `docs/ledger/names.py` has the names that it uses
value    what the call gives, as a Python literal: a number of the document, or the right one where it errs
test     the test that checks the item
status   equal, convention (`note` says which), nothing (to compute; `note` says why), or missing
note     a remark; `note_zh` in Chinese

`misprints.toml` has what a document prints and what is right; `ids.toml` the short ids that docstrings and
tests use.
"""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from pathlib import Path
from typing import Any, NamedTuple

DOCS = Path(__file__).parent
LEDGER = DOCS / "ledger"
PAGES = {"en": DOCS / "book.md", "zh": DOCS / "zh" / "book.md"}
SOURCES = ("000", "001", "002", "003", "004")
STATUSES = ("equal", "convention", "nothing", "missing")
PLACES = (  # English, Chinese, in this order
    ("exercise", "习题"),
    ("command line", "命令行"),
    ("chapters", "各章"),
    ("eq.", "式"),
    ("fig.", "图"),
    ("tab.", "表"),
    ("ex.", "例"),
    ("thm.", "定理"),
    ("tip", "提示"),
    ("note", "注"),
    (" to ", " 至 "),
    ("; ", "；"),
    (", ", "，"),
)


class Item(NamedTuple):
    source: str
    number: int  # from 1, in the order of the document
    at: str
    what: str
    zh: str
    call: str
    value: str
    test: str
    status: str
    note: str
    note_zh: str


def read(name: str) -> list[dict[str, Any]]:
    """The entries of a file of the ledger."""
    entries: list[dict[str, Any]] = tomllib.loads((LEDGER / f"{name}.toml").read_text("utf-8"))["item"]
    return entries


def items() -> list[Item]:
    """All items, in the order of the documents."""
    fields = Item._fields[2:]
    return [
        Item(source, number, *(entry.get(field, "") for field in fields))
        for source in SOURCES
        for number, entry in enumerate(read(source), 1)
    ]


def place(at: str, lang: str) -> str:
    """`3.1.1, eq. 3-1` as `3.1.1，式 3-1`."""
    if lang == "zh":
        for english, chinese in PLACES:
            at = at.replace(english, chinese)
    return at


def counts(source: str) -> list[int]:
    """Items of a document, and of those each status."""
    found = Counter(one.status for one in items() if one.source == source)
    return [found.total(), *(found[status] for status in STATUSES)]


def cell(text: str) -> str:
    """Text of a cell of a table."""
    return text.replace("|", "\\|").replace("*", "\\*")


def code(text: str) -> str:
    return f"`{text.replace('|', chr(92) + '|')}`" if text else ""


def row(cells: list[str]) -> str:
    return "| " + " | ".join(cells) + " |"


def item_row(one: Item, lang: str) -> str:
    """An item: where, what with the remark, the call with its value and the test."""
    call = code(one.call) + (f" → {code(one.value)}" if one.value else "")
    tests = [code(re.sub(r"^tests/", "", test)) for test in one.test.split(", ") if test]
    remark = one.note_zh if lang == "zh" else one.note
    mark = TEXTS[lang][one.status]
    told = ("：" if lang == "zh" else ": ").join(filter(None, [mark, cell(remark)]))
    what = cell(one.zh if lang == "zh" else one.what) + (f"<br>*{told}*" if told else "")
    return row([place(one.at, lang), what, "<br>".join(filter(None, [call, *tests]))])


def section(source: str, lang: str) -> str:
    """The table of a document."""
    text = TEXTS[lang]
    head = [row(text["columns"].split("/")), "|---" * 3 + "|"]
    rows = [item_row(one, lang) for one in items() if one.source == source]
    return "\n".join([f"## {source}: {text[source]}\n", *head, *rows])


def count_table(lang: str) -> str:
    """How many items of each document are equal, by convention, not computable, missing."""
    text = TEXTS[lang]
    numbers = {source: counts(source) for source in SOURCES}
    numbers[text["all"]] = [sum(column) for column in zip(*numbers.values(), strict=True)]
    lines = [row([name, *map(str, number)]) for name, number in numbers.items()]
    return "\n".join([row(text["counts"].split("/")), "|---" * 6 + "|", *lines])


def misprints(lang: str) -> str:
    """What the documents print, and what is right."""
    text, suffix = TEXTS[lang], "_zh" if lang == "zh" else ""
    rows = [
        row(
            [
                one["source"],
                place(one["at"], lang),
                cell(one["printed" + suffix]),
                cell(one["right" + suffix]),
            ]
        )
        for one in read("misprints")
    ]
    return "\n".join([row(text["misprint columns"].split("/")), "|---" * 4 + "|", *rows])


def ids(lang: str) -> str:
    """The short ids of docstrings and tests, and where they are found."""
    rows = [
        row([one["id"], cell(one["zh" if lang == "zh" else "what"]), place(one["at"], lang), one["public"]])
        for one in read("ids")
    ]
    return "\n".join([row(TEXTS[lang]["id columns"].split("/")), "|---" * 4 + "|", *rows])


def page(lang: str) -> str:
    """The whole page."""
    frame = (LEDGER / f"page_{lang}.md").read_text("utf-8")
    parts = {
        "counts": count_table(lang),
        "items": "\n\n".join(section(source, lang) for source in SOURCES),
        "misprints": misprints(lang),
        "ids": ids(lang),
    }
    for name, text in parts.items():
        frame = frame.replace(f"<{name}>", text)
    return frame


TEXTS = {
    "en": {
        "000": 'textbook chapter 3, "Classification"',
        "001": 'textbook chapter 5, "Basic classification learning"',
        "002": 'textbook chapter 5, "Other typical classification methods"',
        "003": "lab report on linear models: watermelon 3.0α and iris",
        "004": "machine-learning notes in twelve chapters",
        "columns": "where/what/the call, what it gives, and the test that checks it",
        "counts": "document/items/equal/by convention/nothing to compute/missing",
        "misprint columns": "document/where/printed/right",
        "id columns": "id/what it is/where/in public",
        "all": "all",
        "equal": "",
        "convention": "by convention",
        "nothing": "nothing to compute",
        "missing": "missing",
    },
    "zh": {
        "000": "教材第 3 章“分类”",
        "001": "教材第 5 章“基本分类学习”",
        "002": "教材第 5 章“其他典型分类方法”",
        "003": "线性模型实验报告：西瓜数据 3.0α 与鸢尾花",
        "004": "机器学习讲义，十二章",
        "columns": "位置/内容/调用、结果与检验它的测试",
        "counts": "文档/条目/相等/按约定/无可计算/缺",
        "misprint columns": "文档/位置/印作/应为",
        "id columns": "编号/内容/位置/公开出处",
        "all": "合计",
        "equal": "",
        "convention": "按约定",
        "nothing": "无可计算",
        "missing": "缺",
    },
}


def main() -> None:
    for lang, path in PAGES.items():
        path.write_text(page(lang), "utf-8")
        print(path.relative_to(DOCS.parent))


if __name__ == "__main__":
    main()
