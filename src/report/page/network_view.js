// A network, grid or map that readers move about in: shown in place of the static picture.
"use strict";

const BORDER = 28;
const LEGEND_HEIGHT = 30;

class NetworkView {
  constructor(figure, network) {
    this.figure = figure;
    this.network = network;
    this.isMap = network.nodes.some((node) => node.rings);
    this.hasAreas = this.isMap || Boolean(network.cell);
    this.noun = this.isMap ? "region" : "node";
    this.measures = network.measures.map((name, index) => measureOf(network, index));
    this.nodes = network.nodes.map((node, index) => nodeOf(network, node, index));
    this.edges = edgesOf(network, this.nodes);
    this.byName = new Map(this.nodes.map((node) => [node.name, node]));
    this.bounds = boundsOf(network, this.nodes);

    // What the reader has set.
    this.colour = this.measures[0];
    this.size = this.hasAreas ? null : this.measures[network.size] || null;
    this.least = 0;
    this.wanted = "";
    this.chosen = null;
    this.transform = d3.zoomIdentity;
    this.theme = THEMES.light;
    this.isActive = false;  // the reader has clicked into it

    this.drawSoon = later(() => this.draw());
    this.nameSoon = later(() => this.drawNames());
    this.makeStage();
    this.followPointer();
    this.followSelection();
    this.followScreen();
    this.showAll();
    showDetails(this);
    this.followTheme();
  }

  // The drawing, with what is known of a node beside it and the tools above.
  makeStage() {
    this.view = element("div", {class: "view"});
    this.details = element("aside", {class: "details", "aria-live": "polite"});
    this.count = element("output", {});
    const [nodes, edges] = [this.nodes.length, this.edges.length];
    const label = this.isMap ? "Map of " + nodes + " regions"
      : "Network of " + nodes + " nodes and " + edges + " edges";
    this.svg = d3.create("svg").attr("class", "network").attr("tabindex", "0").attr("role", "img")
      .attr("aria-label", label).attr("font-family", FONT);
    this.ground = this.svg.append("rect").attr("width", "100%").attr("height", "100%");
    this.scene = this.svg.append("g");
    this.makeLayers();
    this.names = this.svg.append("g").attr("text-anchor", "middle").attr("pointer-events", "none")
      .attr("stroke-width", 3).attr("stroke-linejoin", "round").attr("paint-order", "stroke");
    this.legend = this.svg.append("g").attr("pointer-events", "none");
    this.view.append(this.svg.node());
    this.figure.querySelector(".paper").before(
      makeTools(this), element("div", {class: "stage"}, this.view, this.details));
    this.figure.classList.add("live");
  }

  // Edges below discs; borders above areas, whose neighbours would cover them.
  makeLayers() {
    const line = () => this.scene.append("path").attr("fill", "none").attr("pointer-events", "none")
      .attr("stroke-linejoin", "round").attr("vector-effect", "non-scaling-stroke");
    if (this.network.frame) {
      const [left, top, right, bottom] = this.network.frame;
      this.frame = this.scene.append("rect").attr("x", left).attr("y", top)
        .attr("width", right - left).attr("height", bottom - top)
        .attr("fill", "none").attr("vector-effect", "non-scaling-stroke");
    }
    if (!this.hasAreas) {
      this.lines = line().attr("stroke-width", 1.2);
      this.chosenLines = line().attr("stroke-width", 2.2);
    }
    this.discs = this.scene.append("g").selectAll("*").data(this.nodes).enter()
      .append((node) => document.createElementNS(SVG, node.rings ? "path" : "circle"))
      .attr("class", "node").attr("vector-effect", "non-scaling-stroke");
    if (this.hasAreas) {
      this.discs.attr("d", (node) => node.outline).attr("fill-rule", "evenodd");
      this.marks = line().attr("stroke-width", 2);
      this.chosenBorder = line().attr("stroke-width", 3);
    }
  }

  // ---- drawing ----------------------------------------------------------------------------------

  room() {
    return {width: this.view.clientWidth, height: this.view.clientHeight};
  }

  draw() {
    for (const node of this.nodes) {
      node.radius = radiusOf(node, this.size);
      const value = (this.size || this.colour).values[node.index];
      node.isShown = this.least === 0 || (value !== null && Math.abs(value) >= this.least);
      node.isFound = this.wanted !== "" && node.name.toLowerCase().includes(this.wanted);
    }
    const {theme} = this;
    this.ground.attr("fill", theme.ground);
    if (this.frame) this.frame.attr("stroke", theme.edge);
    this.discs.attr("r", (node) => (node.rings ? null : node.radius))
      .attr("fill", (node) => this.colour.colour(this.colour.values[node.index], theme))
      .attr("stroke", (node) => (node === this.chosen ? theme.accent : theme.rim))
      .attr("stroke-width", (node) => (this.isMap ? 0.4 : node === this.chosen ? 3 : 0.9))
      .attr("opacity", (node) => this.opacityOf(node))
      .attr("display", (node) => (node.isShown ? null : "none"));
    if (this.hasAreas) {
      this.drawBorders();
    } else {
      this.drawEdges();
    }
    this.drawNames();
    this.drawLegend();
    this.count.textContent = this.countText();
  }

  isNear(node) {
    return node === this.chosen ||
           this.chosen.neighbours.some((neighbour) => neighbour.node === node);
  }

  opacityOf(node) {
    if (this.wanted !== "") return node.isFound ? 1 : 0.2;
    // Areas have a border, which tells the chosen one without taking the others' colour.
    return this.hasAreas || !this.chosen || this.isNear(node) ? 1 : 0.3;
  }

  drawEdges() {
    const path = (some) => some.map(({source: a, target: b}) =>
      "M" + a.x + " " + a.y + "L" + b.x + " " + b.y).join("");
    const shown = this.edges.filter((edge) => edge.source.isShown && edge.target.isShown);
    this.lines.attr("d", path(shown)).attr("stroke", this.theme.edge)
      .attr("stroke-opacity", this.chosen ? 0.4 : 1);
    this.chosenLines.attr("stroke", this.theme.accent).attr("d", path(shown.filter(
      (edge) => edge.source === this.chosen || edge.target === this.chosen)));
    this.discs.attr("cx", (node) => node.x).attr("cy", (node) => node.y);
  }

  drawBorders() {
    const marked = this.nodes.filter((node) => node.isMarked && node.isShown);
    this.marks.attr("d", marked.map((node) => node.outline).join(""))
      .attr("stroke", this.theme.mark);
    this.chosenBorder.attr("d", this.chosen ? this.chosen.outline : "")
      .attr("stroke", this.theme.accent);
  }

  // The chosen node first, then marked and large ones.
  byImportance() {
    const weight = (node) => (node === this.chosen ? 1e6 : 0) + (node.isMarked ? 1e3 : 0) +
                             (this.hasAreas ? 0 : node.radius);
    return this.nodes.filter((node) => node.isShown && this.opacityOf(node) === 1)
      .sort((a, b) => weight(b) - weight(a) || b.room - a.room);
  }

  drawNames() {
    const placed = placeNames(this.byImportance(), this.room(), this.transform,
                              (node) => node === this.chosen || node.isFound);
    this.names.attr("fill", this.theme.ink).attr("stroke", this.theme.ground)
      .selectAll("text").data(placed, (name) => name.node.index).join("text")
      .attr("x", (name) => name.x).attr("y", (name) => name.y).attr("font-size", NAME_SIZE)
      .attr("font-weight", (name) => (name.node === this.chosen ? 700 : 400))
      .text((name) => name.node.label);
  }

  drawLegend() {
    const {legend, colour: measure, theme} = this;
    const [steps, width] = [40, 120];
    legend.selectAll("*").remove();
    legend.attr("transform", "translate(14," + (this.room().height - 32) + ")");
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
      .text(measure.name + (this.size && this.size !== measure ? "; size: " + this.size.name : ""));
  }

  countText() {
    const shown = this.nodes.filter((node) => node.isShown);
    if (this.wanted !== "") return shown.filter((node) => node.isFound).length + " found";
    if (shown.length === this.nodes.length) return "";
    return shown.length + " of " + this.nodes.length + " " + this.noun + "s";
  }

  // As on the screen, for paper: light whatever the screen is.
  picture() {
    const {theme} = this;
    const {width, height} = this.room();
    this.theme = THEMES.light;
    this.draw();
    const copy = this.svg.node().cloneNode(true);
    this.theme = theme;
    this.draw();
    copy.setAttribute("xmlns", SVG);
    copy.setAttribute("width", width);
    copy.setAttribute("height", height);
    copy.setAttribute("viewBox", "0 0 " + width + " " + height);
    return copy;
  }

  // ---- moving about -----------------------------------------------------------------------------

  wholeView() {
    const {width, height} = this.room();
    const [left, top, right, bottom] = this.bounds;
    const largest = this.hasAreas ? 2.5 : BORDER / LARGEST_RADIUS;  // so that no disc is cut off
    const scale = Math.min((width - 2 * BORDER) / Math.max(right - left, 1),
                           (height - 2 * BORDER - LEGEND_HEIGHT) / Math.max(bottom - top, 1), largest);
    return d3.zoomIdentity
      .translate(width / 2 - scale * (left + right) / 2,
                 (height - LEGEND_HEIGHT) / 2 - scale * (top + bottom) / 2)
      .scale(scale);
  }

  showAll() {
    const whole = this.wholeView();
    this.zoom.scaleExtent([whole.k / 3, Math.max(whole.k * 30, 4)]);
    this.svg.call(this.zoom.transform, whole);
  }

  zoomBy(factor) {
    this.svg.call(this.zoom.scaleBy, factor);
  }

  // Nowhere if the node can be seen already.
  goTo(node) {
    const {width, height} = this.room();
    const [x, y] = this.transform.apply([node.x, node.y]);
    const isInside = x > BORDER && x < width - BORDER && y > BORDER && y < height - BORDER;
    const enough = this.hasAreas ? 8 / Math.max(node.room, 1e-9) : 0.8;
    if (isInside && this.transform.k >= enough) return;
    const scale = Math.max(this.transform.k, this.hasAreas ? 3 * enough : 1);
    this.svg.call(this.zoom.transform, d3.zoomIdentity
      .translate(width / 2 - scale * node.x, height / 2 - scale * node.y).scale(scale));
  }

  followPointer() {
    const tip = makeTip(this.figure);
    const isHere = (node) => node === this.chosen;
    this.zoom = d3.zoom()
      .filter(() => this.isMove(d3.event))
      .on("zoom", () => {
        this.transform = d3.event.transform;
        this.scene.attr("transform", this.transform);
        tip.hide();
        this.nameSoon();
      });
    this.discs
      .on("click", (node) => {
        d3.event.stopPropagation();
        selectName(isHere(node) ? null : node.name, this);
      })
      .on("pointermove", (node) => {
        if (d3.event.pointerType === "touch") return;
        tip.show(d3.event, [nameElement(node.name),
                            this.colour.name + " " + formatNumber(this.colour.values[node.index])]);
      })
      .on("pointerleave", () => tip.hide());
    this.ground.on("click", () => {
      if (this.chosen) selectName(null, this);
    });
    if (!this.hasAreas) this.discs.call(this.drag());
    this.svg.call(this.zoom).on("dblclick.zoom", null);
    const activate = () => { this.isActive = true; };
    this.svg.node().addEventListener("focusin", activate);
    this.svg.node().addEventListener("pointerdown", activate);
    document.addEventListener("pointerdown", (event) => {
      if (!this.view.contains(event.target)) this.isActive = false;
    });
  }

  // The wheel scrolls the page until the reader has clicked into the drawing, and one finger does so
  // always.
  isMove(event) {
    if (event.type === "wheel") return event.ctrlKey || this.isActive;
    if (event.type.startsWith("touch")) return event.touches.length > 1;
    return !event.button;
  }

  drag() {
    return d3.drag().clickDistance(4)
      .filter(() => !d3.event.button && !(d3.event.touches && d3.event.touches.length > 1))
      .on("drag", (node) => {
        node.x = d3.event.x;
        node.y = d3.event.y;
        this.drawEdges();
        this.drawNames();
      });
  }

  followSelection() {
    selectionListeners.push((name, origin) => {
      this.chosen = this.byName.get(name) || null;
      showDetails(this);
      this.draw();
      if (this.chosen && origin !== this) this.goTo(this.chosen);
    });
  }

  followScreen() {
    darkness.addEventListener("change", () => this.followTheme());
    let lastWidth = this.view.clientWidth;
    new ResizeObserver(() => {
      if (this.view.clientWidth === lastWidth || this.view.clientWidth === 0) return;
      lastWidth = this.view.clientWidth;
      this.showAll();
      this.draw();
    }).observe(this.view);
  }

  followTheme() {
    this.theme = darkness.matches ? THEMES.dark : THEMES.light;
    this.draw();
  }
}
