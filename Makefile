# Everything a newcomer needs: `make run` serves, `make test` tests. `make help` lists the rest.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
CLIENTS := .clients
LIBRARIES := $(patsubst tests/clients/%.txt,$(CLIENTS)/%/.installed,$(wildcard tests/clients/*.txt))
NODE := $(CLIENTS)/node
SUITE := $(CLIENTS)/json-schema-test-suite
PINS := .ci/constraints.txt
ARGS ?=
UV := $(BIN)/uv
INSTALL := UV_PYTHON_DOWNLOADS=never $(UV) pip install --quiet --python
MAIN := $(INSTALL) $(VENV) --compile-bytecode --constraint $(PINS) --editable

# The tests start hundreds of programs, which had better share what one of them compiled.
export PYTHONDONTWRITEBYTECODE :=

.DEFAULT_GOAL := help

help: ## what this file can do
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-10s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

run: $(VENV)/.serving ## serve with the demo loaded (ARGS="--port 0 --db db.json")
	$(BIN)/mockserver serve --demo $(ARGS)

test: $(VENV)/.installed ## run every test (ARGS="-k calls")
	@$(MAKE) --jobs=4 --no-print-directory clients
	$(BIN)/python -m pytest --numprocesses auto --dist loadfile --no-loadscope-reorder $(ARGS)

check: $(VENV)/.installed $(NODE)/node_modules/.installed ## lint, types, import contracts
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(NODE)/node_modules/.bin/tsc --project tests/console

bench: $(VENV)/.installed ## our speed beside the stack's bare limit (ROWS=H1,H3)
	$(BIN)/python -m tests.bench $(ROWS) $(ARGS)

sense: $(VENV)/.installed ## measure how well the model does what prompts ask
	$(BIN)/python -m tests.sense

docs: $(VENV)/.installed ## rewrite the generated parts of README and of the TypeScript package
	$(BIN)/python -m tests.readme
	$(BIN)/python -m tests.typescript

screenshots: $(VENV)/.installed ## take the pictures of README anew (needs Chromium)
	$(BIN)/python -m tests.console.screenshots

format: $(VENV)/.installed ## put the code in its usual shape
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

pins: ## resolve every dependency anew and write the versions down
	$(PYTHON) -m venv --clear $(VENV)
	$(BIN)/pip install --quiet --upgrade pip
	$(BIN)/pip install --quiet --editable . --group test --group check
	$(BIN)/pip freeze --exclude-editable --exclude mockserver > $(PINS)

clients: $(LIBRARIES) $(NODE)/node_modules/.installed $(SUITE)/.installed ## make the environments of the real client libraries

image: ## build the container image (needs docker)
	docker build --file fixtures/container/Dockerfile --tag mockserver .

clean: ## remove what was installed and built
	rm -rf $(VENV) $(CLIENTS) .sense build dist *.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis

$(UV): $(PINS)
	@test -x $(BIN)/pip || $(PYTHON) -m venv $(VENV)
	@$(BIN)/pip install --quiet --disable-pip-version-check --constraint $(PINS) uv
	@touch $@

$(VENV)/.serving: pyproject.toml $(PINS) | $(UV)
	@echo "Installing what serving needs into $(VENV) ..."
	@$(MAIN) .
	@touch $@

$(VENV)/.installed: $(VENV)/.serving
	@echo "Installing the packages of tests and checks ..."
	@$(MAIN) . --group test --group check
	@touch $@

$(CLIENTS)/%/.installed: tests/clients/%.txt | $(UV)
	@echo "Installing the client library $* ..."
	@UV_PYTHON_DOWNLOADS=never $(UV) venv --quiet --clear --python $(PYTHON) $(CLIENTS)/$*
	@$(INSTALL) $(CLIENTS)/$* --requirement $<
	@touch $@

$(NODE)/node_modules/.installed: $(wildcard tests/clients/node/*.json) $(NODE)/.installed
	@echo "Installing the packages of Node.js ..."
	@cp tests/clients/node/*.json $(NODE)
	@cd $(NODE) && bin/npm ci --silent --ignore-scripts --no-audit
	@touch $@

$(SUITE)/.installed: $(PINS) | $(UV)
	@echo "Fetching the test suite of JSON Schema ..."
	@rm -rf $(SUITE)
	@$(BIN)/pip download --quiet --no-deps --no-binary jsonschema --dest $(SUITE) \
		$$(grep ^jsonschema== $(PINS))
	@$(BIN)/python -m tarfile --extract $(SUITE)/jsonschema-*.tar.gz $(SUITE)
	@touch $@

.PHONY: help run test check bench sense docs screenshots format pins clients image clean
