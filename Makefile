# Two commands on a fresh machine: `make demo` and `make test`. Both set up a virtual environment of their own.
PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready

# Every process of a run would compile all modules again.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: demo test quick lint types unit rulings long bench soak compare mutate-content mutate-names fuzz sentences matrix native setup browser screenshots clean

setup: $(READY)

$(READY): pyproject.toml
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Stele needs Python 3.11 or newer")'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	touch $@

demo: setup
	$(BIN)/stele check
	mkdir -p build
	$(BIN)/stele build -o build/ruleset.py
	$(BIN)/stele play --watch --players 4 --seed 7 --save build/demo.json
	$(BIN)/stele docs -o build/reference

test: lint types unit rulings

# While working: all but what is marked `slow`; what ought to be is listed at the end. `make test` is the proof.
quick: lint types
	$(BIN)/pytest --numprocesses auto --dist worksteal -m 'not long and not slow' --durations 5 --durations-min 2
	$(BIN)/stele test base

lint: setup
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: setup
	$(BIN)/mypy

# Only tests need one; `make demo` does not.
browser:
	.ci/browser

unit: setup browser
	$(BIN)/pytest --numprocesses auto --dist worksteal

rulings: setup
	$(BIN)/stele test

# Of what `make test` looks at samples: everything. Every page of the reference, more random cases and games.
long: setup browser
	$(BIN)/pytest --numprocesses auto --dist worksteal -m long

bench: setup
	$(BIN)/python -m tests.bench

# States of many random games; each line is one set of expansions or one variant. Of the base game every fourth state is checked,
# of the others every tenth, in each game from another one on.
# Boards that ask most of the engine are in at least 2,000 games each: half of every table has one of them.
HARD := beiping citadels nomades temporal-paradox venezia yamato
soak: setup
	$(BIN)/python -m tests.soak base --games 10000 --every 4
	$(BIN)/python -m tests.soak leaders --games 5000 --every 10
	$(BIN)/python -m tests.soak cities --games 5000 --every 10
	$(BIN)/python -m tests.soak leaders cities --games 5000 --every 10
	$(BIN)/python -m tests.soak leaders cities --players 8 --games 5000 --every 10
	$(BIN)/python -m tests.soak leaders cities --variant two-players --games 5000 --every 10
	$(BIN)/python -m tests.soak leaders cities --variant teams --games 15000 --every 10
	$(BIN)/python -m tests.soak lost-wonders leaders cities --games 5000 --every 10
	$(BIN)/python -m tests.soak lost-wonders leaders cities --variant teams --games 5000 --every 10
	$(BIN)/python -m tests.soak lost-wonders leaders cities --games 6000 --every 20 --boards brigadoon $(HARD)
	$(BIN)/python -m tests.soak lost-wonders leaders cities --variant teams --games 5000 --every 20 --boards rapa-nui $(HARD)
	$(BIN)/python -m tests.soak edifice --games 5000 --every 10
	$(BIN)/python -m tests.soak edifice leaders cities --games 5000 --every 10
	$(BIN)/python -m tests.soak edifice leaders cities --variant teams --games 5000 --every 10
	$(BIN)/python -m tests.soak frontiers --games 5000 --every 10
	$(BIN)/python -m tests.soak frontiers leaders cities --variant two-players --games 2000 --every 10
	$(BIN)/python -m tests.soak frontiers leaders cities --variant teams --games 2000 --every 10
	$(BIN)/python -m tests.soak tests/expansions/gardens --games 2000 --every 10
	$(BIN)/python -m tests.soak base leaders cities edifice frontiers lost-wonders --games 2000 --every 10

# The core and a rule set as native code, one group; then the same games interpreted and compiled.
NATIVE_GAMES ?= 200
native: setup
	$(BIN)/python -m stele.compiler.driver.native build/native/base core_base base
	$(BIN)/python -m tests.native build/native/base core_base --games $(NATIVE_GAMES) --measure 2000
	$(BIN)/python -m stele.compiler.driver.native build/native/all core_all base leaders cities edifice frontiers lost-wonders
	$(BIN)/python -m tests.native build/native/all core_all --games $(NATIVE_GAMES) --measure 600

compare: setup
	$(BIN)/python -m tests.compare frontiers --games 200
	$(BIN)/python -m tests.compare frontiers leaders cities --games 40
	$(BIN)/python -m tests.compare frontiers --variant two-players --games 40
	$(BIN)/python -m tests.compare frontiers cities --variant teams --games 40
	$(BIN)/python -m tests.compare frontiers lost-wonders leaders cities --games 40
	$(BIN)/python -m tests.compare frontiers edifice leaders cities --games 40
	$(BIN)/python -m tests.compare edifice --games 200
	$(BIN)/python -m tests.compare edifice leaders cities --games 200
	$(BIN)/python -m tests.compare base --games 200
	$(BIN)/python -m tests.compare leaders --games 200
	$(BIN)/python -m tests.compare cities --games 200
	$(BIN)/python -m tests.compare leaders cities --games 200
	$(BIN)/python -m tests.compare base --variant two-players --games 200
	$(BIN)/python -m tests.compare leaders --variant two-players --games 40
	$(BIN)/python -m tests.compare cities --variant two-players --games 40
	$(BIN)/python -m tests.compare leaders cities --variant two-players --games 200
	$(BIN)/python -m tests.compare cities --variant teams --games 200
	$(BIN)/python -m tests.compare leaders cities --variant teams --games 200
	$(BIN)/python -m tests.compare lost-wonders --games 200
	$(BIN)/python -m tests.compare lost-wonders leaders cities --games 200
	$(BIN)/python -m tests.compare lost-wonders leaders cities --variant teams --games 200
	$(BIN)/python -m tests.compare lost-wonders --games 100 --boards beiping citadels
	$(BIN)/python -m tests.compare lost-wonders leaders cities --games 100 --boards $(HARD)
	$(BIN)/python -m tests.compare lost-wonders leaders cities --variant teams --games 100 --boards rapa-nui $(HARD)
	$(BIN)/python -m tests.compare frontiers lost-wonders leaders cities --games 40 --boards $(HARD)

mutate-content: setup
	$(BIN)/python -m tests.mutate

# Misspells words of shipped content; the message must be at the word and name the right one.
mutate-names: setup
	$(BIN)/python -m tests.misspell --count 3000

# Broken, mangled and made-up content: a message or nothing, never a traceback, never long.
fuzz: setup
	$(BIN)/python -m tests.fuzz --inputs 100000

# Sentences that the grammar makes, played beside the reference on cards of the base game or refused for a reason; what
# disagrees or fails is printed. `make sentences COUNT=100000` makes more of them.
COUNT ?= 20000
sentences: setup
	$(BIN)/python -m tests.generate --count $(COUNT)

# What goes with what, for a page of the reference; `python -m tests.matrix` plays each cell too, beside the reference
# interpreter, which takes most of an hour.
matrix: setup
	$(BIN)/python -m tests.matrix --check

# The pictures of the README, and in build/screenshots one page of each kind to look at.
screenshots: setup browser
	$(BIN)/python -m tests.screenshots

clean:
	rm -rf $(VENV) build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis
