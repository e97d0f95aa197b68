"""Source 000, section 3.4.4 (items 61 to 65) and section 2.5 of its cases: maps of the breast-cancer rows.

The document prints no numbers for these; the cases are recomputed ones (2.5), indicative for t-SNE.
"""

from __future__ import annotations

import numpy as np
import pytest
from numpy.testing import assert_allclose
from sklearn.datasets import load_breast_cancer, make_s_curve

from fenlei.reduce import SNE, TSNE, Isomap, LocallyLinearEmbedding

CANCER = load_breast_cancer()


@pytest.mark.filterwarnings("ignore::fenlei.errors.FenleiWarning")
def test_case_2_5_isomap_reconstruction_error() -> None:
    """Source 000, 2.5: Isomap with default parameters on the 569 raw rows."""
    assert_allclose(Isomap().fit(CANCER.data).reconstruction_error(), 11644.961281994236, rtol=1e-8)


def test_case_2_5_lle_reconstruction_error() -> None:
    """Source 000, 2.5: LLE, three digits are given."""
    model = LocallyLinearEmbedding(random_state=0).fit(CANCER.data)
    assert_allclose(model.reconstruction_error_, 1.24e-08, rtol=5e-3)


def test_case_2_5_tsne_divergence() -> None:
    """Source 000, 2.5: t-SNE ends at 0.2498 there; ours may not be worse by 2 %."""
    assert TSNE(random_state=0).fit(CANCER.data).kl_divergence_ < 1.02 * 0.2498


def test_figure_3_27_an_s_curve_is_rolled_out() -> None:
    """Source 000, figure 3-27 (a drawing): the way along the curve is the first coordinate of Isomap."""
    X, along = make_s_curve(400, random_state=0)
    z = Isomap(n_neighbors=10).fit_transform(X)[:, 0]
    assert abs(np.corrcoef(z, along)[0, 1]) > 0.995
    lle = LocallyLinearEmbedding(n_neighbors=12, method="modified").fit_transform(X)
    assert max(abs(np.corrcoef(column, along)[0, 1]) for column in lle.T) > 0.99


def test_erratum_20_every_map_of_figure_3_28_has_fit_and_transform() -> None:
    """Source 000, E20: the document says so of all; here it is true of these four."""
    X = CANCER.data[:120]
    for model in (Isomap(n_neighbors=10), LocallyLinearEmbedding(), SNE(), TSNE(max_iter=250)):
        assert model.fit(X).transform(X[:7] + 0.5).shape == (7, 2)


@pytest.mark.filterwarnings("ignore::fenlei.errors.FenleiWarning")
def test_erratum_25_negative_eigenvalues_are_taken_as_zero() -> None:
    """Source 000, E25: B of path lengths need not be positive."""
    circle = np.linspace(0, 2 * np.pi, 30, endpoint=False)
    model = Isomap(n_neighbors=2, n_components=30).fit(np.column_stack([np.cos(circle), np.sin(circle)]))
    assert model.eigenvalues_[-1] < -0.1
    assert np.isfinite(model.embedding_).all()
    assert (model.embedding_[:, -1] == 0).all()
