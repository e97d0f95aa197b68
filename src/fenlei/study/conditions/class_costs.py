"""What errors cost: weights of the classes, or a table of costs, for all models of a comparison."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple, TypedDict

import numpy as np

from fenlei.annotations import ArrayLike
from fenlei.bayes.decision.costs import CostTable, check_costs, named_actions, read_costs
from fenlei.errors import UsageError
from fenlei.messages import listed
from fenlei.model_file import Model
from fenlei.parameters import real
from fenlei.study.data import StudyData
from fenlei.study.decisions import with_costs

BALANCED = "balanced"
ClassWeight = str | Mapping[Any, float] | None


class CostOptions(TypedDict):
    """Options of a plan."""

    class_weight: tuple[float, ...] | None
    costs: tuple[tuple[float, ...], ...] | None


class ErrorCosts(NamedTuple):
    """What was asked for."""

    class_weight: ClassWeight = None
    costs: ArrayLike | None = None  # a path or a table

    def check(self, calibrate: bool) -> None:
        """Refuse what excludes each other."""
        if self.class_weight is not None and self.costs is not None:
            raise UsageError("study.together", first="class_weight", second="costs")
        if self.costs is not None and not calibrate:
            raise UsageError("study.together", first="costs", second="calibrate=False")

    def plan_options(self, data: StudyData) -> CostOptions:
        """Options of the plan, given the classes."""
        if data.task == "regression":
            for name, given in self._asdict().items():
                if given is not None:
                    raise UsageError("conditions.needs_classes", name=name)
            return CostOptions(class_weight=None, costs=None)
        return CostOptions(
            class_weight=weights_of(self.class_weight, data), costs=cost_rows(self.costs, data)
        )

    def applied(self, model: Model) -> Model:
        """The model with decisions of least cost."""
        return with_costs(model, self.costs)


def weights_of(given: ClassWeight, data: StudyData) -> tuple[float, ...] | None:
    """The weight of a row of each class, in the order of the classes; 1 of a class that is not named."""
    if given is None:
        return None
    counts = data.class_counts
    if isinstance(given, str):
        if given != BALANCED:
            raise UsageError("conditions.class_weight", value=given)
        return tuple((len(data.codes) / (len(counts) * counts)).tolist())
    named = {str(label): weight for label, weight in given.items()}
    for label, weight in named.items():
        if label not in data.names:
            raise UsageError("conditions.weight_label", label=label, labels=listed(*data.names[:10]))
        if not real().accepts(weight) or not 0 < float(weight) < np.inf:
            raise UsageError("conditions.weight_value", label=label, value=weight)
    return tuple(float(named.get(name, 1.0)) for name in data.names)


def cost_rows(costs: ArrayLike | None, data: StudyData) -> tuple[tuple[float, ...], ...] | None:
    """The costs (A, K), checked, in the order of the classes."""
    if costs is None:
        return None
    table: CostTable = read_costs(costs, data.classes)
    checked = check_costs(table.costs, len(data.classes))
    named_actions(checked, data.classes, table.action_labels)
    return tuple(map(tuple, checked.tolist()))
