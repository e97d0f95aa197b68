"""One-vs-one and one-vs-rest against scikit-learn, over classifiers and regressors of both libraries."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal
from scipy.sparse import csr_array, issparse
from sklearn import config_context
from sklearn.base import clone
from sklearn.datasets import load_iris, make_multilabel_classification
from sklearn.linear_model import LogisticRegression as SklearnLogistic
from sklearn.linear_model import SGDClassifier
from sklearn.multiclass import OneVsOneClassifier as SklearnOvO
from sklearn.multiclass import OneVsRestClassifier as SklearnOvR
from sklearn.naive_bayes import GaussianNB
from sklearn.svm import SVC
from sklearn.tree import DecisionTreeClassifier
from sklearn.utils.estimator_checks import parametrize_with_checks

from fenlei.errors import DataError, DegenerateDataWarning, ModelFileError, UsageError
from fenlei.linear.lda import LinearDiscriminantAnalysis
from fenlei.linear.least_squares_classifier import LeastSquaresClassifier
from fenlei.linear.ridge import Ridge
from fenlei.multiclass import OneVsOneClassifier, OneVsRestClassifier
from fenlei.multiclass.one_vs_one import votes_and_confidences
from tests.oracles import multiclass as oracle

X, Y = load_iris(return_X_y=True)
NAMES = np.array(["setosa", "versicolor", "virginica"])[Y]
BOTH = [OneVsOneClassifier, OneVsRestClassifier]
PEERS = {OneVsOneClassifier: SklearnOvO, OneVsRestClassifier: SklearnOvR}
# Newton's method goes to the optimum itself: a gradient of 1e-12 at a curvature of at least 1 / (C n), 0.006
# for iris, leaves an error below 1e-9. L-BFGS stops at a gradient of 1e-4, where depends on rounding.
LOGISTIC = SklearnLogistic(solver="newton-cholesky", tol=1e-12)
INNER = [
    LOGISTIC,
    GaussianNB(),
    SVC(),
    DecisionTreeClassifier(random_state=0),
    LinearDiscriminantAnalysis(),
]


@pytest.mark.filterwarnings("ignore::fenlei.errors.FenleiWarning")
@parametrize_with_checks(
    [
        *(
            scheme(inner)
            for scheme in BOTH
            for inner in (None, LeastSquaresClassifier(), Ridge(), GaussianNB())
        ),
        *(scheme(SklearnLogistic()) for scheme in BOTH),
    ]
)
def test_scikit_learn_check(estimator: Any, check: Any) -> None:
    check(estimator)


@pytest.mark.parametrize("inner", INNER, ids=lambda inner: type(inner).__name__)
@pytest.mark.parametrize("scheme", BOTH)
@pytest.mark.parametrize("classes", [2, 3])
def test_as_scikit_learn(scheme: Any, inner: Any, classes: int) -> None:
    rows = np.flatnonzero(classes > Y)
    ours, theirs = (cls(inner).fit(X[rows], NAMES[rows]) for cls in (scheme, PEERS[scheme]))
    assert_array_equal(ours.classes_, theirs.classes_)
    assert len(ours.estimators_) == len(theirs.estimators_)
    assert_array_equal(ours.predict(X), theirs.predict(X))
    for method in ("decision_function", "predict_proba"):
        if not hasattr(theirs, method):
            continue
        assert hasattr(ours, method)
        if method == "decision_function" and not hasattr(inner, method):
            continue  # confidences from 1/2, see the docstring
        assert_allclose(getattr(ours, method)(X), getattr(theirs, method)(X), rtol=1e-6, atol=1e-9)


@settings(max_examples=40)
@given(seed=st.integers(0, 2**32 - 1), K=st.integers(2, 6), tied=st.booleans())
def test_votes_equal_the_oracle(seed: int, K: int, tied: bool) -> None:
    rng = np.random.default_rng(seed)
    scores = rng.normal(size=(8, K * (K - 1) // 2))
    scores = np.sign(scores) if tied else scores
    ours = votes_and_confidences(scores > 0, scores, K)
    assert_allclose(ours, oracle.one_vs_one_scores(scores > 0, scores, K), rtol=1e-12)


def test_a_tie_of_votes_goes_by_the_confidences() -> None:
    """Three classes that beat one another in a circle; the surest victory decides."""
    votes = votes_and_confidences(np.array([[False, True, False]]), np.array([[-1.0, 0.5, -3.0]]), 3)
    assert votes[0].argmax() == 1  # 0 beats 1 by 1, 1 beats 2 by 3, 2 beats 0 by 0.5
    equal = votes_and_confidences(np.array([[False, True, False]]), np.array([[-1.0, 1.0, -1.0]]), 3)
    assert equal[0].argmax() == 0


class Fixed(LeastSquaresClassifier):
    """Answers with a column of X."""

    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> Fixed:
        super().fit(X, y)
        self.column_ = int(np.argmax(X[y == 1].mean(axis=0)))
        return self

    def decision_function(self, X: Any) -> np.ndarray:
        return np.asarray(X)[:, self.column_]


@pytest.mark.parametrize(
    ("scores", "expected"),
    [
        ([-1.0, 2.0, -3.0], 1),  # one yes
        ([1.0, 2.0, 0.5], 1),  # several: the surest
        ([-3.0, -2.0, -1.0], 2),  # none: the least sure no
        ([1.0, 1.0, -1.0], 0),  # a tie: the first
    ],
)
def test_the_three_cases_of_one_vs_rest(scores: list[float], expected: int) -> None:
    model = OneVsRestClassifier(Fixed()).fit(np.repeat(np.eye(3), 4, axis=0), np.repeat([0, 1, 2], 4))
    assert_allclose(model.decision_function([scores]), [scores])
    assert model.predict([scores]).tolist() == [expected] == [oracle.one_vs_rest_class(scores)]


@pytest.mark.parametrize("scheme", BOTH)
def test_the_number_of_threads_changes_nothing(scheme: Any) -> None:
    models = [scheme(LOGISTIC, n_jobs=n_jobs).fit(X, Y) for n_jobs in (1, 2, None)]
    first = models[0].decision_function(X).tobytes()
    assert all(model.decision_function(X).tobytes() == first for model in models)
    shared = [
        scheme(SGDClassifier(random_state=np.random.RandomState(0)), n_jobs=n_jobs).fit(X, Y)
        for n_jobs in (1, 2)
    ]
    assert_array_equal(*[model.decision_function(X) for model in shared])


@pytest.mark.parametrize("scheme", BOTH)
def test_weights_go_to_the_parts(scheme: Any) -> None:
    w = np.random.default_rng(0).integers(0, 3, len(Y))
    weighted = scheme(LinearDiscriminantAnalysis()).fit(X, Y, sample_weight=w)
    repeated = scheme(LinearDiscriminantAnalysis()).fit(np.repeat(X, w, axis=0), np.repeat(Y, w))
    assert_allclose(weighted.decision_function(X), repeated.decision_function(X), rtol=1e-7)
    with config_context(enable_metadata_routing=True):
        inner = LinearDiscriminantAnalysis().set_fit_request(sample_weight=True)
        routed = scheme(inner).fit(X, Y, sample_weight=w)
        peer = PEERS[scheme](GaussianNB().set_fit_request(sample_weight=True))
        ours = scheme(GaussianNB().set_fit_request(sample_weight=True)).fit(X, Y, sample_weight=w + 1.0)
        assert_array_equal(ours.predict(X), peer.fit(X, Y, sample_weight=w + 1.0).predict(X))
    assert_allclose(routed.decision_function(X), weighted.decision_function(X), rtol=1e-9)
    with pytest.raises(TypeError, match="sample_weight"):
        scheme(Fixed2()).fit(X, Y, sample_weight=w)


class Fixed2(LeastSquaresClassifier):
    def fit(self, X: Any, y: Any) -> Fixed2:  # type: ignore[override]
        return super().fit(X, y)


@pytest.mark.parametrize("scheme", BOTH)
def test_blocks_and_merging(scheme: Any) -> None:
    whole = scheme(LeastSquaresClassifier()).fit(X, Y)
    order = np.random.default_rng(0).permutation(len(Y))
    streamed, merged = scheme(LeastSquaresClassifier()), None
    for part in np.array_split(order, 3):
        streamed.partial_fit(X[part], Y[part], classes=[0, 1, 2])
        one = scheme(LeastSquaresClassifier()).fit(X[part], Y[part])
        merged = one if merged is None else merged.merge(one)
    for other in (streamed, merged):
        assert_allclose(other.decision_function(X), whole.decision_function(X), rtol=1e-6, atol=1e-9)
    with pytest.raises(UsageError, match="cannot merge"):
        whole.merge(scheme(GaussianNB()).fit(X, Y))


@pytest.mark.parametrize("scheme", BOTH)
def test_words_of_errors(scheme: Any) -> None:
    model = scheme(LeastSquaresClassifier())
    with pytest.raises(UsageError, match="classes must be passed on the first call"):
        clone(model).partial_fit(X, Y)
    with pytest.raises(UsageError, match=r"Mini-batch contains \[2\], which are not among the classes"):
        clone(model).partial_fit(X, Y, classes=[0, 1])
    with pytest.raises(UsageError, match="estimator=3 is not accepted"):
        scheme(3).fit(X, Y)
    assert not hasattr(scheme(SVC()), "predict_proba")
    assert not hasattr(scheme(SVC()), "partial_fit")
    with pytest.raises(DataError, match="only one class"):
        OneVsOneClassifier().fit(X, np.ones(len(Y)))


def test_a_kernel_matrix() -> None:
    K = X @ X.T
    ours, theirs = (cls(SVC(kernel="precomputed")).fit(K, Y) for cls in (OneVsOneClassifier, SklearnOvO))
    assert_array_equal(ours.predict(K), theirs.predict(K))
    for a, b in zip(ours.pairwise_indices_, theirs.pairwise_indices_, strict=True):
        assert_array_equal(a, b)
    assert OneVsOneClassifier().fit(X, Y).pairwise_indices_ is None


def test_sparse_rows() -> None:
    for scheme in BOTH:
        dense = scheme(LOGISTIC).fit(X, Y)
        sparse = scheme(LOGISTIC).fit(csr_array(X), Y)
        assert_array_equal(dense.predict(X), sparse.predict(csr_array(X)))


def test_labels_that_do_not_exclude_one_another() -> None:
    A, B = make_multilabel_classification(n_classes=4, random_state=0)
    ours, theirs = (cls(LOGISTIC).fit(A, B) for cls in (OneVsRestClassifier, SklearnOvR))
    assert ours.multilabel_
    assert_array_equal(ours.predict(A), theirs.predict(A))
    assert_allclose(ours.predict_proba(A), theirs.predict_proba(A), rtol=1e-9)
    assert_allclose(ours.decision_function(A), theirs.decision_function(A), rtol=1e-9)
    assert_array_equal(ours.label_binarizer_.classes_, theirs.label_binarizer_.classes_)
    sparse = OneVsRestClassifier(LOGISTIC).fit(A, csr_array(B))
    assert issparse(sparse.predict(A))
    assert_array_equal(sparse.predict(A).toarray(), ours.predict(A))
    streamed = OneVsRestClassifier(LeastSquaresClassifier())
    streamed.partial_fit(A[:50], B[:50], classes=np.arange(4)).partial_fit(A[50:], B[50:])
    whole = OneVsRestClassifier(LeastSquaresClassifier()).fit(A, B)
    assert_array_equal(streamed.predict(A), whole.predict(A))


@pytest.mark.parametrize("value", [0, 1])
def test_a_label_that_all_rows_have_or_none(value: int) -> None:
    A, B = make_multilabel_classification(n_classes=3, random_state=0)
    B[:, 1] = value
    count = value * len(B)
    with pytest.warns(DegenerateDataWarning, match=f"{count} of 100 training rows have the label 1"):
        model = OneVsRestClassifier(LOGISTIC).fit(A, B)
    assert (model.predict(A)[:, 1] == value).all()
    assert (model.predict_proba(A)[:, 1] == value).all()


def test_probabilities_of_one_vs_one_agree_with_votes_where_these_are_clear() -> None:
    model = OneVsOneClassifier(LOGISTIC).fit(X, Y)
    P = model.predict_proba(X)
    assert_allclose(P.sum(axis=1), 1.0, rtol=1e-12)
    sure = P.max(axis=1) > 0.8
    assert sure.mean() > 0.7
    assert_array_equal(P.argmax(axis=1)[sure], model.predict(X)[sure])


def test_verbose_speaks(capsys: pytest.CaptureFixture[str]) -> None:
    OneVsRestClassifier(verbose=1, n_jobs=1).fit(X, Y)
    assert "problem 3 of 3" in capsys.readouterr().out


@pytest.mark.parametrize("scheme", BOTH)
def test_records_are_checked(scheme: Any) -> None:
    model = scheme().fit(X, Y)
    model._check_model(model.model_)
    again = scheme()
    again.classes_, again.n_features_in_, again.parts_ = model.classes_, 4, model.parts_
    again._check_model(model.model_)
    again._keep(model.model_)
    assert_array_equal(again.predict(X), model.predict(X))
    again.parts_ = model.parts_[:2]
    with pytest.raises(ModelFileError, match="parts"):
        again._check_model(model.model_)
