// What a reader can do with a report: move about in networks, sort, filter and copy tables, read
// values off charts, save pictures. Everything is also on the page without this script. All names
// come from data of strangers, so text is only ever set as text, never as markup.
"use strict";

(function () {
  const d3 = window.d3;
  const report = JSON.parse(document.getElementById("report-data").textContent);
  const darkness = window.matchMedia("(prefers-color-scheme: dark)");

  const THEMES = {
    light: {ground: "#ffffff", ink: "#1c1e21", soft: "#5c6370", edge: "#b4bac6", rim: "#4a4f59",
            accent: "#005a9c", isDark: false},
    dark: {ground: "#16181c", ink: "#e4e6ea", soft: "#9aa3b0", edge: "#4b525e", rim: "#9aa3b0",
           accent: "#7cb8f0", isDark: true},
  };
  const FONT = "system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif";
  const SVG = "http://www.w3.org/2000/svg";

  // ---- small parts --------------------------------------------------------------------------

  // Children that are strings become text.
  function element(tag, attributes, ...children) {
    const made = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes || {})) made.setAttribute(name, value);
    made.append(...children);
    return made;
  }

  function button(label, title, action) {
    const made = element("button", {type: "button", title: title}, label);
    made.addEventListener("click", action);
    return made;
  }

  // A name as it is, whatever its direction of writing.
  function nameElement(name) {
    return element("bdi", {}, name);
  }

  function formatNumber(value) {
    if (value === null || !Number.isFinite(value)) return "–";
    return String(Number(value.toPrecision(4))).replace("-", "−");
  }

  function later(action) {
    let waiting = false;
    return function () {
      if (waiting) return;
      waiting = true;
      window.requestAnimationFrame(function () {
        waiting = false;
        action();
      });
    };
  }

  function fileName(kind, extension) {
    const words = document.title.toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-+|-+$/g, "");
    return (words.slice(0, 60) || "graphsparse") + "-" + kind + extension;
  }

  function saveBlob(blob, name) {
    const address = URL.createObjectURL(blob);
    const link = element("a", {href: address, download: name});
    document.body.append(link);
    link.click();
    link.remove();
    window.setTimeout(() => URL.revokeObjectURL(address), 10000);
  }

  function toSvgText(svg) {
    return new XMLSerializer().serializeToString(svg) + "\n";
  }

  function saveSvg(svg, kind) {
    saveBlob(new Blob([toSvgText(svg)], {type: "image/svg+xml"}), fileName(kind, ".svg"));
  }

  // Twice as many pixels as on a plain screen, for print.
  function savePng(svg, kind) {
    const scale = 2;
    const image = new Image();
    image.addEventListener("load", function () {
      const canvas = element("canvas");
      canvas.width = Math.round(scale * Number(svg.getAttribute("width")));
      canvas.height = Math.round(scale * Number(svg.getAttribute("height")));
      const context = canvas.getContext("2d");
      context.fillStyle = "#ffffff";
      context.fillRect(0, 0, canvas.width, canvas.height);
      context.drawImage(image, 0, 0, canvas.width, canvas.height);
      canvas.toBlob((blob) => saveBlob(blob, fileName(kind, ".png")), "image/png");
    });
    image.src = "data:image/svg+xml;charset=utf-8," + encodeURIComponent(toSvgText(svg));
  }

  // Where the browser keeps the clipboard from pages of files, the old way is left.
  async function copyText(text) {
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch (refused) {
      const area = element("textarea", {"aria-hidden": "true"});
      area.value = text;
      area.style.position = "fixed";
      area.style.opacity = "0";
      document.body.append(area);
      area.select();
      const done = document.execCommand("copy");
      area.remove();
      return done;
    }
  }

  function copyButton(label, title, textOf) {
    const made = button(label, title, async function () {
      made.textContent = (await copyText(textOf())) ? "Copied" : "Not allowed here";
      window.setTimeout(() => { made.textContent = label; }, 1500);
    });
    return made;
  }

  // ---- what is selected, on the whole page --------------------------------------------------

  const selectionListeners = [];
  let selectedName = null;

  function selectName(name, origin) {
    selectedName = name;
    for (const listener of selectionListeners) listener(name, origin);
  }

  // ---- tables -------------------------------------------------------------------------------

  const UNITS = {us: 1e-6, ms: 1e-3, s: 1, min: 60, h: 3600};

  // The number that a cell begins with; times are brought to seconds.
  function numberOf(text) {
    const plain = text.replace(/[−–]/g, "-");
    const match = plain.match(/^[<>=~ ]*([-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?)(?:\s*(us|ms|s|min|h)\b)?/i);
    if (!match) return NaN;
    return Number(match[1]) * (UNITS[match[2]] || 1);
  }

  const collator = new Intl.Collator(undefined, {numeric: true, sensitivity: "base"});

  function comparison(column, isNumber, ascending) {
    const sign = ascending ? 1 : -1;
    return function (a, b) {
      const left = a.cells[column].textContent;
      const right = b.cells[column].textContent;
      if (!isNumber) return sign * collator.compare(left, right);
      const [x, y] = [numberOf(left), numberOf(right)];
      // Empty cells are last, whichever way.
      if (Number.isNaN(x) || Number.isNaN(y)) return Number.isNaN(x) - Number.isNaN(y);
      return sign * (x - y);
    };
  }

  function makeSortable(table, rows) {
    const headers = Array.from(table.tHead.rows[0].cells);
    headers.forEach(function (header, column) {
      const isNumber = header.classList.contains("number");
      const label = element("button", {type: "button", title: "Sort by this column"});
      label.append(...header.childNodes);
      header.append(label);
      label.addEventListener("click", function () {
        const now = header.getAttribute("aria-sort");
        // Numbers begin with the largest.
        const ascending = now === null ? !isNumber : now === "descending";
        for (const other of headers) other.removeAttribute("aria-sort");
        header.setAttribute("aria-sort", ascending ? "ascending" : "descending");
        rows.sort(comparison(column, isNumber, ascending));
        table.tBodies[0].append(...rows);
      });
    });
  }

  function toTsv(table) {
    const line = (row) => Array.from(row.cells)
      .map((cell) => cell.textContent.replace(/[\t\r\n]+/g, " ")).join("\t");
    const shown = Array.from(table.tBodies[0].rows).filter((row) => !row.hidden);
    return [table.tHead.rows[0], ...shown].map(line).join("\n") + "\n";
  }

  function enhanceTable(table) {
    const rows = Array.from(table.tBodies[0].rows);
    const tools = element("div", {class: "tools"});
    if (rows.length > 1) makeSortable(table, rows);
    if (rows.length > 5) {
      const count = element("output", {}, "");
      const filter = element("input", {type: "search", placeholder: "Filter rows",
                                       "aria-label": "Filter rows"});
      filter.addEventListener("input", function () {
        const wanted = filter.value.trim().toLowerCase();
        let shown = 0;
        for (const row of rows) {
          row.hidden = !row.textContent.toLowerCase().includes(wanted);
          shown += row.hidden ? 0 : 1;
        }
        count.textContent = wanted === "" ? "" : shown + " of " + rows.length + " rows";
      });
      tools.append(filter, count);
    }
    tools.append(copyButton("Copy as TSV", "Copy the rows shown, for a spreadsheet",
                            () => toTsv(table)));
    const frame = table.parentElement;
    frame.before(tools);
    if (rows.length > 15) frame.classList.add("tall");
    linkRows(table, rows, frame);
  }

  // A row whose first cell names a node goes with the node, both ways.
  function linkRows(table, rows, frame) {
    const known = new Set();
    for (const network of report.networks) for (const node of network.nodes) known.add(node.name);
    const byName = new Map();
    for (const row of rows) {
      const name = row.cells.length > 0 ? row.cells[0].textContent : "";
      if (!known.has(name) || byName.has(name)) continue;
      byName.set(name, row);
      row.classList.add("linked");
      row.addEventListener("click", () => selectName(selectedName === name ? null : name, table));
    }
    if (byName.size === 0) return;
    selectionListeners.push(function (name, origin) {
      for (const row of table.querySelectorAll("tr.chosen")) row.classList.remove("chosen");
      const row = byName.get(name);
      if (!row) return;
      row.classList.add("chosen");
      if (origin === table || row.hidden) return;
      // Within the frame alone: the page itself stays where the reader is.
      const head = table.tHead.offsetHeight;
      const place = row.offsetTop - head;
      if (place < frame.scrollTop || place > frame.scrollTop + frame.clientHeight - 2 * head) {
        frame.scrollTop = place - frame.clientHeight / 3;
      }
    });
  }

  // ---- charts -------------------------------------------------------------------------------

  function scaleOf(range, isLogarithmic, start, end) {
    return (isLogarithmic ? d3.scaleLog() : d3.scaleLinear()).domain(range).range([start, end]);
  }

  // The points of all series where the static picture has them.
  function pointsOf(chart) {
    const points = [];
    for (const plot of chart.plots) {
      const x = scaleOf(plot.x, plot.logX, plot.left, plot.right);
      const y = scaleOf(plot.y, plot.logY, plot.bottom, plot.top);
      for (const series of plot.series) {
        series.x.forEach(function (value, i) {
          const place = {x: x(value), y: y(series.y[i])};
          if (!Number.isFinite(place.x) || !Number.isFinite(place.y)) return;
          if (value === null || series.y[i] === null) return;
          points.push({...place, plot, series, i});
        });
      }
    }
    return points;
  }

  function describePoint({plot, series, i}) {
    const error = series.error && series.error[i] !== null
      ? " ± " + formatNumber(series.error[i]) : "";
    const lines = [plot.xLabel + " " + formatNumber(series.x[i]),
                   plot.yLabel + " " + formatNumber(series.y[i]) + error];
    return series.name === "" ? lines : [series.name, ...lines];
  }

  function enhanceChart(figure, chart) {
    const paper = figure.querySelector(".paper");
    const svg = paper.querySelector("svg");
    const points = pointsOf(chart);
    const nearest = d3.quadtree().x((p) => p.x).y((p) => p.y).addAll(points);
    const mark = document.createElementNS(SVG, "circle");
    for (const [name, value] of Object.entries({r: 6, fill: "none", stroke: "#1c1e21",
                                                "stroke-width": 1.5, visibility: "hidden"})) {
      mark.setAttribute(name, value);
    }
    svg.append(mark);
    const tip = element("div", {class: "tip", role: "status", hidden: ""});
    figure.append(tip);

    function hide() {
      mark.setAttribute("visibility", "hidden");
      tip.hidden = true;
    }
    svg.addEventListener("pointerleave", hide);
    svg.addEventListener("pointermove", function (event) {
      const place = new DOMPoint(event.clientX, event.clientY)
        .matrixTransform(svg.getScreenCTM().inverse());
      const point = nearest.find(place.x, place.y, 40);
      if (!point) {
        hide();
        return;
      }
      mark.setAttribute("cx", point.x);
      mark.setAttribute("cy", point.y);
      mark.setAttribute("visibility", "visible");
      tip.replaceChildren(...describePoint(point).map((line) => element("div", {}, line)));
      tip.hidden = false;
      const frame = figure.getBoundingClientRect();
      const left = event.clientX - frame.left + 14;
      tip.style.left = Math.max(0, Math.min(left, frame.width - tip.offsetWidth - 4)) + "px";
      tip.style.top = event.clientY - frame.top + 14 + "px";
    });

    function picture() {
      const copy = svg.cloneNode(true);
      copy.lastElementChild.remove();
      return copy;
    }
    addSaveTools(figure, picture, "chart");
  }

  function addSaveTools(figure, picture, kind) {
    const tools = element("div", {class: "tools"});
    tools.append(
      button("Save PNG", "Save the picture as PNG", () => savePng(picture(), kind)),
      button("Save SVG", "Save the picture as SVG", () => saveSvg(picture(), kind)));
    figure.querySelector(".paper").after(tools);
  }

  // ---- networks -----------------------------------------------------------------------------

  const SMALLEST_RADIUS = 5;
  const LARGEST_RADIUS = 13;
  const NAME_SIZE = 11;
  const MOST_NAMES = 400;
  const BORDER = 28;

  const pencil = element("canvas").getContext("2d");

  function nameWidth(name) {
    pencil.font = NAME_SIZE + "px " + FONT;
    return pencil.measureText(name).width;
  }

  function shortName(name) {
    const letters = Array.from(name);
    return letters.length <= 18 ? name : letters.slice(0, 17).join("") + "…";
  }

  // A colour of the printed scale, turned light side down on a dark ground.
  function onGround(colour, theme) {
    if (!theme.isDark) return colour;
    const lab = d3.lab(colour);
    lab.l = 112 - lab.l;
    return lab.formatHex ? lab.formatHex() : d3.rgb(lab).hex();
  }

  function measureOf(network, index) {
    const values = network.nodes.map((node) => node.values[index]);
    const finite = values.filter((value) => value !== null && Number.isFinite(value));
    const isDiverging = finite.some((value) => value < 0);
    const limit = d3.max(finite, Math.abs) || 1;
    const colours = d3.piecewise(d3.interpolateRgb,
                                 isDiverging ? report.colours.diverging : report.colours.sequential);
    function colour(value, theme) {
      if (value === null || !Number.isFinite(value)) return onGround("#bdbdbd", theme);
      return onGround(colours(isDiverging ? (value / limit + 1) / 2 : value / limit), theme);
    }
    return {name: network.measures[index], values, limit, isDiverging, colour};
  }

  function outlineOf(rings) {
    return rings.map((ring) => "M" + ring.map((point) => point.join(" ")).join("L") + "Z").join("");
  }

  // The rings of each node's area: given, as on a map, or the cell of a grid.
  function shapesOf(network) {
    if (!network.cell) return network.shapes;
    const half = network.cell / 2;
    return network.nodes.map(({x, y}) => [[[x - half, y - half], [x + half, y - half],
                                           [x + half, y + half], [x - half, y + half]]]);
  }

  function networkView(figure, network) {
    const measures = network.measures.map((name, index) => measureOf(network, index));
    const shapes = shapesOf(network);
    const nodes = network.nodes.map((node, index) => ({
      ...node, index, label: shortName(node.name), width: nameWidth(shortName(node.name)),
      neighbours: [], radius: SMALLEST_RADIUS, isShown: true, isFound: false,
      outline: shapes ? outlineOf(shapes[index]) : null,
      room: shapes ? d3.max(shapes[index][0], (p) => p[0]) - d3.min(shapes[index][0], (p) => p[0]) : 0,
    }));
    const edges = network.edges.map(([u, v, cost]) => ({source: nodes[u], target: nodes[v], cost}));
    for (const edge of edges) {
      edge.source.neighbours.push({node: edge.target, cost: edge.cost});
      edge.target.neighbours.push({node: edge.source, cost: edge.cost});
    }
    const byName = new Map(nodes.map((node) => [node.name, node]));
    const state = {colour: measures[0], size: shapes ? null : measures[network.size] || null, least: 0, wanted: "",
                   chosen: null, transform: d3.zoomIdentity, theme: THEMES.light, isActive: false};

    // The frame: tools above, the drawing and what is known of a node side by side.
    const view = element("div", {class: "view"});
    const svg = d3.create("svg").attr("class", "network").attr("tabindex", "0").attr("role", "img")
      .attr("aria-label", "Network of " + nodes.length + " nodes and " + edges.length + " edges")
      .attr("font-family", FONT);
    const ground = svg.append("rect").attr("width", "100%").attr("height", "100%");
    const scene = svg.append("g");
    const frame = network.frame ? scene.append("rect") : null;
    const lines = scene.append("path").attr("fill", "none").attr("stroke-width", 1.2);
    const chosenLines = scene.append("path").attr("fill", "none").attr("stroke-width", 2.2);
    const names = svg.append("g").attr("text-anchor", "middle").attr("pointer-events", "none")
      .attr("stroke-width", 3).attr("stroke-linejoin", "round").attr("paint-order", "stroke");
    const legend = svg.append("g").attr("pointer-events", "none");
    const discs = scene.append("g").selectAll("*").data(nodes).enter()
      .append((node) => document.createElementNS(SVG, node.outline ? "path" : "circle"))
      .attr("class", "node").attr("vector-effect", "non-scaling-stroke");
    discs.append("title").text((node) => node.name);
    discs.filter((node) => node.outline).attr("d", (node) => node.outline);
    for (const layer of [lines, chosenLines]) layer.attr("vector-effect", "non-scaling-stroke");
    view.append(svg.node());
    const details = element("aside", {class: "details", "aria-live": "polite"});
    const stage = element("div", {class: "stage"}, view, details);
    const count = element("output", {});

    // -- drawing
    function size() {
      return {width: view.clientWidth, height: view.clientHeight};
    }

    function radiusOf(node) {
      if (!state.size) return 7;
      const value = state.size.values[node.index];
      const share = value === null ? 0 : Math.min(1, Math.abs(value) / state.size.limit);
      return SMALLEST_RADIUS + (LARGEST_RADIUS - SMALLEST_RADIUS) * Math.sqrt(share);
    }

    function segments(some) {
      return some.map(({source: a, target: b}) => "M" + a.x + " " + a.y + "L" + b.x + " " + b.y)
        .join("");
    }

    function moveNodes() {
      const drawn = shapes ? [] : edges;  // neighbouring areas touch
      const shown = drawn.filter((edge) => edge.source.isShown && edge.target.isShown);
      lines.attr("d", segments(shown));
      chosenLines.attr("d", segments(shown.filter(
        (edge) => edge.source === state.chosen || edge.target === state.chosen)));
      discs.filter((node) => !node.outline).attr("cx", (node) => node.x).attr("cy", (node) => node.y);
      placeNames();
    }

    function isNear(node) {
      return node === state.chosen ||
             state.chosen.neighbours.some((neighbour) => neighbour.node === node);
    }

    function opacityOf(node) {
      if (state.wanted !== "") return node.isFound ? 1 : 0.2;
      return !state.chosen || isNear(node) ? 1 : 0.3;
    }

    // Names that have room, those of the most important nodes first.
    function placeNames() {
      const {width, height} = size();
      const taken = new Map();
      const cell = 48;
      function cellsOf(box) {
        const keys = [];
        for (let x = Math.floor(box.left / cell); x <= Math.floor(box.right / cell); ++x) {
          for (let y = Math.floor(box.top / cell); y <= Math.floor(box.bottom / cell); ++y) {
            keys.push(x + ":" + y);
          }
        }
        return keys;
      }
      function hasRoom(box) {
        return cellsOf(box).every((key) => (taken.get(key) || []).every(
          (other) => box.right < other.left || other.right < box.left || box.bottom < other.top ||
                     other.bottom < box.top));
      }
      const placed = [];
      for (const node of importance) {
        if (placed.length >= MOST_NAMES) break;
        if (!node.isShown || opacityOf(node) < 1) continue;
        const isWanted = node === state.chosen || node.isFound;
        if (node.outline && !isWanted && node.room * state.transform.k < node.width) continue;
        const [x, y] = state.transform.apply([node.x, node.y]);
        const below = node.outline ? y + 4 : y + node.radius * state.transform.k + NAME_SIZE;
        if (x < -50 || x > width + 50 || below < 0 || below > height + 20) continue;
        const box = {left: x - node.width / 2 - 2, right: x + node.width / 2 + 2,
                     top: below - NAME_SIZE + 1, bottom: below + 3};
        if (node !== state.chosen && !hasRoom(box)) continue;
        for (const key of cellsOf(box)) taken.set(key, [...(taken.get(key) || []), box]);
        placed.push({node, x, y: below});
      }
      names.selectAll("text").data(placed, (name) => name.node.index).join("text")
        .attr("x", (name) => name.x).attr("y", (name) => name.y).attr("font-size", NAME_SIZE)
        .attr("font-weight", (name) => (name.node === state.chosen ? 700 : 400))
        .text((name) => name.node.label);
    }

    let importance = nodes;

    function drawLegend() {
      const {height} = size();
      const steps = 40;
      const width = 120;
      legend.selectAll("*").remove();
      legend.attr("transform", "translate(14," + (height - 32) + ")");
      const {colour: measure, theme} = state;
      const low = measure.isDiverging ? -measure.limit : 0;
      for (let step = 0; step < steps; ++step) {
        legend.append("rect").attr("x", step * width / steps).attr("y", 0)
          .attr("width", width / steps + 0.5).attr("height", 8)
          .attr("fill", measure.colour(low + (measure.limit - low) * (step + 0.5) / steps, theme));
      }
      const label = (x, text, anchor) => legend.append("text").attr("x", x).attr("y", 20)
        .attr("font-size", 10).attr("text-anchor", anchor).attr("fill", theme.soft).text(text);
      label(0, formatNumber(low), "start");
      label(width, formatNumber(measure.limit), "end");
      legend.append("text").attr("x", width + 8).attr("y", 8).attr("font-size", 11)
        .attr("fill", theme.ink)
        .text(measure.name + (state.size && state.size !== measure ? "; size: " + state.size.name : ""));
    }

    function draw() {
      const {theme, colour} = state;
      for (const node of nodes) {
        node.radius = radiusOf(node);
        const value = (state.size || colour).values[node.index];
        node.isShown = state.least === 0 || (value !== null && Math.abs(value) >= state.least);
        node.isFound = state.wanted !== "" && node.name.toLowerCase().includes(state.wanted);
      }
      importance = d3.sort ? d3.sort(nodes, (a, b) => b.radius - a.radius)
        : nodes.slice().sort((a, b) => b.radius - a.radius);
      ground.attr("fill", theme.ground);
      lines.attr("stroke", theme.edge).attr("stroke-opacity", state.chosen ? 0.4 : 1);
      chosenLines.attr("stroke", theme.accent);
      if (frame) {
        const [left, top, right, bottom] = network.frame;
        frame.attr("x", left).attr("y", top).attr("width", right - left).attr("height", bottom - top)
          .attr("fill", "none").attr("stroke", theme.edge).attr("vector-effect", "non-scaling-stroke");
      }
      discs.attr("r", (node) => (node.outline ? null : node.radius))
        .attr("fill", (node) => colour.colour(colour.values[node.index], theme))
        .attr("stroke", (node) => (node === state.chosen ? theme.accent : theme.rim))
        .attr("stroke-width", (node) => (node === state.chosen ? 3 : 0.9))
        .attr("opacity", opacityOf)
        .attr("display", (node) => (node.isShown ? null : "none"));
      names.attr("fill", theme.ink).attr("stroke", theme.ground);
      const shown = nodes.filter((node) => node.isShown).length;
      count.textContent = state.wanted !== ""
        ? nodes.filter((node) => node.isFound && node.isShown).length + " found"
        : shown < nodes.length ? shown + " of " + nodes.length + " nodes" : "";
      moveNodes();
      drawLegend();
    }
    const drawSoon = later(draw);
    const nameSoon = later(placeNames);

    // -- moving about
    function bounds() {
      if (network.frame) return network.frame;
      const points = shapes ? shapes.flat(2) : nodes.map((node) => [node.x, node.y]);
      return [d3.min(points, (p) => p[0]), d3.min(points, (p) => p[1]),
              d3.max(points, (p) => p[0]), d3.max(points, (p) => p[1])];
    }

    function wholeView() {
      const {width, height} = size();
      const [left, top, right, bottom] = bounds();
      const room = {width: width - 2 * BORDER, height: height - 2 * BORDER - 30};
      const scale = Math.min(room.width / Math.max(right - left, 1),
                             room.height / Math.max(bottom - top, 1), 2.5);
      return d3.zoomIdentity
        .translate(width / 2 - scale * (left + right) / 2,
                   (height - 30) / 2 - scale * (top + bottom) / 2)
        .scale(scale);
    }

    const zoom = d3.zoom()
      .filter(function () {
        const event = d3.event;
        // The wheel scrolls the page until the reader has clicked into the drawing, and one finger
        // does so always.
        if (event.type === "wheel") return event.ctrlKey || state.isActive;
        if (event.type.startsWith("touch")) return event.touches.length > 1;
        return !event.button;
      })
      .on("zoom", function () {
        state.transform = d3.event.transform;
        scene.attr("transform", state.transform);
        nameSoon();
      });

    function showAll() {
      const whole = wholeView();
      zoom.scaleExtent([whole.k / 3, Math.max(whole.k * 30, 4)]);
      svg.call(zoom.transform, whole);
    }

    // Nowhere if the node can be seen already.
    function goTo(node) {
      const {width, height} = size();
      const [x, y] = state.transform.apply([node.x, node.y]);
      const isSeen = x > BORDER && x < width - BORDER && y > BORDER && y < height - BORDER;
      if (isSeen && state.transform.k > 0.8) return;
      const scale = Math.max(state.transform.k, 1);
      svg.call(zoom.transform, d3.zoomIdentity
        .translate(width / 2 - scale * node.x, height / 2 - scale * node.y).scale(scale));
    }

    const drag = d3.drag().clickDistance(4)
      .filter(() => !d3.event.button && !(d3.event.touches && d3.event.touches.length > 1))
      .on("drag", function (node) {
        node.x = d3.event.x;
        node.y = d3.event.y;
        moveNodes();
      });

    // -- one node
    function showDetails() {
      const node = state.chosen;
      if (!node) {
        details.replaceChildren(element("p", {class: "hint"},
          "Click on a node to see its row, its neighbours and its edges. " +
          (shapes ? "" : "Drag nodes to move them. ") +
          "Drag the ground to pan; zoom with the buttons, or with the wheel after a click."));
        return;
      }
      const facts = element("dl", {class: "facts"});
      measures.forEach(function (measure) {
        facts.append(element("dt", {}, measure.name),
                     element("dd", {}, formatNumber(measure.values[node.index])));
      });
      for (const [name, value] of Object.entries(node.facts || {})) {
        facts.append(element("dt", {}, name), element("dd", {}, nameElement(value)));
      }
      const list = element("ul", {});
      const hasCosts = node.neighbours.some((neighbour) => neighbour.cost !== undefined);
      const sorted = node.neighbours.slice().sort((a, b) => collator.compare(a.node.name, b.node.name));
      for (const {node: other, cost} of sorted) {
        const go = button("", "Select this node", () => selectName(other.name, svg.node()));
        go.append(nameElement(other.name));
        const value = formatNumber(measures[0].values[other.index]);
        list.append(element("li", {}, go, element("span", {},
          value + (hasCosts ? ", cost " + formatNumber(cost) : ""))));
      }
      const edgeCount = node.neighbours.length + (node.neighbours.length === 1 ? " edge" : " edges");
      details.replaceChildren(
        element("h4", {}, nameElement(node.name)), facts,
        element("h5", {}, edgeCount + " to selected neighbours"), list);
    }

    function choose(name) {
      state.chosen = byName.get(name) || null;
      showDetails();
      draw();
    }

    discs.on("click", function (node) {
      d3.event.stopPropagation();
      selectName(node === state.chosen ? null : node.name, svg.node());
    });
    ground.on("click", function () {
      if (state.chosen) selectName(null, svg.node());
    });
    selectionListeners.push(function (name, origin) {
      choose(name);
      if (state.chosen && origin !== svg.node()) goTo(state.chosen);
    });

    // -- tools
    function choice(label, options, chosen, action) {
      const select = element("select", {"aria-label": label});
      for (const [value, text] of options) select.append(element("option", {value: value}, text));
      select.value = chosen;
      select.addEventListener("change", () => action(select.value));
      return element("label", {}, label + " ", select);
    }

    const search = element("input", {type: "search", placeholder: "Find a node",
                                     "aria-label": "Find a node"});
    search.addEventListener("input", function () {
      state.wanted = search.value.trim().toLowerCase();
      drawSoon();
    });
    search.addEventListener("keydown", function (event) {
      if (event.key !== "Enter") return;
      const wanted = search.value.trim().toLowerCase();
      const found = nodes.filter((node) => node.name.toLowerCase().includes(wanted));
      const exact = found.find((node) => node.name.toLowerCase() === wanted);
      const first = exact || found[0];
      if (wanted === "" || !first) return;
      search.value = "";
      state.wanted = "";
      selectName(first.name, search);
    });

    const least = element("input", {type: "range", min: "0", max: "100", value: "0",
                                    "aria-label": "Show nodes of at least this size"});
    const leastLabel = element("span", {class: "value"}, "all");
    least.addEventListener("input", function () {
      const measure = state.size || state.colour;
      state.least = measure.limit * Number(least.value) / 100;
      leastLabel.textContent = state.least === 0 ? "all" : "≥ " + formatNumber(state.least);
      drawSoon();
    });

    function resetLeast() {
      state.least = 0;
      least.value = "0";
      leastLabel.textContent = "all";
    }

    const options = measures.map((measure, index) => [String(index), measure.name]);
    const tools = element("div", {class: "tools"}, search, count);
    if (measures.length > 1) {
      tools.append(choice("Colour", options, "0", function (value) {
        state.colour = measures[Number(value)];
        resetLeast();
        draw();
      }));
    }
    if (!shapes) {
      tools.append(choice("Size", [["-1", "equal"], ...options], String(network.size),
                          function (value) {
                            state.size = measures[Number(value)] || null;
                            resetLeast();
                            draw();
                          }));
    }
    const zoomBy = (factor) => () => svg.call(zoom.scaleBy, factor);
    tools.append(
      element("label", {}, "Filter ", least, leastLabel),
      element("span", {class: "group"}, button("+", "Zoom in", zoomBy(1.5)),
              button("−", "Zoom out", zoomBy(1 / 1.5)),
              button("Show all", "Show the whole network", showAll)),
      element("span", {class: "group"},
              button("Save PNG", "Save the view as PNG", () => savePng(picture(), "network")),
              button("Save SVG", "Save the view as SVG", () => saveSvg(picture(), "network"))));

    // As on the screen, for paper: light whatever the screen is.
    function picture() {
      const theme = state.theme;
      state.theme = THEMES.light;
      draw();
      const copy = svg.node().cloneNode(true);
      state.theme = theme;
      draw();
      const {width, height} = size();
      copy.setAttribute("xmlns", SVG);
      copy.setAttribute("width", width);
      copy.setAttribute("height", height);
      copy.setAttribute("viewBox", "0 0 " + width + " " + height);
      return copy;
    }

    figure.querySelector(".paper").before(tools, stage);
    figure.classList.add("live");
    if (!shapes) discs.call(drag);
    svg.call(zoom).on("dblclick.zoom", null);
    svg.node().addEventListener("focusin", () => { state.isActive = true; });
    svg.node().addEventListener("pointerdown", () => { state.isActive = true; });
    document.addEventListener("pointerdown", function (event) {
      if (!view.contains(event.target)) state.isActive = false;
    });
    function followTheme() {
      state.theme = darkness.matches ? THEMES.dark : THEMES.light;
      draw();
    }
    darkness.addEventListener("change", followTheme);
    let lastWidth = view.clientWidth;
    new ResizeObserver(function () {
      if (view.clientWidth === lastWidth || view.clientWidth === 0) return;
      lastWidth = view.clientWidth;
      showAll();
      draw();
    }).observe(view);
    showAll();
    showDetails();
    followTheme();
  }

  // ---- the page -----------------------------------------------------------------------------

  for (const code of document.querySelectorAll("pre")) {
    const tools = element("div", {class: "tools"});
    tools.append(copyButton("Copy", "Copy this command", () => code.textContent));
    code.after(tools);
  }
  for (const table of document.querySelectorAll(".scroll table")) enhanceTable(table);
  for (const figure of document.querySelectorAll("figure[data-chart]")) {
    enhanceChart(figure, report.charts[Number(figure.dataset.chart)]);
  }
  for (const figure of document.querySelectorAll("figure[data-network]")) {
    networkView(figure, report.networks[Number(figure.dataset.network)]);
  }
  document.documentElement.classList.add("live");
})();
