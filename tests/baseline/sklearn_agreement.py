"""Compares `graphsparse fit --solver l1-logistic` with scikit-learn's lasso on generated data.

scikit-learn minimizes C * sum_i weight_i log(1 + exp(-y_i z_i)) + |w|_1, which is our objective divided
by lambda for C = 1 / (m lambda). Its solver saga leaves the intercept unpenalized, as we do (liblinear
does not).
"""

import json
import os
import subprocess
import sys
import tempfile

SKIPPED = 77  # as ctest is told

try:
    import numpy as np
    from sklearn.linear_model import LogisticRegression
except ImportError as error:
    print(f"skipped: {error}; install python3-sklearn")
    sys.exit(SKIPPED)

LARGEST_DIFFERENCE = 1e-4


def make_set(seed, samples, features, correlation, shift, weighted):
    random = np.random.default_rng(seed)
    common = random.standard_normal((samples, 1))
    x = np.sqrt(1 - correlation) * random.standard_normal((samples, features))
    x += np.sqrt(correlation) * common
    truth = np.zeros(features)
    truth[:5] = [2.0, -1.5, 1.0, 1.0, -1.0]
    probability = 1 / (1 + np.exp(-(x @ truth + shift)))
    y = np.where(random.random(samples) < probability, 1, -1)
    weights = random.uniform(0.5, 2.0, samples) if weighted else np.ones(samples)
    return x, y, weights


def fit_ours(binary, folder, x, y, weights, ratio):
    data = os.path.join(folder, "x.npy")
    labels = os.path.join(folder, "y.npy")
    weight_file = os.path.join(folder, "w.npy")
    np.save(data, x)
    np.save(labels, y.astype(float))
    np.save(weight_file, weights)
    command = [binary, "fit", "--solver", "l1-logistic", "--data", data, "--labels", labels,
               "--weights", weight_file, "--lambda-ratio", str(ratio), "--json"]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    if run.returncode != 0:
        sys.exit(f"{' '.join(command)} failed: {run.stderr}")
    result = json.loads(run.stdout)
    w = np.zeros(x.shape[1])
    for name, value in result["coefficients"].items():
        w[int(name)] = value
    return w, result


def fit_theirs(x, y, weights, penalty):
    model = LogisticRegression(penalty="l1", solver="saga", C=1 / (len(y) * penalty), tol=1e-9,
                               max_iter=200_000, random_state=0)
    model.fit(x, y, sample_weight=weights)
    return model.coef_[0], model.intercept_[0]


def main():
    binary = sys.argv[1]
    sets = [("few features", make_set(1, 200, 20, 0.0, 0.0, False)),
            ("more features than samples, unequal classes", make_set(2, 60, 120, 0.0, 1.0, False)),
            ("correlated features, weighted samples", make_set(3, 100, 50, 0.5, -0.5, True))]
    failed = False
    with tempfile.TemporaryDirectory() as folder:
        for name, (x, y, weights) in sets:
            for ratio in (0.5, 0.1):
                w, ours = fit_ours(binary, folder, x, y, weights, ratio)
                theirs, intercept = fit_theirs(x, y, weights, ours["lambda"])
                difference = max(np.abs(w - theirs).max(), abs(ours["intercept"] - intercept))
                fine = difference <= LARGEST_DIFFERENCE and np.count_nonzero(w) > 0
                failed = failed or not fine
                print(f"{name}, lambda {ratio} of the largest: {np.count_nonzero(w)} features, "
                      f"largest difference {difference:.1e}{'' if fine else '  TOO LARGE'}")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
