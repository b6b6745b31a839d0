// The facts about the build, its phases and CPU time, and notes on the figures.

const data = stored("timeline-data");
const build = data.build;
const total = Math.max(build.seconds, 1e-6);

const phaseLooks = {
  manifests: ["manifests", "--manifests"],
  plugins: ["plugins", "--plugins"],
  beforeFirstCompile: ["before the first compile", "--plan"],
  compile: ["compile", "--compile"],
  link: ["link", "--link"],
  afterLastJob: ["after the last job", "--after"],
};

function showTitle() {
  const state = build.isClean ? "clean" : "incremental";
  byId("title").textContent = `${build.workspace}: ${state} ${build.configuration} build of ${build.target}`;
  const facts = [[seconds(build.seconds), " wall"]];
  if (build.cpuSeconds !== undefined) {
    const share = build.cpuSeconds / total / build.cores;
    const cores = `${build.cores} ${build.cores === 1 ? "core" : "cores"}`;
    facts.push([seconds(build.cpuSeconds), " CPU"], [percent(share), ` of ${cores}`]);
  }
  const modules = data.modules.length === 1 ? " module" : " modules";
  facts.push([count(data.modules.length), modules], [`Swift ${build.toolchain}`, ""]);
  facts.forEach(([figure, words], index) => {
    byId("figures").append(index ? " · " : "", element("b", { textContent: figure }), words);
  });
}

function unknownNote(names) {
  const shown = names.slice(0, 5).join(", ") + (names.length > 5 ? " …" : "");
  const [belongs, it] = names.length === 1 ? ["belongs", "it"] : ["belong", "they"];
  return (
    `${count(names.length)} of the modules ${belongs} to packages that are not in the graph (${shown}): ` +
    `what ${it} waited for is not known, so the critical path and the gains may be larger.`
  );
}

function showNotes() {
  const notes = [];
  if (build.gaps.length) notes.push(`This is not a complete build: ${build.gaps.join("; ")}.`);
  for (const words of data.disturbances) notes.push(words[0].toUpperCase() + words.slice(1) + ".");
  if (data.modulesNotInGraph.length) notes.push(unknownNote(data.modulesNotInGraph));
  byId("gaps").hidden = !notes.length;
  byId("gaps").textContent = notes.join(" ");
}

function showPhases() {
  const bar = element("div", { className: "phase" });
  const list = element("ul", { className: "phases-list" });
  for (const phase of data.phases) {
    const [name, color] = phaseLooks[phase.kind];
    const length = phase.end - phase.start;
    const words = length / total > 0.08 ? name : "";
    const part = element("div", { textContent: words, title: name, className: phase.kind });
    part.style.width = `${(100 * length) / total}%`;
    part.style.background = `var(${color})`;
    bar.append(part);
    list.append(element("li", {}, mark(color), `${name} ${seconds(length)}, ${percent(length / total)}`));
  }
  list.append(element("li", {}, `no process was active for ${seconds(data.unattributedSeconds)}`));
  byId("phases").append(bar, list);
}

function showCPU() {
  const shares = build.cpuShares;
  const rest = shares.builderSeconds === undefined ? "swift build itself, and what was not recorded" : "not recorded";
  const parts = [
    ["modules", shares.modulesSeconds],
    ["manifests", shares.manifestsSeconds],
    ["compilers and linkers for no module", shares.otherJobsSeconds],
    ["swift build itself", shares.builderSeconds],
    [rest, shares.unrecordedSeconds],
  ];
  const known = parts.filter(([, value]) => value !== undefined);
  byId("cpu").textContent = `CPU time: ${known.map(([name, value]) => `${name} ${seconds(value)}`).join(", ")}.`;
}

function showCriticalPath() {
  for (const piece of data.criticalPath) {
    const words = `  ${seconds(piece.workSeconds)} of work, ${seconds(piece.start)} to ${seconds(piece.end)}`;
    byId("path").append(element("li", {}, piece.module ?? "linking", element("span", { textContent: words })));
  }
  if (!data.criticalPath.length) byId("path").append(element("li", { textContent: "nothing was compiled" }));
}

/** The windows in which the most core seconds were lost. */
function showIdleCores() {
  const lost = (window) => (window.end - window.start) * (build.cores - window.busyJobs);
  const windows = data.starvedWindows.slice().sort((a, b) => lost(b) - lost(a));
  for (const window of windows.slice(0, 12)) {
    const busy = `${fixed(window.busyJobs, 1)} of ${build.cores} busy`;
    const place = element("span", { textContent: ` from ${seconds(window.start)}, ${busy}` });
    const cause = window.waitedFor ? `: everything waited for ${window.waitedFor}` : "";
    byId("windows").append(element("li", {}, seconds(window.end - window.start), place, cause));
  }
  const none = "none: the cores were busy throughout";
  if (!windows.length) byId("windows").append(element("li", { textContent: none }));
}

function showReplay() {
  const { unblocking, replay } = data;
  const model =
    unblocking.model === "atEmitModule"
      ? "In this build, dependents could start as soon as the interface of a module was emitted."
      : "In this build, dependents could start only when a module was completely compiled. In total, modules waited " +
        `${seconds(unblocking.waitedSeconds)} although the interfaces of all their dependencies had been emitted.`;
  const early = unblocking.predictedGainSeconds;
  const gain = early > 0 ? ` Starting at the interface is predicted to gain ${seconds(early)}.` : "";
  const trust = replay.refusal
    ? ` No gain is predicted: ${replay.refusal}.`
    : ` Gains are predicted, not measured${replayWords(replay, early > 0)}.`;
  byId("replay").textContent = model + gain + trust;
}

/** The replays that gains come from: that of modules is another one if the first compilers did work for later ones. */
function replayWords(replay, isEarly) {
  const off = (error) => `${fixed(100 * error, 1)} % off the measured time`;
  const took = `took ${seconds(replay.predictedSeconds)}, ${off(replay.relativeError)}`;
  if (isAbsent(replay.preparedRelativeError)) return `: they come from a replay that ${took}`;
  const apart =
    ". Those of modules come from a replay with the work apart that the first compilers do for all later ones, " +
    off(replay.preparedRelativeError);
  return isEarly ? `${apart}; that of the interface comes from a replay of the build as it was, which ${took}` : apart;
}
