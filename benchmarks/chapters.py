"""The recorded results where readers meet them: one table per chapter of the docs, and the README's.

Figures are written by `make bench` into `results/` and nowhere else; `docs/conf.py` asks for the chapters'
tables when it builds, and `python -m benchmarks.chapters` (`make bench` ends with it) renews the README's.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

from benchmarks.suite import select
from benchmarks.table import Result, peer_lines

RESULTS = Path(__file__).parent / "results"
README = Path(__file__).parents[1] / "README.md"
START, END = "<!-- speed: written by make bench -->", "<!-- end of speed -->"

# chapter: beginnings of the names of its rows
CHAPTERS = {
    "bayes": "gnb,categorical_nb,bernoulli_nb,multinomial_nb,poisson_nb,kernel_nb,mixed_nb,minimum_risk",
    "joint_bayes": "joint_bayes",
    "discriminant": "lda,qda,fisher,reject_near_boundary",
    "logistic": "logistic,softmax,perceptron",
    "regression": "linear_regression,ridge,lasso,elastic_net,bayesian_,least_squares",
    "multiclass": "one_vs",
    "neighbors": "knn,nearest,enn,cnn",
    "svm": "svc,svr,linear_svc",
    "trees": "tree,c45,id3",
    "ensemble": "forest,bagging,voting,adaboost,boosting",
    "reduce": "pca,kernel_pca,mds,classical_mds",
    "manifold": "isomap,lle,sne,tsne",
    "cluster": "kmeans,gaussian_mixture,bernoulli_mixture,categorical_mixture,agglomerative,ward,divisive",
    "evaluation": "roc,precision_recall,average_precision,auc,pr_curve,confusion,log_loss",
}
HEADLINES = (  # rows of the README
    "gnb_fit,gnb_predict,categorical_nb_fit,lda_fit,qda_fit,logistic_fit,softmax_fit,linear_regression_fit,"
    "ridge_fit,knn_kd_tree,svc_fit,svc_predict,linear_svc_fit,tree_fit,forest_fit,adaboost_fit,pca_fit,"
    "kmeans_fit,gaussian_mixture_fit,ward_linkage,tsne,isomap,mds_fit"
)
HEADINGS = {
    "en": ("task", "n × p", "peer", "times faster", "difference"),
    "zh": ("任务", "n × p", "对照", "快多少倍", "结果之差"),
}
SAYINGS = {
    "en": {
        "how": "On {cores} cores, against scikit-learn {version}: the peer's time over fenlei's for the same "
        "work, measured in turn, best of several; the difference is the largest between the two answers.",
        "none": "No figures are recorded for this chapter yet; `make bench ROWS={rows}` measures them.",
        "missing": "Not recorded yet: {titles}.",
        "comma": ", ",
    },
    "zh": {
        "how": "{cores} 核，对照 scikit-learn {version}：做同样的事，对方用时除以 fenlei 用时；两者轮流运行，"
        "各取若干次中最快的一次。“结果之差”是两边答案的最大差别。",
        "none": "本章还没有记录的数字；`make bench ROWS={rows}` 可以测量。",
        "missing": "尚未记录：{titles}。",
        "comma": "、",
    },
}


def recorded(names: list[str]) -> list[Result]:
    """The results of these rows that have been measured at full size, in this order."""
    files = [RESULTS / f"{name}.json" for name in names]
    return [json.loads(file.read_text()) for file in files if file.exists()]


def chapter_table(chapter: str, lang: str = "en") -> str:
    """The Markdown table of a chapter, with a line on how it came about."""
    say, rows = SAYINGS[lang], select(CHAPTERS[chapter])
    results = recorded([row.name for row in rows])
    if not results:
        return say["none"].format(rows=CHAPTERS[chapter])
    lines = [line[:5] for result in results for line in peer_lines(result)]
    machine = results[0]["machine"]
    how = say["how"].format(cores=machine["cores"], version=machine["scikit-learn"])
    known = {result["row"] for result in results}
    titles = say["comma"].join(row.title for row in rows if row.name not in known)
    missing = ["", say["missing"].format(titles=titles)] if titles else []
    return "\n".join([*markdown(HEADINGS[lang], lines), "", how, *missing])


def markdown(heading: tuple[str, ...], lines: list[list[str]]) -> list[str]:
    return ["| " + " | ".join(line) + " |" for line in (heading, ["---"] * len(heading), *lines)]


def readme_table() -> str:
    """One line per headline that is recorded: against the peer, or the solver of it, that comes nearest."""
    lines = []
    for result in recorded(HEADLINES.split(",")):
        peers = peer_lines(result)
        same = [line for line in peers if line[2].startswith("scikit-learn") and "intelex" not in line[2]]
        lines.append(min(same or peers, key=lambda line: float(line[3].strip("*")))[:4])
    return "\n".join(markdown(HEADINGS["en"][:4], lines))


def renewed(page: str) -> str:
    """The README with its table made anew."""
    return re.sub(f"{START}.*?{END}", f"{START}\n\n{readme_table()}\n\n{END}", page, flags=re.DOTALL)


def renew() -> None:
    README.write_text(renewed(README.read_text("utf-8")), "utf-8")


if __name__ == "__main__":
    renew()
