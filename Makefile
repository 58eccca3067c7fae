# make run, make test: all the set-up there is. Needs Python >= 3.11.

PYTHON ?= $(shell for p in python3.13 python3.12 python3.11 python3; do \
	command -v $$p >/dev/null 2>&1 && $$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null \
	&& echo $$p && break; done)
BIN = .venv/bin
WORKERS ?= 2
export PYTHONPATH = .

.PHONY: run test chaos audit setup format lock bench clean

run: setup
	@$(BIN)/python -m bot

test: setup
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/pytest -n $(WORKERS)

# All of the proofs of reliability, about an hour; or some: make chaos PROOFS="kills faults"
chaos: setup
	$(BIN)/python -m tests.chaos $(PROOFS)

audit: setup
	$(BIN)/python .ci/audit.py

setup: .venv/ready

.venv/ready: requirements.lock pyproject.toml
	@test -n "$(PYTHON)" || { echo "Python 3.11 or newer is needed"; exit 1; }
	$(PYTHON) -m venv .venv
	$(BIN)/pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	@touch $@

format: setup
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

lock: setup
	$(BIN)/pip-compile --quiet --extra dev --generate-hashes --strip-extras --allow-unsafe --no-header \
		--no-emit-index-url --no-emit-options --no-emit-find-links --no-emit-trusted-host \
		-o requirements.lock pyproject.toml

bench: setup
	$(BIN)/python -m benchmarks.engine
	$(BIN)/python -m benchmarks.load

clean:
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .hypothesis test-output
