"""Every sentence that fenlei says when something is wrong, by area.

Keys are "area.what"; each has an English and a Chinese sentence, filled with facts by `errors.wording`.
"""

from importlib import import_module

_AREAS = (
    "bayes",
    "cluster",
    "command_line",
    "datasets",
    "ensemble",
    "estimators",
    "evaluation",
    "explain",
    "linear",
    "manifold",
    "model_files",
    "multiclass",
    "neighbors",
    "plot",
    "reduce",
    "study",
    "svm",
    "tables",
    "trees",
)
MESSAGES: dict[str, tuple[str, str]] = {
    key: sentences
    for area in _AREAS
    for key, sentences in import_module(f"fenlei.messages.{area}").MESSAGES.items()
}
