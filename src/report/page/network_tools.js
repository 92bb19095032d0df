// What stands above and beside a network: search, choices, buttons, and what is known of a node.
"use strict";

function choice(label, options, chosen, action) {
  const select = element("select", {"aria-label": label});
  for (const [value, text] of options) select.append(element("option", {value: value}, text));
  select.value = chosen;
  select.addEventListener("change", () => action(select.value));
  return element("label", {}, label + " ", select);
}

// Marks what matches; Enter goes to the first, or to the one of just that name.
function makeSearch(view) {
  const label = "Find a " + view.noun;
  const search = element("input", {type: "search", placeholder: label, "aria-label": label});
  search.addEventListener("input", function () {
    view.wanted = search.value.trim().toLowerCase();
    view.drawSoon();
  });
  search.addEventListener("keydown", function (event) {
    if (event.key !== "Enter") return;
    const wanted = search.value.trim().toLowerCase();
    const found = view.nodes.filter((node) => node.name.toLowerCase().includes(wanted));
    const first = found.find((node) => node.name.toLowerCase() === wanted) || found[0];
    if (wanted === "" || !first) return;
    search.value = "";
    view.wanted = "";
    selectName(first.name, search);
  });
  return search;
}

// Hides what is small by the measure that gives the size, or else the colour.
function makeLeast(view) {
  const range = element("input", {type: "range", min: "0", max: "100", value: "0",
                                  "aria-label": "Show " + view.noun + "s of at least this size"});
  const text = element("span", {class: "value"}, "all");
  range.addEventListener("input", function () {
    view.least = (view.size || view.colour).limit * Number(range.value) / 100;
    text.textContent = view.least === 0 ? "all" : "≥ " + formatNumber(view.least);
    view.drawSoon();
  });
  function reset() {
    view.least = 0;
    range.value = "0";
    text.textContent = "all";
  }
  return {label: element("label", {}, "Filter ", range, text), reset};
}

function makeTools(view) {
  const options = view.measures.map((measure, index) => [String(index), measure.name]);
  const least = makeLeast(view);
  const tools = element("div", {class: "tools"}, makeSearch(view), view.count);
  if (options.length > 1) {
    tools.append(choice("Colour", options, "0", function (value) {
      view.colour = view.measures[Number(value)];
      least.reset();
      view.draw();
    }));
  }
  if (!view.hasAreas) {
    const sizes = [["-1", "equal"], ...options];
    tools.append(choice("Size", sizes, String(view.network.size), function (value) {
      view.size = view.measures[Number(value)] || null;
      least.reset();
      view.draw();
    }));
  }
  tools.append(
    least.label,
    element("span", {class: "group"}, button("+", "Zoom in", () => view.zoomBy(1.5)),
            button("−", "Zoom out", () => view.zoomBy(1 / 1.5)),
            button("Show all", "Show the whole " + (view.isMap ? "map" : "network"),
                   () => view.showAll())),
    element("span", {class: "group"},
            ...saveButtons("view", view.isMap ? "map" : "network", () => view.picture())));
  return tools;
}

// ---- what is known of a node --------------------------------------------------------------------

function hintFor(view) {
  return element("p", {class: "hint"},
    "Click on a " + view.noun + " to see its row" +
    (view.isMap ? " and its neighbours. " : ", its neighbours and its edges. ") +
    (view.hasAreas ? "" : "Drag nodes to move them. ") +
    "Drag the ground to pan; zoom with the buttons, or with the wheel after a click.");
}

function factsOf(view, node) {
  const facts = element("dl", {class: "facts"});
  for (const measure of view.measures) {
    facts.append(element("dt", {}, measure.name),
                 element("dd", {}, formatNumber(measure.values[node.index])));
  }
  for (const [name, value] of Object.entries(node.facts || {})) {
    facts.append(element("dt", {}, name), element("dd", {}, nameElement(value)));
  }
  return facts;
}

function neighboursOf(view, node) {
  const list = element("ul", {});
  const hasCosts = node.neighbours.some((neighbour) => neighbour.cost !== undefined);
  const sorted = node.neighbours.slice()
    .sort((a, b) => collator.compare(a.node.name, b.node.name));
  for (const {node: other, cost} of sorted) {
    const go = button("", "Select this " + view.noun, () => selectName(other.name, list));
    go.append(nameElement(other.name));
    const value = formatNumber(view.measures[0].values[other.index]);
    list.append(element("li", {}, go, element("span", {},
      value + (hasCosts ? ", cost " + formatNumber(cost) : ""))));
  }
  return list;
}

function showDetails(view) {
  const node = view.chosen;
  if (!node) {
    view.details.replaceChildren(hintFor(view));
    return;
  }
  const count = node.neighbours.length;
  const heading = view.isMap ? count + (count === 1 ? " neighbour" : " neighbours")
    : count + (count === 1 ? " edge" : " edges") + " to selected neighbours";
  view.details.replaceChildren(element("h4", {}, nameElement(node.name)), factsOf(view, node),
                               element("h5", {}, heading), neighboursOf(view, node));
}
