"""The exercises of the documents, a few lines each: 000, section 3.5; 001, exercises 1 to 8; 004, two homeworks.

The single-choice questions of 000 ask for words; the three exercises of 003 are the lab report itself; 002 has none.
"""
# ruff: noqa: E402, E501

# %% 000, II 1: all probability tables of the colour | 000，二 1：底色的全部概率表
# en: P(X), P(X|Y) and P(Y|X) from ten apples.
# zh: 由十个苹果求 P(X)、P(X|Y)、P(Y|X)。
import numpy as np

from fenlei import BayesClassifier, CategoricalNB, load

A = load("apples", lang="zh").frame
kind = A["品种"]
order = {"底色": ["黄", "黄绿", "绿"]}
model = BayesClassifier(alpha=0).fit(A[["底色"]], kind)
print(model.table("conditional", order=order))
print(model.table("posterior", order=order))
print(model.table("evidence", order=order))

# %% 000, II 2: colour and taste, independent within a class | 000，二 2：类内独立的底色与口感
# en: P(X1, X2|Y) is the product of the two tables of naive Bayes: rows are the colours green, yellow, yellow-green,
# en: columns the tastes sweet and sour-sweet.
# zh: P(X1, X2|Y) 是朴素贝叶斯两张表之积：行为底色（绿、黄、黄绿），列为口感（甜、酸甜）。
# printed: 0 0
# printed: 1/9 2/9
# printed: 2/9 4/9
from fractions import Fraction

naive = CategoricalNB(alpha=0).fit(A[["底色", "口感"]], kind)
colour, taste = (np.exp(table) for table in naive.feature_log_prob_)
for y, name in enumerate(naive.classes_):
    print(name)
    for row in np.outer(colour[y], taste[y]):
        print("  ", *(Fraction(float(p)).limit_denominator(100) for p in row))

# %% 000, II 3: maximum likelihood of a normal distribution | 000，二 3：正态分布的最大似然估计
# en: The mean, and the variance with divisor m.
# zh: 均值，以及除以 m 的方差。
from fenlei.bayes.estimate import moments, normal_ml

print(normal_ml(moments(A["果重"])))

# %% 000, II 4: Newton's method for one variable | 000，二 4：一元函数的牛顿法
# en: The minimum of x - ln x, with every step.
# zh: 求 x - ln x 的极小点，列出每一步。
from fenlei.functions import newton

found = newton(gradient=lambda x: 1 - 1 / x, hessian=lambda x: 1 / x**2, start=0.5)
print([round(step.x, 8) for step in found.steps])

# %% 000, II 5 and 6: covariance matrix, eigenvalues, singular values | 000，二 5、6：协方差矩阵、特征值、奇异值
# en: λ = σ²/(m - 1).
# zh: λ = σ²/(m - 1)。
from fenlei import PCA

points = load("pca_points")
pca = PCA().fit(points.X)
print(pca.get_covariance().round(4).tolist())
print(pca.explained_variance_, pca.singular_values_**2 / 5)

# %% 000, III: iris by logistic regression | 000，三：用逻辑斯谛回归分类鸢尾花
# en: Standardised, 8:2 with seed 2020: accuracy of training and test rows.
# zh: 标准化，种子 2020 的 8:2 划分：训练集与测试集的正确率。
# printed: 0.9916666666666667 0.8
from sklearn.model_selection import train_test_split
from sklearn.preprocessing import StandardScaler

from fenlei import LogisticRegression

iris = load("iris")
X, y = StandardScaler().fit_transform(iris.X), np.asarray(iris.y)
X_train, X_test, y_train, y_test = train_test_split(X, y, test_size=0.2, random_state=2020)
lr = LogisticRegression(C=1.0).fit(X_train, y_train)
print(lr.score(X_train, y_train), lr.score(X_test, y_test))

# %% 001, exercise 1: scatters of the projections | 001，习题 1：投影后的散度
# en: The scatters of Wᵀx are WᵀS_W W and WᵀS_B W.
# zh: Wᵀx 的散度为 WᵀS_W W 与 WᵀS_B W。
from fenlei import FisherDiscriminant

fisher = FisherDiscriminant().fit(iris.X, y)
W = fisher.scalings_
projected = FisherDiscriminant().fit(iris.X @ W, y)
print(np.allclose(projected.S_w_, W.T @ fisher.S_w_ @ W), np.allclose(projected.S_b_, W.T @ fisher.S_b_ @ W))


# %% 001, exercise 2: the ratio of traces | 001，习题 2：迹之比
# en: The printed criterion is greatest where both columns are w1 (32.19), not at [w1, w2] (16.24); the eigenvectors
# en: maximise tr((WᵀS_W W)⁻¹ WᵀS_B W), the sum of the eigenvalues.
# zh: 所印的准则在两列都取 w1 时最大（32.19），而不在 [w1, w2]（16.24）；特征向量使 tr((WᵀS_W W)⁻¹ WᵀS_B W) 最大，其值为特征值之和。
def traces(W):
    return np.trace(W.T @ fisher.S_b_ @ W) / np.trace(W.T @ fisher.S_w_ @ W)


print(traces(W).round(4), traces(W[:, [0, 0]]).round(4))
inverse = np.linalg.inv(W.T @ fisher.S_w_ @ W)
print(np.trace(inverse @ W.T @ fisher.S_b_ @ W).round(4), fisher.eigenvalues_.sum().round(4))

# %% 001, exercise 3: the perceptron by hand | 001，习题 3：手算感知机
# en: The mapped exclusive or, from zero, samples in order: weights (w0, w1, w2) after each update.
# zh: 映射后的异或，零初值，按次序取样本：每次更新后的权重 (w0, w1, w2)。
# printed: [[0, 0, 0], [-1, 1, -1], [0, 0, -2]]
from fenlei import Perceptron

mapped = load("xor_mapped")
trained = Perceptron(shuffle=False, tol=None, keep_history=True).fit(mapped.X, mapped.y)
print(np.roll(trained.history_.beta, 1, axis=1).astype(int).tolist())  # the intercept first

# %% 001, exercise 4: other maps for exclusive or | 001，习题 4：异或问题的其他映射
# en: Three maps, and the weights that the perceptron finds.
# zh: 三个映射，以及感知机求得的权重。
# printed: -1 [2, 2, -5]
# printed: -1 [3, -1]
# printed: -1 [5, -3]
xor = load("xor")
maps = (
    lambda X: np.c_[X, X[:, 0] * X[:, 1]],
    lambda X: np.c_[(X[:, 0] - X[:, 1]) ** 2, X[:, 0]],
    lambda X: np.c_[X.sum(axis=1), X.sum(axis=1) ** 2],
)
for basis in maps:
    trained = Perceptron(basis=basis, shuffle=False, tol=None).fit(xor.X, xor.y)
    print(int(trained.intercept_[0]), trained.coef_[0].astype(int).tolist())

# %% 001, exercise 5: the sigmoid | 001，习题 5：Sigmoid 函数
# en: σ(-a) = 1 - σ(a), and σ' = σ(1 - σ).
# zh: σ(-a) = 1 - σ(a)，σ' = σ(1 - σ)。
from fenlei.functions import sigmoid, sigmoid_derivative, softmax, softmax_jacobian

a = np.linspace(-6, 6, 25)
print(np.allclose(sigmoid(-a), 1 - sigmoid(a)))
print(np.allclose(sigmoid_derivative(a), sigmoid(a) * (1 - sigmoid(a))))

# %% 001, exercise 6: the Hessian of the cross-entropy | 001，习题 6：交叉熵的海森矩阵
# en: H = ΦᵀRΦ, beside differences of the gradient.
# zh: H = ΦᵀRΦ，与梯度的差分对照。
from fenlei.linear import logistic_objective

melons = load("watermelon")
good = (np.asarray(melons.y) == "good").astype(int)
beta, step = np.ones(3), 1e-6
gradient = [logistic_objective(melons.X, good, beta + step * e).gradient for e in np.eye(3)]
before = [logistic_objective(melons.X, good, beta - step * e).gradient for e in np.eye(3)]
H = logistic_objective(melons.X, good, beta).hessian
print(np.allclose((np.array(gradient) - before) / (2 * step), H, atol=1e-6), np.linalg.eigvalsh(H).min() > 0)

# %% 001, exercise 7: the derivative of softmax | 001，习题 7：Softmax 的导数
# en: ∂y_k/∂a_j = y_k (I_kj - y_j).
# zh: ∂y_k/∂a_j = y_k (I_kj - y_j)。
p = softmax([1, 2, 3])
print(p.round(8), np.allclose(softmax_jacobian([1, 2, 3]), np.diag(p) - np.outer(p, p)))

# %% 001, exercise 8: iris, 40 rows of each class to train | 001，习题 8：鸢尾花，每类 40 个训练
# en: Two classes without a penalty, right of 80 and of 20; three classes with it, right of 120 and of 30.
# zh: 两类不加惩罚：80 个与 20 个中的正确数；三类加惩罚：120 个与 30 个中的正确数。
# printed: 78 20
# printed: 117 30
for classes, C in (([1, 2], np.inf), ([0, 1, 2], 1.0)):
    train = np.concatenate([np.arange(50 * k, 50 * k + 40) for k in classes])
    test = np.concatenate([np.arange(50 * k + 40, 50 * k + 50) for k in classes])
    lr = LogisticRegression(C=C, solver="newton", tol=1e-10).fit(iris.X[train], y[train])
    print(*(int((lr.predict(iris.X[rows]) == y[rows]).sum()) for rows in (train, test)))

# %% 004, 2.2.3: the histogram classifier | 004，2.2.3：直方图分类器
# en: Errors of 90 test rows by the rule of maximum likelihood and by the posterior.
# zh: 90 个测试样本的错误数：极大似然规则与后验规则。
# printed: 29 25
train, test = load("histogram_train"), load("histogram_test")
for priors in ([0.5, 0.5], None):
    rule = BayesClassifier(alpha=0, categorical_features=[0], priors=priors).fit(train.X, train.y)
    print(int((rule.predict(test.X) != test.y).sum()), end=" ")

# %% 004, 6.3: digits by nearest neighbours | 004，6.3：用近邻法识别数字
# en: Scanned digits in place of the captcha, whose images are lost.
# zh: 验证码的图像已不存，用扫描的数字代替。
from fenlei import KNeighborsClassifier

digits = load("digits")
nearest = KNeighborsClassifier(3).fit(digits.X[:1200], digits.y[:1200])
print(round(nearest.score(digits.X[1200:], digits.y[1200:]), 3))
