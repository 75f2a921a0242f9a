# Two commands: `make start` gets you to work, `make test` tests everything. Each does its own set-up, once.
SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help
.PHONY: help start test chaos check fix bench lock docs clean

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
BROWSER := $(VENV)/.browser

help:  ## Show what can be made
	@awk -F':.*## ' '/^[a-z]+:.*## / {printf "  make %-8s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

start: $(READY) $(BROWSER)  ## Set everything up and say what is there
	@$(BIN)/pollex doctor
	@echo "Put pollex on your path with: . $(BIN)/activate"

test: check $(BROWSER)  ## Check everything and run all tests
	@$(BIN)/pytest --deselect tests/test_layers.py --numprocesses auto --maxprocesses 4 --dist worksteal

chaos: $(READY) $(BROWSER)  ## Kill runs, workers, browsers and databases, again and again, and count what happened
	@POLLEX_CHAOS=1 $(BIN)/pytest tests/flow/kills tests/durable --timeout 1800

check: $(READY)  ## Style, types, layers, generated documentation
	@$(BIN)/ruff check
	@$(BIN)/ruff format --check
	@$(BIN)/mypy
	@$(BIN)/pytest tests/test_layers.py
	@$(BIN)/python scripts/reference.py --check

fix: $(READY)  ## Mend style and write the generated documentation anew
	@$(BIN)/ruff check --fix
	@$(BIN)/ruff format
	@$(BIN)/python scripts/reference.py

docs: $(READY)  ## Write the generated documentation anew
	@$(BIN)/python scripts/reference.py

bench: $(READY)  ## Measure against the peers, in an environment of the benchmark's own
	@for part in tools modules hands proxy flow director page agent heal; do bench/run $$part; done

lock: $(READY)  ## Pin the newest versions of all dependencies
	@$(BIN)/pip-compile --quiet --upgrade --generate-hashes --no-emit-index-url --no-emit-find-links \
	  --no-emit-trusted-host --strip-extras --allow-unsafe --no-header \
	  pyproject.toml requirements/dev.in --output-file requirements/dev.txt

clean:  ## Remove what was made here
	rm -rf $(VENV) .bench dist build .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find src tests bench scripts examples -name __pycache__ -type d -prune -exec rm -rf {} +

$(READY): requirements/dev.txt pyproject.toml scripts/venv
	@scripts/venv $(PYTHON) $(VENV)
	@touch $@

$(BROWSER): $(READY) scripts/browser
	@scripts/browser $(VENV)
	@touch $@
