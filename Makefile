# Short names for what one does with this project. All work is done by CMake and scripts/.

PREFIX ?= /usr/local

.DEFAULT_GOAL := help
.PHONY: help build demo test mpi test-mpi python test-python test-python-extra sanitize fuzz bench lint lint-tests format install clean

help: ## print this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-17s %s\n", $$1, $$2 }' Makefile

build: ## the release binary, build/release/graphsparse
	@scripts/install-packages.sh build
	@cmake --preset release >/dev/null
	@cmake --build --preset release

demo: build ## build, then show what the tool does
	@build/release/graphsparse demo --out build/demo

test: ## build with all warnings and assertions, run all tests, those of Python too
	@scripts/install-packages.sh build test python
	@scripts/test.sh dev
	@scripts/test-python.sh

mpi: ## the tool for several machines, build/release/graphsparse-mpi
	@scripts/install-packages.sh build mpi
	@cmake --preset release -DGRAPHSPARSE_MPI=ON >/dev/null
	@cmake --build --preset release

test-mpi: ## graphsparse-mpi against graphsparse, on ranks of this machine
	@scripts/install-packages.sh build test mpi
	@scripts/test-mpi.sh

python: ## the package for Python: build/python/dist/*.whl, or PYTHONPATH=build/python
	@scripts/install-packages.sh build python
	@scripts/build-python.sh --wheel

test-python: ## the tests of the package for Python alone
	@scripts/install-packages.sh build python
	@scripts/test-python.sh

test-python-extra: ## the same with pandas, NetworkX, matplotlib and Dask, and of the wheel
	@scripts/install-packages.sh build python python-extra
	@scripts/build-python.sh --wheel
	@scripts/test-python.sh extra

sanitize: ## all tests under the address and undefined-behaviour sanitizers
	@scripts/install-packages.sh build test
	@scripts/test.sh asan-ubsan

fuzz: ## every fuzzer of tests/fuzz for SECONDS=30; TARGETS="data-npy model" for some
	@scripts/install-packages.sh build fuzz
	@scripts/fuzz.sh

bench: ## the tables of speed and of recovery, our figures beside the recorded ones
	@scripts/install-packages.sh build bench
	@cmake --preset release -DGRAPHSPARSE_BUILD_BENCHMARKS=ON >/dev/null
	@cmake --build --preset release
	@benchmarks/run.sh

lint: ## clang-format, clang-tidy and flake8, warnings are errors
	@scripts/install-packages.sh build test python mpi lint
	@scripts/lint.sh

lint-tests: ## the same, with clang-tidy over the tests as well
	@scripts/install-packages.sh build test python mpi lint
	@scripts/lint.sh --tests

format: ## lay out all C++ files with clang-format
	@scripts/install-packages.sh lint
	@scripts/sources.sh | xargs clang-format -i

install: build ## install library and tool below PREFIX (/usr/local)
	@cmake --install build/release --prefix "$(PREFIX)"

clean: ## remove all that was built
	@rm -rf build
