"""What the tests share."""

import os
from pathlib import Path

import numpy as np
import pytest

import graphsparse


@pytest.fixture(scope="session")
def binary():
    path = os.environ.get("GRAPHSPARSE_BINARY", "")
    if not path:
        pytest.skip("no command-line tool: GRAPHSPARSE_BINARY names it")
    return path


@pytest.fixture(scope="session")
def golden():
    folder = Path(os.environ.get("GRAPHSPARSE_SHARED", "../shared")) / "golden"
    if not folder.is_dir():
        pytest.skip("no reference data: GRAPHSPARSE_SHARED names its folder")
    return folder


@pytest.fixture(scope="session")
def numbers():
    return graphsparse.simulate("grid:10x10", sparsity=8, observations=60, noise=0.3)


@pytest.fixture(scope="session")
def labels():
    return graphsparse.simulate("grid:10x10", sparsity=6, observations=150, loss="logistic")


@pytest.fixture()
def random():
    return np.random.RandomState(0)
