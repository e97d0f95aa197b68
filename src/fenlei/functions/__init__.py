"""The documents' functions of numbers, by the names of the textbook's index.

Each takes a number, a vector or an array, and returns a number for a number.

====================  ==============================================================================
`checks`              numbers, finite vectors of equal length, positive definite matrices
`distributions`       what counts as a probability distribution
`activation`          sigmoid, logit and softmax, with their derivatives
`losses`              losses of the margin y f(x), with their derivatives
`distances`           distances and similarities of two rows
`pairwise_matrices`   matrices of all rows against all rows, symmetric up to rounding
`labels`              one-hot labels
`information`         entropy, cross-entropy, Kullback-Leibler divergence, Gini index
`normal_information`  the same of normal distributions
`newtons_method`      Newton's method for a function of one and of d variables
====================  ==============================================================================
"""

from fenlei.public_names import attach_stub

__getattr__, __dir__, __all__ = attach_stub(__name__, __file__)
