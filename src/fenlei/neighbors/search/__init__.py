"""Searching for neighbours.

==================  =====================================================================
`search`            rows in, neighbours out, whichever structure finds them
`metric_spaces`     from a metric's name to a space with a compiled distance
`distances`         distances as sums over features, and their lower bounds
`distance_terms`    what each feature adds to a distance
`k_smallest`        the k smallest values so far
`brute_force`       a matrix product as a filter, then exact distances
`branch_and_bound`  the documents' fast search over groups of rows
`traced_search`     the same step by step, and its groups as the document names them
`other_metrics`     functions, precomputed distances, sparse rows, scikit-learn's metrics
`ready_made`        a tree or a fitted search in the place of rows
==================  =====================================================================
"""
