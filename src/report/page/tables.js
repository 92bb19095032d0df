// Tables: sorted by a click on a heading, filtered, copied, and their rows go with the nodes.
"use strict";

const UNITS = {us: 1e-6, ms: 1e-3, s: 1, min: 60, h: 3600};

// The number that a cell begins with; times are brought to seconds.
function numberOf(text) {
  const plain = text.replace(/[−–]/g, "-");
  const match = plain.match(/^[<>=~ ]*([-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?)(?:\s*(us|ms|s|min|h)\b)?/i);
  if (!match) return NaN;
  return Number(match[1]) * (UNITS[match[2]] || 1);
}

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

function makeFilter(rows) {
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
  return [filter, count];
}

function toTsv(table) {
  const line = (row) => Array.from(row.cells)
    .map((cell) => cell.textContent.replace(/[\t\r\n]+/g, " ")).join("\t");
  const shown = Array.from(table.tBodies[0].rows).filter((row) => !row.hidden);
  return [table.tHead.rows[0], ...shown].map(line).join("\n") + "\n";
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

function enhanceTable(table) {
  const rows = Array.from(table.tBodies[0].rows);
  const tools = element("div", {class: "tools"});
  if (rows.length > 1) makeSortable(table, rows);
  if (rows.length > 5) tools.append(...makeFilter(rows));
  tools.append(copyButton("Copy as TSV", "Copy the rows shown, for a spreadsheet",
                          () => toTsv(table)));
  const frame = table.parentElement;
  frame.before(tools);
  if (rows.length > 15) frame.classList.add("tall");
  linkRows(table, rows, frame);
}
