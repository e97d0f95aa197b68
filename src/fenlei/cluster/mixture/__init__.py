"""Mixture models.

======================  =================================================================
`em`                    expectation and maximisation, for any model with hidden variables
`em_history`            its steps: parameters, log-likelihoods and Q
`mixture`               what all mixtures share
`rows`                  the rows that EM sums over, in memory or in files
`gaussian_mixture`      `GaussianMixture`
`gaussian_covariances`  the four forms of its covariances
`gaussian_steps`        its E and M steps
`discrete_mixture`      mixtures of independent categories
`categorical_mixture`   `CategoricalMixture` (latent class analysis)
`bernoulli_mixture`     `BernoulliMixture`
======================  =================================================================
"""
