# Every target sets up what it needs by itself: a virtual environment, the compiled kernel, and
# for the tests a browser and a database server.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
# Hashes make sure of the files, wherever they come from.
INSTALL := VIRTUAL_ENV=$(abspath $(VENV)) $(BIN)/uv pip install --quiet --system-certs

# Containers like to set it. Then every program that the tests start would compile all it imports.
unexport PYTHONDONTWRITEBYTECODE

# One more than there are cores: tests often wait for a browser or a server, and leave their core idle.
AT_ONCE = $$(($$(nproc) + 1))

COMPILED := $(shell find src -name '*.pxd')
KERNEL := $(COMPILED) $(COMPILED:.pxd=.py) setup.py pyproject.toml

.PHONY: play site test lint lint-python lint-scripts audited collected format long lowest bench dist docs pictures screenshots messages real-parts lock clean audit

play: $(VENV)/play
	$(BIN)/menhirs serve

# The game as a folder of files that works without a server, in build/site.
site: $(VENV)/js
	$(BIN)/menhirs site build/site

# While mypy keeps one core, the other one has time for all that comes before the tests.
test: $(VENV)/dev $(VENV)/js real-parts
	@$(MAKE) --no-print-directory --output-sync=target --jobs=2 lint-python lint-scripts audited collected
	$(BIN)/pytest -n $(AT_ONCE) --dist loadfile --no-loadscope-reorder

# Whether a pinned package of Python or npm has a known vulnerability. It fails if nobody could look;
# `make test` only says so.
audit: $(VENV)/venv
	$(BIN)/python -m tools.audit --strict

# Python and the scripts side by side: neither needs more than one core.
lint: $(VENV)/dev $(VENV)/js
	@$(MAKE) --no-print-directory --output-sync=target --jobs=2 lint-python lint-scripts

lint-python:
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/python -m tools.check_languages

lint-scripts:
	$(BIN)/python -m tools.check_scripts

audited:
	-@$(BIN)/python -m tools.audit

# Compiles the tests and what they import: otherwise every worker of pytest would.
collected:
	@$(BIN)/pytest --collect-only -qq >/dev/null 2>&1 || true

# The same tests with many more tries of every property, and 1,000 games of every level; then the
# lowest versions of what we stand on.
long: $(VENV)/dev real-parts
	$(BIN)/pytest -n $(AT_ONCE) --hypothesis-profile=long
	@$(MAKE) --no-print-directory lowest

# Every extra with the lowest versions that pyproject.toml allows, and the tests that lean on them.
lowest: $(VENV)/dev real-parts
	tools/try_lowest.sh $(BIN)/uv $(BIN)/python build/lowest

bench: $(VENV)/dev
	$(BIN)/menhirs bench
	$(BIN)/menhirs bench --levels
	$(BIN)/menhirs bench --server

# The sources as an archive and a wheel made from it, in dist/.
dist: $(VENV)/dev
	$(BIN)/python -m build --no-isolation

# The documentation site, in build/docs.
docs: $(VENV)/dev
	$(BIN)/python -m tools.build_docs

format: $(VENV)/dev
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

# Draws the pictures of README and docs anew from their position lines.
pictures: $(VENV)/dev
	$(BIN)/python tools/draw_pictures.py

# Takes pictures of every page in every state, in all sizes and both themes, into build/screenshots.
screenshots: $(VENV)/dev real-parts
	$(BIN)/python -m tools.take_screenshots build/screenshots

# Collects the texts of the pages for the translators' catalogues.
messages: $(VENV)/dev
	$(BIN)/python -m tools.extract_messages

real-parts:
	tools/install_for_tests.sh

# Pins every dependency anew, with hashes.
lock: $(VENV)/venv
	tools/lock.sh $(BIN)/uv

$(VENV)/venv: requirements/uv.txt
	@echo "Making a virtual environment in $(VENV) …"
	@tools/make_venv.sh $(PYTHON) $(VENV)
	@touch $@

$(VENV)/packages: $(VENV)/venv requirements/play.txt
	@echo "Installing the packages that menhirs stands on …"
	@$(INSTALL) --require-hashes -r requirements/play.txt
	@touch $@

$(VENV)/play: $(VENV)/packages $(KERNEL)
	@echo "Compiling the rules and the engine: the longest step, about a minute the first time …"
	@$(BIN)/python setup.py --quiet build_ext --inplace
	@# What is compiled lies in src already: installing must not compile all of it again.
	@MENHIRS_PURE=1 $(INSTALL) --no-deps --no-build-isolation --editable .
	@touch $@

$(VENV)/dev: $(VENV)/play requirements/dev.txt
	@echo "Installing the packages for tests …"
	@$(INSTALL) --require-hashes -r requirements/dev.txt
	@touch $@

# Only for checking the scripts: the pages themselves need no Node.
$(VENV)/js: $(VENV)/dev package.json package-lock.json
	@echo "Installing what checks the scripts …"
	@$(BIN)/python -m tools.check_scripts --install
	@touch $@

clean:
	rm -rf $(VENV) node_modules build dist src/*.egg-info
	find src -name '*.so' -delete
