// Timelines: shortens names, and offers a list of all bars, and to save them.

/** Shortens the names of bars to what fits. */
function fitNames() {
  const texts = [...document.querySelectorAll(".scenario:not([hidden]) .named text")];
  const widths = texts.map((text) => text.previousElementSibling.getBoundingClientRect().width);
  texts.forEach((text, index) => {
    text.dataset.name ??= text.textContent;
    const name = text.dataset.name;
    const most = Math.floor((widths[index] - 6) / 6.5);
    text.textContent = name.length <= most ? name : most > 3 ? name.slice(0, most - 1) + "…" : "";
  });
}

/** What pointing at each bar shows, for readers without a pointer. */
function barsInWords(build) {
  const bars = [...build.querySelectorAll("svg svg > title")].map((title) =>
    element("li", { textContent: title.textContent }),
  );
  const name = element("p", { textContent: build.querySelector(".name").textContent });
  return bars.length ? [name, element("ul", {}, ...bars)] : [];
}

function offerWords(figure) {
  const words = element("details", {}, element("summary", { textContent: "All bars in words" }));
  const fill = () => words.append(...[...figure.querySelectorAll("li:not(.axis-row)")].flatMap(barsInWords));
  words.addEventListener("toggle", fill, { once: true });
  figure.after(words);
}

for (const figure of document.querySelectorAll("figure[data-download]")) {
  const file = downloads[figure.dataset.download];
  figure.before(element("div", { className: "controls tools" }, savingButton(file.file, () => file)));
  offerWords(figure);
}
addEventListener("resize", fitNames);
