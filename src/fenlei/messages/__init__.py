"""Every sentence that fenlei says when something is wrong, by area.

Keys are "area.what"; each has an English and a Chinese sentence, filled with facts by `errors.wording`.
"""

from fenlei.messages import (
    bayes,
    command_line,
    datasets,
    estimators,
    evaluation,
    linear,
    model_files,
    multiclass,
    neighbors,
    study,
    svm,
    tables,
    trees,
)

_AREAS = (
    bayes,
    command_line,
    datasets,
    estimators,
    evaluation,
    linear,
    model_files,
    multiclass,
    neighbors,
    study,
    svm,
    tables,
    trees,
)
MESSAGES: dict[str, tuple[str, str]] = {
    key: sentences for area in _AREAS for key, sentences in area.MESSAGES.items()
}
