"""Run the cases of one family as plain Python: ``python -m tests.plain.run FAMILY FILE``.

Writes a pickle: for each case its numbers, and which kernels of the family are defined and which ran.
"""

from __future__ import annotations

import pickle
import pkgutil
import sys
import time
import warnings
from importlib import import_module
from pathlib import Path

from tests.plain import recorder


def kernels_of(names: set[str], family: str) -> set[str]:
    return {name for name in names if name.startswith((f"fenlei.{family}.", f"fenlei.{family}:"))}


def main(family: str, file: str) -> None:
    recorder.install()
    from tests.plain.cases import CASES  # imports fenlei, which is compiled no more

    package = import_module(f"fenlei.{family}")
    for module in pkgutil.walk_packages(package.__path__, f"fenlei.{family}."):
        import_module(module.name)
    results = []
    for name, work in CASES[family]():
        start = time.perf_counter()
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            results.append(work())
        print(f"{time.perf_counter() - start:6.2f} s  {name}")
    defined, called = (kernels_of(names, family) for names in (recorder.DEFINED, recorder.CALLED))
    Path(file).write_bytes(pickle.dumps({"results": results, "defined": defined, "called": called}))
    print(f"{family}: {len(called)} of {len(defined)} kernels ran as plain Python", *sorted(defined - called))


if __name__ == "__main__":
    main(*sys.argv[1:])
