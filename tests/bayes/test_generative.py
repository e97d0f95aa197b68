"""Generative classifiers: densities integrate to 1, joint = prior times density, samples like the model."""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from scipy import stats
from scipy.sparse import csr_array

import fenlei
from fenlei import (
    BernoulliNB,
    CategoricalNB,
    GaussianNB,
    KernelNB,
    LinearDiscriminantAnalysis,
    MixedNB,
    MultinomialNB,
    PoissonNB,
    QuadraticDiscriminantAnalysis,
)
from fenlei.errors import UsageError

RNG = np.random.default_rng(0)
Y = RNG.permutation(np.repeat([0, 1, 2], [50, 30, 20]))
NUMBERS = RNG.normal(size=(100, 2)) @ [[1.0, 0.5], [0.0, 2.0]] + 2.0 * Y[:, None] * [1.0, -1.0]
COUNTS = RNG.poisson(1.0 + Y[:, None] * [0.0, 1.0, 2.0]).astype(float)
CODES = RNG.integers(0, [2, 3, 4] + (Y > 0)[:, None]).astype(float)
BITS = (RNG.random((100, 4)) < 0.2 + 0.3 * Y[:, None]).astype(float)
MIXED = np.column_stack([NUMBERS[:, 0], CODES[:, 1], COUNTS[:, 1], NUMBERS[:, 1], BITS[:, 0]])
KINDS = ["gaussian", "categorical", "poisson", "kde", "bernoulli"]

CONTINUOUS: dict[str, tuple[Any, np.ndarray]] = {
    "GaussianNB": (GaussianNB(), NUMBERS),
    "KernelNB": (KernelNB(), NUMBERS),
    "LDA": (LinearDiscriminantAnalysis(), NUMBERS),
    "QDA": (QuadraticDiscriminantAnalysis(reg_param=0.1), NUMBERS),
    "MixedNB of numbers": (MixedNB(["gaussian", "kde"]), NUMBERS),
}
MODELS = CONTINUOUS | {
    "CategoricalNB": (CategoricalNB(), CODES),
    "BernoulliNB": (BernoulliNB(), BITS),
    "PoissonNB": (PoissonNB(), COUNTS),
    "MultinomialNB": (MultinomialNB(), COUNTS),
    "MixedNB": (MixedNB(KINDS), MIXED),
}
SHRUNK = {"LDA shrunk": (LinearDiscriminantAnalysis("eigen", shrinkage=0.3), NUMBERS)}
every = pytest.mark.parametrize(("model", "X"), MODELS.values(), ids=MODELS)
continuous = pytest.mark.parametrize(("model", "X"), (CONTINUOUS | SHRUNK).values(), ids=CONTINUOUS | SHRUNK)


def with_priors(model: Any, priors: Any) -> Any:
    """An unfitted copy with other class priors."""
    parameters = model.get_params()
    name = "priors" if "priors" in parameters else "class_prior"
    return type(model)(**parameters | {name: priors})


# --- densities


@continuous
def test_a_density_on_a_line_integrates_to_one(model: Any, X: np.ndarray) -> None:
    line = np.linspace(-30.0, 30.0, 20_001)
    kinds = {"distributions": ["kde"]} if isinstance(model, MixedNB) else {}
    alone = type(model)(**model.get_params() | kinds).fit(X[:, :1], Y)
    density = np.exp(alone.log_density(line[:, None]))
    assert np.trapezoid(density, line) == pytest.approx(1.0, abs=1e-9)


@continuous
def test_a_density_on_a_plane_integrates_to_one(model: Any, X: np.ndarray) -> None:
    line = np.linspace(-20.0, 20.0, 201)
    grid = np.stack(np.meshgrid(line, line), axis=-1)
    density = np.exp(model.fit(X, Y).log_density(grid.reshape(-1, 2))).reshape(201, 201)
    assert np.trapezoid(np.trapezoid(density, line), line) == pytest.approx(1.0, abs=1e-6)


@pytest.mark.parametrize("alpha", [0.0, 1.0])
@pytest.mark.parametrize(
    ("cls", "X", "sizes"),
    [
        (CategoricalNB, CODES, (3, 4, 5)),
        (BernoulliNB, BITS, (2, 2, 2, 2)),
        (lambda alpha: MixedNB("categorical", alpha=alpha), CODES, (3, 4, 5)),
        (lambda alpha: MixedNB("bernoulli", alpha=alpha), BITS, (2, 2, 2, 2)),
        (PoissonNB, COUNTS, (40, 40, 40)),
    ],
    ids=["CategoricalNB", "BernoulliNB", "MixedNB categorical", "MixedNB bernoulli", "PoissonNB"],
)
def test_probabilities_of_all_cells_sum_to_one(cls: Any, X: np.ndarray, sizes: Any, alpha: float) -> None:
    cells = np.array(list(np.ndindex(sizes)), dtype=float)
    log_density = cls(alpha=alpha).fit(X, Y).log_density(cells)
    assert np.exp(log_density).sum() == pytest.approx(1.0, abs=1e-9)


@pytest.mark.parametrize("make", [MultinomialNB, lambda: MixedNB("multinomial")])
@pytest.mark.parametrize("length", [0, 1, 6])
def test_counts_of_one_length_sum_to_one(make: Any, length: int) -> None:
    rows = [row for row in product(range(length + 1), repeat=3) if sum(row) == length]
    model = make().fit(COUNTS, Y)
    assert np.exp(model.log_density(np.array(rows, dtype=float))).sum() == pytest.approx(1.0, abs=1e-12)


@every
def test_log_joint_is_the_log_prior_and_the_log_density_of_the_class(model: Any, X: np.ndarray) -> None:
    joint = with_priors(model, [0.5, 0.3, 0.2]).fit(X, Y).log_joint(X)
    for k, prior in enumerate([0.5, 0.3, 0.2]):
        certain = with_priors(model, np.eye(3)[k]).fit(X, Y)
        assert_allclose(joint[:, k], np.log(prior) + certain.log_density(X), rtol=1e-10, atol=1e-10)


@every
def test_the_posterior_is_the_joint_over_the_density(model: Any, X: np.ndarray) -> None:
    model.fit(X, Y)
    posterior = np.exp(model.log_joint(X) - model.log_density(X)[:, None])
    assert_allclose(posterior, model.predict_proba(X), rtol=1e-8, atol=1e-12)


def test_discriminants_against_scipys_normal() -> None:
    lda, qda = LinearDiscriminantAnalysis().fit(NUMBERS, Y), QuadraticDiscriminantAnalysis().fit(NUMBERS, Y)
    for k in range(3):
        own = NUMBERS[k == Y]
        for model, covariance in ((lda, lda.model_.covariance), (qda, np.cov(own.T, ddof=0))):
            expected = stats.multivariate_normal(own.mean(axis=0), covariance).logpdf(NUMBERS)
            expected += np.log(len(own) / 100)
            assert_allclose(model.log_joint(NUMBERS)[:, k], expected, rtol=1e-10)


def test_naive_bayes_against_scipys_distributions() -> None:
    gaussian = GaussianNB().fit(NUMBERS, Y)
    log_pdf = stats.norm.logpdf(NUMBERS[:, None], gaussian.theta_, np.sqrt(gaussian.var_)).sum(axis=2)
    assert_allclose(gaussian.log_joint(NUMBERS), np.log(gaussian.class_prior_) + log_pdf, rtol=1e-12)
    counting = MultinomialNB().fit(COUNTS, Y)
    for k in range(3):
        theta = np.exp(counting.feature_log_prob_[k])
        expected = counting.class_log_prior_[k] + [
            stats.multinomial.logpmf(x, int(x.sum()), theta / theta.sum()) for x in COUNTS
        ]
        assert_allclose(counting.log_joint(COUNTS)[:, k], expected, rtol=1e-10)


def test_sparse_counts_stay_sparse_and_have_the_density_of_dense_ones() -> None:
    model = MultinomialNB().fit(COUNTS, Y)
    halves = csr_array(
        (np.repeat(COUNTS.ravel() / 2, 2), np.tile([0, 0, 1, 1, 2, 2], 100), 6 * np.arange(101))
    )
    for rows in (csr_array(COUNTS), halves):
        assert_allclose(model.log_density(rows), model.log_density(COUNTS), rtol=1e-12)
    wide = csr_array((np.ones(4), ([0, 1, 2, 3], [0, 5, 5, 9_999_999])), shape=(4, 10_000_000))
    assert np.isfinite(MultinomialNB().fit(wide, [0, 0, 1, 1]).log_density(wide)).all()  # 320 MB if dense


# --- samples


@every
def test_samples_have_the_shares_and_moments_of_the_model(model: Any, X: np.ndarray) -> None:
    n = 30_000
    model.fit(X, Y)
    rows, y = model.sample(n, random_state=0)
    assert rows.shape == (n, X.shape[1])
    shares = np.bincount(y, minlength=3) / n
    assert_allclose(shares, [0.5, 0.3, 0.2], atol=5 * np.sqrt(0.25 / n))
    again = type(model)(**model.get_params()).fit(rows, y)
    for k in range(3):
        own = rows[y == k]
        mean, var = model_moments(model, k)
        assert_allclose(own.mean(axis=0), mean, atol=6 * np.sqrt(var.max() / len(own)))
        assert_allclose(own.var(axis=0), var, rtol=0.15)
    # what is learnt from samples of a model is the model, up to its smoothing
    assert_allclose(again.predict_proba(X), model.predict_proba(X), atol=0.12)


def model_moments(model: Any, k: int) -> tuple[np.ndarray, np.ndarray]:
    """Mean and variance of each feature in class k, from the fitted quantities."""
    if isinstance(model, MixedNB):
        parts = model.model_
        moments = {
            name: part_moments(name, getattr(parts, name), k)
            for name in ("gaussian", "kde", "poisson", "categorical")
            if getattr(parts, name) is not None
        }
        names = ["categorical" if kind == "bernoulli" else kind for kind in model.distributions_]
        taken = {name: iter(np.transpose(moments[name])) for name in moments}
        mean, var = np.transpose([next(taken[name]) for name in names])
        return mean, var
    name = {
        "GaussianNB": "gaussian",
        "KernelNB": "kde",
        "PoissonNB": "poisson",
        "CategoricalNB": "categorical",
    }
    kind = name.get(type(model).__name__)
    if kind:
        return part_moments(kind, model.model_, k)
    if isinstance(model, BernoulliNB):
        mu = np.exp(model.feature_log_prob_[k])
        return mu, mu * (1 - mu)
    if isinstance(model, MultinomialNB):
        theta = np.exp(model.feature_log_prob_[k])
        length = round(model.feature_count_[k].sum() / model.class_count_[k])
        return length * theta, length * theta * (1 - theta)
    covariance = model.model_.covariance
    return model.means_[k], np.diagonal(covariance if covariance.ndim == 2 else covariance[k])


def part_moments(kind: str, part: Any, k: int) -> tuple[np.ndarray, np.ndarray]:
    if kind == "gaussian":
        return part.theta[k], part.var[k]
    if kind == "poisson":
        return part.rate[k], part.rate[k]
    if kind == "kde":
        own = part.X[part.start[k] : part.start[k + 1]]
        return own.mean(axis=0), own.var(axis=0) + part.bandwidth[k] ** 2
    tables = np.split(np.exp(part.feature_log_prob[k]), part.offset[1:-1])
    mean = np.array([np.arange(len(table)) @ table for table in tables])
    return mean, np.array([np.arange(len(table)) ** 2 @ table for table in tables]) - mean**2


@every
def test_samples_are_reproducible_and_of_one_class_if_asked(model: Any, X: np.ndarray) -> None:
    names = np.array(["国光", "富士", "红玉"])
    model.fit(X, names[Y])
    first, second, other = (model.sample(50, random_state=seed) for seed in (1, 1, 2))
    for a, b in zip(first, second, strict=True):
        assert_array_equal(a, b)
    assert not np.array_equal(first[0], other[0])
    rows, y = model.sample(7, class_="富士", random_state=0)
    assert rows.shape == (7, X.shape[1])
    assert y.tolist() == ["富士"] * 7
    assert np.isfinite(model.log_density(rows)).all()
    assert model.sample(0)[0].shape == (0, X.shape[1])


@every
def test_a_class_that_is_none_is_refused(model: Any, X: np.ndarray) -> None:
    with pytest.raises(UsageError, match=r"class_='c' is not accepted; give one of \['a', 'b'\]"):
        model.fit(X, np.where(Y > 0, "a", "b")).sample(3, class_="c")


@pytest.mark.parametrize("make", [GaussianNB, KernelNB, PoissonNB, BernoulliNB, MultinomialNB, MixedNB])
def test_a_class_without_rows_is_never_drawn(make: Any) -> None:
    model = make().partial_fit(COUNTS[Y < 2], Y[Y < 2], classes=[0, 1, 2])
    assert set(model.sample(200, random_state=0)[1].tolist()) == {0, 1}


def test_samples_where_nothing_is_known() -> None:
    gaps = COUNTS.copy()
    gaps[:, 0] = np.nan
    gaps[Y == 1, 1] = np.nan
    rows, _ = KernelNB().fit(gaps, Y).sample(2000, class_=1, random_state=0)
    assert np.isnan(rows[:, 0]).all()
    pooled = COUNTS[Y != 1, 1]
    assert rows[:, 1].mean() == pytest.approx(pooled.mean(), abs=0.2)
    rows, _ = MultinomialNB(alpha=0).fit([[0, 0], [1, 2]], [0, 1]).sample(3, class_=0)
    assert_array_equal(rows, np.zeros((3, 2)))


def test_every_generative_classifier_of_the_registry_is_here() -> None:
    from fenlei.contract.generative import Generative
    from fenlei.registry import REGISTRY

    generative = {e.class_name for e in REGISTRY.values() if issubclass(e.load(), Generative)}
    assert generative - {"BayesClassifier"} == {type(model).__name__ for model, _ in MODELS.values()}
    assert hasattr(fenlei, "MixedNB")
