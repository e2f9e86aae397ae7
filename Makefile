# make run   the server, on embedded defaults
# make test  everything that must hold, in one go; installs what it needs
# make test-long  what takes longer

PYTHON ?= $(shell command -v python3.11 || command -v python3)
VENV   := .venv
BIN    := $(VENV)/bin

.PHONY: run test test-long check lock clean

run: $(VENV)/run.stamp
	@$(BIN)/pitboss serve

test: check $(VENV)/postgres.stamp
	$(BIN)/pitboss rules --lint
	$(BIN)/pitboss rules --coverage
	$(BIN)/pytest -m "not long"

test-long: check $(VENV)/postgres.stamp
	$(BIN)/pytest

check: $(VENV)/dev.stamp
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

# Debian keeps the module venv in a package of its own.
$(VENV)/bin/python:
	$(PYTHON) -m venv $(VENV) || \
	  (rm -rf $(VENV) && apt-get update && apt-get install -y python3-venv && $(PYTHON) -m venv $(VENV))

$(VENV)/run.stamp: $(VENV)/bin/python requirements/run.lock pyproject.toml
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/run.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --editable .
	touch $@

$(VENV)/dev.stamp: $(VENV)/run.stamp requirements/dev.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/dev.lock
	touch $@

# The tests start a throw-away PostgreSQL server.
$(VENV)/postgres.stamp: $(VENV)/bin/python
	ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || command -v initdb >/dev/null || \
	  (apt-get update && apt-get install -y --no-install-recommends postgresql)
	touch $@

# Write the locks anew from the lower bounds in pyproject.toml: names, versions and hashes only.
lock: $(VENV)/bin/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check uv
	$(BIN)/uv pip compile -q --universal --python-version 3.11 --generate-hashes --no-emit-index-url \
	  --no-header --no-annotate pyproject.toml -o requirements/run.lock
	$(BIN)/uv pip compile -q --universal --python-version 3.11 --generate-hashes --no-emit-index-url \
	  --no-header --no-annotate --group dev pyproject.toml -o requirements/dev.lock

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
