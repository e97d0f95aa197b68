"""scikit-learn's callbacks, from its version 1.9 on: hooks before and after a fit and each of its iterations.

A fit is a task, and each iteration a task in it, with a model of what is learned so far; as in scikit-learn's
LogisticRegression, an empty one follows the last. Without callbacks nothing of this is loaded.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib.util import find_spec
from typing import Any, Self

from fenlei.annotations import ArrayLike, MatrixLike
from fenlei.contract.estimator import available_if


class IterationTasks:
    """The tasks of one fit: itself, and the iteration that runs.

    `attributes` of an iteration are the public ones of which a fitted model can be made.
    """

    def __init__(self, estimator: Any, told: Mapping[str, object]) -> None:
        from sklearn.callback import CallbackSupportMixin

        self.told: dict[str, Any] = {"estimator": estimator, **told}
        most = max(int(estimator.max_iter), 1) + 1
        self.whole = CallbackSupportMixin._init_callback_context(estimator, max_subtasks=most)
        self.whole.call_on_fit_task_begin(**self.told)
        self.current: Any = None
        self.done = 0

    def begin(self, attributes: Mapping[str, object]) -> None:
        """A task for the next iteration."""
        self.current = self.whole.subcontext(task_name="iteration")
        self.current.call_on_fit_task_begin(**self.told, reconstruction_attributes=attributes)

    def advance(self, attributes: Mapping[str, object]) -> None:
        """The iteration has come to this, and the next starts."""
        self.current.call_on_fit_task_end(**self.told, reconstruction_attributes=attributes)
        self.begin(attributes)
        self.done += 1

    def end(self) -> None:
        """The fit is finished: the iteration that had started is empty."""
        if self.current is not None:
            self.current.call_on_fit_task_end(estimator=self.told["estimator"])
        self.whole.call_on_fit_task_end(**self.told, reconstruction_attributes={})


class TakesCallbacks:
    """An estimator whose fit callbacks can follow; `_fit_in_tasks` fits and tells the tasks of it."""

    def _fit_in_tasks(self, tasks: IterationTasks, *args: Any) -> Any:
        raise NotImplementedError

    def _check_callbacks(self) -> None:
        """Warn where they are not called in every iteration."""

    @available_if(lambda self: find_spec("sklearn.callback") is not None)
    def set_callbacks(self, *callbacks: object) -> Self:
        """Call these callbacks of scikit-learn during `fit`, in the place of those set before.

        They came with scikit-learn 1.9, where they are experimental.
        """
        from sklearn.callback import CallbackSupportMixin

        self._check_callbacks()
        return CallbackSupportMixin.set_callbacks(self, *callbacks)

    def _has_callbacks(self) -> bool:
        return "_skl_callbacks" in self.__dict__  # scikit-learn's `set_callbacks` and `clone` set it

    def _fit_with_callbacks(
        self, X: MatrixLike, y: ArrayLike | None, sample_weight: ArrayLike | None, *args: object
    ) -> Any:
        """`_fit_in_tasks` with the rows that callbacks are told of; they are torn down whatever happens."""
        from sklearn.callback import with_callbacks

        weights = None if sample_weight is None else {"sample_weight": sample_weight}
        told = {"X": X, "y": y, "metadata": weights}
        fit: Callable[..., Any] = with_callbacks(
            lambda estimator: estimator._fit_in_tasks(IterationTasks(estimator, told), *args)
        )
        return fit(self)
