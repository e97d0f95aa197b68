"""Source 000, section 2.3: the scikit-learn demos on the breast cancer data (class 0 is malignant)."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.datasets import load_breast_cancer
from sklearn.metrics import confusion_matrix
from sklearn.model_selection import train_test_split
from sklearn.preprocessing import StandardScaler

from fenlei import GaussianNB
from fenlei import LinearDiscriminantAnalysis as LDA

X, Y = load_breast_cancer(return_X_y=True)
SCALED = StandardScaler().fit_transform(X)


def parts(rows: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    return train_test_split(rows, Y, test_size=0.2, random_state=2020)


def test_figure_3_5_gaussian_nb_with_smoothing() -> None:
    X_train, X_test, y_train, y_test = parts(X)
    model = GaussianNB().fit(X_train, y_train)
    assert model.score(X_train, y_train) == 0.9406593406593406
    assert model.score(X_test, y_test) == 0.9736842105263158
    assert_array_equal(model.predict(X_test[:2]), [0, 1])
    assert_array_equal(confusion_matrix(y_test, model.predict(X_test)), [[45, 3], [0, 66]])
    assert_allclose(model.epsilon_, 0.00031183314698273156, rtol=1e-12)


@pytest.mark.parametrize(
    ("rows", "smoothing"), [(X, 0.0), (SCALED, 1e-9)], ids=["equation 3-9", "standardised"]
)
def test_gaussian_nb_trap_pure_maximum_likelihood(rows: np.ndarray, smoothing: float) -> None:
    """Without smoothing, or with it on standardised data, the printed accuracies cannot come out."""
    X_train, X_test, y_train, y_test = parts(rows)
    model = GaussianNB(var_smoothing=smoothing).fit(X_train, y_train)
    assert model.score(X_train, y_train) == 0.9318681318681319
    assert model.score(X_test, y_test) == 0.956140350877193


@pytest.mark.parametrize("solver", ["svd", "lsqr", "eigen"])
def test_figure_3_14_lda(solver: str) -> None:
    X_train, X_test, y_train, y_test = parts(SCALED)
    model = LDA(solver=solver).fit(X_train, y_train)
    assert model.score(X_train, y_train) == 0.9648351648351648
    assert model.score(X_test, y_test) == 0.9649122807017544
    assert_array_equal(model.predict(X_test[:2]), [0, 1])
    assert_array_equal(confusion_matrix(y_test, model.predict(X_test)), [[45, 3], [1, 65]])


def test_figure_3_26_lda_to_one_dimension() -> None:
    model = LDA(n_components=1).fit(X, Y)
    Z = model.transform(X)
    Z *= np.sign(Z[Y == 1].mean())
    assert Z.shape == (569, 1)
    assert_allclose([Z.min(), Z.max()], [-5.890003325961958, 3.936314049513409], rtol=1e-8)
    assert_allclose(
        [Z[Y == 0].mean(), Z[Y == 1].mean()], [-2.4037298739567765, 1.4274250231900252], rtol=1e-8
    )
    assert model.score(X, Y) == 0.9648506151142355


def test_fisher_by_hand_equals_equal_priors() -> None:
    """Plain S_w = S_0 + S_1 and the threshold half-way between the projected means."""
    X_train, X_test, y_train, y_test = parts(SCALED)
    model = LDA(priors=[0.5, 0.5]).fit(X_train, y_train)
    assert model.score(X_train, y_train) == 0.9692307692307692
    assert model.score(X_test, y_test) == 0.9649122807017544
    projected = model.means_ @ model.coef_[0]
    assert_allclose(-model.intercept_, projected.mean(), rtol=1e-10)
