"""Each model's way through the folds, and the order in which folds are run.

The cheapest models come first. The first fold of a model is run by one worker alone, which compiles what the
model needs, while the others open other models; the folds after it find the kernels on the disk. With a
budget of time a model is opened only if all of its folds, those of the models that are under way, and the
fits to all rows at the end are foreseen to fit in. A forecast can be far too high; so what is left over is
tried at the end if a quarter of its forecast fits in.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from statistics import mean, median
from time import perf_counter
from typing import Any, NamedTuple

from fenlei.errors import wording
from fenlei.registry import Entry
from fenlei.study.fitting import BASELINE, LINEAR, TREES
from fenlei.study.running.fold_store import Outcome
from fenlei.study.running.process_pool import Crew
from fenlei.study.running.time_budget import duration
from fenlei.study.running.worker import Answer, Call

PATIENCE = 0.5  # seconds between two looks at the clock
DOUBT = 4.0  # by so much may a forecast be too high


class ModelRun(NamedTuple):
    """One model's way through the folds."""

    entry: Entry
    status: str  # "done", "skipped" or "failed"
    reason: str | None
    outcomes: list[Outcome]  # in the order of the splits; empty unless done


@dataclass
class Course:
    """A model under way."""

    entry: Entry
    cost: float = 0.0  # foreseen seconds of the folds that are not stored
    waiting: deque[int] = field(default_factory=deque)  # numbers of folds
    running: set[int] = field(default_factory=set)
    outcomes: dict[int, Outcome] = field(default_factory=dict)
    is_open: bool = False
    is_postponed: bool = False
    worker: int = 0  # who has opened it
    failures: dict[int, str] = field(default_factory=dict)
    status: str = "done"
    reason: str | None = None

    @property
    def is_opening(self) -> bool:
        """Whether its first fold is being run."""
        return bool(self.running) and not self.outcomes

    def fold_seconds(self) -> float:
        """What a fold takes, as far as is known."""
        taken = [_seconds(outcome) for outcome in self.outcomes.values()]
        return median(taken) if taken else self.cost / max(1, len(self.waiting) + len(self.running))

    def seconds_left(self) -> float:
        return self.fold_seconds() * (len(self.waiting) + len(self.running)) if self.is_open else 0.0

    def accuracy(self) -> float:
        """The mean over its finished folds."""
        return mean(outcome.record["scores"]["accuracy"] or 0.0 for outcome in self.outcomes.values())

    def stop(self, status: str, reason: str) -> None:
        self.status, self.reason = status, reason
        self.waiting.clear()

    def as_run(self) -> ModelRun:
        outcomes = [self.outcomes[number] for number in sorted(self.outcomes)]
        return ModelRun(self.entry, self.status, self.reason, outcomes if self.status == "done" else [])


def _seconds(outcome: Outcome) -> float:
    return float(outcome.record["fit_seconds"] + outcome.record["predict_seconds"])


def _dearest(courses: list[Course]) -> float:
    """Seconds of a fold of the dearest model that can be the best: the best finished, or one under way."""
    finished = [one for one in courses if not one.waiting and not one.running]
    best = sorted(finished, key=Course.accuracy)[-1:]
    possible = best + [one for one in courses if one.waiting or one.running]
    return max((one.fold_seconds() for one in possible), default=0.0)


@dataclass
class Race:
    """All courses of a task, run to the end by a crew."""

    task: Any
    courses: list[Course]  # cheapest first
    crew: Crew
    run_fold: Callable[..., Outcome]
    tell: Callable[[str, int, bool], None]  # the model, folds behind all models, whether it was its last

    def run(self) -> None:
        while True:
            self.crew.grow_if_worth_it(sum(len(course.waiting) for course in self.courses))
            while self.crew.has_room and (course := self.next_course()) is not None:
                self.step(course)
            if not self.crew.running:
                return
            if self.is_late:
                self.crew.end()
                self.stop_all()
                return
            found = self.crew.next(PATIENCE)
            if found is not None:
                self.hear(*found)

    @property
    def is_late(self) -> bool:
        return bool(self.crew.workers) and perf_counter() > self.task.budget.deadline - self.reserve()

    def next_course(self) -> Course | None:
        """The course whose fold the next free worker runs.

        With a budget the cheapest one; one that was put off only when no other is under way. Without, a
        worker stays with the models whose kernels it has loaded, and then opens others, every second worker
        from the end of the list: neighbours in the list share kernels, and none should be compiled twice.
        """
        ready = [course for course in self.courses if course.waiting and not course.is_postponed]
        if not ready and not self.crew.running:
            ready = [course for course in self.courses if course.waiting][:1]
        free = [course for course in ready if not course.is_opening] or ready
        if self.task.budget.is_limited or not self.crew.workers:
            return next(iter(free), None)
        who = self.crew.free_worker
        own = [course for course in free if course.is_open and course.worker == who]
        new = [course for course in free if not course.is_open]
        return next(iter(own or (new[::-1] if who % 2 else new) or free), None)

    def step(self, course: Course) -> None:
        """Begin a course's next fold, or put the course off, or give it up."""
        if not course.is_open:
            self.take_stored(course)
            if not self.opened(course):
                return
        elif course.outcomes and course.fold_seconds() > self.left():
            self.stop_for_budget(course)
            return
        if course.waiting:
            number = course.waiting.popleft()
            course.running.add(number)
            others = sum(len(one.waiting) for one in self.courses)
            self.crew.begin(Call(self.run_fold, course.entry, (self.task.folds[number],)), others)

    def take_stored(self, course: Course) -> None:
        for number in list(course.waiting):
            outcome = self.task.store.load(course.entry.name, self.task.folds[number])
            if outcome is not None:
                course.waiting.remove(number)
                course.outcomes[number] = outcome
                self.report(course)

    def opened(self, course: Course) -> bool:
        """Open a course if there is time for it; else put it off, and the second time give it up."""
        doubt = DOUBT if course.is_postponed else 1.0
        course.cost /= doubt
        course.is_open, course.worker = True, self.crew.free_worker
        need = sum(one.seconds_left() for one in self.courses) / max(1, len(self.crew.workers))
        left = self.left()
        if need <= left:
            course.is_postponed = False
        elif course.is_postponed:
            self.skip(course, need * doubt)
        else:
            course.is_open, course.is_postponed = False, True
        return need <= left

    def skip(self, course: Course, need: float) -> None:
        facts = {"need": duration(need), "left": duration(max(self.task.budget.left, 0.0))}
        course.stop("skipped", wording("study.over_budget", self.task.lang, **facts))
        self.report(course)

    def left(self) -> float:
        """Seconds of the budget that folds may take."""
        left: float = self.task.budget.left
        return left - self.reserve()

    def reserve(self) -> float:
        """Seconds kept for what comes after the folds: at most one tree, one linear model and the best."""
        if not self.task.budget.is_limited:
            return 0.0
        open_ones = [
            one for one in self.courses if one.is_open and one.status == "done" and one.entry is not BASELINE
        ]
        names = tuple(one.entry.name for one in open_ones)
        groups = ([one for one in open_ones if one.entry.name in kind] for kind in (names, TREES, LINEAR))
        larger = self.task.plan.folds / (self.task.plan.folds - 1)
        return larger * sum(map(_dearest, groups)) + self.task.report_seconds(len(open_ones))

    def hear(self, call: Call, answer: Answer) -> None:
        """Keep a finished fold; a model whose fold failed has failed."""
        course = next(one for one in self.courses if one.entry.name == call.entry.name)
        (split,) = call.rest
        number = next(k for k in course.running if self.task.folds[k] is split)
        course.running.discard(number)
        if answer.error is not None:
            course.failures[number] = answer.error
            course.stop("failed", course.failures[min(course.failures)])  # whichever was heard of first
        else:
            self.task.store.save(course.entry.name, split, answer.value)
            course.outcomes[number] = answer.value
        self.report(course)

    def stop_for_budget(self, course: Course) -> None:
        if not course.outcomes:
            self.skip(course, course.cost)
            return
        facts = {"done": len(course.outcomes), "folds": len(self.task.folds)}
        course.stop("skipped", wording("study.out_of_budget", self.task.lang, **facts))
        self.report(course)

    def stop_all(self) -> None:
        """Time is up."""
        for course in self.courses:
            if course.waiting or course.running:
                course.running.clear()
                self.stop_for_budget(course)

    def report(self, course: Course) -> None:
        size = len(self.task.folds)
        behind = [size if one.status != "done" else len(one.outcomes) for one in self.courses]
        self.tell(course.entry.name, sum(behind), not course.waiting and not course.running)
