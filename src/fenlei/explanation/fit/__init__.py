"""The working of a fit, family by family.

=============  ===========================================================
`preparation`  means and deviations of the columns that are scaled
`moments`      means and variances with the numbers put in
`bayes`        counts and densities of the naive Bayes classifiers
`joint_bayes`  counts of the cells of the joint Bayes classifier
=============  ===========================================================
"""
