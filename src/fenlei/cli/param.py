"""`--param name=value`: parameters of a class, with values as `study.written_values` reads them."""

from __future__ import annotations

from collections.abc import Sequence

from fenlei.errors import UsageError
from fenlei.study.written_values import value_of


def parameters(given: Sequence[str] | None) -> dict[str, object]:
    """Parameters written as name=value; of a name that is given twice the last value counts.

    Examples
    --------
    >>> parameters(["alpha=0.5", "solver=lsqr", "priors=[0.3, 0.7]", "shrinkage=None", "C=inf"])
    {'alpha': 0.5, 'solver': 'lsqr', 'priors': [0.3, 0.7], 'shrinkage': None, 'C': inf}
    """
    read = {}
    for pair in given or ():
        name, equals, value = pair.partition("=")
        if not equals or not name.strip():
            raise UsageError("cli.param", given=pair)
        read[name.strip()] = value_of(value.strip())
    return read


def model_parameters(
    given: Sequence[str] | None, models: Sequence[str] | None
) -> dict[str, dict[str, object]]:
    """Parameters written as model.name=value, by model; of a single model the name alone will do.

    Examples
    --------
    >>> model_parameters(["svc.C=inf", "svc.kernel=linear"], ["svc", "lda"])
    {'svc': {'C': inf, 'kernel': 'linear'}}
    >>> model_parameters(["C=inf"], ["svc"])
    {'svc': {'C': inf}}
    """
    by_model: dict[str, dict[str, object]] = {}
    for name, value in parameters(given).items():
        model, dot, own = name.partition(".")
        if not dot and (models is None or len(models) != 1):
            raise UsageError("cli.param_model", given=name)
        of, what = (model, own) if dot else (models[0], name)  # type: ignore[index]
        by_model.setdefault(of, {})[what] = value
    return by_model
