// Adds to each part of the page what readers with scripts get.
"use strict";

for (const code of document.querySelectorAll("pre")) {
  const copy = copyButton("Copy", "Copy this command", () => code.textContent);
  code.after(element("div", {class: "tools"}, copy));
}
for (const table of document.querySelectorAll(".scroll table")) enhanceTable(table);
for (const figure of document.querySelectorAll("figure[data-chart]")) {
  enhanceChart(figure, report.charts[Number(figure.dataset.chart)]);
}
for (const figure of document.querySelectorAll("figure[data-network]")) {
  new NetworkView(figure, report.networks[Number(figure.dataset.network)]);
}
document.documentElement.classList.add("live");
