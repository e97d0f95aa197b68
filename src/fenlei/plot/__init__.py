"""Pictures with matplotlib; each function draws on `ax`, or on new axes, and returns them.

Nothing is computed here that a model or `fenlei.evaluate` could not give as numbers.

================  ==============================================================
`axes`            axes, colours of classes, Chinese fonts
`texts`           words in the pictures, in two languages
`frames`          empty axes side by side
`files`           a picture straight into a file
`points`          rows as points
`regions`         decision regions
`margins`         lines that divide a plane; margin and support vectors
`projections`     projections on a direction
`neighbourhoods`  the nearest rows around a point
`partitions`      the plane as a kd-tree cuts it
`functions`       sigmoid, step and the losses
`curves`          ROC, precision-recall, calibration, learning curves and others
`rankings`        rows in the order of their scores
`effects`         importances, the effect of a feature, the parts of a prediction
`matrix`          the confusion matrix
`decomposition`   bias, variance and error by complexity
`trees`           a fitted tree
`diagrams`        networks, graphs, flow charts, written trees
`hierarchy`       the dendrogram
================  ==============================================================
"""

from fenlei.public_names import attach_stub

__getattr__, __dir__, __all__ = attach_stub(__name__, __file__)
