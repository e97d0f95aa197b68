"""The closed list of estimators: what each is called, where it lives and what it can take.

The contract tests, `compare`, the command line and the model files all go by this list. Nothing is imported
until `Entry.load` is called, and nothing that is not on the list is ever imported by name.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import Any


@dataclass(frozen=True)
class Entry:
    """One estimator."""

    name: str  # on the command line and in model files
    path: str  # "module:class"
    kind: str  # "classifier", "regressor", "transformer", "clusterer"
    label_en: str
    label_zh: str
    numeric: bool = True  # takes numeric columns
    nominal: bool = False  # takes category codes and text columns as they are
    missing: bool = False  # takes missing values as they are
    sparse: bool = False
    weights: bool = True
    mergeable: bool = True
    full_rank: bool = False  # wants no column that is a sum of others
    compare: bool = True  # has a row in `compare`

    @property
    def class_name(self) -> str:
        return self.path.partition(":")[2]

    def load(self) -> Any:
        """The class itself."""
        module, _, name = self.path.partition(":")
        return getattr(import_module(module), name)


_ENTRIES = (
    Entry(
        "bayes_classifier",
        "fenlei.bayes.joint.bayes_classifier:BayesClassifier",
        "classifier",
        "Bayes classifier (joint)",
        "贝叶斯分类器 (联合分布)",
        nominal=True,
        missing=True,
    ),
    Entry(
        "gaussian_nb",
        "fenlei.bayes.gaussian_nb:GaussianNB",
        "classifier",
        "Gaussian naive Bayes",
        "高斯朴素贝叶斯",
        missing=True,
    ),
    Entry(
        "mixed_nb",
        "fenlei.bayes.mixed_nb:MixedNB",
        "classifier",
        "Mixed naive Bayes",
        "混合朴素贝叶斯",
        nominal=True,
        missing=True,
    ),
    Entry(
        "categorical_nb",
        "fenlei.bayes.categorical_nb:CategoricalNB",
        "classifier",
        "Categorical naive Bayes",
        "类别朴素贝叶斯",
        numeric=False,
        nominal=True,
        missing=True,
    ),
    Entry(
        "multinomial_nb",
        "fenlei.bayes.multinomial_nb:MultinomialNB",
        "classifier",
        "Multinomial naive Bayes",
        "多项式朴素贝叶斯",
        sparse=True,
        compare=False,
    ),
    Entry(
        "bernoulli_nb",
        "fenlei.bayes.bernoulli_nb:BernoulliNB",
        "classifier",
        "Bernoulli naive Bayes",
        "伯努利朴素贝叶斯",
        sparse=True,
        compare=False,
    ),
    Entry(
        "poisson_nb",
        "fenlei.bayes.poisson_nb:PoissonNB",
        "classifier",
        "Poisson naive Bayes",
        "泊松朴素贝叶斯",
        missing=True,
        compare=False,
    ),
    Entry(
        "kernel_nb",
        "fenlei.bayes.kernel_nb:KernelNB",
        "classifier",
        "Kernel density naive Bayes",
        "核密度朴素贝叶斯",
        missing=True,
        compare=False,
    ),
    Entry(
        "minimum_risk",
        "fenlei.bayes.decision.minimum_risk_classifier:MinimumRiskClassifier",
        "classifier",
        "Minimum risk decision",
        "最小风险决策",
        missing=True,
        mergeable=False,
        compare=False,
    ),
    Entry(
        "lda",
        "fenlei.linear.lda:LinearDiscriminantAnalysis",
        "classifier",
        "Linear discriminant analysis",
        "线性判别分析",
        full_rank=True,
    ),
    Entry(
        "logistic_regression",
        "fenlei.linear.logistic.logistic_regression:LogisticRegression",
        "classifier",
        "Logistic regression",
        "逻辑斯谛回归",
        sparse=True,
        mergeable=False,
    ),
    Entry(
        "perceptron",
        "fenlei.linear.perceptron.perceptron:Perceptron",
        "classifier",
        "Perceptron",
        "感知机",
        sparse=True,
        mergeable=False,
    ),
    Entry(
        "qda",
        "fenlei.bayes.qda:QuadraticDiscriminantAnalysis",
        "classifier",
        "Quadratic discriminant analysis",
        "二次判别分析",
        full_rank=True,
    ),
    Entry(
        "k_neighbors",
        "fenlei.neighbors.k_neighbors:KNeighborsClassifier",
        "classifier",
        "k nearest neighbours",
        "k 近邻",
        sparse=True,
        mergeable=False,
    ),
    Entry(
        "linear_svc",
        "fenlei.svm.linear_svc.linear_svc:LinearSVC",
        "classifier",
        "Linear support vector machine",
        "线性支持向量机",
        sparse=True,
        mergeable=False,
    ),
    Entry(
        "nearest_centroid",
        "fenlei.neighbors.nearest_centroid:NearestCentroid",
        "classifier",
        "Nearest centroid",
        "最小距离分类器",
        sparse=True,
        mergeable=False,
    ),
    Entry(
        "nearest_prototype",
        "fenlei.neighbors.prototypes:NearestPrototype",
        "classifier",
        "Nearest sub-class prototype",
        "子类代表点最小距离分类器",
        sparse=True,
        mergeable=False,
        compare=False,
    ),
    Entry(
        "svc",
        "fenlei.svm.svc.svc:SVC",
        "classifier",
        "Support vector machine",
        "支持向量机",
        sparse=True,
        mergeable=False,
    ),
    Entry(
        "id3",
        "fenlei.trees.id3:ID3Classifier",
        "classifier",
        "Decision tree (ID3)",
        "决策树 (ID3)",
        numeric=False,
        nominal=True,
        missing=True,
        sparse=True,
        mergeable=False,
    ),
    Entry(
        "c45",
        "fenlei.trees.c45:C45Classifier",
        "classifier",
        "Decision tree (C4.5)",
        "决策树 (C4.5)",
        nominal=True,
        missing=True,
        sparse=True,
        mergeable=False,
    ),
    Entry(
        "decision_tree",
        "fenlei.trees.decision_tree:DecisionTreeClassifier",
        "classifier",
        "Decision tree (CART)",
        "决策树 (CART)",
        nominal=True,
        missing=True,
        sparse=True,
        mergeable=False,
    ),
    Entry(
        "decision_tree_regressor",
        "fenlei.trees.decision_tree_regressor:DecisionTreeRegressor",
        "regressor",
        "Regression tree",
        "回归树",
        nominal=True,
        missing=True,
        sparse=True,
        mergeable=False,
        compare=False,
    ),
    Entry(
        "random_forest",
        "fenlei.ensemble.forest.classifier:RandomForestClassifier",
        "classifier",
        "Random forest",
        "随机森林",
        nominal=True,
        missing=True,
        sparse=True,
        mergeable=False,
    ),
    Entry(
        "random_forest_regressor",
        "fenlei.ensemble.forest.regressor:RandomForestRegressor",
        "regressor",
        "Random forest regression",
        "随机森林回归",
        nominal=True,
        missing=True,
        sparse=True,
        mergeable=False,
        compare=False,
    ),
    Entry(
        "bagging",
        "fenlei.ensemble.bagging.bagging:BaggingClassifier",
        "classifier",
        "Bagging",
        "装袋法",
        missing=True,
        sparse=True,
        mergeable=False,
        compare=False,
    ),
    Entry(
        "adaboost",
        "fenlei.ensemble.adaboost.adaboost:AdaBoostClassifier",
        "classifier",
        "AdaBoost",
        "AdaBoost 提升",
        nominal=True,
        missing=True,
        sparse=True,
        mergeable=False,
    ),
    Entry(
        "linear_regression",
        "fenlei.linear.linear_regression:LinearRegression",
        "regressor",
        "Linear regression",
        "线性回归",
        sparse=True,
        compare=False,
    ),
    Entry(
        "ridge",
        "fenlei.linear.ridge:Ridge",
        "regressor",
        "Ridge regression",
        "岭回归",
        sparse=True,
        compare=False,
    ),
    Entry(
        "bayesian_ridge",
        "fenlei.linear.bayesian_ridge:BayesianRidge",
        "regressor",
        "Bayesian ridge regression",
        "贝叶斯岭回归",
        sparse=True,
        compare=False,
    ),
    Entry(
        "bayesian_linear",
        "fenlei.linear.bayesian_linear:BayesianLinearRegression",
        "regressor",
        "Bayesian linear regression",
        "贝叶斯线性回归",
        sparse=True,
        compare=False,
    ),
    Entry(
        "fisher",
        "fenlei.linear.fisher:FisherDiscriminant",
        "classifier",
        "Fisher discriminant",
        "Fisher 线性判别",
        full_rank=True,
        compare=False,
    ),
    Entry(
        "least_squares",
        "fenlei.linear.least_squares_classifier:LeastSquaresClassifier",
        "classifier",
        "Least-squares classifier",
        "最小二乘分类",
        compare=False,
    ),
    Entry(
        "pca",
        "fenlei.reduce.pca.pca:PCA",
        "transformer",
        "Principal components",
        "主成分分析",
        sparse=True,
        compare=False,
    ),
    Entry(
        "kernel_pca",
        "fenlei.reduce.kernel_pca.kernel_pca:KernelPCA",
        "transformer",
        "Kernel PCA",
        "核主成分分析",
        sparse=True,
        weights=False,
        mergeable=False,
        compare=False,
    ),
    Entry(
        "classical_mds",
        "fenlei.reduce.mds.classical_mds:ClassicalMDS",
        "transformer",
        "Classical MDS",
        "经典多维缩放",
        weights=False,
        mergeable=False,
        compare=False,
    ),
    Entry(
        "mds",
        "fenlei.reduce.mds.mds:MDS",
        "transformer",
        "Metric MDS",
        "多维缩放 (SMACOF)",
        weights=False,
        mergeable=False,
        compare=False,
    ),
    Entry(
        "isomap",
        "fenlei.reduce.isomap.isomap:Isomap",
        "transformer",
        "Isomap",
        "等距映射",
        sparse=True,
        weights=False,
        mergeable=False,
        compare=False,
    ),
    Entry(
        "lle",
        "fenlei.reduce.lle.lle:LocallyLinearEmbedding",
        "transformer",
        "Locally linear embedding",
        "局部线性嵌入",
        weights=False,
        mergeable=False,
        compare=False,
    ),
    Entry(
        "sne",
        "fenlei.reduce.tsne.sne:SNE",
        "transformer",
        "SNE",
        "随机邻域嵌入",
        weights=False,
        mergeable=False,
        compare=False,
    ),
    Entry(
        "tsne",
        "fenlei.reduce.tsne.tsne:TSNE",
        "transformer",
        "t-SNE",
        "t 分布随机邻域嵌入 (t-SNE)",
        sparse=True,
        weights=False,
        mergeable=False,
        compare=False,
    ),
    Entry(
        "kmeans",
        "fenlei.cluster.kmeans.kmeans:KMeans",
        "clusterer",
        "k-means",
        "k 均值",
        sparse=True,
        mergeable=False,
        compare=False,
    ),
    Entry(
        "agglomerative",
        "fenlei.cluster.hierarchy.agglomerative:AgglomerativeClustering",
        "clusterer",
        "Agglomerative clustering",
        "层次聚类",
        weights=False,
        mergeable=False,
        compare=False,
    ),
    Entry(
        "gaussian_mixture",
        "fenlei.cluster.mixture.gaussian_mixture:GaussianMixture",
        "clusterer",
        "Gaussian mixture",
        "高斯混合模型",
        mergeable=False,
        compare=False,
    ),
    Entry(
        "bernoulli_mixture",
        "fenlei.cluster.mixture.bernoulli_mixture:BernoulliMixture",
        "clusterer",
        "Bernoulli mixture",
        "伯努利混合模型",
        mergeable=False,
        compare=False,
    ),
    Entry(
        "categorical_mixture",
        "fenlei.cluster.mixture.categorical_mixture:CategoricalMixture",
        "clusterer",
        "Categorical mixture",
        "类别混合模型",
        numeric=False,
        mergeable=False,
        compare=False,
    ),
    Entry(
        "one_vs_one",
        "fenlei.multiclass.one_vs_one:OneVsOneClassifier",
        "classifier",
        "One-vs-one",
        "一对一",
        mergeable=False,
        compare=False,
    ),
    Entry(
        "one_vs_rest",
        "fenlei.multiclass.one_vs_rest:OneVsRestClassifier",
        "classifier",
        "One-vs-rest",
        "一对其余",
        mergeable=False,
        compare=False,
    ),
)

REGISTRY: dict[str, Entry] = {entry.name: entry for entry in _ENTRIES}


def entries(kind: str | None = None, compare: bool | None = None) -> list[Entry]:
    """Entries of a kind, or of those that do or do not take part in `compare`."""
    return [
        entry
        for entry in _ENTRIES
        if (kind is None or entry.kind == kind) and (compare is None or entry.compare == compare)
    ]
