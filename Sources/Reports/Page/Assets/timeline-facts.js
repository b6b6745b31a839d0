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

const hasModules = data.modules.length > 0;
/** The share of the cores' time that the build used; undefined if its CPU time is unknown. */
const usedShare = isAbsent(build.cpuSeconds) ? undefined : build.cpuSeconds / total / build.cores;
const allCores = plural(build.cores, "core");

function titleWords() {
  const words = `${build.configuration} build of ${build.target}`.trimStart();
  if (data.log?.kind === "null") return words + " that compiled nothing";
  if (build.isClean) return "clean " + words;
  return hasModules ? "incremental " + words : words + " that compiled nothing";
}

function showTitle() {
  byId("title").textContent = `${build.workspace}: ${titleWords()}`;
  const facts = [[seconds(build.seconds), " wall"]];
  if (!isAbsent(usedShare)) {
    facts.push([seconds(build.cpuSeconds), " CPU"]);
    // A log does not say how many cores there were.
    if (!data.log) facts.push([percent(usedShare), ` of ${allCores}`]);
  }
  const modules = data.modules.length === 1 ? " module" : " modules";
  facts.push([count(data.modules.length), modules]);
  // Some logs do not say it.
  if (build.toolchain) facts.push([data.log ? build.toolchain : `Swift ${build.toolchain}`, ""]);
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

const logLooks = {
  planning: "--plan",
  "module precompilation": "--plugins",
  "emit-module": "--emit",
  compile: "--compile",
  link: "--link",
  scripts: "--wait",
};

/** The phases of a build that was read from a log; with the time of no step, their parts add up to the whole. */
function showLogPhases() {
  const bar = element("div", { className: "phase" });
  const list = element("ul", { className: "phases-list" });
  const idle = { name: "no step ran", partSeconds: data.log.idleSeconds };
  for (const phase of [...data.log.phases, idle]) {
    const color = logLooks[phase.name] ?? "--after";
    const share = phase.partSeconds / total;
    const part = element("div", { textContent: share > 0.08 ? phase.name : "", title: phase.name });
    part.style.width = `${100 * share}%`;
    part.style.background = `var(${color})`;
    bar.append(part);
    const figures = [`${phase.name} ${seconds(phase.partSeconds)} of the time, ${percent(share)}`];
    if (!isAbsent(phase.wallSeconds)) {
      figures.push(`${plural(phase.steps, "step")}, ${seconds(phase.wallSeconds)} wall`);
    }
    if (!isAbsent(phase.cpuSeconds)) figures.push(`${seconds(phase.cpuSeconds)} CPU`);
    list.append(element("li", {}, mark(color), figures.join("; ")));
  }
  byId("phases").append(bar, list);
}

function showPhases() {
  if (data.log) return showLogPhases();
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
  if (data.phases.some((phase) => phase.kind === "compile" || phase.kind === "link")) {
    const idle = `while compiling and linking, no process was active for ${seconds(data.unattributedSeconds)}`;
    list.append(element("li", { textContent: idle }));
  }
  byId("phases").append(bar, list);
}

function showCPU() {
  const shares = build.cpuShares;
  if (isAbsent(shares) || data.log) return;
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

/** An entry of a list that is otherwise empty. */
function sole(words) {
  return element("li", { textContent: words, className: "sole" });
}

function showCriticalPath() {
  if (!hasModules) return byId("path").append(sole("nothing was compiled"));
  for (const piece of data.criticalPath) {
    const words = `  ${seconds(piece.workSeconds)} of work, ${seconds(piece.start)} to ${seconds(piece.end)}`;
    byId("path").append(element("li", {}, piece.module ?? "linking", element("span", { textContent: words })));
  }
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
  if (!windows.length) byId("windows").append(sole(noWindowWords()));
}

/** Only stretches of half a second or more, after the first compile process, are told. */
function noWindowWords() {
  const compiles = data.phases.some((phase) => phase.kind === "compile");
  const words = compiles
    ? `none that lasted ${fixed(0.5, 1)} s: after the first compile, cores idled only for shorter stretches.`
    : "nothing was compiled, so no module waited for a core.";
  return words + (isAbsent(usedShare) ? "" : ` In all, the build used ${percent(usedShare)} of ${allCores}.`);
}

/** Hides what is about modules if none was built. */
function showWhetherBuilt() {
  for (const part of document.querySelectorAll(".of-modules")) part.hidden = !hasModules;
  byId("none").textContent = hasModules ? "No module has this name." : "No module was built.";
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
    : ` Gains are predicted, not measured: ${replayWords(replay, early > 0)}`;
  byId("replay").textContent = model + gain + trust;
}

/** The replays that gains come from: that of modules is another one if the first compilers did work for later ones. */
function replayWords(replay, isEarly) {
  const off = (error) => `${fixed(100 * error, 1)} % off the measured time`;
  const took = `${seconds(replay.predictedSeconds)}, ${off(replay.relativeError)}`;
  const way = "the recorded build is replayed without the work of a module.";
  if (isAbsent(replay.preparedRelativeError)) return `${way} Replayed with all of it, it takes ${took}.`;
  const shared =
    " The first compilers also do some work for all later ones; it counts for no module, since another one would do " +
    `it. Replayed with all work, the build is ${off(replay.preparedRelativeError)}.`;
  const early = ` The gain at the interface comes from a replay that does not tell this work apart: it takes ${took}.`;
  return way + shared + (isEarly ? early : "");
}
