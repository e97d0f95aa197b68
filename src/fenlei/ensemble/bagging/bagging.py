r"""Bagging: classifiers of one kind, each fitted to rows drawn anew, vote.

Model: classifiers h_1 .. h_T, clones of one. Estimate: h_t is fitted to rows drawn with replacement
(bagging), or without (pasting), and perhaps to features drawn as well (random subspaces, random patches).
Decision: the class with the largest mean probability; or, if the classifiers give none, with the most votes.

A vote of many unstable classifiers has the bias of one and less variance (`vote.py`). Out of bag, each row is
scored by the classifiers that were not fitted to it.

Rows and features are drawn in `draws.py`. A classifier that takes weights receives every row, weighted by the
times it was drawn, and so knows every class; any other receives the drawn rows.
Reference: Breiman, Bagging predictors, Machine Learning 24 (1996); source 002, bagging.
"""

from __future__ import annotations

from typing import ClassVar

from sklearn.base import BaseEstimator

from fenlei.ensemble.bagging.bagged_parts import BaggedParts
from fenlei.ensemble.bagging.vote import MeanVote
from fenlei.messages import phrase
from fenlei.parameters import NONE, Limit, either
from fenlei.trees.decision_tree import DecisionTreeClassifier


class BaggingClassifier(MeanVote):
    r"""Bagging of any classifier.

    Parameters
    ----------
    estimator : classifier, default=None
        What is fitted to drawn rows; None: `DecisionTreeClassifier()`.
    n_estimators : int, default=10
    max_samples : int, float or None, default=None
        Number of draws, which may exceed the number of rows if `bootstrap`; a share of the rows that have
        weight if it is a float; None: as many as these rows.
    max_features : int or float, default=1.0
        Number, or share, of the features that each part takes.
    bootstrap : bool, default=True
        Whether rows are drawn with replacement.
    bootstrap_features : bool, default=False
        Whether features are drawn with replacement.
    oob_score : bool, default=False
        Whether to score each row by the parts that were not fitted to it.
    warm_start : bool, default=False
        Whether `fit` adds parts to the existing ones.
    n_jobs : int, default=None
        Threads; None is all cores. The result does not depend on it.
    random_state : int, RandomState or None, default=None
    verbose : int, default=0
        Above 0, a line for each part that is fitted.

    Attributes
    ----------
    classes_ : ndarray of shape (K,)
    estimator_ : classifier
    estimators_ : list of T classifiers
        Their classes are the codes 0 .. K - 1.
    estimators_features_ : list of T ndarrays
    estimators_samples_ : list of T ndarrays
        Rows that each part was fitted to, repeated as often as drawn; known until the model is saved.
    oob_score_ : float
    oob_decision_function_ : ndarray of shape (n, K)
        Mean probabilities by the parts that were not fitted to the row; NaN if every part was.
    n_classes_, n_features_in_ : int
    feature_names_in_ : ndarray of shape (p,)

    Notes
    -----
    `sample_weight` says how likely a row is drawn, not how many are: a row of weight zero is no row, a factor
    on all weights changes nothing, and a weight equals repeated rows where the number of draws is the same,
    that is with a whole `max_samples`.

    Differences from scikit-learn: rows are drawn by what they contain, so their order does not matter; a
    float `max_samples` is a share of the rows, whatever they weigh; without replacement and with all rows the
    weights go to the parts; features of a part are in ascending order; frames with text columns go to the
    parts as they are; `oob_score` goes with `warm_start`. A model file can hold it if the parts are fenlei's.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> X, y = load_iris(return_X_y=True)
    >>> bag = BaggingClassifier(n_estimators=20, oob_score=True, random_state=0).fit(X, y)
    >>> bool(bag.oob_score_ > 0.9), len(bag.estimators_)
    (True, 20)
    """

    _limits: ClassVar[dict[str, Limit]] = {
        **BaggedParts._limits,
        "estimator": either(NONE, Limit(lambda value: hasattr(value, "fit"), phrase("limit.classifier"))),
    }

    def _default(self) -> BaseEstimator:
        return DecisionTreeClassifier()
