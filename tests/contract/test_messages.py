"""Every sentence of the estimators, said by the code that says it; both languages; exit codes; pickling."""

from __future__ import annotations

import pickle
import string
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from sklearn.covariance import OAS

from fenlei import (
    BayesianLinearRegression,
    CategoricalNB,
    DecisionTreeClassifier,
    GaussianNB,
    KNeighborsClassifier,
    LinearDiscriminantAnalysis,
    MultinomialNB,
    QuadraticDiscriminantAnalysis,
    VotingClassifier,
)
from fenlei.ensemble.calibration.calibrated import CalibratedClassifier
from fenlei.errors import MESSAGES, DataError, FenleiError, FenleiWarning, ModelFileError, UsageError
from fenlei.errors import wording as worded

AREAS = (
    "estimator",
    "weights",
    "labels",
    "naive_bayes",
    "counts",
    "categorical",
    "discriminant",
    "covariance",
)

X = np.array([[0.0, 1.0], [1.0, 3.0], [2.0, 2.0], [5.0, 4.0], [6.0, 9.0], [7.0, 5.0]])
Y = np.array([0, 0, 0, 1, 1, 1])
CODES = np.array([[0], [0], [1], [2]])
LDA, QDA = LinearDiscriminantAnalysis, QuadraticDiscriminantAnalysis


def _merge_different() -> None:
    GaussianNB(var_smoothing=1.0).fit(X, Y).merge(GaussianNB().fit(X, Y))


def _merge_foreign() -> None:
    model = LDA(solver="eigen", covariance_estimator=OAS()).fit(X, Y)
    model.merge(model)


def _change_between_chunks() -> None:
    model = LDA(solver="eigen").fit(X, Y).set_params(priors=[0.2, 0.8])
    model.partial_fit(X, Y)


def _assign(model: Any, **attributes: Any) -> Any:
    for name, value in attributes.items():
        setattr(model, name, value)
    return model


# key: (what brings it about, the English sentence)
SENTENCES: dict[str, tuple[Callable[[], Any], str]] = {
    "estimator.range": (
        lambda: LDA().fit(X, Y).decision_function([[1e308, -1e308]]),
        "LinearDiscriminantAnalysis: with values from 1e+308 to 1e+308 in X, a result leaves the range of "
        "floating-point numbers; rescale the columns.",
    ),
    "estimator.digits": (
        lambda: BayesianLinearRegression().fit(X + 1e30, Y),
        "BayesianLinearRegression: the sums over the rows have too few correct digits to be solved; centre "
        "and rescale the columns of X.",
    ),
    "labels.empty": (
        lambda: VotingClassifier().fit(X[:0], Y[:0]),
        "The target has no labels; give at least one row.",
    ),
    "estimator.parameter": (
        lambda: LDA(solver="qr").fit(X, Y),
        "LinearDiscriminantAnalysis: solver='qr' is not accepted; give 'svd' or 'lsqr' or 'eigen'.",
    ),
    "estimator.class_weight": (
        lambda: GaussianNB(class_weight={"甲": 2}).fit(X, Y),
        "GaussianNB: class_weight names '甲', which is not a class; the classes are [0, 1].",
    ),
    "estimator.balanced_stream": (
        lambda: GaussianNB(class_weight="balanced").partial_fit(X, Y, classes=[0, 1]),
        "GaussianNB: class_weight='balanced' needs all rows at once; give partial_fit a dict of label: "
        "weight.",
    ),
    "estimator.first_classes": (
        lambda: GaussianNB().partial_fit(X, Y),
        "GaussianNB: classes must be passed on the first call to partial_fit.",
    ),
    "estimator.other_classes": (
        lambda: GaussianNB().fit(X, Y).partial_fit(X, Y, classes=[0, 2]),
        "GaussianNB: classes=[0, 2] is not the same as on the first call to partial_fit, [0, 1].",
    ),
    "estimator.merge": (
        _merge_different,
        "GaussianNB: cannot merge with GaussianNB; both must be fitted GaussianNB models with the same "
        "parameters and features.",
    ),
    "estimator.attribute": (
        lambda: _assign(GaussianNB().fit(X, Y), theta_=np.zeros((2, 3))).predict(X),
        "GaussianNB: the attribute theta_ has shape (2, 3) where shape (K, p) with p = 2 is needed; assign "
        "an array of that form, or fit again.",
    ),
    "estimator.attributes": (
        lambda: _assign(GaussianNB().fit(X, Y), theta_=[["much"]]).predict(X),
        "GaussianNB: the attributes theta_, var_, class_prior_, class_count_, epsilon_ do not make a model "
        "(could not convert string to float: np.str_('much')); assign arrays as a fit gives them.",
    ),
    "estimator.assigned": (
        lambda: _assign(LDA().fit(X, Y), coef_=np.ones((1, 2))).partial_fit(X, Y),
        "LinearDiscriminantAnalysis: attributes of the model were assigned, so its sums over rows no longer "
        "belong to it; call fit on all rows.",
    ),
    "estimator.width": (
        lambda: _assign(LDA(), coef_=np.ones((1, 3)), intercept_=[0.0], classes_=Y[2:4]).predict(X),
        "X has 2 features, but LinearDiscriminantAnalysis is expecting 3 features as input.",
    ),
    "estimator.words": (
        lambda: GaussianNB().fit(np.array([[1, "male"], [2, "female"]], dtype=object), [0, 1]),
        "GaussianNB: column 1 holds words (could not convert string to float: 'male'); code them as numbers "
        "first, for example by fenlei.prepare.",
    ),
    "estimator.svd_only": (
        lambda: QDA(shrinkage=0.5).fit(X, Y),
        "QuadraticDiscriminantAnalysis: shrinkage not supported with 'svd' solver; set solver='eigen'.",
    ),
    "estimator.not_to_be_fitted": (
        lambda: CalibratedClassifier().fit(X, Y),
        "CalibratedClassifier is made by `compare` and read from model files; fit the classifier inside it, "
        "`estimator_`, or run `compare` again.",
    ),
    "estimator.needs_rows": (
        _merge_foreign,
        "LinearDiscriminantAnalysis: covariance_estimator needs the rows themselves, not a summary of "
        "them; call fit on all rows.",
    ),
    "estimator.overflow": (
        lambda: GaussianNB().fit(X * 1e200, Y),
        "GaussianNB: values as large as 9e+200 overflow when they are squared and summed; rescale the "
        "features.",
    ),
    "estimator.function_answer": (
        lambda: KNeighborsClassifier(n_neighbors=1, weights=lambda _: "near").fit(X, Y).predict(X),
        "The function given as weights returned 'near', of type str; it should return numbers.",
    ),
    "estimator.priors": (
        lambda: GaussianNB(priors=[0.5, 0.3, 0.2]).fit(X, Y),
        "GaussianNB: priors=[0.5, 0.3, 0.2] cannot be used: Number of priors must match number of "
        "classes; give one number of at least 0 for each of the 2 classes.",
    ),
    "estimator.priors_sum": (
        lambda: LDA(priors=[1.0, 2.0]).fit(X, Y),
        "The priors do not sum to 1. Renormalizing",
    ),
    "estimator.changed": (
        _change_between_chunks,
        "LinearDiscriminantAnalysis: parameters were changed since the rows so far were taken in, and now "
        "need another summary; fit anew.",
    ),
    "estimator.text": (
        lambda: CategoricalNB().fit(CODES, [0, 0, 1, 1]).predict(np.array([["a"]], dtype=object)),
        "CategoricalNB was fitted to numbers and cannot take text columns; give the same kind of columns.",
    ),
    "weights.class": (
        lambda: GaussianNB(class_weight={0: -1}).fit(X, Y),
        "class_weight: some are negative; weights must be finite, at least 0 and not all zero.",
    ),
    "weights.targets": (
        lambda: DecisionTreeClassifier(class_weight={0: 2}).fit(X, np.stack([Y, Y], axis=1)),
        "DecisionTreeClassifier: this class_weight does not go with a number of targets of 2; give "
        "'balanced' or a list with one dict of label: weight per target.",
    ),
    "weights.first": (
        lambda: GaussianNB(class_weight={0: 0.0}).partial_fit(X[:3], Y[:3], classes=[0, 1]),
        "GaussianNB: class_weight is 0 for every class of the first rows; start with rows that have weight.",
    ),
    "weights.shape": (
        lambda: GaussianNB().fit(X, Y, sample_weight=[1, 2]),
        "sample_weight has shape (2,), but there are 6 rows; give one weight per row.",
    ),
    "weights.value": (
        lambda: GaussianNB().fit(X, Y, sample_weight=[1, 1, 1, 1, 1, -1]),
        "sample_weight: some are negative; weights must be finite, at least 0 and not all zero.",
    ),
    "labels.missing": (
        lambda: GaussianNB().fit(X, np.array(["a", "b", None] * 2, dtype=object)),
        "The target has missing labels; drop those rows or give them a label of their own.",
    ),
    "labels.mixed": (
        lambda: GaussianNB().fit(X, np.array(["a", 1] * 3, dtype=object)),
        "The target mixes kinds of labels, for example ['a', 1]; make them all text or all numbers.",
    ),
    "labels.kind": (
        lambda: GaussianNB().fit(X, Y.astype("datetime64[D]")),
        "Unknown label type: datetime64[D]; labels are text, booleans or whole numbers.",
    ),
    "labels.continuous": (
        lambda: GaussianNB().fit(X, Y + 0.5),
        "Unknown label type: continuous, for example 0.5; a classifier needs a finite set of labels.",
    ),
    "labels.unknown": (
        lambda: GaussianNB().fit(X, Y).partial_fit(X, Y + 1),
        "The target label(s) [2] in y do not exist in the initial classes [0, 1].",
    ),
    "naive_bayes.zero_variance": (
        lambda: GaussianNB(var_smoothing=0).fit(np.column_stack([X, np.ones(6)]), Y),
        "GaussianNB: feature 2 is constant in class 0 (2 such cells) and var_smoothing adds nothing to "
        "its variance of 0; 4.66667e-09 is used instead. Set var_smoothing above 0.",
    ),
    "naive_bayes.zero_probability": (
        lambda: CategoricalNB(alpha=0).fit([[0, 1], [1, 0]], [0, 1]).predict([[0, 0]]),
        "CategoricalNB: 1 row has probability 0 in every class (alpha=0 leaves zero counts); the class "
        "prior is used instead. Set alpha above 0.",
    ),
    "naive_bayes.alpha": (
        lambda: CategoricalNB(alpha=0, force_alpha=False).fit(CODES, [0, 0, 1, 1]),
        "alpha too small will result in numeric errors, setting alpha = 1e-10. Use `force_alpha=True` to "
        "keep alpha unchanged.",
    ),
    "counts.negative": (
        lambda: MultinomialNB().fit(-X, Y),
        "Negative values in data passed to MultinomialNB (input X), for example -9; counts are at least 0.",
    ),
    "categorical.negative": (
        lambda: CategoricalNB().fit(-CODES, [0, 0, 1, 1]),
        "Negative values in data passed to CategoricalNB (input X): column 0; categories are coded 0, 1, "
        "2, ..., or given as text in a DataFrame.",
    ),
    "categorical.fraction": (
        lambda: CategoricalNB().fit(CODES + 0.5, [0, 0, 1, 1]),
        "CategoricalNB: column 0 has the value 0.5, but category codes are whole numbers; fractions are "
        "cut off. For measured features use GaussianNB.",
    ),
    "categorical.too_large": (
        lambda: CategoricalNB().fit(CODES * 10**9, [0, 0, 1, 1]),
        "CategoricalNB: column 0 has the code 1e+09; codes are 0, 1, 2, ... below 16777216. Is it a "
        "measurement or an identifier?",
    ),
    "categorical.min_categories": (
        lambda: CategoricalNB(min_categories=[1, 2]).fit(CODES, [0, 0, 1, 1]),
        "'min_categories' should have shape (1,). Got (2,) instead.",
    ),
    "discriminant.too_few": (
        lambda: LDA().fit(X[::3], [0, 1]),
        "LinearDiscriminantAnalysis: the number of samples must be more than the number of classes; got 2 "
        "rows and 2 classes.",
    ),
    "discriminant.components": (
        lambda: LDA(n_components=2).fit(X, Y),
        "n_components cannot be larger than min(n_features, n_classes - 1) = 1; got 2.",
    ),
    "discriminant.singular": (
        lambda: LDA().fit(np.column_stack([X, np.ones(6)]), Y),
        "LinearDiscriminantAnalysis: the within-class covariance is singular (rank 2 of 3); directions "
        "without spread inside the classes are left out. Drop constant or duplicate columns, or set "
        "shrinkage.",
    ),
    "discriminant.classes": (
        lambda: QDA().fit(X, np.zeros(6)),
        "QuadraticDiscriminantAnalysis: the number of classes has to be greater than one; got 1 class.",
    ),
    "discriminant.rank": (
        lambda: QDA().fit(X[:4], Y[:4].astype(str)),
        "QuadraticDiscriminantAnalysis: the covariance of class '1' is not of full rank (rank 0 of 2, "
        "weight 1; 1 of 2 classes); it was mixed with the pooled variances in the proportion 0.667. Set "
        "reg_param or shrinkage to choose another.",
    ),
    "covariance.foreign": (
        lambda: LDA(solver="eigen", covariance_estimator=GaussianNBWithoutY()).fit(X, Y),
        "GaussianNBWithoutY does not have a covariance_ attribute after fit; give an estimator of "
        "sklearn.covariance.",
    ),
    "covariance.foreign_weights": (
        lambda: QDA(solver="eigen", covariance_estimator=OAS()).fit(X, Y, sample_weight=np.ones(6)),
        "covariance_estimator=OAS takes no sample weights; leave out the weights or use shrinkage.",
    ),
}
SIZES = {  # in test_size.py
    "estimator.allocation",
    "estimator.long",
    "estimator.long_of_rows",
    "estimator.memory",
    "estimator.memory_of_rows",
}
ELSEWHERE = {
    "estimator.one_class",
    "labels.none",
    *SIZES,
}  # said by `fenlei train` and by the nearest neighbours


class GaussianNBWithoutY(GaussianNB):
    """Fits without labels, and has no covariance."""

    def fit(self, X: Any, y: Any = None) -> GaussianNBWithoutY:
        return self


def said(action: Callable[[], Any]) -> FenleiError | FenleiWarning:
    """The error raised or the one warning given."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            action()
        except FenleiError as error:
            return error
    assert len(caught) == 1, [str(warning.message) for warning in caught]
    assert caught[0].filename == __file__  # the line of the user
    return caught[0].message


@pytest.mark.parametrize("key", SENTENCES)
def test_the_sentence(key: str) -> None:
    action, sentence = SENTENCES[key]
    message = said(action)
    assert str(message) == sentence
    assert message.key == key
    chinese = message.text("zh")
    assert any("\u4e00" <= letter <= "\u9fff" for letter in chinese)
    assert "{" not in chinese.replace("{类别: 权重}", "")
    again = pickle.loads(pickle.dumps(message))
    assert (type(again), str(again), again.text("zh")) == (type(message), sentence, chinese)


def test_every_sentence_of_the_estimators_is_tested() -> None:
    ours = {key for key in MESSAGES if key.partition(".")[0] in AREAS}
    assert ours == SENTENCES.keys() | ELSEWHERE


@pytest.mark.parametrize("key", MESSAGES)
def test_both_languages_tell_the_same_facts(key: str) -> None:
    english, chinese = (
        {name for _, name, *_ in string.Formatter().parse(text) if name} for text in MESSAGES[key]
    )
    assert chinese == english


@pytest.mark.parametrize(
    ("error", "code"), [(FenleiError, 1), (UsageError, 2), (DataError, 3), (ModelFileError, 3)]
)
def test_the_exit_code_belongs_to_the_class(error: type[FenleiError], code: int) -> None:
    assert error.exit_code == code
    assert error is FenleiError or issubclass(error, ValueError)


def test_numpy_numbers_read_as_plain_ones() -> None:
    assert "np." not in worded("estimator.class_weight", estimator="E", label=np.str_("a"), classes=[1])


@pytest.mark.parametrize(
    "action",
    [
        lambda: LDA(priors=[1.0, 2.0]).partial_fit(X, Y, classes=[0, 1]),
        lambda: QDA().partial_fit(X[:4], Y[:4], classes=[0, 1]),
        lambda: GaussianNB(var_smoothing=0).partial_fit(np.ones((6, 1)), Y, classes=[0, 1]),
        lambda: CategoricalNB().fit(CODES, [0, 0, 1, 1]).predict(CODES + 0.5),
        lambda: CategoricalNB().fit(CODES, [0, 0, 1, 1]).predict_joint_log_proba(CODES + 0.5),
        lambda: CategoricalNB(alpha=0).fit([[0, 1], [1, 0]], [0, 1]).predict_log_proba([[0, 0]]),
    ],
    ids=["priors", "rank", "variance", "fraction", "fraction joint", "impossible"],
)
def test_a_warning_points_at_the_line_of_the_user(action: Callable[[], Any]) -> None:
    said(action)
