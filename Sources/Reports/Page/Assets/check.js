// The list of findings: clicking one shows its module in the graph.

for (const button of document.querySelectorAll(".findings button")) {
  const module = explorer.model.byID.get(button.dataset.module);
  button.disabled = !module;
  button.addEventListener("click", () => {
    explorer.pick(module, { isCentered: true });
    byId("graph").scrollIntoView({ block: "start" });
  });
}
