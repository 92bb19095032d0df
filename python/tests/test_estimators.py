"""Estimators as scikit-learn wants them."""

import inspect
import pickle

import joblib
import numpy as np
import pytest
from sklearn.base import clone
from sklearn.model_selection import GridSearchCV
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.utils.estimator_checks import parametrize_with_checks

import graphsparse
from graphsparse import GraphSparseClassifier, GraphSparseClassifierCV, GraphSparseRegressor, GraphSparseRegressorCV
from graphsparse import _core

ALL = [GraphSparseRegressor, GraphSparseClassifier, GraphSparseRegressorCV, GraphSparseClassifierCV]


@pytest.mark.filterwarnings("ignore")
@parametrize_with_checks([cls() for cls in ALL])
def test_check_of_scikit_learn(estimator, check):
    check(estimator)


@pytest.mark.parametrize("cls", ALL)
def test_has_no_other_tags_than_poor_score_and_binary_only(cls):
    from sklearn.utils._tags import _DEFAULT_TAGS

    tags = cls()._get_tags()
    expected = {"requires_y": True}  # which the mixins of scikit-learn say themselves
    given = {name for name, value in tags.items() if value != {**_DEFAULT_TAGS, **expected}[name]}
    assert given <= {"poor_score", "binary_only"}


@pytest.mark.parametrize("cls", ALL)
def test_every_option_of_the_table_is_a_parameter(cls):
    parameters = inspect.signature(cls).parameters
    for record in _core.fit_options():
        assert record["parameter"] in parameters
        assert f"\n    {record['parameter']} : " in cls.__doc__
    assert parameters["sparsity"].default is None
    assert parameters["random_state"].default == 0
    assert parameters["n_jobs"].default is None


def test_parameters_survive_cloning():
    model = GraphSparseRegressor(graph="grid:3x3", sparsity=4, l2=0.5, lambda_=2.0)
    assert clone(model).get_params() == model.get_params()


def test_sparsity_is_ten_or_all_features_by_default(random):
    X = random.randn(40, 30)
    assert len(GraphSparseRegressor().fit(X, X[:, 0]).support_) <= 10
    assert GraphSparseRegressor().fit(X, X @ random.randn(30)).model_.options["sparsity"] == 10
    assert GraphSparseRegressor().fit(X[:, :4], X[:, 0]).model_.options["sparsity"] == 4


def test_without_graph_the_structure_is_none(numbers):
    fitted = GraphSparseRegressor(sparsity=5).fit(numbers.X, numbers.y)
    assert fitted.model_.options["structure"] == "none"
    assert fitted.model_.statistics["components"] is None


def test_finds_the_planted_subgraph(numbers):
    fitted = GraphSparseRegressor(graph="grid:10x10", sparsity=8).fit(numbers.X, numbers.y)
    np.testing.assert_array_equal(fitted.support_, numbers.support)
    np.testing.assert_array_equal(np.flatnonzero(fitted.get_support()), numbers.support)
    assert fitted.transform(numbers.X).shape == (60, 8)
    assert list(fitted.get_feature_names_out()) == [f"x{j}" for j in numbers.support]
    assert fitted.restarts_["runs"] >= 1
    assert fitted.history_["objective"][-1] <= fitted.history_["objective"][0]
    np.testing.assert_allclose(
        fitted.predict(numbers.X), numbers.X @ fitted.coef_ + fitted.intercept_, rtol=1e-12
    )


def test_head_is_a_flag_or_a_name(numbers):
    X, y = numbers.X, numbers.y
    fits = [GraphSparseRegressor(graph="grid:10x10", sparsity=4, solver="graph-sto-iht", head=head, max_epochs=3).fit(X, y)
            for head in (True, "plain", "boosted")]
    assert np.array_equal(fits[0].coef_, fits[1].coef_)
    assert fits[2].get_params()["head"] == "boosted"
    with pytest.raises(ValueError, match="one of plain, boosted"):
        GraphSparseRegressor(graph="grid:10x10", sparsity=4, head="twice").fit(X, y)


def test_standardized_coefficients_belong_to_standardized_columns(numbers):
    X = 3.0 * numbers.X + 1.0
    fitted = GraphSparseRegressor(graph="grid:10x10", sparsity=8, standardize=True).fit(X, numbers.y)
    z = (X - fitted.mean_) / fitted.scale_
    np.testing.assert_allclose(fitted.predict(X), z @ fitted.coef_ + fitted.intercept_, rtol=1e-9)


@pytest.mark.parametrize("classes", [("no", "yes"), ("10", "9"), (3, 7), (False, True), (0.5, 1.5)])
def test_classes_are_those_of_the_target(labels, classes):
    y = np.array(classes)[(labels.y > 0).astype(int)]
    if y.dtype.kind == "f":
        y = y.astype(str)
    fitted = GraphSparseClassifier(graph="grid:10x10", sparsity=6, l2=0.01).fit(labels.X, y)
    np.testing.assert_array_equal(fitted.classes_, np.unique(y))
    assert fitted.score(labels.X, y) > 0.8
    assert list(fitted.model_.classes) == [str(c) for c in np.unique(y)]
    np.testing.assert_array_equal(fitted.predict(labels.X), fitted.classes_[fitted.predict_proba(labels.X).argmax(1)])


@pytest.mark.parametrize("loss", ["squares", "huber", "poisson"])
def test_losses_of_the_regressor(loss, random):
    X = random.randn(80, 12)
    y = random.poisson(np.exp(0.5 * X[:, 3])) if loss == "poisson" else X[:, 3] + 0.1 * random.randn(80)
    fitted = GraphSparseRegressor(loss=loss, sparsity=1).fit(X, y)
    assert fitted.support_.tolist() == [3]
    assert loss != "poisson" or (fitted.predict(X) > 0).all()


def test_pickled_models_predict_and_report_the_same(numbers, tmp_path):
    fitted = GraphSparseRegressor(graph="grid:10x10", sparsity=8, consensus=True).fit(numbers.X, numbers.y)
    again = pickle.loads(pickle.dumps(fitted))
    np.testing.assert_array_equal(again.predict(numbers.X), fitted.predict(numbers.X))
    for name, model in (("a", fitted.model_), ("b", again.model_)):
        model.save(tmp_path / f"{name}.json")
        model.report(tmp_path / f"{name}.html")
        model.export(tmp_path / f"{name}.graphml")
    for kind in ("json", "html", "graphml"):
        assert (tmp_path / f"a.{kind}").read_text() == (tmp_path / f"b.{kind}").read_text()
    assert again.model_.frequency == fitted.model_.frequency


def test_frequency_and_probability_of_features(numbers):
    agreed = GraphSparseRegressor(graph="grid:10x10", sparsity=8, consensus=True).fit(numbers.X, numbers.y)
    assert agreed.frequency_.shape == (100,) and 0.0 <= agreed.frequency_.min() <= agreed.frequency_.max() <= 1.0
    assert list(agreed.model_.frequency.values()) == agreed.frequency_[agreed.support_].tolist()
    assert agreed.probability_ is None and agreed.model_.probability is None
    told = GraphSparseRegressor(solver="amp", sparsity=8).fit(numbers.X, numbers.y)
    assert told.probability_.shape == (100,) and 0.0 <= told.probability_.min() <= told.probability_.max() <= 1.0
    assert list(told.model_.probability.values()) == told.probability_[told.support_].tolist()
    assert told.frequency_ is None and told.restarts_["runs"] >= 1


def test_new_options_are_parameters_with_a_text():
    for cls in ALL:
        defaults = {name: p.default for name, p in inspect.signature(cls).parameters.items()}
        assert defaults["l2"] is None and defaults["time_limit"] is None and defaults["consensus"] is False
        assert "Runs from different starts" in cls.__doc__ and "seconds" in cls.__doc__
        for solver in ("amp", "ridge"):
            assert solver in cls.__doc__


def test_efforts_and_limits_of_time(numbers):
    noisy = np.random.RandomState(1).randn(60)
    model = GraphSparseRegressor(graph="grid:10x10", sparsity=8, effort=4)
    assert model.fit(numbers.X, noisy).restarts_["runs"] == 4
    model.set_params(effort=1000000, time_limit=0.2)
    assert 1 <= model.fit(numbers.X, noisy).restarts_["runs"] < 1000000
    assert GraphSparseRegressor(solver="ridge", sparsity=8).fit(numbers.X, numbers.y).l2 is None


def test_weights_of_zero_leave_samples_out(labels, random):
    X, y = labels.X, labels.y
    weights = (random.rand(len(y)) < 0.7).astype(float)
    for balanced in (False, True):
        model = GraphSparseClassifier(graph="grid:10x10", sparsity=6, l2=0.01, balanced=balanced, standardize=True)
        a = model.fit(X, y, sample_weight=weights).coef_
        b = clone(model).fit(X[weights > 0], y[weights > 0]).coef_
        np.testing.assert_allclose(a, b, rtol=1e-9)


def test_warm_start_from_a_model(numbers):
    first = GraphSparseRegressor(graph="grid:10x10", sparsity=8).fit(numbers.X, numbers.y)
    again = GraphSparseRegressor(graph="grid:10x10", sparsity=8, effort="quick", init=first).fit(numbers.X, numbers.y)
    assert again.model_.statistics["objective"] <= first.model_.statistics["objective"] * (1 + 1e-9)


def test_groups_of_features(random):
    X = random.randn(60, 12)
    y = X[:, 3:6].sum(axis=1)
    groups = np.repeat([0, 1, 2, 3], 3)
    assert GraphSparseRegressor(feature_groups=groups, sparsity=3).fit(X, y).support_.tolist() == [3, 4, 5]
    assert GraphSparseRegressor(feature_groups=list("aaabbbcccddd"), sparsity=3).fit(X, y).support_.tolist() == [3, 4, 5]
    lasso = GraphSparseClassifier(solver="group-lasso", feature_groups=[[0, 1, 2], [3, 4, 5], range(6, 12)], lambda_ratio=0.5)
    assert set(lasso.fit(X, y > 0).support_) <= {3, 4, 5}


def test_random_state_may_be_a_generator(numbers):
    a = GraphSparseRegressor(random_state=np.random.RandomState(5)).fit(numbers.X, numbers.y)
    b = GraphSparseRegressor(random_state=np.random.RandomState(5)).fit(numbers.X, numbers.y)
    np.testing.assert_array_equal(a.coef_, b.coef_)


def test_threads_do_not_change_the_result(numbers):
    a = GraphSparseRegressor(graph="grid:10x10", n_jobs=None).fit(numbers.X, numbers.y)
    b = GraphSparseRegressor(graph="grid:10x10", n_jobs=2).fit(numbers.X, numbers.y)
    np.testing.assert_array_equal(a.coef_, b.coef_)


def test_grid_search_with_processes_gives_the_scores_of_the_serial_run(labels):
    pipeline = make_pipeline(StandardScaler(), GraphSparseClassifier(graph="grid:10x10", l2=0.01))
    grid = {"graphsparseclassifier__sparsity": [3, 6]}
    serial = GridSearchCV(pipeline, grid, cv=3).fit(labels.X, labels.y)
    parallel = GridSearchCV(pipeline, grid, cv=3, n_jobs=2).fit(labels.X, labels.y)
    np.testing.assert_array_equal(serial.cv_results_["mean_test_score"], parallel.cv_results_["mean_test_score"])
    with joblib.parallel_backend("threading", n_jobs=2):
        threads = GridSearchCV(pipeline, grid, cv=3).fit(labels.X, labels.y)
    np.testing.assert_array_equal(serial.cv_results_["mean_test_score"], threads.cv_results_["mean_test_score"])


def test_set_output_needs_no_pandas_by_default(numbers):
    fitted = GraphSparseRegressor(sparsity=3).set_output(transform="default").fit(numbers.X, numbers.y)
    assert isinstance(fitted.transform(numbers.X), np.ndarray)


def test_progress_is_told_where_wanted(numbers, capfd):
    GraphSparseRegressor(sparsity=3).fit(numbers.X, numbers.y)
    assert capfd.readouterr() == ("", "")
    GraphSparseRegressor(sparsity=3, verbose=1).fit(numbers.X, numbers.y)
    out, err = capfd.readouterr()
    assert out == "" and "done" in err and "objective" in err


def test_version_is_that_of_the_library():
    assert graphsparse.__version__.count(".") == 2
