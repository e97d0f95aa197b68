"""What is drawn and asked, family by family; each function returns None where the draw is degenerate.

=============  ==================================================================
`word_tables`  tables of words: rows drawn from a theme
`bayes`        joint and naive Bayes, minimum risk
`linear`       perceptron, a Newton step of logistic regression, Fisher
`trees`        ID3, C4.5, CART
=============  ==================================================================
"""
