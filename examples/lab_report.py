"""The listings of source 003, a lab report on linear models, with fenlei beside them."""
# ruff: noqa: E402, E501

# %% 1.4.1: the watermelon data 3.0α | 1.4.1：西瓜数据集 3.0α
# en: 17 melons, density and sugar content; a column of ones is appended as the report does.
# zh: 17 个瓜的密度与含糖率；与报告一样，末尾添一列 1。
# printed: (17, 3)
import numpy as np

from fenlei import load

melons = load("watermelon")
y = (np.asarray(melons.y) == "good").astype(int)
X = np.c_[melons.X, np.ones(17)]
print(X.shape)

# %% 1.4.2 to 1.4.5: p1, ell and the two derivatives | 1.4.2 至 1.4.5：p1、ell 与两个导数
# en: The report's functions as they are listed, and one call that has all of them at any β.
# zh: 报告里的函数照录，以及一个给出全部数值的调用，β 任意。
from fenlei.linear import logistic_objective


def p1(x, beta):
    return np.exp(x @ beta) / (1 + np.exp(x @ beta))


def ell(beta):
    return sum(-y[i] * (X[i] @ beta) + np.log(1 + np.exp(X[i] @ beta)) for i in range(17))


def get_partial1(beta):
    return -sum(X[i] * (y[i] - p1(X[i], beta)) for i in range(17))


def get_partial2(beta):
    return sum(np.outer(X[i], X[i]) * p1(X[i], beta) * (1 - p1(X[i], beta)) for i in range(17))


ones = np.ones(3)
at_ones = logistic_objective(melons.X, y, ones)
print(ell(ones), at_ones.value)
print(np.allclose(get_partial1(ones), at_ones.gradient), np.allclose(get_partial2(ones), at_ones.hessian))

# %% 1.4.6, 1.5: Newton's method | 1.4.6、1.5：牛顿法
# en: The report's loop, and `solver="newton"` from the same start with the same tolerance.
# zh: 报告的循环，以及初值、容差相同的 `solver="newton"`。
# printed: [ 3.15832966 12.52119579 -4.42886451]
# printed: [ 3.15832966 12.52119579 -4.42886451]
from fenlei import LogisticRegression


def newton(beta, error):
    old = ell(beta)
    while True:
        beta = beta - np.linalg.inv(get_partial2(beta)) @ get_partial1(beta)
        new = ell(beta)
        if abs(old - new) <= error:
            return beta
        old = new


model = LogisticRegression(C=np.inf, solver="newton", tol=1e-6, init=[1, 1, 1]).fit(melons.X, y)
print(newton(ones, 1e-6))
print(model.history_.beta[-1])

# %% 1.4.7: the class of a library | 1.4.7：库中的类
# en: The report calls `LogisticRegression(solver='newton-cg')` on the augmented rows, with the default penalty: another
# en: model than its own. Without the ones and without the penalty it is the same.
# zh: 报告对增广样本调用带默认惩罚的 `LogisticRegression(solver='newton-cg')`，那是另一个模型；去掉那列 1 和惩罚，结果就相同。
clf = LogisticRegression(solver="newton-cg").fit(melons.X, y)
print(np.c_[clf.coef_, clf.intercept_].round(4))
clf = LogisticRegression(solver="newton-cg", C=np.inf, tol=1e-10).fit(melons.X, y)
print(np.c_[clf.coef_, clf.intercept_].round(4))

# %% 1.5, table 1: the confusion matrix | 1.5，表 1：混淆矩阵
# printed: [[5 3]
# printed:  [2 7]]
# printed: 71.43% 62.50% 70.59%
from fenlei.evaluate import accuracy_score, confusion_matrix, precision_score, recall_score

guess = model.predict(melons.X)
print(confusion_matrix(y, guess, labels=[1, 0]))
print(*(f"{score(y, guess):.2%}" for score in (precision_score, recall_score, accuracy_score)))

# %% 1.5, figures 3 and 4: the line, and the convergence | 1.5，图 3 与图 4：分类界线与收敛过程
from matplotlib import pyplot as plt

from fenlei import plot

fig, (left, right) = plt.subplots(1, 2, figsize=(8, 3.2), layout="constrained")
plot.scatter(melons.X, melons.y, ax=left)
plot.line(model.coef_[0], model.intercept_[0], ax=left, color="black")
plot.convergence(model.history_.objective, ax=right)

# %% 2.4: ten folds and leave-one-out | 2.4：十折交叉验证与留一法
# en: The three pairs of iris classes; errors in per cent.
# zh: 鸢尾花的三个类别对，错误率以百分数计。
# printed: 0 0
# printed: 0 0
# printed: 4 4
from sklearn.model_selection import LeaveOneOut, cross_val_predict

iris = load("iris")
species = np.asarray(iris.y)
for pair in (["setosa", "versicolor"], ["setosa", "virginica"], ["versicolor", "virginica"]):
    here = np.isin(species, pair)
    x, label = iris.X[here], species[here]
    folds = [cross_val_predict(LogisticRegression(), x, label, cv=cv) for cv in (10, LeaveOneOut())]
    print(*(int((predicted != label).sum()) for predicted in folds))

# %% 2.5, figure 7: the error by the number of folds | 2.5，图 7：错误率与折数
# en: Versicolor and virginica, errors of 100.
# zh: 变色鸢尾与维吉尼亚鸢尾，100 个样本中的错误数。
counts = [2, 3, 5, 10, 15, 30, 50]
wrong = [int((cross_val_predict(LogisticRegression(), x, label, cv=k) != label).sum()) for k in counts]
print(wrong)
fig, ax = plt.subplots(figsize=(4, 3), layout="constrained")
ax.plot(counts, wrong, "o-")
ax.set(xlabel="k", ylabel="errors of 100")

# %% 3.4.2, 3.5: linear discriminant analysis | 3.4.2、3.5：线性判别分析
# en: S_w is the sum of the scatters, and w points to the good melons.
# zh: S_w 是散度矩阵之和，w 指向好瓜。
# printed: [0.14650982 0.73871557]
# printed: 5.04208922
from fenlei import FisherDiscriminant

fisher = FisherDiscriminant().fit(melons.X, y)
print(fisher.w_)
print((fisher.w_[1] / fisher.w_[0]).round(8))

# %% 3.4.3, figure 10: the melons and their feet | 3.4.3，图 10：西瓜与垂足
# en: `project` is right in every quadrant; the report's arctan is not.
# zh: `project` 在各象限都对；报告的 arctan 则不然。
print(fisher.project(melons.X).feet[:2])
ax = plot.feet(melons.X, melons.y, fisher.w_)

# %% 3.4.4: the class of a library | 3.4.4：库中的类
# printed: 5.042089222
from fenlei import LinearDiscriminantAnalysis

lda = LinearDiscriminantAnalysis(n_components=1).fit(melons.X, y)
print((lda.coef_[0][1] / lda.coef_[0][0]).round(9))
