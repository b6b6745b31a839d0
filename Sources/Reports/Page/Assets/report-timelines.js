// Timelines: shortens names, and offers a list of all bars, and to save them.

/** Shortens the names of a build's bars to what fits. Its width is known once it is laid out, so that nothing waits. */
const fitting = new ResizeObserver((changes) => {
  for (const { target, contentRect } of changes) {
    for (const text of target.querySelectorAll("text")) {
      const width = (parseFloat(text.parentElement.getAttribute("width")) / 100) * contentRect.width;
      const most = Math.floor((width - 6) / 6.5);
      const name = (text.dataset.name ??= text.textContent);
      text.textContent = name.length <= most ? name : most > 3 ? name.slice(0, most - 1) + "…" : "";
    }
  }
});

/** What pointing at each bar shows, for readers without a pointer. */
function barsInWords(build) {
  const bars = [...build.querySelectorAll("svg > * > title")].map((title) =>
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
for (const build of document.querySelectorAll(".strips li:not(.axis-row) > svg")) fitting.observe(build);
