"""What the tests share."""

import pytest

import graphsparse


@pytest.fixture(scope="session")
def labels():
    return graphsparse.simulate("grid:10x10", sparsity=6, observations=150, loss="logistic")
