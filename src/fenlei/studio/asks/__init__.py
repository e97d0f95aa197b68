"""What can be asked of the desk: a closed list of functions (facts, ask) -> answer.

An answer is plain data; NumPy arrays stand under "arrays" and travel as they lie in memory. To add an ask,
write a function in a module of its subject, with its fields checked by `arguments`, and list it in `ASKS`.
Asks change nothing but `facts`; what takes long looks at `facts.is_stale` between blocks.

===============  ===================================================================
`arguments`      fields of an ask, checked
`tables`         open a table, its columns and rows
`results`        models that can be compared, the leaderboard of a finished comparison
`out_of_fold`    what models said of rows that they had not seen
`models`         a fitted model: parameters and the working of its fit
`changed_model`  other parameters beside those of the plan; where a model is wrong
`rows`           one row: its values, its prediction, its working
`around_row`     its neighbours, other values of a feature, what each of its values does
`plane`          a model in the plane of two features: regions, rows, one point
`tree`           a tree, edited by hand, with the gains at its nodes
`players`        the frames of a working, and the rows that they are about
`lessons`        the examples of the books, and the scratch table
`pairs`          two models on the same rows
`structure`      maps and clusters of the rows
`decide`         scores for a threshold, costs, the decision that is kept
`code`           the command line and the Python script of what is shown
===============  ===================================================================
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any

from fenlei.studio.faults import StudioError

if TYPE_CHECKING:
    from fenlei.studio.facts import DeskFacts

Answer = dict[str, Any]
ASKS: dict[str, tuple[str, str]] = {  # what: (module, function)
    "open": ("tables", "open_table"),
    "moved": ("tables", "moved"),
    "table": ("tables", "table_facts"),
    "rows": ("tables", "table_rows"),
    "candidates": ("results", "candidates"),
    "result": ("results", "leaderboard"),
    "result.reload": ("results", "reload"),
    "model": ("models", "model_facts"),
    "model.working": ("models", "fit_working"),
    "model.save_working": ("models", "save_working"),
    "model.scores": ("models", "score_working"),
    "model.changed": ("changed_model", "changed"),
    "model.mistakes": ("changed_model", "mistakes"),
    "row.fields": ("rows", "row_fields"),
    "row.working": ("rows", "row_working"),
    "row.neighbours": ("around_row", "neighbours"),
    "row.curve": ("around_row", "curve"),
    "row.contrast": ("around_row", "contrast"),
    "lessons": ("lessons", "lessons"),
    "lesson": ("lessons", "lesson"),
    "scratch": ("lessons", "scratch"),
    "decide.scores": ("decide", "scores"),
    "decide.counts": ("decide", "counts"),
    "decide.honest": ("decide", "honest"),
    "decide.calibration": ("decide", "calibration"),
    "decision.keep": ("decide", "keep"),
    "pair": ("pairs", "pair"),
    "structure.methods": ("structure", "methods"),
    "structure": ("structure", "structure"),
    "structure.working": ("structure", "working"),
    "structure.elbow": ("structure", "elbow"),
    "plane.axes": ("plane.regions", "axes"),
    "plane.points": ("plane.regions", "points"),
    "plane.regions": ("plane.regions", "regions"),
    "plane.overlays": ("plane.overlays", "overlays"),
    "plane.point": ("plane.point", "at_point"),
    "plane.working": ("plane.point", "point_working"),
    "trees": ("tree.facts", "trees"),
    "tree": ("tree.facts", "tree_facts"),
    "tree.alphas": ("tree.facts", "alpha_table"),
    "tree.save": ("tree.facts", "save_tree"),
    "tree.node": ("tree.node", "node_facts"),
    "tree.thresholds": ("tree.node", "thresholds"),
    "code": ("code", "code"),
}


def answer_ask(facts: DeskFacts, ask: Mapping[str, object]) -> Answer:
    """The answer of the function that is listed for `ask["what"]`; another name is refused."""
    what = ask.get("what")
    if not isinstance(what, str) or what not in ASKS:
        raise StudioError("studio.ask", name=str(what)[:80])
    module, name = ASKS[what]
    function: Callable[[DeskFacts, Mapping[str, Any]], Answer] = getattr(
        import_module(f"fenlei.studio.asks.{module}"), name
    )
    return function(facts, ask)
