// Charts: the value under the pointer, and the picture to save.
"use strict";

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

function makeMark() {
  const mark = document.createElementNS(SVG, "circle");
  for (const [name, value] of Object.entries({r: 6, fill: "none", stroke: "#1c1e21",
                                              "stroke-width": 1.5, visibility: "hidden"})) {
    mark.setAttribute(name, value);
  }
  return mark;
}

function enhanceChart(figure, chart) {
  const paper = figure.querySelector(".paper");
  const svg = paper.querySelector("svg");
  const nearest = d3.quadtree().x((p) => p.x).y((p) => p.y).addAll(pointsOf(chart));
  const mark = makeMark();
  svg.append(mark);
  const tip = makeTip(figure);

  function hide() {
    mark.setAttribute("visibility", "hidden");
    tip.hide();
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
    tip.show(event, describePoint(point));
  });

  function picture() {
    const copy = svg.cloneNode(true);
    copy.lastElementChild.remove();
    return copy;
  }
  paper.after(element("div", {class: "tools"}, ...saveButtons("picture", "chart", picture)));
}
