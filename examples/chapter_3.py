"""Chapter 3 of source 000 with fenlei: its sixteen cells in a row.

The listings are the document's; `from sklearn.x import Y` has become `from fenlei import Y`. Six names stay
scikit-learn's: load_breast_cancer, train_test_split, StandardScaler, MinMaxScaler, cross_val_score, load_iris.
"""
# ruff: noqa: E402, E501, SIM300

# %% Cell 1, figure 3-2: the breast-cancer data as a file | 单元 1，图 3-2：乳腺癌数据存为文件
# en: The document names the last column "malignant"; in this data 0 is malignant and 1 is benign.
# zh: 文档把最后一列叫作 malignant；其实数据中 0 为恶性、1 为良性。
# printed: (569, 30)
from pathlib import Path

import pandas as pd
from sklearn.datasets import load_breast_cancer

cancer = load_breast_cancer()
df = pd.DataFrame(cancer.data, columns=cancer.feature_names)
df["malignant"] = cancer.target
df.to_csv("breast_cancer.csv", index=None)
Path("breast_cancer.txt").write_text(cancer.DESCR, encoding="utf-8")
print(cancer.data.shape)

# %% Cell 2, figure 3-3: the file read back | 单元 2，图 3-3：读回文件
# printed: shape= (569, 31)
df = pd.read_csv("breast_cancer.csv")
X = df.iloc[:, 0:30]
Y = df.iloc[:, 30]
print("shape=", df.shape)

# %% Cell 3, figure 3-4: training and test rows, 8:2 | 单元 3，图 3-4：8:2 划分训练集与测试集
# printed: X_train (455, 30), Y_train (455,)
# printed: X_test (114, 30), Y_test (114,)
from sklearn.model_selection import train_test_split

X_train, X_test, Y_train, Y_test = train_test_split(X, Y, test_size=0.2, random_state=2020)
print(X_train.shape, Y_train.shape)
print(X_test.shape, Y_test.shape)

# %% Cell 4, figure 3-5: Gaussian naive Bayes | 单元 4，图 3-5：高斯朴素贝叶斯
# en: The raw rows, and `var_smoothing`, which adds 1e-9 of the largest variance: without it the test accuracy is 0.956.
# zh: 用原始数据；`var_smoothing` 给方差加上最大方差的 1e-9，没有它测试正确率为 0.956。
# printed: [0 1]
# printed: [0 1]
# printed: 0.9406593406593406
# printed: 0.9736842105263158
from fenlei import GaussianNB

gnb = GaussianNB()
gnb.fit(X_train, Y_train)
print(X_test[:2].values)
print("predict:", gnb.predict(X_test[:2]))
print("malignant:", Y_test[:2].values)
print("train:", gnb.score(X_train, Y_train))
print("test:", gnb.score(X_test, Y_test))

# %% Cell 5, figure 3-6: z-scores | 单元 5，图 3-6：标准化
# en: As in the document the scaler sees all rows; fitted to the training rows alone, no accuracy below changes.
# zh: 与文档一样，用全部样本拟合标准化；只用训练样本时，下面的正确率都不变。
# printed: (455, 30) (455,) (114, 30) (114,)
from sklearn.preprocessing import StandardScaler

X1 = StandardScaler().fit(X).transform(X)
X1_train, X1_test, Y_train, Y_test = train_test_split(X1, Y, test_size=0.2, random_state=2020)
print(X1_train.shape, Y_train.shape, X1_test.shape, Y_test.shape)

# %% Cell 6, figure 3-7: logistic regression | 单元 6，图 3-7：逻辑斯谛回归
# en: The document writes `penalty='l2'`, which scikit-learn has deprecated; it is the default.
# zh: 文档写 `penalty='l2'`，scikit-learn 已弃用这个参数，默认即是。
# printed: [0 1]
# printed: [0 1]
# printed: 0.989010989010989
# printed: 0.9736842105263158
from fenlei import LogisticRegression

lr = LogisticRegression(C=1.0, random_state=2020)
lr.fit(X1_train, Y_train)
print(X1_test[:2])
print("predict:", lr.predict(X1_test[:2]))
print("malignant:", Y_test[:2].values)
print("train:", lr.score(X1_train, Y_train))
print("test:", lr.score(X1_test, Y_test))

# %% Cell 7, figure 3-8: k nearest neighbours | 单元 7，图 3-8：k 近邻
# printed: [0 1]
# printed: [0 1]
# printed: 0.989010989010989
# printed: 0.9385964912280702
from fenlei import KNeighborsClassifier

knc = KNeighborsClassifier(n_neighbors=3, p=2, metric="minkowski")
knc.fit(X1_train, Y_train)
print("predict:", knc.predict(X1_test[:2]))
print("malignant:", Y_test[:2].values)
print("train:", knc.score(X1_train, Y_train))
print("test:", knc.score(X1_test, Y_test))

# %% Cell 8, figures 3-10 and 3-11: the choice of k | 单元 8，图 3-10 与 3-11：k 的选择
# en: The document prints no numbers, only the curve.
# zh: 文档没有印出数值，只有曲线。
from matplotlib import pyplot as plt
from sklearn.model_selection import cross_val_score

ks = range(1, 10)
means = [cross_val_score(KNeighborsClassifier(n_neighbors=k), X1_train, Y_train, cv=5).mean() for k in ks]
print([round(float(mean), 4) for mean in means])
fig, ax = plt.subplots(figsize=(4, 3), layout="constrained")
ax.plot(ks, means, "r--", linewidth=2)
ax.set(xlabel="k", ylabel="accuracy")

# %% Cell 9, figure 3-14: linear discriminant analysis | 单元 9，图 3-14：线性判别分析
# printed: [0 1]
# printed: [0 1]
# printed: 0.9648351648351648
# printed: 0.9649122807017544
from fenlei import LinearDiscriminantAnalysis

lda = LinearDiscriminantAnalysis(solver="svd")
lda.fit(X1_train, Y_train)
print("predict:", lda.predict(X1_test[:2]))
print("malignant:", Y_test[:2].values)
print("train:", lda.score(X1_train, Y_train))
print("test:", lda.score(X1_test, Y_test))

# %% Cell 10, figure 3-17: a decision tree | 单元 10，图 3-17：决策树
# printed: [0 1]
# printed: [0 1]
# printed: 1.0
# printed: 0.9385964912280702
from fenlei import DecisionTreeClassifier

dtc = DecisionTreeClassifier(criterion="entropy", random_state=2020)
dtc.fit(X1_train, Y_train)
print("predict:", dtc.predict(X1_test[:2]))
print("malignant:", Y_test[:2].values)
print("train:", dtc.score(X1_train, Y_train))
print("test:", dtc.score(X1_test, Y_test))

# %% Cell 11, figure 3-18: precision, recall, F1 | 单元 11，图 3-18：精确率、召回率、F1 值
# en: First the tree, then logistic regression; the positive class is 1, benign. The last digit of F1 depends on the
# en: order of the operations.
# zh: 先是决策树，后是逻辑斯谛回归；正类为 1（良性）。F1 的最后一位取决于运算次序。
# printed: 0.9385964912280702 0.9538461538461539 0.9393939393939394 0.9465648854961831
# printed: 0.9736842105263158 0.9846153846153847 0.9696969696969697 0.9770992366412214
from fenlei.evaluate import accuracy_score, f1_score, precision_score, recall_score

for model in (dtc, lr):
    Y_pred = model.predict(X1_test)
    print(*(score(Y_test, Y_pred) for score in (accuracy_score, precision_score, recall_score, f1_score)))

# %% Cell 12, figure 3-20: the precision-recall curve | 单元 12，图 3-20：P-R 曲线
# printed: (69,) (69,) (68,)
# differs: Old releases of scikit-learn ended the curve at the first threshold with recall 1; today it goes through all
# differs: thresholds. Cut where recall becomes 1, the lengths are those of the document: 69, 69 and 68.
# differs zh: 旧版 scikit-learn 在召回率首次为 1 处结束曲线，现在要走完所有阈值。在召回率为 1 处截断，长度就是文档的 69、69、68。
from fenlei.evaluate import precision_recall_curve

score = lr.predict_proba(X1_test)[:, 1]
precision, recall, thresholds = precision_recall_curve(Y_test, score, pos_label=1)
print(recall.shape, precision.shape, thresholds.shape)
first = (recall == 1).sum() - 1  # the last threshold with recall 1
print(recall[first:].shape, precision[first:].shape, thresholds[first:].shape)
fig, ax = plt.subplots(figsize=(4, 3), layout="constrained")
ax.plot(recall, precision)
ax.scatter(recall, precision, s=10, alpha=0.5)
ax.set(xlabel="recall", ylabel="precision")

# %% Cell 13, figure 3-21: the ROC curve | 单元 13，图 3-21：ROC 曲线
# printed: (8,) (8,) (8,)
from fenlei.evaluate import roc_curve

fpr, tpr, thresholds = roc_curve(Y_test, score, pos_label=1)
print(fpr.shape, tpr.shape, thresholds.shape)
fig, ax = plt.subplots(figsize=(4, 3), layout="constrained")
ax.plot(fpr, tpr)
ax.scatter(fpr, tpr, s=20, alpha=0.5)
ax.set(xlabel="FPR", ylabel="TPR")

# %% Cell 14, figure 3-25: principal components, then logistic regression | 单元 14，图 3-25：主成分分析后的逻辑斯谛回归
# printed: [0.4376296  0.1880184  0.09455378 0.06845665 0.05663576]
# printed: [[ 8.55763176 -4.09563401 -0.10790408 -0.65646783 -0.28506859]
# printed:  [-0.66950192  1.78227379 -0.6457208  -0.73212841 -0.99798661]]
# printed: [0 1]
# printed: 0.978021978021978
# printed: 0.9736842105263158
# differs: The signs of components 4 and 5 are arbitrary, and the rule that chooses them has changed since. The test
# differs: accuracy is 0.98246 because the intercept is not penalised; the old default solver, liblinear, penalises it
# differs: and gives the printed 0.97368: one row of the test set is at probability 0.491 there and at 0.503 here.
# differs zh: 第 4、5 成分的符号是任意的，选取符号的规则后来变了。测试正确率为 0.98246，是因为不惩罚截距；旧的默认求解器 liblinear
# differs zh: 惩罚截距，给出所印的 0.97368：测试集中有一个样本的概率在那里是 0.491，在这里是 0.503。
from fenlei import PCA

pca = PCA(n_components=5)
pca.fit(X1_train)
X2_train, X2_test = pca.transform(X1_train), pca.transform(X1_test)
print(pca.explained_variance_ratio_)
print(X2_test[:2])
lr2 = LogisticRegression(C=1.0, random_state=2020).fit(X2_train, Y_train)
print("predict:", lr2.predict(X2_test[:2]))
print("train:", lr2.score(X2_train, Y_train))
print("test:", lr2.score(X2_test, Y_test))
old = LogisticRegression(C=1.0, random_state=2020, solver="liblinear").fit(X2_train, Y_train)
print("test, liblinear:", old.score(X2_test, Y_test))

# %% Cell 15, figure 3-26: one feature by linear discriminant analysis | 单元 15，图 3-26：线性判别分析降到一维
# en: All rows, not standardised. The sign of the axis is arbitrary; it is turned here as the document's picture has it.
# zh: 用全部样本，不标准化。轴的符号是任意的，这里按文档的图翻转。
lda = LinearDiscriminantAnalysis(n_components=1)
lda.fit(X, Y)
Z = lda.transform(X)
if Z[Y == 1].mean() < 0:
    Z = -Z
print(Z.shape, Z[Y == 0].mean().round(4), Z[Y == 1].mean().round(4))
fig, ax = plt.subplots(figsize=(4, 3), layout="constrained")
ax.scatter(Z[:, 0], Y, s=10, alpha=0.5)
ax.set(xlabel="z", ylabel="class", yticks=[0, 1])

# %% Cell 16, figure 3-28: multidimensional scaling | 单元 16，图 3-28：多维缩放
# en: The document gives no seed. Here the classical solution is the start, so the picture is always the same.
# zh: 文档没有给随机种子。这里以经典解为初值，图总是一样的。
from fenlei import MDS

mds = MDS(n_components=2)
Z = mds.fit_transform(X.values)
print(Z.shape, round(mds.stress_, 1))
fig, ax = plt.subplots(figsize=(4, 3), layout="constrained")
for label, name in ((0, "malignant"), (1, "benign")):
    ax.scatter(*Z[Y == label].T, s=2, label=name)
ax.legend(loc="best")
