"""Workings in LaTeX compile: every character in a font, no line too wide; skipped without xelatex."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

import fenlei
from fenlei.explanation import Working
from fenlei.explanation.printing.as_latex import latex_document

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(shutil.which("xelatex") is None, reason="there is no xelatex"),
]


def workings(lang: str) -> dict[str, Working]:
    melons = fenlei.load("watermelon")
    newton = fenlei.LogisticRegression(solver="newton", C=float("inf")).fit(melons.X, melons.y)
    apples = fenlei.load("apples_train")
    tree = fenlei.train(apples, "id3")
    lda = fenlei.LinearDiscriminantAnalysis().fit(melons.X, melons.y)
    series = fenlei.load("adaboost_series")
    penguins = fenlei.load("penguins")
    boosted = fenlei.AdaBoostClassifier(n_estimators=3).fit(series.X, series.y)
    coins = fenlei.BernoulliMixture(2, random_state=0).fit(fenlei.load("three_coins").X)
    points = fenlei.load("example_5_2")
    machine = fenlei.SVC(kernel="linear", C=float("inf")).fit(points.X, points.y)
    return {
        "id3": fenlei.explain_fit(tree, apples, lang=lang),
        "newton": fenlei.explain_fit(newton, melons, lang=lang),
        "lda": fenlei.explain_fit(lda, melons, lang=lang),
        "adaboost": fenlei.explain_fit(boosted, series, lang=lang),
        "row": fenlei.explain(fenlei.train(penguins, "logistic_regression"), penguins, 3, lang=lang),
        "em": fenlei.explain_fit(coins, fenlei.load("three_coins"), lang=lang),
        "svc": fenlei.explain_fit(machine, points, lang=lang),
        "score": fenlei.explain_score(melons.y, newton.predict_proba(melons.X), lang=lang),
    }


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_documents_compile(tmp_path: Path, lang: str) -> None:
    for name, working in workings(lang).items():
        (tmp_path / f"{name}.tex").write_text(latex_document(working), "utf-8")
        made = subprocess.run(
            ["xelatex", "-interaction=nonstopmode", "-halt-on-error", f"{name}.tex"],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=False,
        )
        if lang == "zh" and "ctexart.cls' not found" in made.stdout:
            pytest.skip("there is no ctex")
        assert made.returncode == 0, (name, made.stdout[-2000:])
        log = (tmp_path / f"{name}.log").read_text("utf-8", errors="replace")
        faults = [
            line for line in log.splitlines() if line.startswith(("Missing character", "Overfull \\hbox"))
        ]
        assert not faults, (name, faults[:3])
