"""How Sphinx builds these pages; `make docs` runs it with warnings as errors."""

from importlib import import_module

from fenlei.datasets import describe

project = "fenlei"
author = "The fenlei developers"
copyright = "The fenlei developers"

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.mathjax", "numpydoc"]
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
    rows = ["| name | what it is, *and whence* | rows × features | target |", "|---|---|---|---|"]
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


myst_substitutions = {
    "datasets_table": datasets_table(),
    "datasets_notes": datasets_notes(),
    "gaussian_nb_module": own_words("fenlei.bayes.gaussian_nb"),
    "categorical_nb_module": own_words("fenlei.bayes.categorical_nb"),
    "bernoulli_nb_module": own_words("fenlei.bayes.bernoulli_nb"),
    "multinomial_nb_module": own_words("fenlei.bayes.multinomial_nb"),
    "mixed_nb_module": own_words("fenlei.bayes.mixed_nb"),
    "poisson_nb_module": own_words("fenlei.bayes.poisson_nb"),
    "kernel_nb_module": own_words("fenlei.bayes.kernel_nb"),
    "decision_module": own_words("fenlei.bayes.decision"),
    "lda_module": own_words("fenlei.linear.lda"),
    "qda_module": own_words("fenlei.bayes.qda"),
}
