"""A model fitted to all rows: its parameters, and the workings of its fit and of its scores."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from fenlei.registry import REGISTRY
from fenlei.studio.asks import Answer
from fenlei.studio.asks.arguments import choice, whole, written_parameters
from fenlei.studio.asks.plane.view import kept_model
from fenlei.studio.asks.players import played
from fenlei.studio.facts import DeskFacts

MOST_NODES = 1 << 20
WORKING_FILE = "working.html"


def model_facts(facts: DeskFacts, ask: Mapping[str, object]) -> Answer:
    """Parameters and preparation of a model."""
    name = choice(ask, "model", tuple(REGISTRY))
    model = kept_model(facts, name, facts.data, (), written_parameters(ask))
    defaults = type(model.estimator)().get_params()
    params = model.estimator.get_params(deep=False)
    return {
        "model": name,
        "estimator": type(model.estimator).__name__,
        "scale": model.facts.get("scale"),
        "rows": model.facts.get("rows"),
        "parameters": [
            {"name": key, "value": repr(value)[:120], "is_default": repr(value) == repr(defaults.get(key))}
            for key, value in params.items()
            if key not in ("n_jobs", "verbose")
        ],
        "probabilities": hasattr(model.estimator, "predict_proba"),
    }


def fit_working(facts: DeskFacts, ask: Mapping[str, object]) -> Answer:
    """How the model was fitted, step by step, with the numbers put in; its iterations are for the player."""
    from fenlei.explanation import explain_fit
    from fenlei.explanation.printing.as_html import working_html
    from fenlei.explanation.printing.as_latex import latex_document

    name = choice(ask, "model", tuple(REGISTRY))
    node = None if ask.get("node") is None else whole(ask, "node", 0, MOST_NODES)
    model = kept_model(facts, name, facts.data, (), written_parameters(ask))
    table = training_table(facts, model)
    working = explain_fit(model, table, node=node, lang=facts.lang)
    still = replace(working, steps=tuple(replace(step, frames=()) for step in working.steps))
    return {"html": working_html(still), "latex": latex_document(working), **played(working, table)}


def save_working(facts: DeskFacts, ask: Mapping[str, object]) -> Answer:
    """Write the working of a fit as a page that needs nothing else."""
    from fenlei.explanation import explain_fit
    from fenlei.report import write_explanation

    name = choice(ask, "model", tuple(REGISTRY))
    model = kept_model(facts, name, facts.data, (), written_parameters(ask))
    working = explain_fit(model, training_table(facts, model), lang=facts.lang)
    write_explanation(working, facts.folder / WORKING_FILE)
    return {"file": WORKING_FILE}


def score_working(facts: DeskFacts, ask: Mapping[str, object]) -> Answer:
    """How the scores of the out-of-fold predictions are made of counts and sums."""
    from fenlei.explanation import explain_score
    from fenlei.explanation.printing.as_html import working_html
    from fenlei.studio.asks.out_of_fold import out_of_fold

    name = choice(ask, "model", tuple(REGISTRY))
    seen, data = out_of_fold(facts, name), facts.data
    if data.task == "regression":
        working = explain_score(
            data.labels_of(seen.rows), seen.scores[:, 0], kind="numbers", model=name, lang=facts.lang
        )
    else:
        shares = seen.scores if seen.are_probabilities else data.classes[seen.scores.argmax(axis=1)]
        how: Mapping[str, Any] = {"labels": data.classes} if seen.are_probabilities else {"kind": "labels"}
        working = explain_score(data.labels_of(seen.rows), shares, model=name, lang=facts.lang, **how)
    return {"html": working_html(working)}


def training_table(facts: DeskFacts, model: Any) -> Any:
    """The rows that a model of these facts was fitted to, typed as it takes them."""
    import numpy as np

    from fenlei.table.reading import conform

    table = facts.table
    kept = np.isin(table.row_numbers, facts.data.rows)
    if not kept.all():
        table = table.take(np.flatnonzero(kept))
    return conform(table, model.schema)
