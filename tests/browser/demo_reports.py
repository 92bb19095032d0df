"""The reports of the demos on real data, which tests/demos/real_demos.py has made, as a reader sees them.

Run by `make test-demos` alone: scripts/test-browser.sh --demos.
"""

import pytest

from conftest import ROOT
from test_report import data_of, find, find_all, overflow, search

REPORTS = ROOT / "build" / "demo-reports"


def take_screenshots(browser, demo, prepare):
    """As the documentation shows it, in the dark and on a phone."""
    path = REPORTS / demo / "report.html"
    for name, looks in ((f"docs-report-{demo}.png", {"height": 900}),
                        (f"{demo}-dark.png", {"height": 900, "dark": True}),
                        (f"{demo}-phone.png", {"width": 390, "height": 844})):
        driver = browser.open(path, **looks)
        assert find(driver, "html.live")
        prepare(driver)
        assert overflow(driver) <= 0
        assert browser.complaints() == []
        browser.screenshot(name)


def show(driver, place):
    driver.execute_script("arguments[0].scrollIntoView()", place)


def heading(driver, text):
    return next(place for place in find_all(driver, "h2") if text in place.text)


def test_outbreak(browser):
    def prepare(driver):
        views = data_of(driver)["networks"]
        assert [len(view["nodes"]) for view in views] == [413, 413]
        search(driver, "Aachen (05354)", "region")
        assert find(driver, ".details h4").text == "Aachen (05354)"
        show(driver, heading(driver, "Meningococci of type B"))

    take_screenshots(browser, "outbreak", prepare)


def test_infection(browser):
    def prepare(driver):
        view = data_of(driver)["networks"][0]
        assert len(view["nodes"]) == 40
        ends = [end for edge in view["edges"] for end in edge[:2]]
        search(driver, view["nodes"][max(ends, key=ends.count)]["name"])
        assert "interferon gene" in find(driver, ".details").text
        show(driver, heading(driver, "most stable"))

    take_screenshots(browser, "infection", prepare)


def test_images(browser):
    def prepare(driver):
        show(driver, heading(driver, "What was recovered"))

    take_screenshots(browser, "images", prepare)


@pytest.mark.parametrize("demo", ["outbreak", "infection", "images"])
def test_prints_on_paper(browser, demo):
    driver = browser.open(REPORTS / demo / "report.html", width=794, media="print")
    assert overflow(driver) <= 0
    assert all(paper.is_displayed() for paper in find_all(driver, "figure .paper svg"))
