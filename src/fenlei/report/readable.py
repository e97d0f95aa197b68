"""The best model that can be read: a tree as a drawing, a linear model as bars."""

from __future__ import annotations

from typing import Any

from fenlei.report.models import Result, accuracy, label, named
from fenlei.report.numbers import SPACE, count, display_width, like, percent, shorten
from fenlei.report.texts import text

BAR_WIDTH = 150.0  # of a coefficient, both sides of 0 together
DIGIT, LINE, MARGIN = 6.6, 88.0, 18.0  # width of a letter, height of a level, space around a word
LEAF_HEIGHT = 38.0
NEAR = 0.78  # how far down its line a branch is labelled: there the lines are well apart
SMALLEST = 0.75  # to which the tree shrinks on a narrow page; below that it scrolls
NAME_WIDTH, BRANCH_WIDTH = 22, 16
COLOURS = 10

Facts = dict[str, Any]


def is_readable(result: Result) -> bool:
    """Whether there is anything to draw; results of earlier versions have nothing."""
    found = result.get("readable") or {}
    return bool(found.get("tree") or found.get("linear"))


def readable(result: Result, lang: str) -> Facts:
    found = result.get("readable") or {}
    tree, linear = found.get("tree"), found.get("linear")
    return {
        "tree": tree_drawing(tree, result, lang) if tree and tree["nodes"] else None,
        "linear": bars(linear, result, lang) if linear else None,
    }


def heading(kind: str, name: str, result: Result, lang: str) -> str:
    model = named(result, name)
    if model is None:
        return name
    return text(f"readable.{kind}", lang, model=label(model, lang), accuracy=percent(accuracy(model)))


def tree_drawing(tree: Facts, result: Result, lang: str) -> Facts:
    """Boxes and lines. A unit across is as wide as the widest word, so that neighbours never touch."""
    words = [shorten(node["text"], NAME_WIDTH) for node in tree["nodes"]]
    rows = [rows_text(node) if node["leaf"] else "" for node in tree["nodes"]]
    branches = [branch_text(link["text"]) for link in tree["links"]]
    widths = [max(box_width(word), box_width(below)) for word, below in zip(words, rows, strict=True)]
    unit = max(*widths, *(box_width(branch) / NEAR for branch in branches), 60.0) + 6
    nodes = [
        {
            "text": word,
            "rows": below,
            "across": round(unit * (node["x"] + 0.5), 1),
            "down": round(LINE * node["depth"] + LEAF_HEIGHT / 2, 1),
            "width": round(width, 1),
            "is_leaf": node["leaf"],
            "is_cut": node["is_cut"],
            "colour": node["class"] % COLOURS,
        }
        for node, word, below, width in zip(tree["nodes"], words, rows, widths, strict=True)
    ]
    leaves = sum(node["is_leaf"] for node in nodes)
    return {
        "heading": heading("tree", tree["model"], result, lang),
        "title": text("chart.tree", lang, model=heading("tree", tree["model"], result, lang)),
        "description": text("chart.tree_of", lang, nodes=count(len(nodes)), leaves=count(leaves)),
        "width": round(unit * (tree["width"] + 1), 1),
        "least": round(SMALLEST * unit * (tree["width"] + 1), 1),
        "height": round(LINE * tree["depth"] + LEAF_HEIGHT + 20, 1),
        "leaf_height": LEAF_HEIGHT,
        "nodes": nodes,
        "links": [
            link_line(nodes[link["upper"]], nodes[link["lower"]], words)
            for link, words in zip(tree["links"], branches, strict=True)
        ],
    }


def box_width(words: str) -> float:
    return DIGIT * display_width(words) + MARGIN


def branch_text(words: str) -> str:
    """The answer that a branch stands for, with the sign that a book would print."""
    written = "≤" + words.removeprefix("<=") if words.startswith("<=") else words
    return shorten(written, BRANCH_WIDTH)


def rows_text(leaf: Facts) -> str:
    """Rows that reach a leaf and those of other classes; parts of rows where values are missing."""
    rows, wrong = (f"{leaf[key]:,.{int(0.05 < leaf[key] % 1 < 0.95)}f}" for key in ("rows", "wrong"))
    return rows if wrong == "0" else f"{rows}{SPACE}/{SPACE}{wrong}"


def link_line(upper: Facts, lower: Facts, words: str) -> Facts:
    """A line from below the upper box to above the lower one, its words near the lower end."""
    top, bottom = upper["down"] + LEAF_HEIGHT / 2, lower["down"] - LEAF_HEIGHT / 2
    return {
        "path": f"M{upper['across']:g} {top:g}L{lower['across']:g} {bottom:g}",
        "text": words,
        "across": round((1 - NEAR) * upper["across"] + NEAR * lower["across"], 1),
        "down": round((1 - NEAR) * top + NEAR * bottom + 4, 1),
    }


def bars(linear: Facts, result: Result, lang: str) -> Facts:
    """A row per feature, a bar per class."""
    largest = max((abs(value) for row in linear["coef"] for value in row), default=0.0) or 1.0
    classes = [shorten(name, NAME_WIDTH) for name in linear["classes"]]
    names = [shorten(name, 2 * NAME_WIDTH) for name in linear["features"]]
    shown, total = len(names), linear["total"]
    return {
        "heading": heading("linear", linear["model"], result, lang),
        "classes": classes,
        "width": BAR_WIDTH,
        "rows": [
            {
                "label": name,
                "bars": [
                    bar(value, largest, {"feature": name, "label": label, "lang": lang})
                    for label, value in zip(classes, row, strict=True)
                ],
            }
            for name, row in zip(names, linear["coef"], strict=True)
        ],
        "cut": text("cut.coefficients", lang, shown=shown, total=count(total)) if shown < total else "",
    }


def bar(value: float, largest: float, names: dict[str, str]) -> Facts:
    """A bar from the middle to the left or right, and its name in words."""
    half = BAR_WIDTH / 2
    length = round(half * abs(value) / largest, 1)
    written = like(value, largest, 3)
    return {
        "title": text("chart.coefficient", value=written, **names),
        "text": written,
        "start": round(half - length, 1) if value < 0 else half,
        "length": length,
        "is_against": value < 0,
    }
