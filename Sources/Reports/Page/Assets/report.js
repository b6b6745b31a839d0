// Handles the choice of a scenario, which is stored in the address.

const scenarios = [...document.querySelectorAll(".scenario")];
const choices = [...new Set(scenarios.map((part) => part.dataset.scenario))];

function chosenScenario() {
  const name = address.get("scenario");
  return choices.includes(name) ? name : choices[0];
}

function choose(name) {
  address.set("scenario", name === choices[0] ? "" : name);
  showScenario();
}

function showScenario() {
  const name = chosenScenario();
  for (const part of scenarios) part.hidden = part.dataset.scenario !== name;
  for (const button of document.querySelectorAll("[data-choice]")) {
    button.setAttribute("aria-pressed", button.dataset.choice === name);
  }
}

function choiceButton(name) {
  const button = element("button", { type: "button" }, ...breakable(name));
  button.dataset.choice = name;
  button.addEventListener("click", () => choose(name));
  return button;
}

function choiceGroup() {
  const group = element("div", { className: "controls" }, ...choices.map(choiceButton));
  group.setAttribute("role", "group");
  group.setAttribute("aria-label", "Scenario");
  return group;
}

/** Shows one scenario at a time, chosen by buttons. The matrix and printed pages contain all scenarios. */
function offerScenarios() {
  if (choices.length < 2) return;
  for (const section of new Set(scenarios.map((part) => part.closest("section")))) {
    section.querySelector(".scenario").before(choiceGroup());
  }
  for (const head of document.querySelectorAll("[data-choose]")) {
    head.replaceChildren(choiceButton(head.dataset.choose));
  }
  for (const part of scenarios) part.classList.add("offered");
}

function showAddress() {
  showScenario();
  for (const sorting of sortings) sorting.show();
}

offerScenarios();
showAddress();
address.onChange(showAddress);
