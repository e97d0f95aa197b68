"""What the calls of the ledger may name: the library, and the documents' data under short names."""

from __future__ import annotations

import shlex
import sys
import warnings
from collections.abc import Callable
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import numpy as np
import pandas
from sklearn.model_selection import GridSearchCV, cross_val_predict, cross_val_score, train_test_split
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import MinMaxScaler, StandardScaler

import fenlei
from fenlei import (
    bayes,
    cluster,
    ensemble,
    evaluate,
    functions,
    linear,
    multiclass,
    neighbors,
    plot,
    svm,
    trees,
)
from fenlei import table as tables
from fenlei.bayes import decision, estimate
from fenlei.evaluate import theory

GALLERY = Path(__file__).parents[2] / "examples" / "gallery"


def library() -> dict[str, Any]:
    """All names of `from fenlei import *`, the families, and what scikit-learn alone has."""
    names = {name: getattr(fenlei, name) for name in fenlei.__all__}
    families = (bayes, cluster, ensemble, evaluate, functions, linear, multiclass, neighbors, plot, svm)
    for module in (*families, tables, trees, decision, estimate, theory):
        names[module.__name__.rpartition(".")[2]] = module
    tools = (GridSearchCV, cross_val_predict, cross_val_score, train_test_split, make_pipeline)
    names |= {tool.__name__: tool for tool in (*tools, MinMaxScaler, StandardScaler)}
    return names | {
        "np": np,
        "pandas": pandas,
        "fenlei": fenlei,
        "figure": figure,
        "quietly": quietly,
        "command": command,
        "example": example,
    }


def figure(script: str) -> Any:
    """The figure that a script of the gallery draws."""
    from matplotlib import pyplot

    if str(GALLERY) not in sys.path:
        sys.path.insert(0, str(GALLERY))
    drawn = import_module(script).draw("en")
    pyplot.close(drawn)
    return drawn


def example(script: str) -> Any:
    """A script of `examples/` as a module."""
    spec = spec_from_file_location(script, GALLERY.parent / f"{script}.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def command(line: str) -> str:
    """What the command line prints."""
    from typer.testing import CliRunner

    from fenlei.cli.app import app

    return str(CliRunner().invoke(app, shlex.split(line)[1:]).stdout)


def quietly(function: Callable[..., Any], *args: Any) -> Any:
    """The value of a call whose warning is part of what it shows."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return function(*args)


def documents_data() -> dict[str, Any]:
    """The documents' data: A apples, B and Z breast cancer, M melons, I iris, and the worked examples."""
    load = fenlei.load
    apples, melons, iris = load("apples", lang="zh"), load("watermelon"), load("iris")
    cancer = load("breast_cancer")
    benign = (np.asarray(cancer.y) == "benign").astype(int)
    parts = (cancer.X, StandardScaler().fit_transform(cancer.X), benign)
    halves = train_test_split(*parts, test_size=0.2, random_state=2020)
    B_train, B_test, Z_train, Z_test, y_train, y_test = halves
    species, forty = np.asarray(iris.y), np.r_[0:40, 50:90, 100:140]
    applicants, fruit, fruit7 = load("hiring", lang="zh"), load("apples_train"), load("apples_validation")
    loan, fifteen, points = load("loan"), load("naive_bayes_15"), load("perceptron_points")
    blank = fruit.frame[["colour"]].copy()
    blank.loc[[2, 8], "colour"] = None
    return {
        **{"apples": apples, "A": features(apples), "kind": np.asarray(apples.y)},
        **{"melons": melons, "M": melons.X, "good": (np.asarray(melons.y) == "good").astype(int)},
        **{"iris": iris, "I": iris.X, "species": species},
        **{"I120": iris.X[forty], "species120": species[forty]},
        **{"I40": iris.X[forty[40:]], "virginica40": (species[forty[40:]] == "virginica").astype(int)},
        **{"cancer": cancer, "B": cancer.X, "benign": benign, "B_train": B_train, "B_test": B_test},
        **{"Z_train": Z_train, "Z_test": Z_test, "y_train": y_train, "y_test": y_test},
        **{"applicants": features(applicants), "hired": np.asarray(applicants.y), "blank": blank},
        **{"blank_table": fenlei.read_table(blank.assign(good_fruit=fruit.y), target="good_fruit")},
        **{"fruit": features(fruit), "is_good": np.asarray(fruit.y)},
        **{"fruit7": features(fruit7), "is_good7": np.asarray(fruit7.y)},
        **{"loan": features(loan), "lent": np.asarray(loan.y)},
        **{"N15": features(fifteen), "N15y": np.asarray(fifteen.y)},
        **{
            "P": points.X,
            "sign": np.asarray(points.y),
            "ex51": load("example_5_1"),
            "ex52": load("example_5_2"),
        },
        **{"L5": load("line_points"), "S1": load("cart_series_1"), "K5": load("kmeans_points")},
        **{"G6": load("pca_points"), "boosted": load("adaboost_series"), "counted": load("histogram_train")},
        **{"coin_rows": load("three_coins").X, "series": load("mixture_series").X},
    }


def features(data: Any) -> pandas.DataFrame:
    """The features of a bundled set as a frame, with its words."""
    rows: pandas.DataFrame = data.frame[data.feature_names]
    return rows


def models(names: dict[str, Any]) -> dict[str, Any]:
    """Fitted models that several items read."""
    one = fenlei
    histogram = one.BayesClassifier(alpha=0, categorical_features=[0])
    rows, steps = names["counted"], names["boosted"]
    tree = one.DecisionTreeClassifier(criterion="entropy", random_state=2020)
    newton = one.LogisticRegression(C=np.inf, solver="newton", tol=1e-6, init=[1, 1, 1])
    start = {"weights_init": [0.5, 0.5], "means_init": [[-30.0], [30.0]]}
    start["precisions_init"] = np.full((2, 1, 1), 1 / 400)
    mixture = one.GaussianMixture(2, reg_covar=0, tol=1e-12, max_iter=1000, **start)
    start = {"weights_init": [0.4, 0.6], "means_init": [[0.6], [0.7]]}
    coins = one.BernoulliMixture(2, tol=1e-12, binarize=None, **start)
    return {
        "logit": one.LogisticRegression(C=1.0).fit(names["Z_train"], names["y_train"]),
        "tree": tree.fit(names["Z_train"], names["y_train"]),
        "newton": newton.fit(names["M"], names["good"]),
        "hard": one.SVC(C=np.inf, kernel="linear").fit(names["ex52"].X, names["ex52"].y),
        "histogram": histogram.fit(rows.X, rows.y),
        "boost": one.AdaBoostClassifier(n_estimators=3, alpha="half_ln").fit(steps.X, steps.y),
        "line": one.LinearRegression().fit(names["L5"].X, names["L5"].y),
        "mixture": mixture.fit(names["series"]),
        "coins": coins.fit(names["coin_rows"]),
    }


def namespace() -> dict[str, Any]:
    """All names."""
    names = library() | documents_data()
    return names | models(names)
