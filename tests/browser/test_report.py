"""Reports in a real browser: what a reader sees and does."""

import base64
import csv
import subprocess
import time

import numpy
import pytest
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from conftest import HOSTILE, SHARED, Browser, run, write_data


def find(driver, selector):
    return driver.find_element(By.CSS_SELECTOR, selector)


def find_all(driver, selector):
    return driver.find_elements(By.CSS_SELECTOR, selector)


def wait_for(condition, seconds=10):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        value = condition()
        if value:
            return value
        time.sleep(0.05)
    raise AssertionError("it did not happen in time")


def table_with(driver, heading):
    for table in find_all(driver, ".scroll table"):
        if heading in table.text:
            return table
    raise AssertionError("no table has " + heading)


def column(table, index):
    return [row.find_elements(By.TAG_NAME, "td")[index].text
            for row in table.find_elements(By.CSS_SELECTOR, "tbody tr") if row.is_displayed()]


def overflow(driver):
    return driver.execute_script("return document.documentElement.scrollWidth - innerWidth")


def data_of(driver):
    return driver.execute_script(
        "return JSON.parse(document.getElementById('report-data').textContent)")


def search(driver, text, noun="node"):
    field = find(driver, f"input[placeholder='Find a {noun}']")
    field.clear()
    field.send_keys(text)
    field.send_keys(Keys.ENTER)


@pytest.fixture(params=["demo", "genes", "hostile", "outbreak"])
def page(request):
    return request.getfixturevalue(request.param)


@pytest.mark.parametrize("dark", [False, True])
def test_opens_without_complaints(browser, page, dark):
    driver = browser.open(page, dark=dark)
    assert find(driver, "html.live")
    assert find(driver, "figure.live svg.network")
    assert browser.complaints() == []


@pytest.mark.parametrize("width", [360, 800, 1280])
def test_fits_any_width(browser, page, width):
    driver = browser.open(page, width=width)
    assert find(driver, "html.live")
    assert overflow(driver) <= 0


def test_prints_the_static_pictures(browser, genes):
    driver = browser.open(genes, width=794, media="print")
    assert overflow(driver) <= 0
    assert find(driver, "figure .paper svg").is_displayed()
    assert not find(driver, ".stage").is_displayed()
    assert not any(tools.is_displayed() for tools in find_all(driver, ".tools"))
    pdf = base64.b64decode(driver.execute_cdp_cmd("Page.printToPDF", {})["data"])
    assert pdf.startswith(b"%PDF") and len(pdf) > 10000


def test_search_finds_a_gene_and_shows_its_row(browser, genes):
    driver = browser.open(genes)
    chosen = data_of(driver)["networks"][0]
    node = chosen["nodes"][-1]
    search(driver, node["name"].upper())
    details = find(driver, ".details")
    assert details.find_element(By.TAG_NAME, "h4").text == node["name"]
    assert "coefficient" in details.text
    neighbours = {chosen["nodes"][v if chosen["nodes"][u]["name"] == node["name"] else u]["name"]
                  for u, v in chosen["edges"]
                  if node["name"] in (chosen["nodes"][u]["name"], chosen["nodes"][v]["name"])}
    assert {button.text for button in details.find_elements(By.TAG_NAME, "button")} == neighbours
    row = find(driver, "tr.chosen")
    assert row.find_element(By.TAG_NAME, "td").text == node["name"]


def test_search_says_how_many_match(browser, genes):
    driver = browser.open(genes)
    find(driver, "input[placeholder='Find a node']").send_keys("gene1")
    count = len([name for name in column(table_with(driver, "coefficient"), 0) if "gene1" in name])
    wait_for(lambda: find(driver, ".tools output").text == f"{count} found")


def test_click_on_a_node_shows_its_row(browser, genes):
    driver = browser.open(genes)
    node = find_all(driver, "circle.node")[3]
    ActionChains(driver).move_to_element(node).perform()
    name, value = [line.text for line in find_all(driver, "figure[data-network] .tip div")]
    assert value.startswith("coefficient ")
    ActionChains(driver).click().perform()
    assert find(driver, ".details h4").text == name
    assert find(driver, "tr.chosen td").text == name
    # A neighbour's button goes on to it, a click on the ground ends it.
    other = find(driver, ".details li button")
    text = other.text
    other.click()
    assert find(driver, ".details h4").text == text
    svg = find(driver, "svg.network")
    driver.execute_script("arguments[0].scrollIntoView({block: 'center'})", svg)
    ActionChains(driver).move_to_element_with_offset(
        svg, 5 - svg.size["width"] // 2, 5 - svg.size["height"] // 2).click().perform()
    assert find_all(driver, "tr.chosen") == []


def test_click_on_a_row_selects_the_node(browser, genes):
    driver = browser.open(genes)
    row = find_all(driver, "tr.linked")[2]
    name = row.find_element(By.TAG_NAME, "td").text
    row.click()
    assert find(driver, ".details h4").text == name


def test_nodes_are_dragged_and_the_view_is_zoomed(browser, genes):
    driver = browser.open(genes)
    node = find_all(driver, "circle.node")[0]
    before = float(node.get_attribute("cx"))
    ActionChains(driver).drag_and_drop_by_offset(node, 60, 10).perform()
    assert float(node.get_attribute("cx")) > before + 10
    scene = find(driver, "svg.network > g")
    find(driver, "button[title='Show the whole network']").click()  # also the node that was moved
    transform = scene.get_attribute("transform")
    find(driver, "button[title='Zoom in']").click()
    zoomed = wait_for(lambda: scene.get_attribute("transform") != transform
                      and scene.get_attribute("transform"))
    ActionChains(driver).move_to_element_with_offset(
        find(driver, "svg.network"), -150, -150).click_and_hold().move_by_offset(-40, 30).release().perform()
    assert scene.get_attribute("transform") != zoomed
    find(driver, "button[title='Show the whole network']").click()
    assert scene.get_attribute("transform") == transform


def test_map_shows_what_is_known_of_a_region(browser, outbreak):
    driver = browser.open(outbreak)
    network = data_of(driver)["networks"][0]
    assert len(find_all(driver, "path.node")) == len(network["nodes"]) == 100
    assert len([node for node in network["nodes"] if node.get("marked")]) == 12
    assert not find(driver, "figure[data-network] .paper").is_displayed()
    index = next(i for i, node in enumerate(network["nodes"]) if node["name"] == "Robeson")
    region = network["nodes"][index]
    svg = find(driver, "svg.network")
    driver.execute_script("arguments[0].scrollIntoView({block: 'center'})", svg)
    ActionChains(driver).move_to_element(find_all(driver, "path.node")[index]).perform()
    excess = f"excess {region['values'][0]:.4g}"
    assert [line.text for line in find_all(driver, "figure[data-network] .tip div")] == ["Robeson", excess]
    ActionChains(driver).click().perform()
    details = find(driver, ".details")
    assert details.find_element(By.TAG_NAME, "h4").text == "Robeson"
    facts = details.find_element(By.TAG_NAME, "dl").text.split()
    for name, value in zip(network["measures"], region["values"]):
        whole = value == int(value)  # counts keep all digits
        assert facts[facts.index(name) + 1] == (str(int(value)) if whole else f"{value:.4g}")
    assert find(driver, "tr.chosen td").text == "Robeson"
    neighbours = {network["nodes"][v if u == index else u]["name"]
                  for u, v in network["edges"] if index in (u, v)}
    assert {button.text for button in details.find_elements(By.TAG_NAME, "button")} == neighbours
    assert f"{len(neighbours)} neighbours" in details.text


def test_map_is_searched_zoomed_and_coloured(browser, outbreak):
    driver = browser.open(outbreak)
    field = find(driver, "input[placeholder='Find a region']")
    field.send_keys("wake")
    wait_for(lambda: find(driver, ".tools output").text == "1 found")
    search(driver, "wake", "region")
    assert find(driver, ".details h4").text == "Wake"
    assert find_all(driver, "tr.chosen") == []  # it is none of the twelve
    scene = find(driver, "svg.network > g")
    transform = scene.get_attribute("transform")
    assert find_all(driver, "svg.network g[text-anchor=middle] text")
    for _ in range(5):
        find(driver, "button[title='Zoom in']").click()
    wait_for(lambda: scene.get_attribute("transform") != transform)
    find(driver, ".details li button").click()  # to a neighbour, so that more than Wake's are bright
    fills = "return [...document.querySelectorAll('.node')].map(n => n.getAttribute('fill')).join()"
    before = driver.execute_script(fills)
    find_all(driver, "select[aria-label=Colour] option")[1].click()
    assert driver.execute_script(fills) != before
    find(driver, "button[title='Show the whole map']").click()
    assert scene.get_attribute("transform") == transform
    assert browser.complaints() == []


def test_filter_by_size_hides_small_nodes(browser, genes):
    driver = browser.open(genes)
    nodes = find_all(driver, "circle.node")
    driver.execute_script("""
        const range = document.querySelector('input[type=range]');
        range.value = '50';
        range.dispatchEvent(new Event('input'));""")
    shown = wait_for(lambda: [node for node in nodes if node.get_attribute("display") is None]
                     if find(driver, ".tools output").text else None)
    assert 0 < len(shown) < len(nodes)
    assert find(driver, ".tools output").text == f"{len(shown)} of {len(nodes)} nodes"


def test_colour_follows_the_measure(browser, demo):
    driver = browser.open(demo)
    fills = "return [...document.querySelectorAll('.node')].map(n => n.getAttribute('fill')).join()"
    truth = driver.execute_script(fills)
    select = find(driver, "select[aria-label=Colour]")
    options = [option.text for option in select.find_elements(By.TAG_NAME, "option")]
    assert options[:2] == ["truth", "iht"]
    select.find_elements(By.TAG_NAME, "option")[1].click()
    assert driver.execute_script(fills) != truth


def test_tables_sort_by_number_and_by_name(browser, genes):
    driver = browser.open(genes)
    table = table_with(driver, "coefficient")
    header = table.find_elements(By.CSS_SELECTOR, "th button")
    header[1].click()
    values = [float(text) for text in column(table, 1)]
    assert values == sorted(values, reverse=True) and len(values) == 12
    header[1].click()
    assert [float(text) for text in column(table, 1)] == sorted(values)
    header[0].click()
    names = column(table, 0)
    assert names == sorted(names, key=lambda name: int(name[4:]))


def test_tables_sort_times_by_their_length(browser, demo):
    driver = browser.open(demo)
    table = table_with(driver, "solver")
    table.find_elements(By.CSS_SELECTOR, "th button")[4].click()
    units = {"us": 1e-6, "ms": 1e-3, "s": 1}
    times = [float(text.split()[0]) * units[text.split()[1]] for text in column(table, 4)]
    assert times == sorted(times, reverse=True)


def test_tables_filter_and_copy(browser, genes):
    driver = browser.open(genes)
    driver.execute_script("""
        window.copied = [];
        navigator.clipboard.writeText = async (text) => { window.copied.push(text); };""")
    table = table_with(driver, "coefficient")
    tools = table.find_element(By.XPATH, "../preceding-sibling::div[@class='tools'][1]")
    tools.find_element(By.CSS_SELECTOR, "input").send_keys("gene1")
    names = column(table, 0)
    assert names and all("gene1" in name for name in names) and len(names) < 12
    tools.find_element(By.CSS_SELECTOR, "button").click()
    text = wait_for(lambda: driver.execute_script("return window.copied[0]"))
    lines = text.rstrip("\n").split("\n")
    assert lines[0] == "feature\tcoefficient"
    assert [line.split("\t")[0] for line in lines[1:]] == names


def test_charts_tell_values(browser, genes):
    driver = browser.open(genes)
    svg = find(driver, "figure[data-chart] svg")
    driver.execute_script("arguments[0].scrollIntoView({block: 'center'})", svg)
    chart = data_of(driver)["charts"][0]["plots"][0]
    # The first point of the curve lies near the left end of the plot.
    place = driver.execute_script("""
        const [svg, plot] = arguments;
        const scale = plot.logY ? d3.scaleLog() : d3.scaleLinear();
        const y = scale.domain(plot.y).range([plot.bottom, plot.top])(plot.series[0].y[0]);
        const x = d3.scaleLinear().domain(plot.x).range([plot.left, plot.right])(plot.series[0].x[0]);
        const box = svg.getBoundingClientRect();
        return [x * box.width / svg.viewBox.baseVal.width - box.width / 2,
                y * box.height / svg.viewBox.baseVal.height - box.height / 2];""", svg, chart)
    ActionChains(driver).move_to_element_with_offset(svg, round(place[0]), round(place[1])).perform()
    tip = wait_for(lambda: find(driver, ".tip:not([hidden])"))
    assert f"epoch {chart['series'][0]['x'][0]}" in tip.text
    assert "objective" in tip.text


def picture_of(driver, path):
    """Width, height and the number of distinct colours of a PNG file."""
    data = base64.b64encode(path.read_bytes()).decode()
    return driver.execute_async_script("""
        const [data, done] = arguments;
        const image = new Image();
        image.onload = () => {
          const canvas = document.createElement('canvas');
          canvas.width = image.width;
          canvas.height = image.height;
          const context = canvas.getContext('2d');
          context.drawImage(image, 0, 0);
          const bytes = context.getImageData(0, 0, image.width, image.height).data;
          const colours = new Set();
          for (let i = 0; i < bytes.length; i += 4) {
            colours.add(bytes[i] << 16 | bytes[i + 1] << 8 | bytes[i + 2]);
          }
          done([image.width, image.height, colours.size]);
        };
        image.onerror = () => done(null);
        image.src = 'data:image/png;base64,' + data;""", data)


@pytest.mark.parametrize("kind", ["network", "chart"])
@pytest.mark.parametrize("dark", [False, True])
def test_pictures_are_saved(browser, genes, kind, dark):
    for old in browser.downloads.iterdir():
        old.unlink()
    driver = browser.open(genes, dark=dark)
    driver.execute_cdp_cmd("Browser.setDownloadBehavior",
                           {"behavior": "allow", "downloadPath": str(browser.downloads)})
    for title in ("PNG", "SVG"):
        button = find(driver, f"figure[data-{kind}] button[title$='{title}']")
        driver.execute_script("arguments[0].scrollIntoView({block: 'center'})", button)
        button.click()
    png = wait_for(lambda: next(browser.downloads.glob(f"*{kind}.png"), None))
    svg = wait_for(lambda: next(browser.downloads.glob(f"*{kind}.svg"), None))
    width, height, colours = wait_for(lambda: picture_of(driver, png))
    assert width > 600 and height > 600 and colours > 20
    text = svg.read_text()
    assert text.startswith("<svg") and "gene" in text or kind == "chart"
    # For paper, whatever the screen is.
    assert "#16181c" not in text
    assert browser.complaints() == []


def test_hostile_names_stay_text(browser, hostile):
    driver = browser.open(hostile)
    assert driver.execute_script("return window.harm") is None
    # The pictures of control characters stand for them; others are as they were given.
    shown = set(column(table_with(driver, "coefficient"), 0))
    selected = [name for name in HOSTILE if name in shown]
    assert len(selected) >= 6
    for name in selected:
        search(driver, name)
        assert find(driver, ".details h4").get_attribute("textContent") == name
    assert find_all(driver, "main img") == []
    assert driver.execute_script("return document.querySelectorAll('script').length") == 3
    assert driver.execute_script("return window.harm") is None
    assert browser.complaints() == []


def test_scripts_of_others_are_refused(browser, genes, tmp_path):
    copy = tmp_path / "changed.html"
    copy.write_text(genes.read_text().replace("<main>", "<main><script>window.harm=1</script>"))
    driver = browser.open(copy)
    assert driver.execute_script("return window.harm") is None
    assert any("Content Security Policy" in message for message in browser.complaints())


def first_paint(browser, path):
    driver = browser.open(path)
    # The entry is there some time after the paint itself.
    driver.set_script_timeout(60)
    return driver.execute_async_script("""
        const done = arguments[0];
        function look() {
          const [paint] = performance.getEntriesByName('first-contentful-paint');
          if (paint) done(paint.startTime);
          else setTimeout(look, 20);
        }
        look();""")


def test_two_thousand_nodes_stay_usable(browser, large, record_property):
    # The machine may be busy with something else for a while.
    paint = min(first_paint(browser, large) for _ in range(3))
    driver = browser.driver
    assert len(find_all(driver, "circle.node")) == 2000
    ready = driver.execute_script(
        "return performance.getEntriesByType('navigation')[0].domContentLoadedEventEnd")
    moves = driver.execute_async_script("""
        const done = arguments[0];
        const buttons = ['Zoom in', 'Zoom out'].map(t => document.querySelector(`button[title='${t}']`));
        const begin = performance.now();
        let steps = 0;
        function step() {
          if (steps === 10) {
            done((performance.now() - begin) / steps);
            return;
          }
          buttons[steps++ % 2].click();
          requestAnimationFrame(step);
        }
        step();""")
    size = large.stat().st_size
    print(f"2,000 nodes: {size / 1e6:.2f} MB, first paint {paint:.0f} ms, page ready {ready:.0f} ms, "
          f"{moves:.0f} ms a zoom step")
    assert paint < 2000
    assert size < 3e6
    search(driver, "node1999")
    assert find(driver, ".details h4").text.startswith("node")
    assert browser.complaints() == []


def test_without_scripts_the_map_is_a_picture(outbreak):
    plain = Browser(javascript=False)
    try:
        driver = plain.open(outbreak)
        assert find_all(driver, ".tools") == []
        assert find(driver, "figure .paper svg").is_displayed()
        assert len(find_all(driver, "figure .paper svg path")) >= 112
    finally:
        plain.close()


def test_without_scripts_all_is_there(genes):
    plain = Browser(javascript=False)
    try:
        driver = plain.open(genes)
        assert find_all(driver, ".tools") == []
        assert find(driver, "figure .paper svg").is_displayed()
        assert len(find_all(driver, ".scroll table tbody tr")) > 12
        assert "The command that repeats this run" in find(driver, "main").text
    finally:
        plain.close()


def test_nothing_selected_is_said(browser, tmp_path):
    write_data(tmp_path, ["a", "b", "c"], [(0, 1), (1, 2)], 20, 2)
    labels = [1 if i % 2 else -1 for i in range(20)]
    (tmp_path / "labels.tsv").write_text("y\n" + "".join(f"{label}\n" for label in labels))
    run("fit", "--data", "data.csv", "--id-column", "id", "--drop-columns", "y", "--labels",
        "labels.tsv:y", "--graph", "net.tsv", "--solver", "l1-logistic", "--lambda-ratio", "1",
        "--report", "r.html", cwd=tmp_path)
    driver = browser.open(tmp_path / "r.html")
    assert find(driver, "html.live")
    assert "No features were selected." in find(driver, "main").text
    assert find_all(driver, "svg.network") == []
    assert browser.complaints() == []


@pytest.fixture(scope="session")
def veer(tmp_path_factory):
    """A nested cross-validation of real expression data, and its folder."""
    source = SHARED / "data" / "expression" / "veer97"
    if not source.is_dir():
        pytest.skip(f"no reference data in {source}")
    folder = tmp_path_factory.mktemp("veer")
    with open(source / "lcc3243_nodes.tsv", newline="") as file:
        nodes = list(csv.DictReader(file, delimiter="\t"))
    with open(source / "lcc3243_edges.tsv", newline="") as file:
        edges = list(csv.DictReader(file, delimiter="\t"))
    names = [node["symbol"] or node["entrez"] for node in nodes]
    values = numpy.load(source / "X.npy")
    numpy.save(folder / "X.npy", values[:, [int(node["col"]) for node in nodes]])
    (folder / "genes.tsv").write_text("gene\n" + "\n".join(names) + "\n")
    (folder / "net.tsv").write_text("u\tv\n" + "".join(
        f"{names[int(edge['u'])]}\t{names[int(edge['v'])]}\n" for edge in edges))
    (folder / "labels.tsv").write_text((source / "samples.tsv").read_text())
    return folder


CV = ("cv --data X.npy --feature-names genes.tsv:gene --labels labels.tsv:label --graph net.tsv "
      "--loss logistic --standardize --balanced --solver graph-iht --folds 3").split()


def test_screenshots_of_the_demo(browser, demo):
    driver = browser.open(demo, height=1000)
    network = data_of(driver)["networks"][0]
    search(driver, max(network["nodes"], key=lambda node: node["values"][0])["name"])
    driver.execute_script("arguments[0].scrollIntoView()", find_all(driver, "h2")[1])
    browser.screenshot("docs-report-demo.png")
    browser.open(demo, dark=True, height=1000)
    browser.screenshot("demo-dark.png")
    browser.open(demo, width=390, height=844)
    browser.screenshot("demo-phone.png")


def test_nested_cv_of_real_data(browser, veer):
    run(*CV, "--grid", "sparsity=20,40", "--grid", "l2=1e-2,1e-1", "--nested", "--model", "m.json",
        "--report", "r.html", cwd=veer)
    driver = browser.open(veer / "r.html", height=1000)
    assert browser.complaints() == []
    data = data_of(driver)
    assert data["networks"][0]["measures"] == ["coefficient", "stability"]
    assert len(data["charts"][0]["plots"][0]["series"][0]["error"]) == 2
    assert "AUC" in data["charts"][1]["plots"][0]["series"][0]["name"]
    ends = [end for edge in data["networks"][0]["edges"] for end in edge[:2]]
    search(driver, data["networks"][0]["nodes"][max(ends, key=ends.count)]["name"])
    assert len(find_all(driver, ".details li")) > 1
    driver.execute_script("arguments[0].scrollIntoView()", find(driver, "h2"))
    browser.screenshot("docs-report-cv.png")
    browser.open(veer / "r.html", dark=True, height=1000)
    browser.screenshot("cv-dark.png")
    driver = browser.open(veer / "r.html", width=390, height=844)
    assert overflow(driver) <= 0
    browser.screenshot("cv-phone.png")


def test_cv_of_five_hundred_features_is_small_and_repeats(browser, veer):
    run(*CV, "--grid", "sparsity=500", "--l2", "0.1", "--max-epochs", "20", "--model", "big.json",
        "--report", "big.html", cwd=veer)
    size = (veer / "big.html").stat().st_size
    print(f"cv of 500 features: a report of {size / 1e6:.2f} MB")
    assert size < 3e6
    driver = browser.open(veer / "big.html")
    assert browser.complaints() == []
    assert len(find_all(driver, "circle.node")) > 400
    command = find_all(driver, "pre")[-1].text
    model = (veer / "big.json").read_bytes()
    (veer / "big.json").unlink()
    done = subprocess.run(["bash"], input=command + "\n", cwd=veer, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert (veer / "big.json").read_bytes() == model
