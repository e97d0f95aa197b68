"""How Sphinx builds these pages; `make docs` runs it with warnings as errors."""

import sys
from pathlib import Path

from sphinx.application import Sphinx

sys.path.insert(0, str(Path(__file__).parents[1]))  # for `benchmarks`, which is not installed

from benchmarks.chapters import CHAPTERS, chapter_table
from docs import demos, estimators, figures, reference
from fenlei.datasets import describe

project = "fenlei"
author = "The fenlei developers"
copyright = "The fenlei developers"

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.mathjax", "sphinx-mathjax-offline", "numpydoc"]
exclude_patterns = ["_build", "ledger", "generated/demos", "zh/generated/demos"]
html_theme = "furo"
html_title = "fenlei 分类"
html_static_path = ["static"]
html_css_files = ["tables.css"]

myst_enable_extensions = ["dollarmath", "substitution"]
myst_heading_anchors = 3
numpydoc_show_class_members = False
default_role = "code"  # single backticks in docstrings
autodoc_typehints = "none"  # numpydoc's sections give the types


def datasets_table() -> str:
    """The catalogue as a Markdown table, so that the page cannot disagree with the code."""
    rows = ["| name | what it is, *and where it is from* | rows × features | target |", "|---|---|---|---|"]
    for entry in describe():
        kind = {
            "classification": f", {entry['classes']} classes",
            "regression": ", numbers",
            "unlabelled": "",
        }
        target = (entry["target"] or "none") + kind[entry["task"]]
        size = f"{entry['rows']} × {entry['features']}"
        rows.append(f"| `{entry['name']}` | {entry['title']}. *{entry['provenance']}* | {size} | {target} |")
    return "\n".join(rows)


def datasets_notes() -> str:
    return "\n".join(f"- `{entry['name']}`: {entry['notes']}" for entry in describe() if entry["notes"])


myst_substitutions = {
    "datasets_table": datasets_table(),
    "datasets_notes": datasets_notes(),
    **{f"{chapter}_speed": chapter_table(chapter) for chapter in CHAPTERS},
    **{f"{chapter}_speed_zh": chapter_table(chapter, "zh") for chapter in CHAPTERS},
    **{name: reference.own_words(module) for name, module in reference.included_modules().items()},
    "estimators": estimators.table("en"),
    "estimators_zh": estimators.table("zh"),
    "api_index": reference.index("en"),
    "api_index_zh": reference.index("zh"),
    **figures.substitutions(),
}


def setup(app: Sphinx) -> None:
    """The pages that are made by running code are written before Sphinx looks for pages."""
    app.connect("autodoc-process-docstring", lambda *given: reference.escape_bars(given[-1]), priority=900)
    for made_by in (reference, figures, demos):
        app.connect("builder-inited", lambda _, made_by=made_by: made_by.write_pages())
