# Every target prepares .venv itself, from requirements.lock.  Another Python: make test PYTHON=python3.13
PYTHON ?=
BIN := .venv/bin
READY := .venv/ready

.PHONY: help demo test test-all test-postgresql check bench pace soak selfplay battle clauses mutants messages docs site migration lock release clean

help:
	@echo "make demo    one game turn by real mail on this machine, in under a minute"
	@echo "make test    the tests, but for whole games, kills and soaks"
	@echo "make test-all all the tests, as CI runs them"
	@echo "make test-postgresql the tests of the desk once more, with PostgreSQL for its database (some minutes); SLOW=1: the slow ones"
	@echo "make check   format, lint, types, and which room may import which"
	@echo "make bench   what letters, games and commands cost, and how that grows; a part of it: make bench ONLY=letters"
	@echo "make pace    how many letters a game turn costs: 20 whole games of each title in each pace (half an hour)"
	@echo "make selfplay 200 whole games of each level and game, watched at every event (two hours)"
	@echo "make battle  is it the battle? 100 plain games beside history, into docs/rosebud-notes.md (15 minutes)"
	@echo "make mutants 1,000 mutants of the rules and charts of three games against the cases alone (an hour)"
	@echo "make clauses what 100 clauses demand is taken out one by one, and their own cases must fail (a minute)"
	@echo "make soak    100,000 damaged letters, 20,000 changed bytes, 10,000 positions that hide; 200 turns of an umpire;"
	@echo "             two games of three people on a side; the daemon killed 20 times"
	@echo "             at every crash point, and at random (an hour or two; TALLY=docs/soak.jsonl keeps what was tried)"
	@echo "make messages find what letters say in the program, and bring locale/*/LC_MESSAGES/pbem.po up to date"
	@echo "make docs    rewrite the parts of the pages that the program generates"
	@echo "make site    the documentation as a site with search, in .site/html; fails where a link leads nowhere"
	@echo "make migration WHAT=\"games remember their club\"    write the step from the tables as they were to tables.py"
	@echo "make lock    rewrite requirements.lock from pyproject.toml (needs uv)"
	@echo "make release KEY=~/.ssh/release   wheel, sdist and their signed checksums, in dist/"
	@echo "make clean   remove .venv and what tools left behind"

$(READY): requirements.lock pyproject.toml pbem/__init__.py packaging/prepare-venv
	@PYTHON="$(PYTHON)" packaging/prepare-venv

demo: $(READY)
	@$(BIN)/pbem demo

# Compiled tests are kept, whatever the environment says: otherwise every worker and every `pbem` of a test compiles everything again.
test test-all test-postgresql: export PYTHONDONTWRITEBYTECODE =

# One more than there are cores: some tests wait for a mail server, a database or a daemon, and another runs meanwhile.
WORKERS ?= $(shell expr $$(nproc) + 1)

test: $(READY)
	@$(BIN)/python -m pytest -q -n $(WORKERS) --dist worksteal -m "not slow and not series" --hypothesis-profile=quick

test-all: $(READY)
	@$(BIN)/python -m pytest -q -n $(WORKERS) --dist worksteal -m "not series" --hypothesis-profile=quick

SLOW ?=
test-postgresql: $(READY)
	@PBEM_TEST_DATABASE=postgresql $(BIN)/python -m pytest -q -n $(WORKERS) --dist worksteal -m "$(if $(SLOW),slow,not slow) and not series" \
	  --hypothesis-profile=quick tests/desk tests/gm tests/commands tests/workers

check: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

ONLY ?=
bench: $(READY)
	@$(BIN)/python -m bench.run $(ONLY)

pace: $(READY)
	@for game in rosebud custer littlebighorn; do $(BIN)/python -m bench.pace $$game || exit 1; done

soak: $(READY)
	@$(BIN)/python -m tests.soak
	@$(BIN)/python -m tests.plant.soak $(if $(TALLY),--tally $(TALLY))
	@$(BIN)/python -m tests.seal.flips
	@$(BIN)/python -m tests.desk.leaks
	@$(BIN)/python -m tests.desk.leaks_of_the_little_bighorn
	@$(BIN)/python -m tests.desk.leaks_of_dispatches
	@$(BIN)/python -m tests.desk.test_tray 50
	@$(BIN)/python -m tests.desk.three_on_a_side
	@PBEM_POSITIONS=500 PBEM_SEEDS=20 PBEM_TURNS=6 $(BIN)/python -m pytest -q tests/language/test_canonical_lines.py tests/systems/test_page_letters.py \
	  tests/desk/test_tutorial.py tests/systems/test_posted.py -m slow
	@PBEM_POSITIONS=100 PBEM_QUOTED=36 PBEM_INJECTED=1 $(BIN)/python -m pytest -q tests/reports/test_spoken_titles.py \
	  tests/desk/test_quoted_letters.py tests/mail/test_injected_orders.py -m slow
	@$(BIN)/python -m pytest -q -n $(WORKERS) --dist worksteal -m "hypothesis or series"
	@$(MAKE) --no-print-directory test-postgresql
	@PBEM_RESUBMISSIONS=1000 $(BIN)/python -m pytest -q tests/desk/test_attacks_on_dice.py -k thousand

GAMES ?= 200
SEED ?= 1
selfplay: $(READY)
	@for game in rosebud custer littlebighorn nezperce miniatures; do for level in random plain; do \
	  $(BIN)/pbem selfplay $$game --level $$level --games $(GAMES) --seed "$(SEED)" || exit 1; done; done

battle: $(READY)
	@$(BIN)/python -m bench.battle

clauses: $(READY)
	@$(BIN)/python -m tests.clauses
	@for game in littlebighorn nezperce; do $(BIN)/python -m tests.disabled $$game || exit 1; done

mutants: $(READY)
	@for game in rosebud miniatures nezperce; do $(BIN)/python -m tests.mutants $$game || exit 1; done

messages: $(READY)
	@$(BIN)/python packaging/messages/update.py

docs: $(READY)
	@$(BIN)/python docs/generate.py

site: $(READY)
	@$(BIN)/python -m pip install --quiet --require-hashes -r packaging/site/requirements.lock
	@NO_MKDOCS_2_WARNING=1 $(BIN)/python packaging/site/build.py

migration: $(READY)
	@$(BIN)/python packaging/new_migration.py "$(WHAT)"

lock:
	uv pip compile pyproject.toml --all-extras --group dev --universal --python-version 3.11 \
	  --generate-hashes --no-emit-index-url --no-header --quiet --output-file requirements.lock
	uv pip compile --group site --universal --python-version 3.11 \
	  --generate-hashes --no-emit-index-url --no-header --quiet --output-file packaging/site/requirements.lock

KEY ?=
release: $(READY)
	@PYTHON=$(CURDIR)/$(BIN)/python packaging/release "$(KEY)"

clean:
	rm -rf .venv .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis dist demo-out
