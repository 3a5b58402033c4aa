# Every target prepares .venv itself, from requirements.lock.  Another Python: make test PYTHON=python3.13
PYTHON ?=
BIN := .venv/bin
READY := .venv/ready

.PHONY: help demo test check bench pace soak selfplay docs migration lock clean

help:
	@echo "make demo    one game turn by real mail on this machine, in under a minute"
	@echo "make test    the tests"
	@echo "make check   format, lint, types, and which room may import which"
	@echo "make bench   how fast it is, each figure beside a floor of the same run"
	@echo "make pace    how many letters a game turn costs: 20 whole games in each pace (half an hour)"
	@echo "make selfplay 200 whole games of each level and game, watched at every event (two hours)"
	@echo "make soak    100,000 damaged letters; the daemon killed 20 times at every point, and at random (two hours)"
	@echo "make docs    write anew what the pages take from the program"
	@echo "make migration WHAT=\"games remember their club\"    write the step from the tables as they were to tables.py"
	@echo "make lock    write requirements.lock anew from pyproject.toml (needs uv)"
	@echo "make clean   remove .venv and what tools left behind"

$(READY): requirements.lock pyproject.toml pbem/__init__.py packaging/prepare-venv
	@PYTHON="$(PYTHON)" packaging/prepare-venv

demo: $(READY)
	@$(BIN)/pbem demo

test: $(READY)
	@$(BIN)/python -m pytest -q

check: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: $(READY)
	@$(BIN)/python bench/run.py
	@$(BIN)/python -m bench.pace --games 1

pace: $(READY)
	@$(BIN)/python -m bench.pace

soak: $(READY)
	@$(BIN)/python -m tests.soak
	@$(BIN)/python -m tests.plant.soak

GAMES ?= 200
SEED ?= 1
selfplay: $(READY)
	@for game in rosebud custer; do for level in random plain; do \
	  $(BIN)/pbem selfplay $$game --level $$level --games $(GAMES) --seed "$(SEED)" || exit 1; done; done

docs: $(READY)
	@$(BIN)/python docs/generate.py

migration: $(READY)
	@$(BIN)/python packaging/new_migration.py "$(WHAT)"

lock:
	uv pip compile pyproject.toml --all-extras --group dev --universal --python-version 3.11 \
	  --generate-hashes --no-emit-index-url --no-header --quiet --output-file requirements.lock

clean:
	rm -rf .venv .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis dist demo-out
