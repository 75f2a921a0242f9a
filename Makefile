# Two commands: `make start` gets you to work, `make test` tests everything. Each does its own set-up, once.
SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help
.PHONY: help start test tests quick attacks sites chaos exam extension check fix bench lock docs clean

unexport PYTHONDONTWRITEBYTECODE  # every process that a test starts would compile all of Pollex
BEGAN := $(shell date +%s)
VENV := .venv
BIN := $(VENV)/bin
PYTHON ?= $(or $(wildcard $(BIN)/python),python3)
STAMP := $(VENV)/.$(shell $(PYTHON) -c 'import sys; print("%d.%d" % sys.version_info[:2])' 2>/dev/null || echo none)
READY := $(STAMP)-ready
TOOLS := $(STAMP)-tools
BROWSER := $(VENV)/.browser
PAGE := src/pollex/serve/static/index.html
WIDGETS := bench/widgets/node_modules/.package-lock.json
SITES := $(addprefix tests/,widgets page/test_hard.py page/test_evidence.py page/test_resolve.py page/extract practice model/local flow/heal flow/compile/test_page_tools.py)
ATTACKS := $(addprefix tests/,walls agent/hostile agent/guard page/policy serve/mcp/test_acts.py app/workspace_calls \
  $(addprefix app/workspaces/test_,authority.py local_files.py approvals.py intents.py) $(addprefix web/test_,walls.py hostile_pages.py xss.py) \
  $(addprefix serve/test_,guard.py hostile.py hostile_client.py hostile_socket.py browser_sessions.py leaks.py limits.py) \
  disk/test_private.py $(addprefix workspace/planner/test_,hostile_model.py orchestrator.py) \
  $(addprefix workspace/test_,budget.py own_components.py permissions.py xss.py))
WORKERS ?= $(shell cores=$$(getconf _NPROCESSORS_ONLN); echo $$((cores < 4 ? cores + 1 : 4)))  # a test waits for its browser half of its time

help:  ## Show what can be made
	@awk -F':.*## ' '/^[a-z]+:.*## / {printf "  make %-8s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

start: $(READY)  ## Set everything up, do a task before your eyes and say what to try next
	@$(MAKE) --no-print-directory $(BROWSER) || echo "No browser could be installed."
	@$(MAKE) --no-print-directory $(PAGE) || echo "The page of \`pollex serve\` could not be built; everything else works."
	@$(BIN)/pollex doctor
	@echo "Set up in $$(($$(date +%s) - $(BEGAN))) s; $(VENV) has $$(du -sh $(VENV) | cut -f1) on $$($(BIN)/python --version)."
	@echo
	@$(BIN)/pollex demo || echo "The set-up is done; \`pollex demo\` tries again."
	@echo
	@echo "Put pollex on your path with: . $(BIN)/activate"

test: $(TOOLS) $(BROWSER) $(WIDGETS) $(PAGE)  ## Check everything and run all tests
	@$(MAKE) --no-print-directory --jobs 2 check tests

tests: $(TOOLS) $(BROWSER) $(WIDGETS) $(PAGE)
	@$(BIN)/pytest --ignore tests/test_layers.py --numprocesses $(WORKERS) --dist worksteal

quick: $(TOOLS) $(BROWSER) $(WIDGETS) $(PAGE)  ## Run the tests nearest to what has changed, within a minute (BASE=COMMIT: changed since then)
	@$(BIN)/python scripts/quick.py $(BASE)

attacks: $(TOOLS) $(BROWSER) $(PAGE)  ## Play all attacks on agents, pages, servers and workspaces; `make test` plays some
	@POLLEX_ALL=1 $(BIN)/pytest $(ATTACKS) --numprocesses $(WORKERS)

sites: $(TOOLS) $(BROWSER) $(WIDGETS)  ## Use all hard pages, layouts and widgets; `make test` uses some
	@POLLEX_ALL=1 $(BIN)/pytest $(SITES) --numprocesses $(WORKERS)

chaos: $(TOOLS) $(BROWSER)  ## Kill runs, workers, browsers and databases again and again; try properties on new examples
	@POLLEX_CHAOS=1 $(BIN)/pytest tests/flow/kills tests/agent/steering tests/durable --timeout 1800
	@POLLEX_CHAOS=1 $(BIN)/pytest -m hypothesis --timeout 1800

exam: $(TOOLS) $(BROWSER)  ## Play all runs of the frozen exam, and judge all answers to them
	@POLLEX_ALL=1 $(BIN)/pytest tests/agent/exam --numprocesses $(WORKERS)

extension: $(TOOLS) $(BROWSER)  ## Use the extension in a browser with all tests of the page; `make test` uses some
	@POLLEX_ALL=1 $(BIN)/pytest tests/extension --numprocesses $(WORKERS)

check: $(TOOLS) $(PAGE)  ## Style, types, layers, generated documentation, the page's calculations
	@$(BIN)/ruff check
	@$(BIN)/ruff format --check
	@$(BIN)/mypy
	@$(BIN)/pytest tests/test_layers.py
	@$(BIN)/python scripts/reference.py --check
	@PATH=$(abspath $(BIN)):$$PATH npm run --silent --prefix web check

fix: $(TOOLS) $(PAGE)  ## Mend style and write the generated documentation anew
	@$(BIN)/ruff check --fix
	@$(BIN)/ruff format
	@$(BIN)/python scripts/reference.py
	@PATH=$(abspath $(BIN)):$$PATH npm run --silent --prefix web fix

docs: $(READY)  ## Write the generated documentation anew
	@$(BIN)/python scripts/reference.py

bench: $(READY)  ## Measure against the peers, in an environment of the benchmark's own
	@for part in tools modules hands extension proxy flow compile director page agent heal widgets library workspace difference trust extract; do bench/run $$part; done

lock: $(READY)  ## Pin the newest versions of all dependencies
	@scripts/lock $(VENV)

clean:  ## Remove what was made here
	rm -rf $(VENV) .bench dist build src/pollex/serve/static web/node_modules .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find src tests bench scripts examples -name __pycache__ -type d -prune -exec rm -rf {} +

$(READY): requirements/run.txt requirements/uv.txt pyproject.toml scripts/venv
	@scripts/venv $(PYTHON) $(VENV) run
	@touch $@

$(TOOLS): $(READY) requirements/dev.txt
	@scripts/venv $(PYTHON) $(VENV) dev
	@touch $@

$(WIDGETS): bench/widgets/package-lock.json | $(READY)
	@scripts/widgets $(VENV)

$(PAGE): $(shell find web -name node_modules -prune -o -type f -print) | $(READY)
	@scripts/page $(VENV)

$(BROWSER): $(READY) scripts/browser
	@scripts/browser $(VENV)
	@touch $@
