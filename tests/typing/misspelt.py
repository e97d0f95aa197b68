"""Mistakes that a type checker must find: one per line that ends in `# wrong`. Checked, not run."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import fenlei
    from fenlei import LogisticRegresion  # wrong
    from fenlei.bayes import GausianNB  # wrong
    from fenlei.evaluate import acuracy_score  # wrong
    from fenlei.linear import Perceptrons  # wrong
    from fenlei.plot import confusions  # wrong
    from fenlei.svm import SCV  # wrong
    from fenlei.trees import prunes  # wrong

    fenlei.KMean()  # wrong
    fenlei.evaluate.f1_scores([0], [0])  # wrong
    fenlei.GaussianNB(var_smothing=1e-9)  # wrong
    fenlei.SVC(C="large")  # wrong
    fenlei.load(3)  # wrong
    fenlei.PCA(svd_solver="ful")  # wrong
    fenlei.KNeighborsClassifier(algorithm="kd-tree")  # wrong
    fenlei.AgglomerativeClustering(linkage="wards")  # wrong
