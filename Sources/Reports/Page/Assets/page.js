"use strict";

// What every page needs: its data, elements, and how figures read. Names come from manifests: they are only ever set as
// text, never as markup.

const data = JSON.parse(document.getElementById("data").textContent);
const absent = "–";
const grouped = new Intl.NumberFormat("en-US");

function byId(id) {
  return document.getElementById(id);
}

function element(tag, properties = {}, ...children) {
  const made = document.createElement(tag);
  Object.assign(made, properties);
  made.append(...children);
  return made;
}

/** An element of an SVG. */
function shape(tag, attributes, ...children) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

/** A mark in a colour of the style sheet, for a legend. */
function mark(color) {
  const made = element("i");
  made.style.background = `var(${color})`;
  return made;
}

function isAbsent(value) {
  return value === undefined || value === null;
}

/** Below ten seconds two decimals, since a tenth would be more than a hundredth of it. */
function seconds(value) {
  return isAbsent(value) ? absent : value.toFixed(Math.abs(value) < 9.995 ? 2 : 1) + " s";
}

function count(value) {
  return isAbsent(value) ? absent : grouped.format(value);
}

function megabytes(bytes) {
  return isAbsent(bytes) ? absent : grouped.format(Math.round(bytes / 1048576)) + " MiB";
}

function fixed(value, decimals) {
  return isAbsent(value) ? absent : value.toFixed(decimals);
}
