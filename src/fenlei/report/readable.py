"""The best model that can be read: a tree as a drawing, a linear model as bars."""

from __future__ import annotations

from typing import TypedDict

from fenlei.explanation.printing.columns import like
from fenlei.report.models import METRICS, Display, label, named, ranking, score
from fenlei.report.numbers import SPACE, count, shorten
from fenlei.report.texts import text
from fenlei.study.facts.schema import ComparisonResult, LinearFacts, TreeFacts, TreeNodeFacts
from fenlei.text_table import display_width

BAR_WIDTH = 150.0  # of a coefficient, both sides of 0 together
DIGIT, LINE, MARGIN = 6.6, 88.0, 18.0  # width of a letter, height of a level, space around a word
LEAF_HEIGHT = 38.0
NEAR = 0.78  # how far down its line a branch is labelled: there the lines are well apart
SMALLEST = 0.75  # to which the tree shrinks on a narrow page; below that it scrolls
NAME_WIDTH, BRANCH_WIDTH = 22, 16
COLOURS = 10


class TreeBox(TypedDict):
    """A node as a box with words in it."""

    text: str
    rows: str
    across: float
    down: float
    width: float
    is_leaf: bool
    is_cut: bool
    colour: int


def is_readable(result: ComparisonResult) -> bool:
    """Whether there is anything to draw; results of earlier versions have nothing."""
    return bool(result["readable"]["tree"] or result["readable"]["linear"])


def readable(result: ComparisonResult, lang: str) -> Display:
    tree, linear = result["readable"]["tree"], result["readable"]["linear"]
    return {
        "tree": tree_drawing(tree, result, lang) if tree and tree["nodes"] else None,
        "linear": bars(linear, result, lang) if linear else None,
    }


def heading(kind: str, name: str, result: ComparisonResult, lang: str) -> str:
    model = named(result, name)
    if model is None:
        return name
    metric = ranking(result["plan"])
    written = METRICS[metric].write(score(model, result))
    if metric == "accuracy":
        return text(f"readable.{kind}", lang, model=label(model, lang), accuracy=written)
    words = {"metric": text(f"metric.{metric}", lang), "score": written}
    return text(f"readable.{kind}_by", lang, model=label(model, lang), **words)


def tree_drawing(tree: TreeFacts, result: ComparisonResult, lang: str) -> Display:
    """Boxes and lines. A unit across is as wide as the widest word, so that neighbours never touch."""
    words = [shorten(node["text"], NAME_WIDTH) for node in tree["nodes"]]
    rows = [rows_text(node) if node["leaf"] else "" for node in tree["nodes"]]
    branches = [branch_text(link["text"]) for link in tree["links"]]
    widths = [max(box_width(word), box_width(below)) for word, below in zip(words, rows, strict=True)]
    unit = max(*widths, *(box_width(branch) / NEAR for branch in branches), 60.0) + 6
    nodes: list[TreeBox] = [
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


def rows_text(leaf: TreeNodeFacts) -> str:
    """Rows that reach a leaf and those of other classes; parts of rows where values are missing."""
    rows, wrong = (f"{value:,.{int(0.05 < value % 1 < 0.95)}f}" for value in (leaf["rows"], leaf["wrong"]))
    return rows if wrong == "0" else f"{rows}{SPACE}/{SPACE}{wrong}"


def link_line(upper: TreeBox, lower: TreeBox, words: str) -> Display:
    """A line from below the upper box to above the lower one, its words near the lower end."""
    top, bottom = upper["down"] + LEAF_HEIGHT / 2, lower["down"] - LEAF_HEIGHT / 2
    return {
        "path": f"M{upper['across']:g} {top:g}L{lower['across']:g} {bottom:g}",
        "text": words,
        "across": round((1 - NEAR) * upper["across"] + NEAR * lower["across"], 1),
        "down": round((1 - NEAR) * top + NEAR * bottom + 4, 1),
    }


def bars(linear: LinearFacts, result: ComparisonResult, lang: str) -> Display:
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
                    bar(value, largest, {"feature": name, "label": label}, lang)
                    for label, value in zip(classes, row, strict=True)
                ],
            }
            for name, row in zip(names, linear["coef"], strict=True)
        ],
        "cut": text("cut.coefficients", lang, shown=shown, total=count(total)) if shown < total else "",
    }


def bar(value: float, largest: float, names: dict[str, str], lang: str) -> Display:
    """A bar from the middle to the left or right, and its name in words."""
    half = BAR_WIDTH / 2
    length = round(half * abs(value) / largest, 1)
    written = like(value, largest, 3)
    return {
        "title": text("chart.coefficient", lang, value=written, **names),
        "text": written,
        "start": round(half - length, 1) if value < 0 else half,
        "length": length,
        "is_against": value < 0,
    }
