from . import evaluate, plot
from .bayes import (
    BayesClassifier,
    BernoulliNB,
    CategoricalNB,
    GaussianNB,
    KernelNB,
    MinimumRiskClassifier,
    MixedNB,
    MultinomialNB,
    PoissonNB,
    QuadraticDiscriminantAnalysis,
)
from .cluster import (
    AgglomerativeClustering,
    BernoulliMixture,
    CategoricalMixture,
    DivisiveClustering,
    GaussianMixture,
    KMeans,
)
from .datasets import load
from .ensemble import (
    AdaBoostClassifier,
    BaggingClassifier,
    BaggingRegressor,
    RandomForestClassifier,
    RandomForestRegressor,
    VotingClassifier,
)
from .explanation import explain
from .linear import (
    BayesianLinearRegression,
    BayesianRidge,
    FisherDiscriminant,
    LeastSquaresClassifier,
    LinearDiscriminantAnalysis,
    LinearRegression,
    LogisticRegression,
    Perceptron,
    Ridge,
)
from .model_file import load_model, save_model
from .multiclass import OneVsOneClassifier, OneVsRestClassifier
from .neighbors import (
    CondensedNearestNeighbour,
    EditedNearestNeighbours,
    KDTree,
    KNeighborsClassifier,
    NearestCentroid,
    NearestPrototype,
    ReducedNearestNeighbour,
)
from .reduce import MDS, PCA, SNE, TSNE, ClassicalMDS, Isomap, KernelPCA, LocallyLinearEmbedding
from .report import write_report
from .study import compare, train
from .svm import SVC, LinearSVC
from .table import prepare, read_table
from .trees import C45Classifier, DecisionTreeClassifier, DecisionTreeRegressor, ID3Classifier, prune

__version__: str
__all__ = [
    "MDS",
    "PCA",
    "SNE",
    "SVC",
    "TSNE",
    "AdaBoostClassifier",
    "AgglomerativeClustering",
    "BaggingClassifier",
    "BaggingRegressor",
    "BayesClassifier",
    "BayesianLinearRegression",
    "BayesianRidge",
    "BernoulliMixture",
    "BernoulliNB",
    "C45Classifier",
    "CategoricalMixture",
    "CategoricalNB",
    "ClassicalMDS",
    "CondensedNearestNeighbour",
    "DecisionTreeClassifier",
    "DecisionTreeRegressor",
    "DivisiveClustering",
    "EditedNearestNeighbours",
    "FisherDiscriminant",
    "GaussianMixture",
    "GaussianNB",
    "ID3Classifier",
    "Isomap",
    "KDTree",
    "KMeans",
    "KNeighborsClassifier",
    "KernelNB",
    "KernelPCA",
    "LeastSquaresClassifier",
    "LinearDiscriminantAnalysis",
    "LinearRegression",
    "LinearSVC",
    "LocallyLinearEmbedding",
    "LogisticRegression",
    "MinimumRiskClassifier",
    "MixedNB",
    "MultinomialNB",
    "NearestCentroid",
    "NearestPrototype",
    "OneVsOneClassifier",
    "OneVsRestClassifier",
    "Perceptron",
    "PoissonNB",
    "QuadraticDiscriminantAnalysis",
    "RandomForestClassifier",
    "RandomForestRegressor",
    "ReducedNearestNeighbour",
    "Ridge",
    "VotingClassifier",
    "compare",
    "evaluate",
    "explain",
    "load",
    "load_model",
    "plot",
    "prepare",
    "prune",
    "read_table",
    "save_model",
    "train",
    "write_report",
]
