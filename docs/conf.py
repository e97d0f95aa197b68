"""How Sphinx builds these pages; `make docs` runs it with warnings as errors."""

import sys
from importlib import import_module
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))  # for `benchmarks`, which is not installed

from benchmarks.chapters import CHAPTERS, chapter_table
from fenlei.datasets import describe
from fenlei.registry import REGISTRY

project = "fenlei"
author = "The fenlei developers"
copyright = "The fenlei developers"

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.mathjax", "sphinx-mathjax-offline", "numpydoc"]
exclude_patterns = ["_build"]
html_theme = "furo"
html_title = "fenlei 分类"

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


def own_words(module: str) -> str:
    """A module's docstring as it stands: model, estimate, decision, cost and reference are written once."""
    return f"```text\n{import_module(module).__doc__}\n```"


# Modules whose docstring a page includes, besides those of the registry's estimators.
_MORE = (
    "fenlei.bayes.decision.risk",
    "fenlei.linear.logistic.auto",
    "fenlei.cluster.choosing_k",
    "fenlei.cluster.mixture.discrete_mixture",
    "fenlei.cluster.mixture.em",
    "fenlei.cluster.mixture.gaussian_steps",
    "fenlei.cluster.hierarchy.linkage",
    "fenlei.cluster.kmeans.assignment",
    "fenlei.cluster.hierarchy.merging",
    "fenlei.ensemble.adaboost.rounds",
    "fenlei.ensemble.bagging.bagging",
    "fenlei.ensemble.forest.forest",
    "fenlei.ensemble.forest.growth",
    "fenlei.ensemble.sampling",
    "fenlei.neighbors.search.metric_spaces",
    "fenlei.neighbors.search.branch_and_bound",
    "fenlei.neighbors.search.brute_force",
    "fenlei.neighbors.editing",
    "fenlei.neighbors.condensing",
    "fenlei.reduce.pca.principal_axes",
    "fenlei.reduce.mds.smacof",
)
_MODULES = sorted({entry.path.partition(":")[0] for entry in REGISTRY.values()} | set(_MORE))

myst_substitutions = {
    "datasets_table": datasets_table(),
    "datasets_notes": datasets_notes(),
    **{f"{chapter}_speed": chapter_table(chapter) for chapter in CHAPTERS},
    **{f"{chapter}_speed_zh": chapter_table(chapter, "zh") for chapter in CHAPTERS},
    **{f"{module.rpartition('.')[2]}_module": own_words(module) for module in _MODULES},
}
