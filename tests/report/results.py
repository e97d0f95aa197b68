"""Synthetic results of `compare`, in the shape the study writes them.

Rows, folds and class probabilities are simulated; confusion matrices, curves and scores are then computed
from them by scikit-learn, so that every part of a result agrees with every other part.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from functools import cache, wraps
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn import metrics

from fenlei.study.facts.probabilities import calibration, costs
from fenlei.study.facts.result import rank_models
from fenlei.study.facts.schema import FORMAT

METRICS = ["accuracy", "balanced_accuracy", "macro_f1", "auc", "log_loss"]
# name, English label, Chinese label, signal (how far the true class stands out), fit seconds
MODELS = [
    ("lda", "Linear discriminant analysis", "线性判别分析", 2.9, 0.0021),
    ("qda", "Quadratic discriminant analysis", "二次判别分析", 2.8, 0.0034),
    ("gaussian_nb", "Gaussian naive Bayes", "高斯朴素贝叶斯", 2.2, 0.0008),
    ("categorical_nb", "Categorical naive Bayes", "类别型朴素贝叶斯", 1.6, 0.0151),
]
FRUIT = ["苹果", "梨", "桃", "葡萄", "西瓜", "香蕉", "橙", "柠檬", "草莓", "樱桃", "荔枝", "龙眼"]

Array = NDArray[Any]
Maker = Callable[[], dict[str, Any]]


def made_once(make: Maker) -> Maker:
    """Simulate once and hand out fresh copies, by way of JSON, which is how results travel."""
    written = cache(lambda: json.dumps(make(), allow_nan=False))

    @wraps(make)
    def copy() -> dict[str, Any]:
        read: dict[str, Any] = json.loads(written())
        return read

    return copy


@made_once
def binary() -> dict[str, Any]:
    """Two classes, unbalanced, with an identifier, a constant and missing values."""
    columns = [
        column("patient_id", "identifier", distinct=569, note="every value differs"),
        column("age", "numeric", distinct=61, missing=23),
        column("mean radius", "numeric", distinct=456),
        column("smoker", "boolean", distinct=2, categories=["no", "yes"]),
        column(
            "region",
            "nominal",
            distinct=5,
            missing=4,
            categories=["east", "north", "south", "west", "centre"],
        ),
        column("stage", "ordinal", distinct=4, categories=["I", "II", "III", "IV"]),
        column("hospital", "constant", distinct=1, note="one value only"),
    ]
    return result("tumours.csv", "diagnosis", ["benign", "malignant"], [390, 179], columns)


@made_once
def three() -> dict[str, Any]:
    """The shape of iris: three balanced classes, four numbers, one model skipped and one failed."""
    names = ["sepal length (cm)", "sepal width (cm)", "petal length (cm)", "petal width (cm)"]
    columns = [column(name, "numeric", distinct=d) for name, d in zip(names, [35, 23, 43, 22], strict=True)]
    made = result("iris", "species", ["setosa", "versicolor", "virginica"], [50, 50, 50], columns)
    made["models"] += [
        absent(
            "bernoulli_nb", "Bernoulli naive Bayes", "伯努利朴素贝叶斯", "skipped", "no column is boolean"
        ),
        absent(
            "svc", "Support vector machine", "支持向量机", "failed", "the solver did not converge in fold 3"
        ),
    ]
    return made


@made_once
def twelve() -> dict[str, Any]:
    """Twelve classes with Chinese names in a table with Chinese headers."""
    columns = [
        column("编号", "identifier", distinct=900, note="每个值都不同"),
        column("颜色", "nominal", distinct=6, missing=12, categories=["红", "黄", "绿", "橙", "紫", "白"]),
        column("重量(克)", "numeric", distinct=412),
        column("含糖率", "numeric", distinct=300, missing=40),
        column("成熟度", "ordinal", distinct=3, categories=["生", "半熟", "熟"]),
    ]
    counts = [160, 130, 110, 95, 85, 75, 65, 60, 45, 35, 25, 15]
    return result("水果.csv", "品种", FRUIT, counts, columns)


@made_once
def huge(n_features: int = 200, n_classes: int = 50, n_models: int = 30) -> dict[str, Any]:
    """More features, categories, classes and models than a page can show, with very long names."""
    columns = [
        column(f"feature {j} {'long ' * 40}", "nominal", 500, categories=[f"{j}-{c}" * 9 for c in range(500)])
        for j in range(n_features)
    ]
    classes = [f"class {k} {'名' * 80}" for k in range(n_classes)]
    made = result("huge.csv", "target", classes, [20] * n_classes, columns)
    template = made["models"][0]
    made["models"] += [
        {**template, "name": f"model_{i}", "paired": None, "rank": 6 + i} for i in range(n_models)
    ]
    return made


@made_once
def hostile() -> dict[str, Any]:
    """Names that would break a page which does not escape them."""
    bad = "<script>alert('x')</script>"
    columns = [
        column(bad, "nominal", 2, categories=['"><img src=x onerror=alert(1)>', "🍎"]),
        column("a\"b'c&d\n e", "numeric", 9, note="</style><b>note</b>"),
    ]
    made = result(f"{bad}.csv", f"目标 {bad}", ["</td>", "{{ 7 * 7 }}", "😀 & co"], [40, 30, 30], columns)
    made["models"].append(absent(bad, bad, bad, "failed", bad))
    made["command"] = f"fenlei compare '{bad}.csv'"
    made["data"]["notes"] = [bad]
    return made


def early() -> dict[str, Any]:
    """As the first version wrote it: without calibration, costs, examples and a readable model."""
    made = three()
    del made["readable"]
    for model in made["models"]:
        for field in ("calibration", "costs", "errors", "rank", "scores_are_probabilities"):
            del model[field]
    return made | {"format": 1}


def nothing_done() -> dict[str, Any]:
    """Every model failed: there is no best one."""
    made = three() | {"readable": {"tree": None, "linear": None}}
    made["models"] = [
        absent(m["name"], m["label_en"], m["label_zh"], "failed", "out of memory") for m in made["models"]
    ]
    return {**made, "best": None}


def column(
    name: str,
    kind: str,
    distinct: int,
    *,
    missing: int = 0,
    categories: list[str] | None = None,
    note: str = "",
) -> dict[str, Any]:
    return {
        "name": name,
        "kind": kind,
        "categories": categories,
        "n_missing": missing,
        "n_distinct": distinct,
        "note": note,
        "dtype": "float" if kind == "numeric" else "string",
    }


def absent(name: str, label_en: str, label_zh: str, status: str, reason: str) -> dict[str, Any]:
    empty: dict[str, Any] = {
        "preparation": None,
        "folds": [],
        "summary": {},
        "rank": None,
        "scores_are_probabilities": None,
        "fit_seconds": None,
        "predict_seconds": None,
    }
    return {
        "name": name,
        "label_en": label_en,
        "label_zh": label_zh,
        "status": status,
        "reason": reason,
        **empty,
        "confusion": None,
        "curves": None,
        "calibration": None,
        "costs": None,
        "paired": None,
        "errors": None,
        "notes": [],
    }


def result(
    source: str,
    target: str,
    classes: list[str],
    counts: list[int],
    columns: list[dict[str, Any]],
    *,
    seed: int = 0,
    folds: int = 5,
    repeats: int = 2,
) -> dict[str, Any]:
    """A whole result: four models and the baseline on simulated rows."""
    rng = np.random.default_rng(seed)
    y = rng.permutation(np.repeat(np.arange(len(classes)), counts))
    plan: dict[str, Any] = {
        "folds": folds,
        "repeats": repeats,
        "seed": seed,
        "models": ["dummy"] + [m[0] for m in MODELS],
        "metrics": METRICS,
        "level": 0.95,
        "tune": False,
    }
    baseline = model(
        ("dummy", "Baseline (class frequencies)", "基线（类别频率）", None, 0.0002), y, classes, plan, rng
    )
    done = [model(m, y, classes, plan, rng) for m in MODELS]
    best = rank_models([baseline, *done])
    assert best is not None
    for other in [baseline, *done]:
        other["paired"] = None if other is best else paired(other, best)
    used = [c for c in columns if c["kind"] not in ("identifier", "constant")]
    best["errors"] = errors(best["confusion"], classes, used)
    target_column = column(target, "nominal", len(classes), categories=classes)
    return {
        "format": FORMAT,
        "data": {
            "source": source,
            "rows": len(y),
            "features": len(used),
            "classes": classes,
            "class_counts": counts,
            "schema": {"columns": columns, "target": target_column, "notes": [], "missing": ["", "?"]},
            "notes": [],
            "fingerprint": hashlib.sha256(source.encode()).hexdigest(),
        },
        "plan": plan,
        "models": [baseline, *done],
        "best": best["name"],
        "baseline": "dummy",
        "readable": {"tree": tree(classes, used), "linear": linear(classes, used)},
        "versions": {"fenlei": "0.1.0", "python": "3.12.3", "numpy": "2.4.1", "scikit-learn": "1.9.1"},
        "command": f"fenlei compare {source} --target {target} --folds {folds} --seed {seed}",
        "seconds": 4.218,
    }


def model(
    entry: tuple[str, str, str, float | None, float],
    y: Array,
    classes: list[str],
    plan: dict[str, Any],
    rng: np.random.Generator,
) -> dict[str, Any]:
    """One model's part: scores per fold, their summary, and confusion and curves of the first repeat."""
    name, label_en, label_zh, signal, fit_seconds = entry
    runs: list[dict[str, Any]] = []
    first = None
    for repeat in range(plan["repeats"]):
        proba = probabilities(y, len(classes), signal, rng)
        first = proba if first is None else first
        fold_of = np.empty(len(y), dtype=int)
        fold_of[np.argsort(y + rng.random(len(y)))] = np.arange(len(y)) % plan["folds"]  # stratified
        for fold in range(plan["folds"]):
            rows = fold_of == fold
            seconds = {
                "fit_seconds": fit_seconds * rng.uniform(0.8, 1.3),
                "predict_seconds": 0.4 * fit_seconds,
            }
            runs.append(
                {
                    "repeat": repeat,
                    "fold": fold,
                    "scores": scores(y[rows], proba[rows], len(classes)),
                    **seconds,
                }
            )
    assert first is not None
    return {
        "name": name,
        "label_en": label_en,
        "label_zh": label_zh,
        "status": "done",
        "reason": None,
        "preparation": "native" if name == "categorical_nb" else "one-hot, scaled",
        "folds": runs,
        "summary": {m: summary(m, [r["scores"][m] for r in runs], plan) for m in METRICS},
        "rank": None,
        "scores_are_probabilities": True,
        "fit_seconds": float(np.mean([r["fit_seconds"] for r in runs])),
        "predict_seconds": float(np.mean([r["predict_seconds"] for r in runs])),
        "confusion": metrics.confusion_matrix(y, first.argmax(axis=1), labels=range(len(classes))).tolist(),
        "curves": curves(y, first, classes),
        "calibration": calibration(y, first, classes),
        "costs": costs(y, first, classes, True),
        "paired": None,
        "errors": None,
        "notes": ["Variables are collinear"] if name == "qda" else [],
    }


def probabilities(y: Array, n_classes: int, signal: float | None, rng: np.random.Generator) -> Array:
    if signal is None:
        return np.tile(np.bincount(y, minlength=n_classes) / len(y), (len(y), 1))
    # Neighbouring classes resemble each other, so that the confusion matrix has a pattern.
    distance = np.abs(np.arange(n_classes)[:, None] - np.arange(n_classes))
    logits = signal * 1.4 * np.exp(-distance[y]) + rng.normal(0, 1.0, (len(y), n_classes))
    odds = np.exp(1.5 * logits)
    proba: Array = odds / odds.sum(axis=1, keepdims=True)
    return proba


def scores(y: Array, proba: Array, n_classes: int) -> dict[str, float | None]:
    labels, predicted = range(n_classes), proba.argmax(axis=1)
    complete = len(np.unique(y)) == n_classes
    binary_case = proba[:, 1] if n_classes == 2 else proba
    recalls = metrics.recall_score(y, predicted, labels=np.unique(y), average=None, zero_division=0.0)
    return {
        "accuracy": float(np.mean(y == predicted)),
        "balanced_accuracy": float(np.mean(recalls)),
        "macro_f1": float(metrics.f1_score(y, predicted, labels=labels, average="macro", zero_division=0.0)),
        "auc": float(metrics.roc_auc_score(y, binary_case, multi_class="ovr")) if complete else None,
        "log_loss": float(metrics.log_loss(y, proba, labels=labels)),
    }


def summary(metric: str, values: list[float | None], plan: dict[str, Any]) -> dict[str, float | None]:
    known = np.array([v for v in values if v is not None])
    if known.size == 0:
        return {"mean": None, "low": None, "high": None}
    mean = float(known.mean())
    half = float(2.26 * known.std(ddof=1) * np.sqrt(1 / known.size + 1 / (plan["folds"] - 1)))
    largest = np.inf if metric == "log_loss" else 1.0
    return {"mean": mean, "low": max(0.0, mean - half), "high": min(largest, mean + half)}


def curves(y: Array, proba: Array, classes: list[str]) -> dict[str, Any]:
    roc, pr = {}, {}
    for k, label in enumerate(classes):
        x, rate, _ = metrics.roc_curve(y == k, proba[:, k])
        precision, recall, _ = metrics.precision_recall_curve(y == k, proba[:, k])
        roc[label] = {**points(x, rate, len(classes)), "auc": float(metrics.auc(x, rate))}
        pr[label] = {
            **points(recall, precision, len(classes)),
            "ap": float(metrics.average_precision_score(y == k, proba[:, k])),
        }
    return {"roc": roc, "pr": pr}


def points(x: Array, y: Array, n_classes: int) -> dict[str, list[float]]:
    keep = np.unique(np.linspace(0, len(x) - 1, min(len(x), 200, 2000 // n_classes)).astype(int))
    return {"x": x[keep].tolist(), "y": y[keep].tolist()}


def errors(confusion: list[list[int]], classes: list[str], columns: list[dict[str, Any]]) -> dict[str, Any]:
    """Up to three rows of each of the most frequent confusions, with invented values."""
    wrong = [(-n, i, j) for i, row in enumerate(confusion) for j, n in enumerate(row) if i != j and n]
    shown = columns[:12]
    values = [c["categories"][0] if c["categories"] else None if c["n_missing"] else 1.25 for c in shown]
    return {
        "features": [c["name"] for c in shown],
        "pairs": [
            {
                "truth": classes[i],
                "answer": classes[j],
                "count": -n,
                "rows": [{"row": 7 + r, "probability": 0.9, "values": values} for r in range(min(3, -n))],
            }
            for n, i, j in sorted(wrong)[:20]
        ],
    }


def tree(classes: list[str], columns: list[dict[str, Any]]) -> dict[str, Any]:
    """One question with two answers, the second of which goes on."""
    leaf = {"depth": 1, "leaf": True, "is_cut": False, "wrong": 0.0}
    root = (
        {"x": 0.5, "text": columns[0]["name"], "class": 0, "rows": 90.0} | leaf | {"depth": 0, "leaf": False}
    )
    return {
        "model": "categorical_nb",
        "nodes": [
            root,
            leaf | {"x": 0.0, "text": classes[0], "class": 0, "rows": 40.0},
            leaf | {"x": 1.0, "text": classes[-1], "class": len(classes) - 1, "rows": 49.5, "is_cut": True},
        ],
        "links": [{"upper": 0, "lower": 1, "text": "<= 2.5"}, {"upper": 0, "lower": 2, "text": "> 2.5"}],
        "width": 1.0,
        "depth": 1,
    }


def linear(classes: list[str], columns: list[dict[str, Any]]) -> dict[str, Any]:
    shown = classes[1:2] if len(classes) == 2 else classes[:6]
    names = [c["name"] for c in columns][:15]
    coef = [[(-1.0) ** (j + k) * (k + 1) / (j + 1) for k in range(len(shown))] for j in range(len(names))]
    return {
        "model": "lda",
        "classes": shown,
        "features": names,
        "coef": coef,
        "total": len(columns),
    }


def paired(other: dict[str, Any], best: dict[str, Any]) -> dict[str, float]:
    differences = np.array(
        [
            a["scores"]["accuracy"] - b["scores"]["accuracy"]
            for a, b in zip(other["folds"], best["folds"], strict=True)
        ]
    )
    error = max(differences.std(ddof=1), 1e-12) * np.sqrt(1 / differences.size + 1 / 4)
    mean, half = float(differences.mean()), float(2.26 * error)
    p = float(2 * (1 - 0.5 * (1 + np.tanh(0.8 * abs(mean) / error))))
    return {"difference": mean, "low": mean - half, "high": mean + half, "p": p}
