"""Models as ONNX graphs that any runtime can serve, and comparisons as scripts.

=================  ==================================================================================
`onnx_file`        `export_onnx`: the file, and its comparison with the model
`inputs`           the inputs of the graph, and the preparation of the columns
`kinds`            for every entry of the registry its writer, or why there is none
`answers`          what a model answers, and the last steps that many share
`tree_models`      trees, forests, boosting
`tree_routes`      the leaf that a row reaches in each of many trees
`divided_rows`     trees that divide a row among all branches
`linear_models`    scores and values that are linear in the features
`bayes_models`     naive Bayes and quadratic discriminants
`distance_models`  centres, prototypes and neighbours
`machines`         support vector machines with kernels
`composed`         models made of others
`calibrated`       probabilities that were calibrated
`pooled`           models of different kinds together
`graph`            formulas written into a graph
`script`           a comparison as a Python script
=================  ==================================================================================
"""

from fenlei.public_names import attach_stub

__getattr__, __dir__, __all__ = attach_stub(__name__, __file__)
