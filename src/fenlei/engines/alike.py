"""Workers must have our versions, or they sum otherwise; processors that differ may, which is told."""

from __future__ import annotations

import hashlib
import platform
from collections.abc import Mapping
from importlib import import_module
from importlib.metadata import version
from typing import Any

import fenlei
from fenlei.errors import UsageError, warn

LIBRARIES = ("numpy", "numba", "scipy", "pyarrow")
VERSIONS = ("fenlei", "python", *LIBRARIES)


def facts() -> dict[str, str]:
    """Versions of what the sums depend on, and the features of the processor.

    Examples
    --------
    >>> sorted(facts())
    ['cpu', 'fenlei', 'numba', 'numpy', 'pyarrow', 'python', 'scipy']
    """
    binding: Any = import_module("llvmlite.binding")
    features = ",".join(sorted(name for name, has in binding.get_host_cpu_features().items() if has))
    return {
        "fenlei": fenlei.__version__,
        "python": ".".join(platform.python_version_tuple()[:2]),
        **{name: version(name) for name in LIBRARIES},
        "cpu": f"{binding.get_host_cpu_name()} {hashlib.sha256(features.encode()).hexdigest()[:8]}",
    }


def require_alike(answers: Mapping[str, Any], ours: Mapping[str, str] | None = None) -> None:
    """Refuse workers with other versions; warn of processors with other features.

    Examples
    --------
    >>> require_alike({"tcp://10.0.0.2:4000": facts()})
    """
    ours = facts() if ours is None else ours
    if any(isinstance(answer, ModuleNotFoundError) for answer in answers.values()):
        raise UsageError("engine.no_fenlei", worker=next(iter(answers)), version=fenlei.__version__)
    answers = {worker: answer for worker, answer in answers.items() if not isinstance(answer, Exception)}
    for worker, theirs in answers.items():
        for name in VERSIONS:
            if theirs.get(name) != ours[name]:
                versions = {"theirs": theirs.get(name, "-"), "ours": ours[name]}
                raise UsageError("engine.versions", worker=worker, name=name, **versions)
    others = [worker for worker, theirs in answers.items() if theirs["cpu"] != ours["cpu"]]
    if others:
        warn("engine.processors", worker=others[0], theirs=answers[others[0]]["cpu"], ours=ours["cpu"])
