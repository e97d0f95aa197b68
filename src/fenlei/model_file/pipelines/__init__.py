"""Fitted pipelines of scikit-learn as records: what a model file holds of them.

A `Pipeline` or `ColumnTransformer` of known steps becomes objects of this package, which keep the numbers
that the steps learned and answer alike, whatever version of scikit-learn is installed where the file is read.
Nothing here is fitted.

=============  ===================================================================================
`rows`         what is given, as an array, CSR rows, or columns of different types
`step`         what all fitted steps share
`scaling`      StandardScaler, MinMaxScaler, MaxAbsScaler, RobustScaler
`imputing`     SimpleImputer
`categories`   looking values up among learnt categories
`encoding`     OneHotEncoder, OrdinalEncoder
`projecting`   PCA
`composed`     Pipeline, ColumnTransformer
`conversion`   from scikit-learn's objects
`inputs`       the schema of the tables that a pipeline takes
=============  ===================================================================================
"""
