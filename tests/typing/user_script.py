"""What a user writes, with the types that an editor and a type checker see. Checked, not run."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from typing import assert_type

    from sklearn.pipeline import make_pipeline

    import fenlei
    from fenlei import (
        PCA,
        SVC,
        DecisionTreeClassifier,
        GaussianNB,
        Isomap,
        KMeans,
        KNeighborsClassifier,
        LinearDiscriminantAnalysis,
        LogisticRegression,
        RandomForestClassifier,
        Ridge,
        evaluate,
        load,
        load_model,
        save_model,
    )
    from fenlei.datasets import Dataset
    from fenlei.evaluate import accuracy_score, confusion_matrix, leave_one_out, roc_auc_score
    from fenlei.evaluate.leave_one_out_predictions import LeaveOneOut
    from fenlei.kernels import Array

    X, y = np.eye(4), [0, 1, 0, 1]

    # fit returns the estimator itself, whatever holds the rows
    assert_type(LogisticRegression(C=2.0).fit(X, y), LogisticRegression)
    assert_type(GaussianNB().fit(X.tolist(), np.array(y), sample_weight=[1, 2, 1, 1]), GaussianNB)
    assert_type(GaussianNB().partial_fit(X, y, classes=[0, 1]), GaussianNB)
    assert_type(GaussianNB().fit(X, y).merge(GaussianNB().fit(X, y)), GaussianNB)
    assert_type(LinearDiscriminantAnalysis().fit(X, y), LinearDiscriminantAnalysis)
    assert_type(SVC(kernel="rbf", C=1.0).fit(X, y), SVC)
    assert_type(DecisionTreeClassifier(max_depth=2).fit(X, y), DecisionTreeClassifier)
    assert_type(RandomForestClassifier(n_estimators=3).fit(X, y), RandomForestClassifier)
    assert_type(Ridge(alpha=0.5).fit(X, y).partial_fit(X, y), Ridge)
    assert_type(KMeans(n_clusters=2).fit(X), KMeans)
    assert_type(PCA(n_components=2).fit(X), PCA)

    # predictions, probabilities and coordinates are arrays
    assert_type(LogisticRegression().fit(X, y).predict(X), Array)
    assert_type(GaussianNB().fit(X, y).predict_proba(X), Array)
    assert_type(SVC().fit(X, y).decision_function(X), Array)
    assert_type(KNeighborsClassifier().fit(X, y).predict(X), Array)
    assert_type(Ridge().fit(X, y).predict(X), Array)
    assert_type(PCA(2).fit(X).transform(X), Array)
    assert_type(PCA(2, svd_solver="full").fit_transform(X), Array)
    assert_type(Isomap(neighbors_algorithm="brute").fit_transform(X), Array)
    assert_type(KMeans(2, init="random").fit_transform(X), Array)
    assert_type(LinearDiscriminantAnalysis().fit_transform(X, y), Array)
    assert_type(KMeans(2).fit(X).predict(X), Array)
    assert_type(LinearDiscriminantAnalysis().fit(X, y).transform(X), Array)

    # a pipeline of scikit-learn takes them
    make_pipeline(PCA(2), LogisticRegression()).fit(X, y).predict(X)

    # functions
    assert_type(accuracy_score(y, y), float)
    assert_type(evaluate.accuracy_score(y, y), float)
    assert_type(confusion_matrix(y, y), Array)
    assert_type(leave_one_out(GaussianNB(), X, y), LeaveOneOut)
    roc_auc_score(y, [0.1, 0.9, 0.2, 0.8])
    assert_type(load("iris"), Dataset)
    assert_type(save_model(GaussianNB().fit(X, y), "model.fenlei"), None)
    assert_type(load_model("model.fenlei"), Any)
    assert_type(fenlei.__version__, str)
