"""The setting of source 000: breast cancer, all rows standardised, then split 8:2 with seed 2020."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from sklearn.model_selection import train_test_split
from sklearn.preprocessing import StandardScaler

from fenlei import LogisticRegression, load


class Split(NamedTuple):
    X_train: np.ndarray
    X_test: np.ndarray
    y_train: np.ndarray
    y_test: np.ndarray


def split() -> Split:
    """Rows and classes: 1 is benign, 0 malignant (the document has them reversed)."""
    data = load("breast_cancer")
    X = StandardScaler().fit_transform(data.X)
    y = (np.asarray(data.y) == "benign").astype(int)
    return Split(*train_test_split(X, y, test_size=0.2, random_state=2020))


def scores() -> tuple[np.ndarray, np.ndarray]:
    """Classes of the test rows, and their P(class 1) by logistic regression."""
    part = split()
    model = LogisticRegression(C=1.0).fit(part.X_train, part.y_train)
    return part.y_test, model.predict_proba(part.X_test)[:, 1]
