# Every target sets up what it needs by itself: a virtual environment, the compiled kernel, and
# for the tests a browser and a database server.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
# Without a package index option of its own pip uses the machine's; hashes make sure of the files.
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check

COMPILED := $(shell find src -name '*.pxd')
KERNEL := $(COMPILED) $(COMPILED:.pxd=.py) setup.py pyproject.toml

.PHONY: play test lint format long bench pictures screenshots messages real-parts lock clean

play: $(VENV)/play
	$(BIN)/menhirs serve

test: lint real-parts
	$(BIN)/pytest -n auto --dist loadfile

lint: $(VENV)/dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

# The same tests with many more tries of every property, and 1,000 games of every level.
long: $(VENV)/dev real-parts
	$(BIN)/pytest -n auto --hypothesis-profile=long

bench: $(VENV)/dev
	$(BIN)/menhirs bench
	$(BIN)/menhirs bench --server

format: $(VENV)/dev
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

# Draws the pictures of README and docs anew from their position lines.
pictures: $(VENV)/dev
	$(BIN)/python tools/draw_pictures.py

# Takes pictures of the main pages, both themes and two sizes, into build/screenshots.
screenshots: $(VENV)/dev real-parts
	$(BIN)/python -m tools.take_screenshots build/screenshots

# Collects the texts of the pages for the translators' catalogues.
messages: $(VENV)/dev
	$(BIN)/python -m tools.extract_messages

real-parts:
	tools/install_for_tests.sh

# Pins every dependency anew, with hashes.
lock: $(VENV)/venv
	$(PIP) pip-tools
	tools/lock.sh $(BIN)

$(VENV)/venv:
	tools/make_venv.sh $(PYTHON) $(VENV)
	touch $@

$(VENV)/play: $(VENV)/venv requirements/play.txt $(KERNEL)
	$(PIP) --require-hashes -r requirements/play.txt
	$(PIP) --no-deps --no-build-isolation --editable .
	touch $@

$(VENV)/dev: $(VENV)/play requirements/dev.txt
	$(PIP) --require-hashes -r requirements/dev.txt
	touch $@

clean:
	rm -rf $(VENV) build src/*.egg-info
	find src -name '*.so' -delete
