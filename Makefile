# Short names for what one does with this project. All work is done by CMake and scripts/.

PREFIX ?= /usr/local

.DEFAULT_GOAL := help
.PHONY: help build demo test mpi test-mpi test-browser python test-python test-python-extra sanitize bench lint \
	lint-tests format install clean docs demos test-demos package sanitize-threads coverage faults compare-builds \
	fuzz

help: ## print this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-17s %s\n", $$1, $$2 }' Makefile

build: ## the release binary, build/release/graphsparse
	@scripts/install-packages.sh build
	@cmake --preset release >/dev/null
	@cmake --build --preset release

demo: build ## build, then show what the tool does
	@build/release/graphsparse demo --out build/demo

demos: build ## the data of `graphsparse demo outbreak|infection|images`, from Debian packages
	@scripts/install-packages.sh demos
	@scripts/demos.sh

test-demos: demos ## the demos on their real data, their reports in Chromium
	@scripts/install-packages.sh browser
	@/usr/bin/python3 tests/demos/real_demos.py build/release/graphsparse build/demo-data build/demo-reports
	@scripts/test-browser.sh --demos

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

test-browser: ## reports in Chromium: what a reader sees and does
	@scripts/install-packages.sh build test browser
	@scripts/test-browser.sh

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

docs: ## the documentation site, build/docs/html
	@scripts/install-packages.sh build python docs
	@scripts/build-docs.sh

sanitize: ## all tests under the address and undefined-behaviour sanitizers
	@scripts/install-packages.sh build test
	@scripts/test.sh asan-ubsan

sanitize-threads: ## the tests of all that uses threads under the thread sanitizer
	@scripts/install-packages.sh build test
	@scripts/test.sh tsan

coverage: ## which lines and branches of pcst, projection, work and fit the tests reach
	@scripts/install-packages.sh build test coverage
	@scripts/coverage.sh

faults: ## every single allocation and call that fails, lost memory, 100 kills (an hour)
	@scripts/install-packages.sh build test bench
	@scripts/faults.sh

compare-builds: ## whether the release, the build with checks and clang's release give the same bytes
	@scripts/install-packages.sh build compare
	@scripts/compare-builds.sh

fuzz: ## every fuzzer of tests/fuzz for SECONDS=30 (or up to TOTAL=1800); TARGETS="data-npy model" for some
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

package: ## Debian packages and an archive of the release: build/release/package
	@scripts/install-packages.sh build package
	@cmake --preset release -DGRAPHSPARSE_MPI=OFF >/dev/null
	@cmake --build --preset release
	@scripts/package.sh

install: build ## install library and tool below PREFIX (/usr/local)
	@cmake --install build/release --prefix "$(PREFIX)"

clean: ## remove all that was built
	@rm -rf build
