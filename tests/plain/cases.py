"""Small pieces of work for every family, chosen so that each of its kernels runs at least once.

A case is a function without arguments that returns numbers: arrays, or tuples and lists of them. It runs
compiled and as plain Python, and the numbers agree. `CASES` has them by family, a folder of `fenlei`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import numpy as np
import pytest
from scipy import sparse

import fenlei
from fenlei.cluster import choose_n_clusters, linkage
from fenlei.ensemble.boosting.growing.columns import find_bins, put_in_bins
from fenlei.ensemble.boosting.growing.histogram import RowGradients, add_rows, collect, spill, thread_sums
from fenlei.functions import kl_divergence, softmax
from fenlei.kernels import kernel as compiled
from fenlei.kernels import phases, threads
from fenlei.kernels.rows import take_rows
from fenlei.registry import REGISTRY
from fenlei.stats import class_products, moments
from fenlei.stats.linear_scores import linear_scores
from fenlei.table.coding import encode_labels

Work = Callable[[], Any]

_rng = np.random.default_rng(7)
y = _rng.permutation(np.arange(36) % 3)
X = _rng.normal(size=(36, 4)) + 0.8 * y[:, None] * np.array([1.0, -1.0, 0.4, 0.0])
two = (y > 0).astype(int)
w = _rng.integers(1, 4, 36).astype(float)
t = X[:, 0] - X[:, 1] ** 2 + 0.1 * _rng.normal(size=36)
counts = np.clip(np.round(X + 1), 0, 3)
holes = np.where(_rng.random(X.shape) < 0.15, np.nan, X)
entries = sparse.csr_matrix(np.where(np.abs(X) < 0.6, 0.0, X))
bits = (X > 0).astype(float)


def run_only(name: str, *rows: Any, **options: Any) -> tuple[str, Work]:
    """A case that is run and not compared: a long descent amplifies rounding until the maps differ.

    Its gradient is compared with loops, compiled, in `tests/reduce/test_tsne.py`.
    """
    shown, work = case(name, *rows, **options)

    def run() -> list[Any]:
        work()
        return []

    return shown, run


def fit(name: str, rows: Any = X, target: Any = y, row_weights: Any = None, **parameters: Any) -> Any:
    """The numbers of a fitted estimator of the registry on the rows that it learned from."""
    estimator = REGISTRY[name].load()(**parameters)
    given = {} if row_weights is None else {"sample_weight": row_weights}
    model = estimator.fit(rows, **given) if target is None else estimator.fit(rows, target, **given)
    return list(answers(model, rows))


def answers(model: Any, rows: Any) -> Iterator[Any]:
    """What the model gives for rows: scores and coordinates rather than the classes that follow from them."""
    for method in ("predict_proba", "decision_function", "transform", "predict", "apply"):
        if hasattr(model, method):
            result = getattr(model, method)(rows)
            for part in result if isinstance(result, list) else [result]:
                if np.asarray(part).dtype.kind in "biuf":
                    yield np.asarray(part)
    for attribute in ("embedding_", "labels_", "feature_importances_", "inertia_", "oob_score_"):
        if hasattr(model, attribute):
            yield np.asarray(getattr(model, attribute), dtype=float)


def case(name: str, *rows: Any, **options: Any) -> tuple[str, Work]:
    """A registry estimator with some of its options, named by them."""
    shown = ",".join(f"{key}={value}" for key, value in options.items() if np.ndim(value) == 0)
    return f"{name}({shown})", partial(fit, name, *rows, **options)


def sampled(name: str, rows: Any, **parameters: Any) -> Any:
    return REGISTRY[name].load()(**parameters).fit(rows, y).sample(20, random_state=0)[0]


def resampled(resampler: Any, rows: Any = X) -> Any:
    return resampler.fit_resample(rows, y)[0]


def pruned(method: str, **options: Any) -> Any:
    tree = fenlei.DecisionTreeClassifier(random_state=0).fit(X[:24], y[:24])
    return list(answers(fenlei.prune(tree, method, X=X[24:], y=y[24:], **options), X))


def slack(**parameters: Any) -> Any:
    model = fenlei.SVC(**parameters).fit(X.astype(np.float32), two)
    return model.decision_function(X.astype(np.float32))


def forest_views() -> Any:
    forest = fenlei.RandomForestClassifier(n_estimators=3, random_state=0).fit(X, y)
    return forest.apply(X), forest.proximities(X), forest.estimators_[0].predict_proba(X)


def by_small_blocks(work: Work) -> Work:
    """The same with blocks of eight rows in the tree of sums, so that there are sums to be joined."""

    def run() -> Any:
        with pytest.MonkeyPatch.context() as changed:
            changed.setattr(threads.leaf_rows, "__code__", (lambda p, elements=0: 8).__code__)
            return work()

    return run


def bayes() -> Iterator[tuple[str, Work]]:
    yield case("gaussian_nb", row_weights=w)
    yield case("gaussian_nb", holes)
    yield case("bayes_classifier")
    yield case("bayes_classifier", holes, covariance="diagonal", small_cells="shrunken")
    yield case("bayes_classifier", counts, categorical_features=[0, 1, 2, 3])
    yield case("bayes_classifier", counts, categorical_features=[0, 1, 2, 3], alpha=0.0, unseen="prior")
    yield case("bayes_classifier", np.c_[X[:, :2], counts[:, 2:]], categorical_features=[2, 3])
    yield (
        "sample",
        partial(sampled, "bayes_classifier", np.c_[X[:, :2], counts[:, 2:]], categorical_features=[2, 3]),
    )
    wide = np.c_[counts[:, :1], np.tile(counts, 4)]
    yield case("bayes_classifier", wide, categorical_features=list(range(17)), min_categories=8)
    yield case("mixed_nb", np.c_[X[:, :2], counts[:, 2:]], categorical_features=[2, 3])
    yield case("categorical_nb", counts, row_weights=w)
    yield case("multinomial_nb", counts)
    yield case("multinomial_nb", sparse.csr_matrix(counts))
    yield case("bernoulli_nb", bits)
    yield case("bernoulli_nb", sparse.csr_matrix(bits))
    yield case("poisson_nb", counts)
    yield case("kernel_nb")
    yield case("kernel_nb", holes)
    yield case("minimum_risk", estimator=fenlei.GaussianNB(), costs=1.0 - np.eye(3), reject_cost=0.3)
    yield case("qda", row_weights=w)
    yield case("qda", solver="eigen", shrinkage="auto")


def linear() -> Iterator[tuple[str, Work]]:
    yield case("lda")
    yield case("lda", solver="eigen", shrinkage="auto")
    yield case("fisher", target=two)
    yield case("least_squares")
    yield case("reject_near_boundary", reject_label=-1)
    for solver in ("newton-cholesky", "lbfgs", "newton-cg", "saga", "sag", "liblinear"):
        for rows in (X, entries):
            yield case(
                "logistic_regression", rows, two, solver=solver, random_state=0, max_iter=2000, tol=1e-8
            )
    yield case("logistic_regression", solver="newton-cholesky", row_weights=w)
    for target in (two, y):
        work = partial(fit, "logistic_regression", X, target, solver="newton-cholesky")
        yield "sums of blocks", by_small_blocks(work)
    yield case("logistic_regression", entries, solver="lbfgs")
    yield case("logistic_regression", target=two, solver="saga", l1_ratio=1.0, max_iter=5000)
    yield case("logistic_regression", solver="saga", l1_ratio=0.5, max_iter=5000)
    yield case("logistic_regression", entries, two, solver="saga", l1_ratio=1.0, max_iter=5000)
    for solver in ("gd", "sgd", "minibatch", "newton"):
        for target in (two, y):
            yield case(
                "logistic_regression",
                X,
                target,
                solver=solver,
                learning_rate=0.1,
                max_iter=30,
                random_state=0,
            )
    long = np.random.default_rng(1).normal(size=(12, 1300))
    for rows in (long, sparse.csr_matrix(long)):
        yield case("logistic_regression", rows, two[:12], solver="saga", l1_ratio=1.0, C=0.5, max_iter=500)
    yield case("linear_regression", target=t)
    yield case("linear_regression", entries, t)
    yield case("ridge", target=t)
    yield case("ridge", entries, t)
    yield case("lasso", target=t, alpha=0.01)
    yield case("elastic_net", entries, t, alpha=0.01, selection="random", random_state=0)
    yield case("lasso", np.random.default_rng(3).normal(size=(9, 30)), t[:9], alpha=0.1)
    yield case("bayesian_ridge", target=t)
    yield case("bayesian_linear", target=t)
    yield case("perceptron")
    yield case("perceptron", entries)
    for variant in ("online", "batch", "pocket"):
        for penalty in (None, "l2", "l1", "elasticnet"):
            for rows in (X, entries):
                yield case("perceptron", rows, variant=variant, penalty=penalty, max_iter=20)
    yield case("perceptron", target=two, form="dual", max_iter=50)


def svm() -> Iterator[tuple[str, Work]]:
    for kernel in ("linear", "poly", "rbf", "sigmoid", "laplacian"):
        yield case("svc", kernel=kernel)
    yield case("svc", probability=True, random_state=0)
    yield case("svc", target=two)
    yield case("svc", X[:12], y[:12])  # whose kernel values are few
    yield case("svr", target=t)
    yield case("svc", entries)
    for kernel in ("rbf", "linear", "poly"):
        yield f"combine({kernel})", partial(slack, kernel=kernel)
    wide = sparse.random(9, 101, 0.1, "csr", rng=np.random.default_rng(0))
    for rows in (np.random.default_rng(2).normal(size=(9, 1000)), wide):
        for loss in ("hinge", "squared_hinge"):
            yield case("linear_svc", rows, y[:9], loss=loss, random_state=0, tol=1e-9, max_iter=2000)
    yield case(
        "linear_svc", wide, y[:9], penalty="l1", dual=False, random_state=0, C=10.0, tol=1e-9, max_iter=500
    )
    yield case("svc", X.astype(np.float32))
    for rows in (X, entries):
        for loss in ("hinge", "squared_hinge"):
            # at C=1 a row lies on all three margins, where rounding decides
            yield case("linear_svc", rows, loss=loss, C=0.1, random_state=0, max_iter=20000)
        yield case("linear_svc", rows, loss="hinge", C=0.1, dual=True, random_state=0, max_iter=20000)
        yield case("linear_svc", rows, loss="squared_hinge", dual=True, random_state=0, max_iter=20000)
        yield case("linear_svc", rows, loss="squared_hinge", dual=False, max_iter=20000)
        yield case("linear_svc", rows, penalty="l1", dual=False, max_iter=20000)
        yield case("linear_svc", rows, multi_class="crammer_singer", max_iter=20000)


def trees() -> Iterator[tuple[str, Work]]:
    yield case("id3", counts)
    yield case("c45")
    yield case("c45", holes)
    yield case("c45", np.c_[X[:, :2], counts[:, 2:]], categorical_features=[2, 3])
    for method, options in {
        "pre": {},
        "reduced_error": {},
        "error_based": {},
        "cost_complexity": {"alpha": 0.02},
        "penalized": {"alpha": 0.5},
        "mdl": {},
    }.items():
        yield f"prune({method})", partial(pruned, method, **options)
    for criterion in ("gini", "entropy", "log_loss"):
        yield case("decision_tree", criterion=criterion, random_state=0)
        yield case("decision_tree", criterion=criterion, max_bins=8, random_state=0)
    yield case("decision_tree", max_bins=8, max_features=2, random_state=0)
    yield case(
        "decision_tree", np.r_[X, X + 0.1, X - 0.1], np.tile(y, 3), max_bins=8, max_depth=2, random_state=0
    )
    yield case("decision_tree_regressor", np.r_[X, X + 0.1, X - 0.1], np.tile(t, 3), max_bins=8, max_depth=2)
    tree = fenlei.DecisionTreeClassifier(random_state=0)
    yield "decision_path", lambda: tree.fit(X, y).decision_path(X).toarray()
    yield case("decision_tree", holes, random_state=0)
    yield case("decision_tree", holes, random_state=0, max_bins=8)
    yield case("decision_tree", entries, random_state=0)
    yield case("decision_tree", entries, random_state=0, splitter="random")
    yield case("decision_tree", X, np.c_[y, two], random_state=0)
    yield case("decision_tree", X, np.c_[y, two], random_state=0, splitter="random", max_features=2)
    yield case("decision_tree", splitter="random", random_state=0)
    yield case("decision_tree", max_leaf_nodes=5, random_state=0, max_features=2)
    yield case("decision_tree", ccp_alpha=0.02, random_state=0)
    for split in ("subset", "multiway"):
        for bins in (None, 8) if split == "subset" else (None,):
            yield case(
                "decision_tree",
                np.c_[X[:, :2], counts[:, 2:]],
                two,
                categorical_features=[2, 3],
                nominal_split=split,
                max_bins=bins,
                random_state=0,
            )
    yield case("decision_tree", target=two, monotonic_cst=[1, -1, 0, 0], random_state=0)
    for criterion in ("squared_error", "absolute_error", "friedman_mse", "poisson"):
        yield case("decision_tree_regressor", target=np.abs(t), criterion=criterion, random_state=0)
    yield case("decision_tree_regressor", target=t, max_bins=8, random_state=0)
    yield case("decision_tree_regressor", entries, t, random_state=0)
    yield case("decision_tree_regressor", target=t, criterion="absolute_error", monotonic_cst=[1, -1, 0, 0])
    yield case("decision_tree_regressor", X, np.c_[t, -t], random_state=0)
    yield case("decision_tree_regressor", X, np.c_[t, -t], criterion="absolute_error", random_state=0)
    yield case("decision_tree_regressor", holes, np.c_[t, -t], criterion="absolute_error", random_state=0)


def ensemble() -> Iterator[tuple[str, Work]]:
    yield case("random_forest", n_estimators=4, random_state=0, oob_score=True)
    yield case("random_forest", n_estimators=4, random_state=0, max_bins=None)
    yield case("random_forest", n_estimators=4, random_state=0, bootstrap=False)
    yield case("random_forest_regressor", target=t, n_estimators=4, random_state=0)
    yield case("bagging", n_estimators=3, random_state=0, oob_score=True)
    yield case("adaboost_regressor", target=t, n_estimators=3, random_state=0)
    yield case("bagging_regressor", target=t, n_estimators=3, random_state=0, oob_score=True)
    yield case("voting")
    yield case("random_forest", n_estimators=4, random_state=0, voting="hard")
    yield "proximity", forest_views
    yield case(
        "random_forest",
        np.c_[X[:, :2], counts[:, 2:]],
        n_estimators=3,
        random_state=0,
        categorical_features=[2, 3],
    )
    yield case("adaboost", np.c_[X[:, :2], counts[:, 2:]], n_estimators=5, categorical_features=[2, 3])
    yield case("adaboost", counts, n_estimators=5, categorical_features=[0, 1, 2, 3])
    yield case("adaboost", n_estimators=5)
    yield case("adaboost", target=two, n_estimators=5)
    yield case(
        "adaboost", n_estimators=3, estimator=fenlei.DecisionTreeClassifier(max_depth=2, random_state=0)
    )
    few: dict[str, Any] = {"max_iter": 3, "min_samples_leaf": 3, "random_state": 0}
    mixed = np.c_[holes[:, :2], counts[:, 2:]]
    yield case("hist_gradient_boosting", **few)
    yield case("hist_gradient_boosting", target=two, row_weights=w, **few)
    yield case(
        "hist_gradient_boosting",
        mixed,
        two,
        categorical_features=[2, 3],
        max_features=0.5,
        **few,
    )
    yield case("hist_gradient_boosting", np.tile(X, (1, 3)), interaction_cst="pairwise", **few)
    yield case("hist_gradient_boosting_regressor", target=t, monotonic_cst=[1, -1, 0, 0], **few)
    yield case(
        "hist_gradient_boosting_regressor", target=np.abs(t), loss="poisson", early_stopping=True, **few
    )
    yield case("hist_gradient_boosting_regressor", target=t, row_weights=w, loss="absolute_error", **few)
    yield case("hist_gradient_boosting_regressor", counts, t, categorical_features=[0, 1, 2, 3], **few)
    yield "histogram", packed_histogram


def packed_histogram() -> Any:
    """The sums of 36 rows of 14 columns as packed words, emptied once on the way."""
    wide = np.tile(X, (1, 4))[:, :14]
    bins = find_bins(wide, np.zeros(14, np.int64), None, 16, None, 1)
    columns = put_in_bins(wide, bins, 1)
    g, h = np.round(1000 * t), np.arange(36)
    low = ((g.astype(np.int64) & 0xFFFF) << 16) | h
    items = (np.arange(36).astype(np.uint64) << np.uint64(32)) | low.astype(np.uint64)
    sums, out = thread_sums(1, columns), np.zeros((2, columns.starts[-1]))
    rows = RowGradients(items, False, np.empty(0), np.empty(0))
    add_rows(columns, rows, 0, 20, 0, 2, 0, sums)
    spill(columns, 0, 2, 0, sums)
    add_rows(columns, rows, 20, 36, 0, 2, 0, sums)
    for tile in range(2):
        collect(columns, tile, sums, 0, 1, out)
    return out


def phases_alone() -> Any:
    """A leader without helpers, twice: squares of pieces, and the number of pieces done; then a long wait."""
    state, out = np.zeros(phases.LENGTH, np.int64), np.zeros(5)
    do_phases(state, out)
    return out, state[phases.PIECES_DONE]


@compiled
def do_phases(state: Any, out: Any) -> None:
    for _ in range(2):
        phases.open_phase(state, out.shape[0])
        piece = phases.claim_piece(state)
        while piece >= 0:
            out[piece] += piece * piece
            phases.piece_done(state)
            piece = phases.claim_piece(state)
        phases.await_phase(state)
    phases.close_phases(state)
    idle = 0
    while not phases.is_closed(state) or idle < phases.LOOKS + 2:
        idle = phases.wait(idle)
    out[0] += idle


def neighbors() -> Iterator[tuple[str, Work]]:
    for metric in ("minkowski", "manhattan", "chebyshev", "hamming"):
        for algorithm in ("kd_tree", "brute"):
            yield case("k_neighbors", metric=metric, algorithm=algorithm, leaf_size=4)
    mixed = np.c_[X[:, :2], counts[:, 2:]]
    for metric in ("heom", "gower"):
        for algorithm in ("kd_tree", "brute"):
            yield case(
                "k_neighbors",
                mixed,
                metric=metric,
                algorithm=algorithm,
                categorical_features=[2, 3],
                leaf_size=4,
            )
    many = np.r_[X, X + 0.1]
    for algorithm in ("kd_tree", "brute"):
        yield case("k_neighbors", many, np.tile(y, 2), n_neighbors=50, ties="nearest", algorithm=algorithm)
    yield case("k_neighbors", p=3, leaf_size=4, weights="distance")
    yield case("k_neighbors_regressor", target=t, weights="distance", row_weights=w)
    yield case("k_neighbors", leaf_size=4, algorithm="branch_bound")
    for resampler in (
        fenlei.EditedNearestNeighbours(),
        fenlei.CondensedNearestNeighbour(random_state=0),
        fenlei.CondensedNearestNeighbour(n_neighbors=3, random_state=0),
        fenlei.ReducedNearestNeighbour(random_state=0),
    ):
        yield str(resampler), partial(resampled, resampler)
    yield "KDTree", lambda: fenlei.KDTree(X).query(X[:5], k=3)
    yield (
        "radius",
        lambda: [
            np.concatenate(part)
            for part in fenlei.KNeighborsClassifier(leaf_size=4).fit(X, y).radius_neighbors(X, 1.5)
        ],
    )
    yield case("k_neighbors", entries)
    yield case("nearest_centroid")
    yield case("nearest_centroid", metric="manhattan")
    yield case("nearest_centroid", shrink_threshold=0.2)
    yield case("nearest_prototype")


def cluster() -> Iterator[tuple[str, Work]]:
    for rows in (X, entries):
        for init in ("k-means++", "random"):
            yield case("kmeans", rows, None, n_clusters=3, init=init, random_state=0)
    for method in ("ward", "complete", "average", "single"):
        yield case("agglomerative", X, None, linkage=method, n_clusters=3)
    yield case("divisive", X, None, n_clusters=3)
    for method in ("centroid", "median", "weighted"):
        yield f"linkage({method})", partial(linkage, X, method)
    many = np.random.default_rng(3).normal(size=(1025, 1))
    for method in ("single", "ward"):
        yield f"linkage({method})", partial(linkage, many, method)
    yield "choose_n_clusters", lambda: list(choose_n_clusters(X, range(2, 4), random_state=0)[1:5])
    line = np.array([[-1.0], [0.0], [1.0]] * 4)  # zero is as near to the one centre as to the other
    yield case("kmeans", line, None, n_clusters=2, init=np.array([[-1.0], [1.0]]), n_init=1, max_iter=3)
    for covariance in ("full", "tied", "diag", "spherical"):
        yield case("gaussian_mixture", X, None, n_components=2, covariance_type=covariance, random_state=0)
    yield case("bernoulli_mixture", bits, None, n_components=2, random_state=0)
    yield case("categorical_mixture", counts, None, n_components=2, random_state=0)


def reduce() -> Iterator[tuple[str, Work]]:
    yield case("pca", X, None)
    yield case("pca", entries, None, n_components=2)
    yield case("kernel_pca", X, None, kernel="rbf", n_components=2)
    yield case("classical_mds", X, None)
    yield case("classical_mds", np.random.default_rng(4).normal(size=(401, 1)), None, n_components=1)
    yield case("mds", X, None, random_state=0, max_iter=5)
    yield case("mds", X, None, random_state=0, metric_mds=False, max_iter=5)
    yield case("isomap", X, None)
    yield case("isomap", X, None, landmarks=10)
    yield case("lle", X, None)
    yield case("sne", X[:12], None, perplexity=3, max_iter=5)
    yield run_only("tsne", np.r_[X, -X], None, perplexity=5, max_iter=250)
    yield run_only("tsne", X[:15], None, perplexity=3, max_iter=250, method="exact")
    yield run_only(
        "tsne", X[:15], None, perplexity=3, max_iter=250, n_components=3, init="random", random_state=0
    )


def multiclass() -> Iterator[tuple[str, Work]]:
    yield case("one_vs_one", estimator=fenlei.LogisticRegression())
    yield case("one_vs_rest", estimator=fenlei.LogisticRegression())


def evaluate() -> Iterator[tuple[str, Work]]:
    scores = np.round(X[:, 0], 1)  # with ties
    yield "roc_curve", lambda: list(fenlei.evaluate.roc_curve(two, scores))
    yield "roc_curve(weights)", lambda: list(fenlei.evaluate.roc_curve(two, scores, sample_weight=w))
    yield "roc_auc_score", lambda: fenlei.evaluate.roc_auc_score(two, scores)
    yield (
        "thin_curve",
        lambda: fenlei.evaluate.thin_curve(np.sort(X[:, 0]), np.cumsum(np.abs(X[:, 1])), points=9),
    )
    yield "precision_recall_curve", lambda: list(fenlei.evaluate.precision_recall_curve(two, scores))
    tree = fenlei.C45Classifier().fit(holes, y)
    yield "shapley_values", lambda: list(fenlei.evaluate.shapley_values(tree, holes))


def products_of_parts(rows: Any, codes: Any) -> Iterator[Any]:
    """Few and many rows of each class, with and without weights, merged."""
    for pooled in (True, False):
        parts = [
            class_products.summarise(rows[part], rows[part], codes[part], weights, 3, pooled=pooled)
            for part, weights in ((slice(0, 40), np.tile(w, 2)[:40]), (slice(40, None), None))
        ]
        yield from class_products.merge(*parts)


def functions() -> Iterator[tuple[str, Work]]:
    yield "kl_divergence", lambda: kl_divergence(softmax(X), softmax(X[::-1]))


def stats() -> Iterator[tuple[str, Work]]:
    yield from bayes()
    yield "sums of blocks", by_small_blocks(partial(fit, "gaussian_nb", row_weights=w))
    yield "moments of blocks", by_small_blocks(lambda: list(moments.summarise(X, y, w, 3)))
    yield case("lda", solver="eigen", shrinkage="auto")
    yield case("lda", target=two)
    yield "products by class", lambda: list(products_of_parts(np.tile(X, (12, 1)), np.tile(y, 12)))
    sure = np.where(X[:3] > 1.0, -np.inf, X[:3])  # weights of -inf, as of a probability of 0
    yield "infinite weights", lambda: np.exp(linear_scores(bits, sure, np.zeros(3)))
    yield "confusion_matrix", lambda: fenlei.evaluate.confusion_matrix(y, y[::-1])


def kernels() -> Iterator[tuple[str, Work]]:
    yield from bayes()
    yield from neighbors()
    yield run_only("tsne", X[:15], None, perplexity=3, max_iter=250)
    yield case("lle", X, None)
    yield case("logistic_regression", target=two, solver="saga", l1_ratio=1.0, max_iter=5000)
    yield case("linear_svc", penalty="l1", dual=False, max_iter=20000)
    yield "phases", phases_alone
    yield "rows", lambda: take_rows(X, np.array([5, 0, 5]))


def table() -> Iterator[tuple[str, Work]]:
    rows = {"colour": ["red", "blue", "red", None], "size": [1.0, 2.0, None, 4.0], "y": ["a", "b", "a", "b"]}
    given = fenlei.read_table(rows, target="y")
    yield "prepare", lambda: fenlei.prepare(given).fit_transform(given)
    yield "labels", lambda: encode_labels(np.tile(y - 1, 1000))  # more than one block


FAMILIES = (bayes, linear, svm, trees, ensemble, neighbors, cluster, reduce, multiclass)
SHARED = (kernels, stats, functions, table, evaluate)
CASES = {family.__name__: family for family in (*FAMILIES, *SHARED)}
