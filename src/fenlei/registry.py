"""The closed list of estimators: name, class, what it takes, and what the rest of the package knows of it.

The contract tests, `compare`, the command line, explanations and the model files all go by this list. Nothing
is imported until `Entry.load` is called, and nothing that is not on the list is ever imported by name.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from importlib import import_module
from typing import Any, Literal, NamedTuple

Kind = Literal["classifier", "regressor", "transformer", "clusterer"]
Setting = dict[str, Any]


class Memory(NamedTuple):
    """What fitting takes beside the table itself, in numbers of 8 bytes."""

    copies: float  # arrays of the prepared rows' size
    rows: float = 0.0  # further numbers for each row
    spread: float = 0.0  # further numbers for each row and category that a missing value is spread over
    kernel: float = 0.0  # bytes that a matrix of all pairs of rows is cut to
    squares: float = 0.0  # square matrices over the columns
    class_squares: float = 0.0  # such matrices of each class
    newton: int = 0  # largest order of the matrices of second derivatives
    class_rows: float = (
        1.5  # numbers for each row and class: scores, and those that are kept until the report
    )
    class_pairs: float = 0.0  # numbers for each row and pair of classes


_USUAL = Memory(4.0)
_TREE = Memory(4.0, class_rows=3.0)


@dataclass(frozen=True)
class Entry:
    """One estimator."""

    name: str  # on the command line and in model files
    path: str  # "module:class"
    kind: Kind
    label_en: str
    label_zh: str
    numeric: bool = True  # takes numeric columns
    nominal: bool = False  # takes category codes and text columns as they are
    discrete: bool = False  # takes indicators or category codes only
    missing: bool = False  # takes missing values as they are
    sparse: bool = False
    weights: bool = True
    mergeable: bool = True
    full_rank: bool = False  # wants no column that is a sum of others
    raw: bool = False  # numbers are not scaled unless asked for: counts, or coefficients in their own units
    reduces: bool = False  # offers coordinates in fewer dimensions
    iterative: bool = False  # tells a listener each iteration, round or part of its fit (`fenlei.trace`)
    compare: bool = True  # has a row in `compare`
    grid: tuple[Setting, ...] = ()  # settings that tuning tries, the default first
    memory: Memory = _USUAL
    readable: Literal["tree", "linear"] | None = None  # how a person can read the fitted model
    leave_one_out: str | None = None  # closed form of `evaluate.leave_one_out`

    @property
    def class_name(self) -> str:
        return self.path.partition(":")[2]

    @property
    def scan(self) -> str:
        """What a fit to a scan of files promises: "A", "B", "C", "S" or "refused" (`SCANS`)."""
        (promise,) = [each for each, names in SCANS.items() if self.name in names.split()]
        return promise

    def load(self) -> Any:
        """The class itself."""
        module, _, name = self.path.partition(":")
        return getattr(import_module(module), name)


# What a fit to `scan(...)` promises beside a fit to the same rows in memory.
SCANS: dict[str, str] = {
    # the same bits, whatever the order of the rows, if weights are whole numbers
    "A": "categorical_nb multinomial_nb bernoulli_nb decision_tree",
    # the same bits, if the rows come in the same order: any cut into files, any number of threads
    "B": "bayes_classifier gaussian_nb mixed_nb poisson_nb lda qda fisher least_squares linear_regression "
    "ridge lasso elastic_net bayesian_ridge bayesian_linear pca logistic_regression "
    "decision_tree_regressor random_forest random_forest_regressor perceptron kmeans gaussian_mixture "
    "bernoulli_mixture categorical_mixture nearest_centroid hist_gradient_boosting "
    "hist_gradient_boosting_regressor minimum_risk one_vs_one one_vs_rest voting",
    # the same bits for any cut and any number of threads, and the optimum of memory to 1e-8
    "C": "linear_svc",
    # the same bits for any cut and any number of threads, from bins or a sample: another model than memory's
    "S": "adaboost",
    # not a function of sums over rows, or not yet written as one
    "refused": "kernel_nb k_neighbors k_neighbors_regressor "
    "nearest_prototype svc svr id3 c45 "
    "bagging bagging_regressor adaboost_regressor "
    "reject_near_boundary kernel_pca classical_mds "
    "mds isomap lle sne tsne agglomerative divisive",
}
_FLAGS = [field.name for field in fields(Entry) if field.type == "bool"]


def _entry(name: str, kind: Kind, path: str, label_en: str, label_zh: str, flags: str, **facts: Any) -> Entry:
    """An entry of a class below `fenlei`; flags that are not named are off."""
    given: dict[str, Any] = dict.fromkeys(_FLAGS, False) | dict.fromkeys(flags.split(), True)
    return Entry(name, f"fenlei.{path}", kind, label_en, label_zh, **given, **facts)


def _vary(name: str, *values: object) -> tuple[Setting, ...]:
    """The default, and one parameter at other values."""
    return ({}, *({name: value} for value in values))


def _cross(
    first: str, values: tuple[object, ...], second: str, others: tuple[object, ...]
) -> tuple[Setting, ...]:
    """The default, and two parameters at other values, each alone and both together."""
    alone = _vary(first, *values) + _vary(second, *others)[1:]
    return (*alone, *({first: value, second: other} for value in values for other in others))


# fmt: off
_ENTRIES = (
    _entry("bayes_classifier", "classifier", "bayes.joint.bayes_classifier:BayesClassifier",
           "Bayes classifier (joint)", "贝叶斯分类器（联合分布）",
           "numeric nominal missing weights mergeable compare", grid=_vary("alpha", 0.1, 10.0),
           memory=Memory(20.0, class_squares=4.0)),
    _entry("gaussian_nb", "classifier", "bayes.gaussian_nb:GaussianNB",
           "Gaussian naive Bayes", "高斯朴素贝叶斯", "numeric missing weights mergeable compare",
           grid=_vary("var_smoothing", 0.0001, 0.01, 0.1), memory=Memory(1.5),
           leave_one_out="naive"),
    _entry("mixed_nb", "classifier", "bayes.mixed_nb:MixedNB",
           "Mixed naive Bayes", "混合朴素贝叶斯", "numeric nominal missing weights mergeable compare",
           grid=_vary("alpha", 0.1, 10.0), memory=Memory(2.5)),
    _entry("categorical_nb", "classifier", "bayes.categorical_nb:CategoricalNB",
           "Categorical naive Bayes", "类别朴素贝叶斯", "nominal missing weights mergeable compare",
           grid=_vary("alpha", 0.1, 10.0)),
    _entry("multinomial_nb", "classifier", "bayes.multinomial_nb:MultinomialNB",
           "Multinomial naive Bayes", "多项式朴素贝叶斯", "numeric sparse weights mergeable raw"),
    _entry("bernoulli_nb", "classifier", "bayes.bernoulli_nb:BernoulliNB",
           "Bernoulli naive Bayes", "伯努利朴素贝叶斯", "numeric sparse weights mergeable"),
    _entry("poisson_nb", "classifier", "bayes.poisson_nb:PoissonNB",
           "Poisson naive Bayes", "泊松朴素贝叶斯", "numeric missing weights mergeable raw"),
    _entry("kernel_nb", "classifier", "bayes.kernel_nb:KernelNB",
           "Kernel density naive Bayes", "核密度朴素贝叶斯", "numeric missing weights mergeable"),
    _entry("minimum_risk", "classifier", "bayes.decision.minimum_risk_classifier:MinimumRiskClassifier",
           "Minimum risk decision", "最小风险决策", "numeric missing weights"),
    _entry("lda", "classifier", "linear.lda:LinearDiscriminantAnalysis",
           "Linear discriminant analysis", "线性判别分析",
           "numeric weights mergeable full_rank reduces compare",
           grid=({}, {"solver": "lsqr", "shrinkage": "auto"}, {"solver": "lsqr", "shrinkage": 0.1}),
           memory=Memory(2.0, squares=4.0), readable="linear", leave_one_out="linear"),
    _entry("logistic_regression", "classifier", "linear.logistic.logistic_regression:LogisticRegression",
           "Logistic regression", "逻辑斯谛回归", "numeric sparse weights iterative compare",
           grid=_vary("C", 0.01, 0.1, 10.0, 100.0), memory=Memory(2.0, newton=1200), readable="linear"),
    _entry("perceptron", "classifier", "linear.perceptron.perceptron:Perceptron",
           "Perceptron", "感知机", "numeric sparse weights iterative compare", grid=_vary("penalty", "l2"),
           memory=Memory(2.5)),
    _entry("qda", "classifier", "bayes.qda:QuadraticDiscriminantAnalysis",
           "Quadratic discriminant analysis", "二次判别分析", "numeric weights mergeable full_rank compare",
           grid=_vary("reg_param", 0.001, 0.01, 0.1, 0.5), memory=Memory(2.0, class_squares=4.0),
           leave_one_out="quadratic"),
    _entry("k_neighbors", "classifier", "neighbors.k_neighbors:KNeighborsClassifier",
           "k nearest neighbours", "k 近邻", "numeric sparse weights compare",
           grid=_cross("n_neighbors", (1, 11, 25, 51), "weights", ("distance",)),
           memory=Memory(3.0),
           leave_one_out="neighbours"),
    _entry("k_neighbors_regressor", "regressor", "neighbors.k_neighbors_regressor:KNeighborsRegressor",
           "k nearest neighbours regression", "k 近邻回归", "numeric sparse weights compare",
           grid=_cross("n_neighbors", (1, 11, 25, 51), "weights", ("distance",)),
           memory=Memory(3.0)),
    _entry("linear_svc", "classifier", "svm.linear_svc.linear_svc:LinearSVC",
           "Linear support vector machine", "线性支持向量机", "numeric sparse weights iterative compare",
           grid=_vary("C", 0.01, 0.1, 10.0), memory=Memory(2.5)),
    _entry("nearest_centroid", "classifier", "neighbors.nearest_centroid:NearestCentroid",
           "Nearest centroid", "最小距离分类器", "numeric sparse weights compare",
           grid=_vary("shrink_threshold", 0.5, 2.0), memory=Memory(3.5)),
    _entry("nearest_prototype", "classifier", "neighbors.prototypes:NearestPrototype",
           "Nearest sub-class prototype", "子类代表点最小距离分类器", "numeric sparse weights iterative"),
    _entry("svc", "classifier", "svm.svc.svc:SVC",
           "Support vector machine", "支持向量机", "numeric sparse weights iterative compare",
           grid=_cross("C", (0.1, 10.0, 100.0), "gamma", (0.01, 0.1)),
           memory=Memory(3.0, kernel=200 * 2.0**20, class_pairs=0.5)),
    _entry("svr", "regressor", "svm.svr.svr:SVR",
           "Support vector regression", "支持向量回归", "numeric sparse weights iterative compare",
           grid=_cross("C", (0.1, 10.0, 100.0), "gamma", (0.01, 0.1)),
           memory=Memory(3.0, kernel=200 * 2.0**20)),
    _entry("id3", "classifier", "trees.id3:ID3Classifier",
           "Decision tree (ID3)", "决策树（ID3）", "nominal missing sparse weights compare",
           memory=_TREE, readable="tree"),
    _entry("c45", "classifier", "trees.c45:C45Classifier",
           "Decision tree (C4.5)", "决策树（C4.5）", "numeric nominal missing sparse weights compare",
           grid=_vary("min_cases", 5, 20, 50), memory=Memory(7.0, spread=700.0, class_rows=3.0),
           readable="tree"),
    _entry("decision_tree", "classifier", "trees.decision_tree:DecisionTreeClassifier",
           "Decision tree (CART)", "决策树（CART）", "numeric nominal missing sparse weights compare",
           grid=_cross("min_samples_leaf", (5, 20, 50), "ccp_alpha", (0.001, 0.01)),
           memory=_TREE, readable="tree"),
    _entry("decision_tree_regressor", "regressor", "trees.decision_tree_regressor:DecisionTreeRegressor",
           "Regression tree", "回归树", "numeric nominal missing sparse weights compare",
           grid=_cross("min_samples_leaf", (5, 20, 50), "ccp_alpha", (0.001, 0.01)), memory=_TREE),
    _entry("random_forest", "classifier", "ensemble.forest.classifier:RandomForestClassifier",
           "Random forest", "随机森林", "numeric nominal missing sparse weights iterative compare",
           grid=_cross("min_samples_leaf", (3, 10), "max_features", (0.3, 1.0)),
           memory=Memory(4.0, rows=300.0, class_rows=3.0)),
    _entry("random_forest_regressor", "regressor", "ensemble.forest.regressor:RandomForestRegressor",
           "Random forest regression", "随机森林回归",
           "numeric nominal missing sparse weights iterative compare",
           grid=_cross("min_samples_leaf", (3, 10), "max_features", (0.3, 1.0)),
           memory=Memory(4.0, rows=300.0)),
    _entry("bagging", "classifier", "ensemble.bagging.bagging:BaggingClassifier",
           "Bagging", "装袋法", "numeric missing sparse weights iterative"),
    _entry("bagging_regressor", "regressor", "ensemble.bagging.regressor:BaggingRegressor",
           "Bagging regression", "装袋回归", "numeric missing sparse weights iterative"),
    # Compared by name only: by default it combines three models that have rows of their own.
    _entry("voting", "classifier", "ensemble.voting:VotingClassifier",
           "Voting", "投票法", "numeric weights iterative"),
    _entry("adaboost", "classifier", "ensemble.adaboost.adaboost:AdaBoostClassifier",
           "AdaBoost", "AdaBoost 提升", "numeric nominal missing sparse weights iterative compare",
           grid=_cross("n_estimators", (20, 200), "learning_rate", (0.1, 0.5)), memory=_TREE),
    _entry("adaboost_regressor", "regressor", "ensemble.adaboost.regressor:AdaBoostRegressor",
           "AdaBoost regression", "AdaBoost 回归", "numeric nominal missing sparse weights iterative compare",
           grid=_cross("n_estimators", (20, 200), "learning_rate", (0.1, 0.5)), memory=_TREE),
    _entry("hist_gradient_boosting", "classifier",
           "ensemble.boosting.classifier:HistGradientBoostingClassifier",
           "Gradient boosting", "梯度提升", "numeric nominal missing weights iterative compare",
           grid=_cross("learning_rate", (0.03, 0.3), "max_leaf_nodes", (8, 63)),
           memory=Memory(2.5, rows=10.0, class_rows=3.0)),
    _entry("hist_gradient_boosting_regressor", "regressor",
           "ensemble.boosting.regressor:HistGradientBoostingRegressor",
           "Gradient boosting regression", "梯度提升回归",
           "numeric nominal missing weights iterative compare",
           grid=_cross("learning_rate", (0.03, 0.3), "max_leaf_nodes", (8, 63)),
           memory=Memory(2.5, rows=10.0)),
    _entry("linear_regression", "regressor", "linear.linear_regression:LinearRegression",
           "Linear regression", "线性回归", "numeric sparse weights mergeable full_rank raw compare",
           memory=Memory(2.0, squares=2.0), leave_one_out="smoother"),
    _entry("ridge", "regressor", "linear.ridge:Ridge",
           "Ridge regression", "岭回归", "numeric sparse weights mergeable compare",
           grid=_vary("alpha", 0.01, 0.1, 10.0, 100.0), memory=Memory(2.0, squares=2.0), readable="linear",
           leave_one_out="smoother"),
    _entry("lasso", "regressor", "linear.elastic_net.lasso:Lasso",
           "Lasso", "套索回归（lasso）", "numeric sparse weights mergeable iterative compare",
           grid=_vary("alpha", 0.001, 0.01, 0.1, 10.0), memory=Memory(2.0, squares=2.0), readable="linear"),
    _entry("elastic_net", "regressor", "linear.elastic_net.elastic_net:ElasticNet",
           "Elastic net", "弹性网", "numeric sparse weights mergeable iterative compare",
           grid=_cross("alpha", (0.001, 0.01, 0.1, 10.0), "l1_ratio", (0.1, 0.9)),
           memory=Memory(2.0, squares=2.0), readable="linear"),
    _entry("bayesian_ridge", "regressor", "linear.bayesian_ridge:BayesianRidge",
           "Bayesian ridge regression", "贝叶斯岭回归", "numeric sparse weights mergeable iterative compare",
           memory=Memory(2.0, squares=2.0), readable="linear"),
    _entry("bayesian_linear", "regressor", "linear.bayesian_linear:BayesianLinearRegression",
           "Bayesian linear regression", "贝叶斯线性回归", "numeric sparse weights mergeable"),
    _entry("fisher", "classifier", "linear.fisher:FisherDiscriminant",
           "Fisher discriminant", "Fisher 线性判别", "numeric weights mergeable full_rank",
           memory=Memory(4.0, squares=4.0)),
    _entry("reject_near_boundary", "classifier", "linear.reject_near_boundary:RejectNearBoundary",
           "Rejection near the boundary", "边界附近拒判", "numeric weights"),
    _entry("least_squares", "classifier", "linear.least_squares_classifier:LeastSquaresClassifier",
           "Least-squares classifier", "最小二乘分类", "numeric weights mergeable",
           memory=Memory(4.0, squares=4.0)),
    _entry("pca", "transformer", "reduce.pca.pca:PCA",
           "Principal components", "主成分分析", "numeric sparse weights mergeable reduces"),
    _entry("kernel_pca", "transformer", "reduce.kernel_pca.kernel_pca:KernelPCA",
           "Kernel PCA", "核主成分分析", "numeric sparse reduces"),
    _entry("classical_mds", "transformer", "reduce.mds.classical_mds:ClassicalMDS",
           "Classical MDS", "经典多维缩放", "numeric reduces"),
    _entry("mds", "transformer", "reduce.mds.mds:MDS",
           "Metric MDS", "多维缩放（SMACOF）", "numeric reduces iterative"),
    _entry("isomap", "transformer", "reduce.isomap.isomap:Isomap",
           "Isomap", "等距映射", "numeric sparse reduces"),
    _entry("lle", "transformer", "reduce.lle.lle:LocallyLinearEmbedding",
           "Locally linear embedding", "局部线性嵌入", "numeric reduces"),
    _entry("sne", "transformer", "reduce.tsne.sne:SNE",
           "SNE", "随机邻域嵌入", "numeric reduces iterative"),
    _entry("tsne", "transformer", "reduce.tsne.tsne:TSNE",
           "t-SNE", "t 分布随机邻域嵌入（t-SNE）", "numeric sparse reduces iterative"),
    _entry("kmeans", "clusterer", "cluster.kmeans.kmeans:KMeans",
           "k-means", "k 均值", "numeric sparse weights iterative"),
    _entry("agglomerative", "clusterer", "cluster.hierarchy.agglomerative:AgglomerativeClustering",
           "Agglomerative clustering", "层次聚类", "numeric"),
    _entry("divisive", "clusterer", "cluster.hierarchy.divisive:DivisiveClustering",
           "Divisive clustering", "自顶向下的层次聚类", "numeric"),
    _entry("gaussian_mixture", "clusterer", "cluster.mixture.gaussian_mixture:GaussianMixture",
           "Gaussian mixture", "高斯混合模型", "numeric weights iterative"),
    _entry("bernoulli_mixture", "clusterer", "cluster.mixture.bernoulli_mixture:BernoulliMixture",
           "Bernoulli mixture", "伯努利混合模型", "numeric discrete weights iterative"),
    _entry("categorical_mixture", "clusterer", "cluster.mixture.categorical_mixture:CategoricalMixture",
           "Categorical mixture", "类别混合模型", "discrete weights iterative"),
    _entry("one_vs_one", "classifier", "multiclass.one_vs_one:OneVsOneClassifier",
           "One-vs-one", "一对一", "numeric weights iterative"),
    _entry("one_vs_rest", "classifier", "multiclass.one_vs_rest:OneVsRestClassifier",
           "One-vs-rest", "一对其余", "numeric weights iterative"),
)

REGISTRY: dict[str, Entry] = {entry.name: entry for entry in _ENTRIES}

# Made of the best of the others: they stand beside the registry, as the baseline does.
_POOLABLE = "numeric nominal missing sparse weights compare"
POOLED: dict[str, Entry] = {
    entry.name: entry
    for entry in (
        _entry("weighted_vote", "classifier", "ensemble.pooled.models:PooledClassifier",
               "Weighted vote of the best", "最优模型的加权投票", _POOLABLE, memory=Memory(0.5)),
        _entry("stacking", "classifier", "ensemble.pooled.models:PooledClassifier",
               "Stacking of the best", "最优模型的堆叠", _POOLABLE, memory=Memory(0.5)),
        _entry("weighted_mean", "regressor", "ensemble.pooled.models:PooledRegressor",
               "Weighted mean of the best", "最优模型的加权平均", _POOLABLE, memory=Memory(0.5)),
    )
}
# fmt: on


def entries(kind: Kind | None = None, compare: bool | None = None) -> list[Entry]:
    """Entries of a kind, or of those that do or do not take part in `compare`."""
    return [
        entry
        for entry in _ENTRIES
        if (kind is None or entry.kind == kind) and (compare is None or entry.compare == compare)
    ]


def entry_of(estimator: object) -> Entry | None:
    """The entry of an estimator's own class; None for any other class, of the same name or a subclass.

    Examples
    --------
    >>> from fenlei import SVC
    >>> import sklearn.svm
    >>> entry_of(SVC()).name, entry_of(sklearn.svm.SVC())
    ('svc', None)
    """
    path = f"{type(estimator).__module__}:{type(estimator).__qualname__}"
    return next((entry for entry in REGISTRY.values() if entry.path == path), None)
