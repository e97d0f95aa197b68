"""Sparse rows: the tree of the dense rows, without making them dense."""

from __future__ import annotations

import tracemalloc
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
import sklearn.tree
from hypothesis import example, given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal
from scipy.sparse import coo_array, csc_matrix, csr_array, csr_matrix, random_array
from sklearn.base import clone

from fenlei.errors import DataError
from fenlei.trees import C45Classifier, DecisionTreeClassifier, DecisionTreeRegressor, ID3Classifier
from fenlei.trees.sparse import multi_output
from fenlei.trees.sparse import sparse_rows as module

SETTINGS: list[dict[str, Any]] = [
    {},
    {"max_depth": 4, "min_samples_leaf": 3},
    {"max_leaf_nodes": 9},
    {"max_features": 3, "random_state": 1},
    {"splitter": "random", "random_state": 2},
    {"min_weight_fraction_leaf": 0.05, "min_impurity_decrease": 0.002},
    {"ccp_alpha": 0.01},
]


@pytest.fixture(autouse=True, scope="module")
def _stay_sparse() -> Iterator[None]:
    """Few rows are made dense otherwise."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(multi_output, "FEW_CELLS", 0)
        yield


def rows(seed: int, n: int = 120) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Mostly zeros, ties, negative and missing values, an empty and a full column; targets; weights."""
    rng = np.random.default_rng(seed)
    X = np.round(rng.normal(size=(n, 7)), 1)
    X[rng.random(X.shape) < 0.7] = 0.0
    X[:, 5], X[:, 6] = 0.0, rng.normal(size=n)
    y = X[:, 0] - X[:, 1] + rng.normal(size=n)
    if seed % 2:
        X[rng.random(X.shape) < 0.05] = np.nan
    return X, y, rng.integers(1, 4, n).astype(float)


def assert_same_record(sparse: Any, dense: Any) -> None:
    """Bit by bit but for sums, which are taken in another order."""
    for name, a, b in zip(dense._fields, sparse, dense, strict=True):
        if name in ("impurity", "value", "weight"):
            assert_allclose(a, b, rtol=1e-12, atol=1e-12, err_msg=name)
        else:
            assert_array_equal(a, b, err_msg=name)


def splits(tree: Any) -> list[tuple[Any, ...]]:
    return list(zip(tree.feature.tolist(), tree.threshold.tolist(), tree.missing.tolist(), strict=True))


def assert_a_tie(sparse: Any, dense: Any) -> None:
    """The first split that differs is as good in both trees.

    Two features may divide the rows of a node alike, one with the sides exchanged. The sums of the sides are
    then the same numbers, added in another order, so that rounding decides which feature is taken.
    """
    node = next(
        i for i, pair in enumerate(zip(splits(sparse), splits(dense), strict=False)) if len(set(pair)) > 1
    )
    left = []
    for tree in (sparse, dense):
        branches = tree.child[tree.first[node] : tree.first[node + 1]]
        assert len(branches) == 2
        left.append(tree.weight[branches] @ tree.impurity[branches])
    assert_allclose(left[0], left[1], rtol=1e-12)


@pytest.mark.parametrize("parameters", SETTINGS, ids=str)
@pytest.mark.parametrize("criterion", ["gini", "entropy", "squared_error", "poisson"])
@settings(max_examples=8)
@example(seed=44, weighted=True)  # a tie in a node of three rows
@given(seed=st.integers(0, 2**32 - 1), weighted=st.booleans())
def test_the_tree_of_the_dense_rows(
    criterion: str, parameters: dict[str, Any], seed: int, weighted: bool
) -> None:
    X, y, w = rows(seed)
    make: Any = DecisionTreeClassifier if criterion in ("gini", "entropy") else DecisionTreeRegressor
    y = np.digitize(y, [-1, 1]) if make is DecisionTreeClassifier else np.exp(y)
    dense = make(criterion=criterion, **parameters).fit(X, y, w if weighted else None)
    for form in (csr_array, csc_matrix):
        sparse = clone(dense).fit(form(X), y, w if weighted else None)
        if make is DecisionTreeRegressor and splits(sparse.model_) != splits(dense.model_):
            whole = clone(dense).set_params(ccp_alpha=0.0)
            weights = w if weighted else None
            assert_a_tie(*(clone(whole).fit(each, y, weights).model_ for each in (form(X), X)))
            continue
        assert_same_record(sparse.model_, dense.model_)
        assert_array_equal(sparse.apply(form(X)), dense.apply(X))
        assert_array_equal(sparse.predict(X), sparse.predict(form(X)))


@pytest.mark.parametrize("seed", range(4))
def test_as_good_as_scikit_learn(seed: int) -> None:
    """One column: no two splits are equally good, so the trees are the same."""
    rng = np.random.default_rng(seed)
    X = random_array((300, 1), density=0.4, rng=rng, format="csr", dtype=np.float32)
    X.data -= 0.5
    y = (np.asarray(X.todense()).ravel() + rng.normal(scale=0.4, size=300) > 0).astype(int)
    ours = DecisionTreeClassifier(min_samples_leaf=4).fit(X, y)
    theirs = sklearn.tree.DecisionTreeClassifier(min_samples_leaf=4, random_state=0).fit(X, y)
    assert_allclose(np.sort(ours.tree_.impurity), np.sort(theirs.tree_.impurity), atol=1e-9)
    assert_allclose(ours.predict_proba(X), theirs.predict_proba(X), atol=1e-9)


def test_several_targets_of_sparse_rows() -> None:
    X, y, w = rows(1)
    Y = np.column_stack([y > 0, np.digitize(y, [-1, 1])]).astype(int)
    dense, sparse = (DecisionTreeClassifier().fit(form(X), Y, w) for form in (np.asarray, csr_matrix))
    assert_same_record(sparse.model_, dense.model_)
    for a, b in zip(sparse.predict_proba(csr_matrix(X)), dense.predict_proba(X), strict=True):
        assert_array_equal(a, b)


def test_zeros_and_entries_that_are_written_twice() -> None:
    """A stored zero is a zero; entries of one place are added, as everywhere."""
    twice = coo_array(([1.0, 1.0, 0.0, -3.0], ([0, 0, 1, 2], [0, 0, 0, 0])), shape=(4, 1))
    y = [0, 1, 1, 0]
    sparse, dense = DecisionTreeClassifier().fit(twice, y), DecisionTreeClassifier().fit(twice.toarray(), y)
    assert_same_record(sparse.model_, dense.model_)
    before = twice.tocsr()
    kept = before.copy()
    DecisionTreeClassifier().fit(before, y)
    assert_array_equal(before.data, kept.data)  # the caller's matrix is left as it was
    assert_array_equal(before.indices, kept.indices)


def test_what_must_be_dense_is_made_dense_up_to_a_size(monkeypatch: pytest.MonkeyPatch) -> None:
    X, y, _ = rows(2)
    y = (y > 0).astype(int)
    models: list[Any] = [
        DecisionTreeClassifier(monotonic_cst=[1, -1, 0, 0, 0, 0, 0]),
        DecisionTreeRegressor(criterion="absolute_error", max_depth=3),
        C45Classifier(),
        ID3Classifier(),
    ]
    for model in models:
        Z = np.abs(np.trunc(X)) if isinstance(model, ID3Classifier) else X
        assert_array_equal(
            clone(model).fit(csr_array(Z), y).predict(csr_array(Z)), model.fit(Z, y).predict(Z)
        )
    monkeypatch.setattr(module, "MOST_CELLS", 100)
    for model in models:
        with pytest.raises(
            DataError, match="sparse X of 120 rows and 7 columns has to be made dense"
        ) as caught:
            model.fit(csr_array(np.abs(np.trunc(X))), y)
        assert "稀疏矩阵" in caught.value.text("zh")
    DecisionTreeClassifier().fit(csr_array(X), y).predict(csr_array(X))


def test_blocks_of_rows_are_the_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    X, y, _ = rows(4)
    model = DecisionTreeClassifier().fit(X, y > 0)
    monkeypatch.setattr(module, "BLOCK_CELLS", 50)
    assert_array_equal(model.predict_proba(csr_array(X)), model.predict_proba(X))
    assert_array_equal(model.decision_path(csr_array(X)).toarray(), model.decision_path(X).toarray())
    with pytest.raises(ValueError, match="minimum of 1 is required"):
        model.predict(csr_array((0, 7)))


def test_memory_is_that_of_the_entries() -> None:
    """200,000 rows of 2,000 columns, one value in a thousand: 3.2 GB if dense, 6.4 MB sparse."""
    rng = np.random.default_rng(0)
    n, p, entries = 200_000, 2_000, 400_000
    X = csr_array(
        (rng.normal(size=entries), (rng.integers(0, n, entries), rng.integers(0, p, entries))), shape=(n, p)
    )
    y = (X[:, [0]].toarray().ravel() > 0).astype(int)
    model = DecisionTreeClassifier(max_depth=3)
    model.fit(X[:50], np.arange(50) % 2).predict(X[:50])  # compiled
    tracemalloc.start()
    model.fit(X, y)
    right = (model.predict(X) == y).all()
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert right
    assert model.tree_.feature[0] == 0
    assert peak < 150e6


def test_the_tree_itself_takes_sparse_rows() -> None:
    rng = np.random.default_rng(0)
    X = np.where(rng.random((60, 5)) < 0.6, 0.0, rng.normal(size=(60, 5)))
    model = DecisionTreeRegressor(max_depth=4).fit(X, rng.normal(size=60))
    for S in (csr_array(X), csc_matrix(X), csr_array(X.astype(np.float32))):
        dense = S.toarray()
        assert_array_equal(model.tree_.apply(S), model.tree_.apply(dense))
        assert_array_equal(model.tree_.predict(S), model.tree_.predict(dense))
        assert (model.tree_.decision_path(S) != model.tree_.decision_path(dense)).nnz == 0


@pytest.mark.parametrize("model", [DecisionTreeClassifier(), DecisionTreeRegressor()])
def test_few_cells_are_grown_by_the_kernels_of_dense_rows(
    model: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    X, y, _ = rows(0)
    y = y > 0 if isinstance(model, DecisionTreeClassifier) else y
    monkeypatch.setattr(multi_output, "FEW_CELLS", X.size)
    monkeypatch.setattr(multi_output, "grow_entries", None)
    sparse, dense = clone(model).fit(csr_matrix(X), y), clone(model).fit(X, y)
    for a, b in zip(sparse.model_, dense.model_, strict=True):
        assert_array_equal(a, b)
    monkeypatch.setattr(multi_output, "FEW_CELLS", X.size - 1)
    with pytest.raises(TypeError, match="NoneType"):
        clone(model).fit(csr_matrix(X), y)
