# The commands of the README. Everything lands in .venv/ and .hosts/ of this checkout.
PYTHON ?= python3
BIN := .venv/bin
HOST ?= piped

.PHONY: demo test check bench hosts docs clean

.venv/installed: pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit("Harness needs Python 3.11 or later" if sys.version_info < (3, 11) else 0)'
	@echo "Making .venv and installing into it what Harness and its tests need. Once; it may take a minute."
	@$(PYTHON) -m venv .venv
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@

demo: .venv/installed
	@$(BIN)/python -m demo $(HOST)

test: .venv/installed
	$(BIN)/python -m pytest -n auto --dist loadfile --no-loadscope-reorder

check: .venv/installed
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

bench: .venv/installed
	$(BIN)/python -m bench

hosts: .venv/installed
	$(BIN)/python tests/hosts/programs.py

SCHEMAS := docs/contracts/schemas

docs: .venv/installed
	@$(BIN)/python -m harness_runtime.settings.schemas $(SCHEMAS)
	@$(BIN)/python -m harness_runtime.guides.schemas $(SCHEMAS)
	@$(BIN)/python -m harness_runtime.cli.contracts.schemas $(SCHEMAS)
	@$(BIN)/python -m tests.test_schemas
	@$(BIN)/python -m tests.shell.document
	@$(BIN)/python -m tests.docs

clean:
	rm -rf .venv .hosts dist .pytest_cache .mypy_cache .ruff_cache .hypothesis
