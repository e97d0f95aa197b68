"""Models fitted to all rows: each at most once, alone or as members of a pool."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from fenlei.ensemble.calibration.calibrated import calibrated_model
from fenlei.ensemble.calibration.record import Calibration
from fenlei.ensemble.pooled.models import Member, PooledClassifier, PooledRegressor
from fenlei.model_file import Model
from fenlei.study.data import StudyData
from fenlei.study.pooling.entries import STACK
from fenlei.study.pooling.folds import Pool
from fenlei.study.running.plan import Plan
from fenlei.study.running.refitting import fit_on_all


@dataclass(frozen=True)
class Refits:
    """The models of a comparison, fitted to all rows when they are asked for."""

    data: StudyData
    plan: Plan
    n_jobs: int | None
    pools: Mapping[str, Pool]
    calibrations: Mapping[str, Calibration | None]
    kept: dict[str, Model] = field(default_factory=dict)

    def __call__(self, name: str) -> Model:
        """A model as it answers by itself; a pool with calibrated members."""
        if name not in self.kept:
            is_pool = name in self.pools
            self.kept[name] = self._pooled(name) if is_pool else self._fitted(name)
        return self.kept[name]

    def calibrated(self, name: str) -> Model:
        """A model with calibrated probabilities."""
        return calibrated_model(self(name), self.calibrations[name])

    def on(self, data: StudyData) -> Refits:
        """The same models of other rows of the table."""
        return replace(self, data=data, kept={})

    def shown(self, name: str) -> str:
        """The model whose fit is worked through: the member of a pool with the largest weight, or itself."""
        pool = self.pools.get(name)
        return name if pool is None else pool.members[int(pool.weights.argmax())]

    def _fitted(self, name: str) -> Model:
        return fit_on_all(name, self.data, self.plan, self.n_jobs)

    def _pooled(self, name: str) -> Model:
        """The members, each with its preparation and calibration, and the weights."""
        pool = self.pools[name]
        weights = dict(zip(pool.members, pool.weights.tolist(), strict=True))
        members = []
        for member, weight in weights.items():
            one = self.calibrated(member)
            members.append(Member(one.preparation, one.estimator, weight))
        cls = PooledClassifier if self.data.numbers is None else PooledRegressor
        made = cls.from_fitted(members, len(self.data.schema.features), name == STACK.name)
        facts = self(pool.members[0]).facts | {"model": name, "scale": "none", "members": weights}
        return Model(made, self.data.schema, None, facts)
