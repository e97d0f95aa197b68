"""Model files: `.fenlei` is data only.

A model is its parameters plus the records of arrays that `solve` and `summarise` returned, so every
estimator is written and read by the same few functions. There is no pickle, no import by name and no
code in a file; the kinds of model are a closed list, the registry's names.

From the bytes upwards:

=============  ===================================================================================
`strict_json`  JSON without the gaps a hostile file would use
`container`    the layout of safetensors: a JSON header and plain arrays
`kinds`        the closed list
`values`       parameters
`labels`       class labels and feature names
`node`         one fitted estimator
`pipelines`    pipelines of scikit-learn as fitted steps
`fingerprint`  which rows a model was trained on
`document`     the whole file: `save_model`, `load_model`
`model`        `Model`, an estimator that takes tables
=============  ===================================================================================

Format numbers stay readable: `tests/model_files` keeps a file of each kind for each number.
"""

from fenlei.public_names import attach_stub

__getattr__, __dir__, __all__ = attach_stub(__name__, __file__)
