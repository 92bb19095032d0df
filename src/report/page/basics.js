// What all parts of the page share. Readers move about in networks, sort, filter and copy tables, read
// values off charts and save pictures; everything is also on the page without scripts. All names come
// from data of strangers, so text is only ever set as text, never as markup.
"use strict";

const d3 = window.d3;
const report = JSON.parse(document.getElementById("report-data").textContent);
const darkness = window.matchMedia("(prefers-color-scheme: dark)");

const THEMES = {
  light: {ground: "#ffffff", ink: "#1c1e21", soft: "#5c6370", edge: "#b4bac6", rim: "#4a4f59",
          accent: "#005a9c", mark: "#d81b60", isDark: false},
  dark: {ground: "#16181c", ink: "#e4e6ea", soft: "#9aa3b0", edge: "#4b525e", rim: "#9aa3b0",
         accent: "#7cb8f0", mark: "#ff6f9f", isDark: true},
};
const FONT = "system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif";
const SVG = "http://www.w3.org/2000/svg";

// ---- elements -------------------------------------------------------------------------------

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
  const rounded = Number.isInteger(value) ? value : Number(value.toPrecision(4));
  return String(rounded).replace("-", "−");
}

const collator = new Intl.Collator(undefined, {numeric: true, sensitivity: "base"});

// Once before the next picture of the screen, however often it is asked for.
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

// A small box beside the pointer.
function makeTip(figure) {
  const tip = element("div", {class: "tip", role: "status", hidden: ""});
  figure.append(tip);
  return {
    show(event, lines) {
      tip.replaceChildren(...lines.map((line) => element("div", {}, line)));
      tip.hidden = false;
      const frame = figure.getBoundingClientRect();
      const left = event.clientX - frame.left + 14;
      tip.style.left = Math.max(0, Math.min(left, frame.width - tip.offsetWidth - 4)) + "px";
      tip.style.top = event.clientY - frame.top + 14 + "px";
    },
    hide() {
      tip.hidden = true;
    },
  };
}

// ---- saving and copying -----------------------------------------------------------------------

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

function saveButtons(what, kind, picture) {
  return [button("Save PNG", "Save the " + what + " as PNG", () => savePng(picture(), kind)),
          button("Save SVG", "Save the " + what + " as SVG", () => saveSvg(picture(), kind))];
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

// ---- what is selected, on the whole page --------------------------------------------------------

const selectionListeners = [];
let selectedName = null;

function selectName(name, origin) {
  selectedName = name;
  for (const listener of selectionListeners) listener(name, origin);
}
