# ruff: noqa: E501 (tables of inputs)
"""Feed every estimator of the registry some 300 inputs that nobody should give it, and count what goes wrong.

Usage: python tools/hostile.py [--limit SECONDS] [--out FILE] [--kinds scale,query,...] [NAME ...]

An input ends well in a finite answer or in one sentence. What does not is counted: `silent` (NaN or infinity
without a word), `late` (over the limit, 60 s of CPU time of all threads), `inner` (an exception of NumPy, Numba or Python that
no check foresaw), `raw` (a warning of NumPy). Each estimator runs in a process of its own, which is ended and
started again behind an input that takes too long or dies.
"""

from __future__ import annotations

import argparse
import json
import os
import select
import signal
import subprocess
import sys
import time
import traceback
import warnings
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np
import scipy.sparse as sp
from sklearn.exceptions import NotFittedError, UndefinedMetricWarning

from fenlei.registry import REGISTRY, Entry
from fenlei.study.warming.small_fits import ANSWERS

FACTORS = (
    5e-324,
    1e-310,
    1e-300,
    1e-200,
    1e-160,
    1e-100,
    1e-30,
    1e30,
    1e100,
    1e160,
    1e200,
    1e300,
    1e308,
    -1e308,
)
PARAMETERS: tuple[Any, ...] = (
    0,
    -1,
    1,
    1e308,
    -1e308,
    1e-308,
    float("inf"),
    float("nan"),
    10**9,
    2**63,
    "x",
    [],
    {},
    b"",
)
WORK = {"n_estimators", "n_init", "verbose"}  # as much work as is asked for
ROUNDS = ("hist_gradient_boosting", "hist_gradient_boosting_regressor")  # there max_iter is n_estimators
METHODS = (
    *ANSWERS,
    "log_density",
    "log_joint",
    "apply",
    "class_distances",
    "inverse_transform",
    "sample",
    "score",
)
# of weights 0, of a perfect fit, of a huge rate, of neighbours that are equally far
MAY_BE_ABOVE = {"margin_", "log_likelihood_", "rounds_", "sigma_"}
MAY_BE_INFINITE = {  # at minus infinity: the logarithm of no probability
    *("predict_log_proba", "log_density", "log_joint", "score_samples"),
    *("feature_log_prob_", "class_log_prior_", "lower_bound_"),
}
DOCUMENTED = {"cell_means_", "cell_variances_"}  # NaN where no row has the number
PATIENCE = 15  # wall time beside other work, in limits of CPU time
Outcome = dict[str, Any]


class Case(NamedTuple):
    """An input: rows to fit, rows to ask about, targets, weights and parameters."""

    name: str
    X: Any
    y: Any
    query: Any
    w: Any = None
    parameters: Mapping[str, Any] = MappingProxyType({})


def plain(entry: Entry, n: int = 60, p: int = 4, K: int = 3) -> tuple[Any, Any]:
    """Ordinary rows for the estimator, and a target."""
    rng = np.random.default_rng(0)
    y = np.arange(n) % K
    X = rng.normal(size=(n, p)) + np.outer(y, rng.normal(size=p))
    if entry.discrete or not entry.numeric:
        X = (X > 0).astype(float)
    elif entry.name in ("multinomial_nb", "poisson_nb"):
        X = np.round(np.abs(X) * 3)
    return X, X[:, 0] + 0.1 * rng.normal(size=n) if entry.kind == "regressor" else y


def held(values: Any, factor: float) -> Any:
    """Values times a factor, inside the range of numbers."""
    with np.errstate(over="ignore"):
        return np.clip(values * factor, -1.7e308, 1.7e308)


def scaled(entry: Entry) -> Iterator[Case]:
    """Rows at the edges of the range of numbers: all, one column, one cell, both edges; and targets."""
    X, y = plain(entry)
    for f in FACTORS:
        column, cell, both = X.copy(), X.copy(), X.copy()
        column[:, 1] = held(X[:, 1], f)
        cell[3, 2] = f
        both[:, 0] = held(X[:, 0], f)
        both[:, 1] /= 1e300 if abs(f) > 1 else 1e-300
        for what, rows in (
            ("all", held(X, f)),
            ("column", column),
            ("cell", cell),
            ("both", both),
            ("shift", X + f),
        ):
            yield Case(f"scale {what} {f:g}", rows, y, X)
            yield Case(f"scale {what} {f:g}, itself", rows, y, rows)
        if entry.kind == "regressor":
            yield Case(f"scale y {f:g}", X, held(y, f), X)
    yield Case("float32 largest", np.clip(X * 3e38, -3e38, 3e38).astype(np.float32), y, X.astype(np.float32))


def asked(entry: Entry) -> Iterator[Case]:
    """Ordinary rows to fit, and questions at the edges of the range."""
    X, y = plain(entry)
    for f in FACTORS:
        one = X[:3].copy()
        one[0, 0] = f
        pair = X[:3].copy()
        pair[0, :2] = f, -f
        yield Case(f"query cell {f:g}", X, y, one)
        yield Case(f"query pair {f:g}", X, y, pair)
        yield Case(f"query all {f:g}", X, y, held(X[:3], f))
        yield Case(f"query constant {f:g}", X, y, np.full((2, 4), f))


def weighted(entry: Entry) -> Iterator[Case]:
    """Weights at the edges, and weights that are none."""
    X, y = plain(entry)
    for f in (5e-324, 1e-308, 1e-160, 1e160, 1e300, 1e308, 0.0, -1.0, np.nan, np.inf):
        some = np.ones(len(X))
        some[::7] = f
        yield Case(f"weights {f:g}", X, y, X, np.full(len(X), f))
        yield Case(f"weights some {f:g}", X, y, X, some)
    for name, w in (
        ("short", np.ones(3)),
        ("text", ["a"] * 60),
        ("table", np.ones((60, 2))),
        ("none", np.array([])),
    ):
        yield Case(f"weights {name}", X, y, X, w)


def shaped(entry: Entry) -> Iterator[Case]:
    """Few rows, constant rows, no rows, wrong shapes and wrong types."""
    X, y = plain(entry)
    rows: dict[str, Any] = {
        "one row": X[:1], "two rows": X[:2], "three rows": X[:3], "one column": X[:, :1], "constant": np.ones_like(X), "zeros": 0 * X,
        "same rows": np.repeat(X[:3], 20, axis=0), "collinear": np.outer(X[:, 0], [1, 2, 3, 4]), "wide": np.tile(X[:9], 30),
        "no rows": X[:0], "no columns": X[:, :0], "vector": X[:, 0], "cube": X[:, :, None], "scalar": 3.0, "None": None,
        "text": X.astype(str), "words": np.full(X.shape, "a"), "object": X.astype(object), "complex": X * 1j, "bool": X > 0, "int": X.astype(int),
        "largest int": np.full(X.shape, 2**63 - 1), "huge codes": np.where(X > 0, 1e15, 0.0), "many codes": np.round(np.abs(X) * 1e6),
        "bytes": np.full(X.shape, b"a"), "dates": np.full(X.shape, np.datetime64("2020-01-01")), "float16": X.astype(np.float16),
        "longdouble": X.astype(np.longdouble), "ragged": [[1, 2], [3]] * 30, "dict": {"a": 1}, "list": X.tolist(), "sparse": sp.csr_array(X),
        "sparse empty": sp.csr_array(X.shape), "coo": sp.coo_array(X), "masked": np.ma.masked_greater(X, 1), "fortran": np.asfortranarray(X),
        "negative stride": X[::-1], "inner None": np.where(X > 1, None, X), "generator": (row for row in X),
    }  # fmt: skip
    for name, each in rows.items():
        n = len(each) if isinstance(each, np.ndarray) and each.ndim else 60
        yield Case(f"rows {name}", each, y[:n], each)
        yield Case(f"query {name}", X, y, each)
    yield Case("query wrong width", X, y, X[:, :3])
    for bad in (np.nan, np.inf, -np.inf):
        holes, column = X.copy(), X.copy()
        holes[5, 1] = bad
        column[:, 2] = bad
        for name, each in (
            (f"one {bad}", holes),
            (f"column of {bad}", column),
            (f"all {bad}", np.full(X.shape, bad)),
        ):
            yield Case(f"rows {name}", each, y, X)
            yield Case(f"query {name}", X, y, each)
            yield Case(f"sparse {name}", sp.csr_array(each), y, X)


def targeted(entry: Entry) -> Iterator[Case]:
    """Targets of all kinds."""
    X, y = plain(entry)
    some = np.array(y, dtype=float)
    targets: dict[str, Any] = {
        "one class": 0 * y, "short": y[:5], "long": np.tile(y, 2), "none": None, "empty": y[:0], "table": np.tile(y, (2, 1)).T,
        "text": np.array(["a", "b", "c"])[np.arange(60) % 3], "mixed": np.array(["a", 1, None] * 20, dtype=object), "decimals": some + 0.5,
        "NaN": np.where(some > 1, np.nan, some), "infinity": np.where(some > 1, np.inf, some), "all NaN": np.full(60, np.nan), "bool": some > 0,
        "complex": some * 1j, "dates": np.full(60, np.datetime64("2020-01-01")), "bytes": np.array([b"a", b"b"] * 30), "scalar": 1,
        "rare": np.where(np.arange(60) == 0, 1, 0), "all different": np.arange(60), "huge": np.arange(60) * 10**16, "largest": np.full(60, 1.7e308),
        "minus": -np.arange(60) % 2, "dict": {"a": 1}, "sparse": sp.csr_array(some[:, None]), "constant": np.ones(60),
    }  # fmt: skip
    for name, each in targets.items():
        yield Case(f"target {name}", X, each, X)


def in_blocks(entry: Entry) -> Iterator[Case]:
    """Ordinary rows first, then a block at the edges of the range."""
    X, y = plain(entry)
    if not hasattr(entry.load(), "partial_fit"):
        return
    for f in FACTORS:
        cell = X.copy()
        cell[3, 2] = f
        yield Case(f"block all {f:g}", held(X, f), y, X)
        yield Case(f"block cell {f:g}", cell, y, cell)


def large(entry: Entry) -> Iterator[Case]:
    """Many columns, many classes, many rows."""
    yield Case("3,000 columns", *plain(entry, 60, 3000), plain(entry, 5, 3000)[0])
    yield Case("3,000 columns and rows", *plain(entry, 3000, 3000), plain(entry, 5, 3000)[0])
    yield Case("2,000 classes", *plain(entry, 4000, 4, 2000), plain(entry)[0])
    yield Case("300 classes", *plain(entry, 1500, 4, 300), plain(entry)[0])
    yield Case("4,000 rows", *plain(entry, 4000), plain(entry)[0])
    if entry.kind == "regressor":  # an ordinary table of 200,000 rows is work, not too much of it
        yield Case("50,000 rows", *plain(entry, 50_000, 2), plain(entry, 5, 2)[0])
    else:
        yield Case("100,000 classes", *plain(entry, 200_000, 2, 100_000), plain(entry, 5, 2)[0])
    yield Case("100,000 columns", *plain(entry, 30, 100_000), plain(entry, 3, 100_000)[0])


def set_up(entry: Entry) -> Iterator[Case]:
    """Each parameter at values that make no sense, or too much of it."""
    X, y = plain(entry)
    for name in entry.load()().get_params(deep=False):
        for value in PARAMETERS:
            work = name in WORK or (name == "max_iter" and entry.name in ROUNDS)
            if not (work and value in (10**9, 2**63)):
                yield Case(f"{name}={value!r}", X, y, X, None, {name: value})


KINDS: dict[str, Callable[[Entry], Iterator[Case]]] = {
    "scale": scaled, "query": asked, "weights": weighted, "shape": shaped, "target": targeted, "blocks": in_blocks, "large": large, "parameters": set_up,
}  # fmt: skip


def numbers(answer: Any) -> Iterator[np.ndarray]:
    """The arrays of floats in an answer."""
    if isinstance(answer, tuple | list):
        for each in answer:
            yield from numbers(each)
    elif hasattr(answer, "toarray"):
        yield np.asarray(answer.data)
    elif isinstance(answer, np.ndarray | np.generic | float) and np.asarray(answer).dtype.kind == "f":
        yield np.asarray(answer)


def is_silent(name: str, answer: Any) -> bool:
    """Whether there is NaN, or infinity where there may be none."""
    below, above = name not in MAY_BE_INFINITE, name not in MAY_BE_ABOVE
    return name not in DOCUMENTED and any(
        np.isnan(a).any() or (below and np.isneginf(a).any()) or (above and np.isposinf(a).any())
        for a in numbers(answer)
    )


def fitted(entry: Entry, case: Case) -> Any:
    """The model of a case, or None where the estimator takes no weights."""
    model = entry.load()(**case.parameters)
    for name, value in (("random_state", 0), ("n_jobs", 1), ("max_iter", 250)):  # the fewest that t-SNE takes
        if name in model.get_params(deep=False) and name not in case.parameters:
            model.set_params(**{name: value})
    if case.w is not None and not entry.weights:
        return None
    alone = entry.kind in ("transformer", "clusterer")
    if case.name.startswith("block"):
        X, y = plain(entry)
        classes = {"classes": np.unique(y)} if entry.kind == "classifier" else {}
        model.partial_fit(X) if alone else model.partial_fit(X, y, **classes)
        return model.partial_fit(case.X) if alone else model.partial_fit(case.X, case.y)
    weights = {} if case.w is None else {"sample_weight": case.w}
    return model.fit(case.X, **weights) if alone else model.fit(case.X, case.y, **weights)


def answer(model: Any, name: str, case: Case) -> Any:
    """What one method returns for the query."""
    method = getattr(model, name)
    if name == "inverse_transform":
        return method(np.zeros((2, model.transform(case.query).shape[1])))
    if name == "score" and isinstance(case.y, np.ndarray):
        rows = getattr(case.query, "shape", (60,))
        return method(case.query, case.y[: rows[0] if rows else 1])
    return method(3) if name == "sample" else method(case.query)


def is_shown(model: Any, name: str) -> bool:
    """Whether a name is a public fitted attribute; records may hold what is missing."""
    public = name.endswith("_") and not name.startswith("_") and name not in ("model_", "summary_")
    return public and hasattr(model, name)


def answers(entry: Entry, case: Case) -> Iterator[tuple[str, Any]]:
    """Fit, all that `fit` left, and everything that the model can say about the query, or the error."""
    model = fitted(entry, case)
    for name in [n for n in dir(model) if is_shown(model, n)]:
        yield name, getattr(model, name)
    for name in [n for n in METHODS if hasattr(model, n)]:
        if name == "sample" and "nan" in case.name:  # a column that is missing stays missing
            continue
        if (
            name == "score"
            and entry.kind in ("classifier", "regressor")
            and not isinstance(case.y, np.ndarray)
        ):
            continue
        no_density = name == "score" and entry.discrete  # the mean of log-densities
        try:
            yield "score_samples" if no_density else name, answer(model, name, case)
        except Exception as error:
            yield name, error


def is_sentence(error: BaseException) -> bool:
    """Whether some check raised it on purpose: ours, or one of scikit-learn's on the way in."""
    from fenlei.errors import FenleiError

    if isinstance(error, NotFittedError):
        return True
    if isinstance(error, FenleiError):
        return "\n" not in str(error) and len(str(error)) < 600
    where = [Path(frame.filename).as_posix() for frame in traceback.extract_tb(error.__traceback__)]
    checks = (
        "sklearn/utils/",
        "sklearn/metrics/",
        "sklearn/base.py",
        "fenlei/contract/",
        "fenlei/parameters.py",
        "fenlei/table/",
        "fenlei/weights.py",
    )
    line = traceback.extract_tb(error.__traceback__)[-1].line or ""
    on_purpose = "sklearn/" in where[-1] or line.startswith("raise ")
    return (
        on_purpose
        and isinstance(error, ValueError | TypeError | AttributeError)
        and any(part in where[-1] for part in checks)
    )


def outcome_of(error: BaseException) -> tuple[str, str]:
    """How an input ended that ended in an error, and with which."""
    end = "sentence" if is_sentence(error) else "inner"
    last = traceback.extract_tb(error.__traceback__)[-1]
    where = f" [{Path(last.filename).name}:{last.lineno}]" if end == "inner" else ""
    return end, f"{type(error).__name__}: {str(error)[:300]}{where}"


def verdict(found: list[tuple[str, Any]]) -> tuple[str, str]:
    """The worst of all answers: an exception that no check foresaw, a silent number, a sentence."""
    errors = [(*outcome_of(value), name) for name, value in found if isinstance(value, BaseException)]
    inner = [f"{name}: {why}" for end, why, name in errors if end == "inner"]
    bad = [name for name, value in found if not isinstance(value, BaseException) and is_silent(name, value)]
    if inner:
        return "inner", inner[0]
    if bad:
        return "silent", ", ".join(bad)
    return errors[0][:2] if errors else ("ok", "")


def judge(entry: Entry, case: Case) -> Outcome:
    """What became of an input: `end` is ok, sentence, silent or inner; `why` tells more."""
    caught: list[warnings.WarningMessage] = []
    with warnings.catch_warnings():
        warnings.simplefilter("always")
        tell = warnings.showwarning

        def note(message: Any, category: Any, filename: str, lineno: int, *_: Any, **__: Any) -> None:
            tell(message, category, filename, lineno)
            caught.append(warnings.WarningMessage(message, category, filename, lineno))

        warnings.showwarning = note
        try:
            end, why = verdict(list(answers(entry, case)))
        except Exception as error:
            end, why = outcome_of(error)
    if why == "score" and any(issubclass(w.category, UndefinedMetricWarning) for w in caught):
        end = "ok"  # NaN is what was announced
    raw = [
        f"{w.message} [{Path(w.filename).name}:{w.lineno}]"
        for w in caught
        if issubclass(w.category, RuntimeWarning)
        and "fromnumeric" not in w.filename  # scikit-learn's sum of infinities
    ]
    return {"end": end, "why": why, "raw": raw[:2]}


def announce(lines: Any, message: Warning | str) -> None:
    """Tell the parent that a fit will take long, so that it is no surprise."""
    if getattr(message, "key", "").startswith("estimator.long"):
        print(json.dumps({"announced": str(message)}), file=lines)


def cases_of(entry: Entry, kinds: list[str]) -> Iterator[Case]:
    for kind in kinds:
        yield from KINDS[kind](entry)


def child(name: str, kinds: list[str], start: int, limit: float) -> None:
    """Judge the inputs from the one at `start`; one line when an input begins, one when it is done.

    An input that takes more CPU time than the limit ends the process (SIGPROF).
    """
    lines = os.fdopen(os.dup(1), "w", buffering=1)
    sys.stdout = Path(os.devnull).open("w")  # noqa: SIM115 (for what is verbose)
    for i, case in enumerate(cases_of(REGISTRY[name], kinds)):
        if i >= start:
            print(json.dumps({"i": i, "case": case.name}), file=lines)
            signal.setitimer(signal.ITIMER_PROF, limit)
            begin = time.process_time()
            warnings.showwarning = lambda message, *_: announce(lines, message)
            outcome = judge(REGISTRY[name], case)
            print(json.dumps({**outcome, "seconds": round(time.process_time() - begin, 2)}), file=lines)
            signal.setitimer(signal.ITIMER_PROF, 0)


def supervise(name: str, kinds: list[str], limit: float) -> list[Outcome]:
    """Outcomes of all inputs of an estimator."""
    done: list[Outcome] = []
    finished = False
    while not finished:
        command = [sys.executable, __file__, "--child", str(len(done)), "--kinds", ",".join(kinds)]
        command += ["--limit", str(limit), name]
        with subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        ) as process:
            finished = follow(process, done, limit)
    return [{"estimator": name, **outcome} for outcome in done]


def follow(process: subprocess.Popen[str], done: list[Outcome], limit: float) -> bool:
    """Read a process until its end, or until an input is late; whether it has come to its end."""
    assert process.stdout is not None
    running: Outcome | None = None
    while True:
        ready, _, _ = select.select([process.stdout], [], [], 60 + PATIENCE * limit)
        line = process.stdout.readline() if ready else ""
        if line:
            news = json.loads(line)
            if "case" in news:
                running = news
            elif "announced" in news and running:
                running |= news
            elif running:
                done.append({**running, **news})
                running = None
        else:
            process.kill()
            late = not ready or process.wait() == -signal.SIGPROF
            if running:
                end = "inner" if not late else "announced" if "announced" in running else "late"
                done.append(
                    {
                        **running,
                        "end": end,
                        "why": f"over {limit:g} s" if late else "the process died",
                        "raw": [],
                    }
                )
            return running is None


def main() -> int:
    reader = argparse.ArgumentParser()
    reader.add_argument("names", nargs="*")
    reader.add_argument("--kinds", default=",".join(KINDS))
    reader.add_argument("--limit", type=float, default=60.0)
    reader.add_argument("--out", type=Path)
    reader.add_argument("--child", type=int)
    given = reader.parse_args()
    kinds = given.kinds.split(",")
    if given.child is not None:
        import resource

        gigabytes = int(os.environ.get("HOSTILE_GIGABYTES", "8"))
        resource.setrlimit(resource.RLIMIT_DATA, (gigabytes << 30, gigabytes << 30))
        child(given.names[0], kinds, given.child, given.limit)
        return 0
    outcomes: list[Outcome] = []
    for name in given.names or list(REGISTRY):
        outcomes += (found := supervise(name, kinds, given.limit))
        counts = Counter(o["end"] for o in found) + Counter({"raw": sum(bool(o["raw"]) for o in found)})
        print(f"{name:26s} {len(found):4d} inputs: {dict(sorted(counts.items()))}", flush=True)
        if given.out:
            given.out.write_text("\n".join(json.dumps(o, ensure_ascii=False) for o in outcomes) + "\n")
    bad = [o for o in outcomes if o["end"] in ("silent", "late", "inner") or o["raw"]]
    print(f"{len(outcomes)} inputs, {len(bad)} of them did not end well")
    return int(bool(bad))


if __name__ == "__main__":
    raise SystemExit(main())
