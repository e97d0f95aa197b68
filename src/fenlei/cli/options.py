"""Options that several commands share; their help is a key of `texts`."""

from __future__ import annotations

import csv
import inspect
from collections.abc import Callable
from enum import StrEnum
from functools import wraps
from pathlib import Path
from typing import Annotated, Literal, TypedDict

import typer

from fenlei.errors import UsageError
from fenlei.messages import foreign
from fenlei.table.reading_options import ReadingOptions

_BREAKS = {ord("\n"): "\ue000", ord("\r"): "\ue001"}  # a name may hold a line break, which ends a row of CSV
_UNBROKEN = {ord(new): chr(old) for old, new in _BREAKS.items()}


class Language(StrEnum):
    """The languages of all texts."""

    en = "en"
    zh = "zh"


class Scale(StrEnum):
    """How numbers are scaled."""

    standard = "standard"
    minmax = "minmax"
    none = "none"


class TaskChoice(StrEnum):
    """What a target is."""

    classification = "classification"
    regression = "regression"


Data = Annotated[str, typer.Argument(metavar="DATA", help="help.data", show_default=False)]
ModelFile = Annotated[str, typer.Argument(metavar="MODEL", help="help.model_file", show_default=False)]
ModelAndData = Annotated[
    list[str], typer.Argument(metavar="[MODEL] DATA", help="help.model_and_data", show_default=False)
]
Costs = Annotated[str | None, typer.Option(metavar="FILE", help="help.costs", show_default=False)]
CostTable = Annotated[
    str | None, typer.Option("--costs", metavar="FILE", help="help.compare_costs", show_default=False)
]
RejectCost = Annotated[
    float | None, typer.Option(metavar="NUMBER", help="help.reject_cost", show_default=False)
]
Target = Annotated[str | None, typer.Option(metavar="NAME", help="help.target", show_default=False)]
TrueTarget = Annotated[str | None, typer.Option(metavar="NAME", help="help.true_target", show_default=False)]
TaskOption = Annotated[
    TaskChoice | None,
    typer.Option("--task", metavar="classification|regression", help="help.task", show_default=False),
]
MetricOption = Annotated[
    str | None, typer.Option("--metric", metavar="NAME", help="help.metric", show_default=False)
]
NoCalibrate = Annotated[bool, typer.Option("--no-calibrate", help="help.no_calibrate")]
Models = Annotated[list[str] | None, typer.Option(metavar="A,B", help="help.model_names", show_default=False)]
Folds = Annotated[str | None, typer.Option(metavar="N|loo", help="help.folds", show_default=False)]
Repeats = Annotated[int, typer.Option(metavar="N", help="help.repeats")]
TestSize = Annotated[float | None, typer.Option(metavar="0.2", help="help.test_size", show_default=False)]
Stratify = Annotated[bool, typer.Option("--stratify", help="help.stratify")]
NoShuffle = Annotated[bool, typer.Option("--no-shuffle", help="help.no_shuffle")]
GroupColumn = Annotated[
    str | None, typer.Option("--group", metavar="COLUMN", help="help.group", show_default=False)
]
TimeColumn = Annotated[
    str | None, typer.Option("--time", metavar="COLUMN", help="help.time", show_default=False)
]
ClassWeights = Annotated[
    str | None,
    typer.Option("--class-weight", metavar="balanced|A=2,B=1", help="help.class_weight", show_default=False),
]
TestRows = Annotated[str | None, typer.Option("--test", metavar="FILE", help="help.test", show_default=False)]
ScaleOption = Annotated[
    Scale | None,
    typer.Option("--scale", metavar="standard|minmax|none", help="help.scale", show_default=False),
]
Tune = Annotated[bool, typer.Option("--tune", help="help.tune")]
SampleRows = Annotated[
    int | None, typer.Option("--rows", metavar="N", help="help.sample_rows", show_default=False)
]
Budget = Annotated[str | None, typer.Option(metavar="10m", help="help.budget", show_default=False)]
Memory = Annotated[str | None, typer.Option(metavar="2g", help="help.memory", show_default=False)]
Jobs = Annotated[int | None, typer.Option(metavar="N", min=1, help="help.jobs", show_default=False)]
OutFolder = Annotated[
    Path | None, typer.Option("--out", metavar="FOLDER", help="help.out_folder", show_default=False)
]
Param = Annotated[list[str] | None, typer.Option(metavar="NAME=VALUE", help="help.param", show_default=False)]
ModelParam = Annotated[
    list[str] | None,
    typer.Option("--param", metavar="MODEL.NAME=VALUE", help="help.model_param", show_default=False),
]
Seed = Annotated[int, typer.Option(metavar="N", min=0, max=2**32 - 1, help="help.seed")]
Nominal = Annotated[list[str] | None, typer.Option(metavar="A,B", help="help.nominal", show_default=False)]
Numeric = Annotated[list[str] | None, typer.Option(metavar="A,B", help="help.numeric", show_default=False)]
Date = Annotated[list[str] | None, typer.Option(metavar="A,B", help="help.date", show_default=False)]
Text = Annotated[list[str] | None, typer.Option(metavar="A,B", help="help.text", show_default=False)]
Drop = Annotated[list[str] | None, typer.Option(metavar="A,B", help="help.drop", show_default=False)]
Id = Annotated[list[str] | None, typer.Option("--id", metavar="A,B", help="help.id", show_default=False)]
Missing = Annotated[list[str] | None, typer.Option(metavar="A,B", help="help.missing", show_default=False)]
Encoding = Annotated[str | None, typer.Option(metavar="NAME", help="help.encoding", show_default=False)]
Delimiter = Annotated[str | None, typer.Option(metavar="';'", help="help.delimiter", show_default=False)]
Json = Annotated[bool, typer.Option("--json", help="help.json")]
JsonLines = Annotated[bool, typer.Option("--json-lines", help="help.json_lines")]
Lang = Annotated[Language, typer.Option(metavar="en|zh", envvar="FENLEI_LANG", help="help.lang")]
Quiet = Annotated[bool, typer.Option("--quiet", help="help.quiet")]
OutRows = Annotated[
    Path | None, typer.Option("--out", metavar="FILE", help="help.out_rows", show_default=False)
]


def class_weights(given: str | None) -> str | dict[str, float] | None:
    """Weights of the classes: "balanced", or numbers by class.

    Examples
    --------
    >>> class_weights("balanced"), class_weights("yes=5, no=1")
    ('balanced', {'yes': 5.0, 'no': 1.0})
    """
    if given is None or "=" not in given:
        return given
    weights = {}
    for pair in listed([given], "class-weight"):
        label, _, number = pair.rpartition("=")
        try:
            weights[label.strip()] = float(number)
        except ValueError:
            raise UsageError("conditions.class_weight", value=given) from None
    return weights


def default_folder(data: str) -> Path:
    """Where results on `data` go unless a folder is given.

    Examples
    --------
    >>> default_folder("old/apples.csv.gz").name, default_folder("iris").name, default_folder("-").name
    ('fenlei-apples', 'fenlei-iris', 'fenlei-input')
    >>> default_folder("apples/*.parquet").name
    'fenlei-apples'
    """
    path = Path(data)
    while set(path.name) & set("*?["):  # a pattern: the folder of its files
        path = path.parent
    stem = Path(path.stem).stem if path.suffix.lower() in (".gz", ".zst") else path.stem
    return Path("fenlei-input" if data == "-" else f"fenlei-{stem}")


def fold_count(given: str | None) -> int | Literal["loo"] | None:
    """The number of folds, or "loo" for leave-one-out.

    Examples
    --------
    >>> fold_count("5"), fold_count("loo"), fold_count(None)
    (5, 'loo', None)
    """
    if given is None or given == "loo":
        return given  # type: ignore[return-value]
    try:
        return int(given)
    except ValueError:
        raise UsageError("cli.folds", given=given) from None


def listed(given: list[str] | None, option: str = "models") -> list[str]:
    """The names in comma-separated lists; one that contains a comma is written in double quotes.

    Examples
    --------
    >>> listed(["a,b", '"x, y"']), listed(None)
    (['a', 'b', 'x, y'], [])
    """
    rows = csv.reader([each.translate(_BREAKS) for each in given or []], skipinitialspace=True)
    try:
        names = [name.translate(_UNBROKEN) for row in rows for name in row]
    except csv.Error as error:
        raise UsageError("cli.names", option=option, reason=foreign(error)) from None
    return [name.strip(" \t") for name in names if name.strip()]


def reading_options(
    nominal: Nominal = None,
    numeric: Numeric = None,
    date: Date = None,
    text: Text = None,
    drop: Drop = None,
    id: Id = None,
    missing: Missing = None,
    encoding: Encoding = None,
    delimiter: Delimiter = None,
) -> ReadingOptions:
    """Those options of `read_table` that were given."""
    chosen: ReadingOptions = {}
    columns = {"nominal": nominal, "numeric": numeric, "date": date, "text": text, "drop": drop, "id": id}
    for name, given in columns.items():
        if names := listed(given, name):
            chosen[name] = names  # type: ignore[literal-required]
    if encoding:
        chosen["encoding"] = encoding
    if delimiter is not None:
        chosen["delimiter"] = delimiter
    # An empty list is a choice, too: no word but the empty one stands for a missing value.
    if missing is not None:
        chosen["missing"] = listed(missing, "missing")
    return chosen


class SplitChoice(TypedDict):
    """Options of `compare` that decide which rows are tested."""

    folds: int | Literal["loo"] | None
    repeats: int
    test_size: float | None
    stratify: bool
    shuffle: bool
    group: str | None
    time: str | None


def split_options(
    folds: Folds = None,
    repeats: Repeats = 1,
    test_size: TestSize = None,
    stratify: Stratify = False,
    no_shuffle: NoShuffle = False,
    group: GroupColumn = None,
    time: TimeColumn = None,
) -> SplitChoice:
    """How rows are split, as `compare` takes it."""
    return SplitChoice(
        folds=fold_count(folds),
        repeats=repeats,
        test_size=test_size,
        stratify=stratify,
        shuffle=not no_shuffle,
        group=group,
        time=time,
    )


class LimitChoice(TypedDict):
    """What `compare` may use: time, memory, cores and rows of large files."""

    budget: str | None
    memory: str | None
    n_jobs: int | None
    rows: int | None


def limit_options(
    budget: Budget = None, memory: Memory = None, jobs: Jobs = None, rows: SampleRows = None
) -> LimitChoice:
    """Time, memory, cores and rows, as `compare` takes them."""
    return LimitChoice(budget=budget, memory=memory, n_jobs=jobs, rows=rows)


class CostChoice(TypedDict):
    """What probabilities and errors are worth, and other rows to test on."""

    calibrate: bool
    class_weight: str | dict[str, float] | None
    costs: str | None
    test: str | None


def cost_options(
    no_calibrate: NoCalibrate = False,
    class_weight: ClassWeights = None,
    costs: CostTable = None,
    test: TestRows = None,
) -> CostChoice:
    """Calibration, costs and test rows, as `compare` takes them."""
    return CostChoice(
        calibrate=not no_calibrate, class_weight=class_weights(class_weight), costs=costs, test=test
    )


def with_cost_options(command: Callable[..., None]) -> Callable[..., None]:
    """`command` with the options of `cost_options` on the command line, for its parameter `judged`."""
    return with_group(command, "judged", cost_options)


def with_limit_options(command: Callable[..., None]) -> Callable[..., None]:
    """`command` with the options of `limit_options` on the command line, for its parameter `limits`."""
    return with_group(command, "limits", limit_options)


def with_reading_options(command: Callable[..., None]) -> Callable[..., None]:
    """`command` with the options of `reading_options` on the command line, for its parameter `reading`."""
    return with_group(command, "reading", reading_options)


def with_split_options(command: Callable[..., None]) -> Callable[..., None]:
    """`command` with the options of `split_options` on the command line, for its parameter `split`."""
    return with_group(command, "split", split_options)


def with_group(command: Callable[..., None], name: str, group: Callable[..., object]) -> Callable[..., None]:
    """`command` with the options of `group` in place of its parameter `name`, which receives their value."""
    own = inspect.signature(command, eval_str=True)
    shared = inspect.signature(group, eval_str=True).parameters

    @wraps(command)
    def with_options(**given: object) -> None:
        value = group(**{option: given.pop(option) for option in shared})
        command(**given, **{name: value})

    options = [parameter.replace(kind=parameter.KEYWORD_ONLY) for parameter in shared.values()]
    parameters: list[inspect.Parameter] = []
    for parameter in own.parameters.values():
        parameters += options if parameter.name == name else [parameter]
    with_options.__signature__ = own.replace(parameters=parameters)  # type: ignore[attr-defined]
    with_options.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
    return with_options
