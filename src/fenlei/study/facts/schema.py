"""The types of `result.json`: what `compare` returns, and what the report and the command line read.

Everything is plain JSON data. `json_schema` turns these types into `result.schema.json`, which is shipped
beside this file for readers in other languages. The format number grows when a field changes its meaning or
is required for the first time.

=========  ==================================================================================================
format 1   without `rank` and `scores_are_probabilities`; early ones also without calibration, costs, mistakes
           and readable models; `result.current` reads them
format 2   the types below
=========  ==================================================================================================
"""

from __future__ import annotations

from typing import Final, Literal, NotRequired, TypedDict

from fenlei.study.facts.coverage import IntervalFacts
from fenlei.study.facts.matter_types import LuckFacts, MatterFacts

FORMAT: Final = 2

Status = Literal["done", "skipped", "failed"]
Setting = dict[str, str | float | bool | None]  # parameters of an estimator
Scores = dict[str, float | None]  # by metric; None where a metric is not defined


class ColumnFacts(TypedDict):
    """A column of the table."""

    name: str
    kind: str
    categories: list[str] | None
    n_missing: int
    n_distinct: int
    note: str
    dtype: str
    form: NotRequired[str]  # how values are written, or which part of a date it is
    source: NotRequired[str]  # the date that it is a part of


class SchemaFacts(TypedDict):
    """The columns of the table other than the target, and the target."""

    columns: list[ColumnFacts]
    target: ColumnFacts
    notes: list[str]
    missing: list[str]


class QuantityFacts(TypedDict):
    """The distribution of a numeric target; `counts` are the rows between two `edges`."""

    low: float
    first_quartile: float
    median: float
    third_quartile: float
    high: float
    mean: float
    deviation: float
    edges: list[float]
    counts: list[int]


class DataFacts(TypedDict):
    """The table that was compared on; a target that is a quantity has no classes."""

    source: str
    rows: int
    features: int
    classes: list[str]
    class_counts: list[int]
    schema: SchemaFacts
    notes: list[str]
    fingerprint: str
    quantity: NotRequired[QuantityFacts]  # of a target that is predicted by a regression


class PlanFacts(TypedDict):
    """How the models were compared."""

    folds: int
    repeats: int
    seed: int
    models: list[str]
    metrics: list[str]
    level: float
    tune: bool
    resampling: NotRequired[
        Literal["folds", "loo", "holdout", "groups", "forward"]
    ]  # "folds" where it is not told
    test_size: NotRequired[float | None]  # share or number of rows of a hold-out
    stratify: NotRequired[bool]
    shuffle: NotRequired[bool]
    scale: NotRequired[str | None]  # None: as suits each model
    params: NotRequired[dict[str, dict[str, str]]]  # by model, as text
    task: NotRequired[Literal["classification", "regression"]]  # "classification" where it is not told
    metric: NotRequired[str]  # that models are ranked by; "accuracy" where it is not told
    calibrate: NotRequired[bool]  # False where it is not told
    by: NotRequired[str | None]  # the column of groups, or of time
    class_weight: NotRequired[list[float] | None]  # in the order of the classes
    cost_table: NotRequired[list[list[float]] | None]  # of the actions, in the order of the classes


class FoldFacts(TypedDict):
    """The scores of a model on one fold."""

    repeat: int
    fold: int
    scores: Scores
    params: NotRequired[Setting]
    fit_seconds: float
    predict_seconds: float


class MeanInterval(TypedDict):
    """Mean of the fold scores and its confidence interval, clipped to the range of the metric.

    Of leave-one-out and of a single hold-out: the score of all tested rows together, with Wilson's interval
    of the accuracy.
    """

    mean: float | None
    low: float | None
    high: float | None


class ChoiceFacts(TypedDict):
    """Another model than the first by the metric was chosen as the best: the paired test cannot tell them
    apart, and its log-loss is lower.
    """

    first: str  # the name of the first by the metric
    decided_by: str
    p: float | None  # of the paired test of the chosen model against the first


class PairedFacts(TypedDict):
    """The corrected paired test of a model's score minus the best model's, by the metric that ranks; where
    rows are pooled, McNemar's of the accuracy and Student's over the rows of the errors of a regression.
    """

    difference: float
    low: float
    high: float
    p: float


class RocCurve(TypedDict):
    """True positive rate y over false positive rate x, thinned for drawing."""

    x: list[float]
    y: list[float]
    auc: float


class PrecisionRecallCurve(TypedDict):
    """Precision y over recall x, thinned for drawing."""

    x: list[float]
    y: list[float]
    ap: float


class CurveFacts(TypedDict):
    """One curve per class against the rest, by the name of the class."""

    roc: dict[str, RocCurve]
    pr: dict[str, PrecisionRecallCurve]


class Reliability(TypedDict):
    """Share of the class y over its mean probability x, and the number of rows, per bin."""

    x: list[float]
    y: list[float]
    rows: list[int]
    brier: float


class CalibrationFacts(TypedDict):
    """Brier score of all classes, and the reliability of each of the largest."""

    brier: float
    classes: dict[str, Reliability]


class CostCurveFacts(TypedDict):
    """Smallest normalised expected cost y over the probability-cost x of the positive class."""

    positive: str
    x: list[float]
    y: list[float]


class RejectFacts(TypedDict):
    """What a reject option of a given cost gives."""

    reject_cost: float
    coverage: float
    risk: float | None
    cost: float


class CostFacts(TypedDict):
    """The cost curve of two classes, and the reject option where there are probabilities."""

    curve: CostCurveFacts | None
    reject: list[RejectFacts]


class MistakenRow(TypedDict):
    """A row that was misclassified; `row` is its number in the input, from 1."""

    row: int
    probability: float
    values: list[float | str | None]


class ConfusedPair(TypedDict):
    """Rows of class `truth` that were predicted to be `answer`."""

    truth: str
    answer: str
    count: int
    rows: list[MistakenRow]


class MistakeFacts(TypedDict):
    """The most frequent confusions; `features` names the values of the rows."""

    features: list[str]
    pairs: list[ConfusedPair]


class PredictedRow(TypedDict):
    """A number and its prediction; `row` is its number in the input, from 1."""

    row: int
    value: float
    predicted: float


class ResidualFacts(TypedDict):
    """Residuals y − ŷ over predictions ŷ of rows that the model had not seen, thinned for drawing.

    `bias` and `deviation` are mean and standard deviation of all of the `total` residuals; `half` and nine in
    ten (`most`) of them are no larger than that.
    """

    predicted: list[float]
    residual: list[float]
    total: int
    bias: float
    deviation: float
    half: float
    most: float
    worst: list[PredictedRow]


class CalibratorFacts(TypedDict):
    """How scores were made probabilities: log p = slope z + offset, or one class against the rest.

    `log_losses` are those of all methods that were tried, each row by a calibration of other rows; `before`
    has the means over the folds without calibration.
    """

    method: str
    slopes: list[float]
    offsets: list[float]
    log_losses: dict[str, float]
    before: Scores
    preference: NotRequired[list[float]]  # added to log p where a class is decided for


class ModelFacts(TypedDict):
    """One model. Fields from `rank` on are None unless its status is "done"."""

    name: str
    label_en: str
    label_zh: str
    status: Status
    reason: str | None
    folds: list[FoldFacts]
    notes: list[str]
    summary: dict[str, MeanInterval]
    rank: int | None
    scores_are_probabilities: bool | None
    preparation: str | None
    fit_seconds: float | None
    predict_seconds: float | None
    confusion: list[list[int]] | None
    curves: CurveFacts | None
    calibration: CalibrationFacts | None
    costs: CostFacts | None
    paired: PairedFacts | None
    errors: MistakeFacts | None
    residuals: NotRequired[ResidualFacts | None]  # of a regression
    calibrator: NotRequired[CalibratorFacts | None]  # None: probabilities as the model gives them


TreeNodeFacts = TypedDict(
    "TreeNodeFacts",
    {
        "x": float,
        "depth": int,
        "text": str,
        "leaf": bool,
        "is_cut": bool,
        "class": int,  # index in the classes of the data
        "rows": float,
        "wrong": float,
    },
)


class TreeLinkFacts(TypedDict):
    """A branch between two nodes, by their indices."""

    upper: int
    lower: int
    text: str


class TreeFacts(TypedDict):
    """The upper part of a decision tree, laid out for drawing."""

    model: str
    nodes: list[TreeNodeFacts]
    links: list[TreeLinkFacts]
    width: float
    depth: int


class LinearFacts(TypedDict):
    """The largest coefficients of a linear model, one row per feature and one column per class."""

    model: str
    classes: list[str]
    features: list[str]
    coef: list[list[float]]
    total: int


class ReadableFacts(TypedDict):
    """The best models that a person can read, fitted on all rows."""

    tree: TreeFacts | None
    linear: LinearFacts | None


class FitFacts(TypedDict):
    """How the best model was fitted to all rows; `steps` counts those of the whole working."""

    model: str
    steps: int
    working: dict[str, object]  # as `fenlei.explanation.Working.to_dict` gives it, cut to a bounded size


class OtherRowsFacts(TypedDict):
    """Scores of the best model, fitted to all rows of the table, and of the baseline on other rows.

    `low` and `high` are Wilson's interval of the accuracy; None of a regression.
    """

    source: str
    rows: int
    model: str
    scores: Scores
    low: float | None
    high: float | None
    baseline: Scores
    notes: list[str]


class ComparisonResult(TypedDict):
    """The result of a comparison, as written to `result.json`."""

    format: Literal[2]
    data: DataFacts
    plan: PlanFacts
    models: list[ModelFacts]
    best: str | None
    choice: NotRequired[ChoiceFacts | None]  # None: the best model is the first by the metric
    luck: NotRequired[LuckFacts | None]  # None of one model, or a metric that is no mean over rows
    baseline: str
    readable: ReadableFacts
    versions: dict[str, str]
    command: str
    seconds: float
    fit: NotRequired[FitFacts | None]
    intervals: NotRequired[IntervalFacts | None]  # of the best regression
    matters: NotRequired[MatterFacts | None]  # None of large tables
    test: NotRequired[OtherRowsFacts]  # of rows that were given for it
