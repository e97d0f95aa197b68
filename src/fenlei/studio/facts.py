"""What the desk knows: the source and its table, the plan, the result, and fitted models.

Everything is found out when it is first asked for, kept until the table changes, and made by the functions
that the command line uses.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from fenlei.errors import DataError, FenleiError, UsageError
from fenlei.messages import foreign
from fenlei.studio.faults import StudioError
from fenlei.study.written_values import value_of
from fenlei.table.formats.delimited import TextFormat
from fenlei.table.formats.sources import Raw, read_raw
from fenlei.table.reading_options import ReadingOptions

if TYPE_CHECKING:
    from fenlei.model_file import Model
    from fenlei.study.data import StudyData
    from fenlei.study.facts.schema import ComparisonResult
    from fenlei.study.running.plan import Plan
    from fenlei.table.table import Table

RESULT_FILE, MODEL_FILE, MODELS_FOLDER = "result.json", "best.fenlei", "models"
_PATHS = ("path", "origin", "source", "file")


class DeskFacts:
    """The facts of a session. Asks are functions of it; they change nothing but what is kept here."""

    def __init__(self) -> None:
        self.lang = "en"
        self.folder = Path()
        self.source: dict[str, Any] = {}
        self.declared: dict[str, Any] = {}
        self.plan_options: dict[str, Any] = {}
        self.raw: tuple[object, Raw] | None = None  # (what it was read from and how, rows as they came)
        self.current, self.stopped = 0, -1
        self.forget()

    def forget(self) -> None:
        """Everything that depends on the table and its declarations."""
        self._table: Table | None = None
        self._data: StudyData | None = None
        self._models: dict[str, Model] = {}
        self._result: ComparisonResult | None = None
        self.kept: dict[object, Any] = {}  # what asks keep for the next ask

    def take_plan(self, options: Mapping[str, Any]) -> None:
        """The plan of the comparison that has been run last."""
        self.plan_options = plan_options(options)
        self._result, self._models = None, {}
        self.kept.clear()

    @property
    def is_stale(self) -> bool:
        """Whether a newer ask of the same panel waits: a long answer may stop here."""
        return self.stopped == self.current

    @property
    def table(self) -> Table:
        """The typed table."""
        if self._table is None:
            raise StudioError("studio.no_table")
        return self._table

    @property
    def data(self) -> StudyData:
        """The rows as a study takes them."""
        if self._data is None:
            from fenlei.study.candidates import table_data

            if self.table.schema.target is None:
                raise DataError("studio.no_target", source=self.source["label"])
            nominal = self.declared["reading"].get("nominal") or ()
            name, task = source_path(self.source), self.declared["task"]
            self._data = table_data(self.table, name, task, None, self.lang, nominal)
        return self._data

    @property
    def result(self) -> ComparisonResult | None:
        """The result of the comparison in the folder, if it is one of this table."""
        if self._result is None:
            try:
                found = json.loads((self.folder / RESULT_FILE).read_text("utf-8"))
                if found["data"]["fingerprint"] == self.data.fingerprint:
                    self._result = cast("ComparisonResult", found)
            except (OSError, ValueError, LookupError, TypeError, FenleiError):
                return None
        return self._result

    @property
    def plan(self) -> Plan:
        """The plan of the comparison, with every model that there is."""
        from fenlei.study.comparison import study_plan

        options = {name: value for name, value in self.plan_options.items() if name != "budget"}
        return study_plan(self.data, **options)

    def model(self, name: str) -> Model:
        """A model fitted to all rows as the comparison would fit it; it is kept as a file."""
        if name not in self._models:
            self._models[name] = self._stored(name) or self._fitted(name)
        return self._models[name]

    def _stored(self, name: str) -> Model | None:
        """A model file of the folder, if it was fitted to these rows."""
        from fenlei.model_file.fingerprint import rows_fingerprint
        from fenlei.study.prediction import load_table_model

        for path in (self.folder / MODELS_FOLDER / f"{name}.fenlei", self.folder / MODEL_FILE):
            try:
                model = load_table_model(path)
            except (FenleiError, OSError):
                continue
            own = model.facts.get("fingerprint") == rows_fingerprint(self.data.X, self.data.labels)
            if own and model.facts.get("model") == name and self._has_parameters(model, name):
                return model
        return None

    def _has_parameters(self, model: Model, name: str) -> bool:
        """Whether a stored model has the parameters of the plan."""
        from fenlei.ensemble.calibration.calibrated import uncalibrated

        wanted = self.plan_options.get("params", {}).get(name, {})
        found = uncalibrated(model.estimator).get_params()
        return all(repr(found.get(key)) == repr(value) for key, value in wanted.items())

    def _fitted(self, name: str) -> Model:
        from fenlei.model_file import save_model

        model = self.fit(name, self.data)
        (self.folder / MODELS_FOLDER).mkdir(parents=True, exist_ok=True)
        save_model(model, self.folder / MODELS_FOLDER / f"{name}.fenlei")
        return model

    def fit(
        self, name: str, data: StudyData, params: Mapping[str, Any] | None = None, scale: str | None = None
    ) -> Model:
        """A model of these rows by the plan of the comparison; `params` and `scale` come before its own."""
        from fenlei.study.comparison import study_plan
        from fenlei.study.fitting import BASELINE, find_entry, unsuitable
        from fenlei.study.running.refitting import fit_on_all

        entry = find_entry(name, "regressor" if data.task == "regression" else "classifier")
        if entry.name == BASELINE.name:
            raise UsageError("study.baseline", name=name)
        if (reason := unsuitable(entry, data.schema)) is not None:
            raise UsageError("study.unsuitable", name=name, reason=reason)
        options = {key: value for key, value in self.plan_options.items() if key != "budget"}
        given = dict(options.get("params", {}).get(name, {})) | dict(params or {})
        options |= {"models": [name], "params": {name: given} if given else {}}
        options |= {} if scale is None else {"scale": scale}
        model = fit_on_all(name, data, study_plan(data, **options), None)
        model.facts["source"] = self.source["label"]
        return model

    def open(self, ask: Mapping[str, Any]) -> Table:
        """Read the source with its declarations; nothing changes unless that works."""
        from fenlei.study.source import read_labelled
        from fenlei.table.reading import read_table

        source, reading = ask["source"], reading_options(ask["reading"])
        raw = self._raw_rows(source, reading)
        options = {name: value for name, value in ask["reading"].items() if name in reading}
        options = {name: value for name, value in options.items() if name not in ("encoding", "delimiter")}
        try:
            if ask["target"] is None and source["kind"] != "bundled":
                try:
                    numbers = ask["task"] == "regression"
                    table = read_labelled(raw, None, numbers=numbers, lang=self.lang, **options)
                except UsageError:  # the last column is no target: one has to be chosen
                    table = read_table(raw, lang=self.lang, **options)
            else:
                table = read_table(raw, target=ask["target"], lang=self.lang, **options)
        except FenleiError as error:
            raise labelled(error, source) from None
        self.forget()
        self.folder, self.source = Path(ask["folder"]), dict(source)
        self.declared = {"target": ask["target"], "task": ask["task"], "reading": dict(ask["reading"])}
        self.plan_options = plan_options(ask["plan"])
        self._table = table
        target = table.schema.target
        self.declared["target"] = None if target is None else target.name
        return table

    def _raw_rows(self, source: Mapping[str, Any], reading: ReadingOptions) -> Any:
        """The rows as they came; a file is read once for all declarations."""
        if source["kind"] == "bundled":
            from fenlei.datasets import load

            return load(source["path"], source["data_lang"]).table
        text = TextFormat(reading.get("encoding"), reading.get("delimiter"))
        key = (source["path"], *text)
        if self.raw is None or self.raw[0] != key:
            try:
                self.raw = key, read_raw(source["path"], text, self.lang)
            except FenleiError as error:
                raise labelled(error, source) from None
        return self.raw[1]


def plan_options(plan: Mapping[str, Any]) -> dict[str, Any]:
    """The options of a plan; parameters that were typed become the values that they mean.

    Examples
    --------
    >>> plan_options({"seed": 0, "params": {"svc": {"C": "inf", "kernel": "linear", "tol": 0.1}}})["params"]
    {'svc': {'C': inf, 'kernel': 'linear', 'tol': 0.1}}
    """
    params = {
        model: {name: value_of(value) if isinstance(value, str) else value for name, value in given.items()}
        for model, given in (plan.get("params") or {}).items()
    }
    return {**plan, "params": params}


def source_path(source: Mapping[str, Any]) -> str:
    """What `compare` takes: a path, or the name of a bundled data set."""
    return str(source["path"])


def reading_options(reading: Mapping[str, Any]) -> ReadingOptions:
    """The reading options that are given."""
    given = {name: value for name, value in reading.items() if value not in (None, [], {}, "")}
    return cast("ReadingOptions", given)


def labelled(error: FenleiError, source: Mapping[str, Any]) -> FenleiError:
    """An error that calls the file by its label, not by its path."""
    label = foreign(source["label"])
    facts = {name: label if name in _PATHS else value for name, value in error.facts.items()}
    return type(error)(error.key, **facts)
