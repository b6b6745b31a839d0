"""How good are forecasts of `modgauge what-if`? Changes are predicted, carried out and recorded again.

    swift build -c release
    python3 Benchmarks/Forecasts/forecasts.py .build/release/modgauge FOLDER [FILE ...]

Each file (default: those beside this script) describes a workspace, and changes of it: as a proposal, and how it is carried
out (modules that replace those of the description, arguments of `modgauge record`, processors). A workspace is synthesized, or
consists of sources of the packages that this project depends on (`.build/checkouts`). Everything is predicted and hashed
(predictions.json, predictions.sha256) before the first changed workspace is built. What exists in FOLDER is kept, so that an
interrupted campaign continues where it stopped, and with more ROUNDS only adds builds. At the end, FOLDER/report.md is written.

Builds are made in turns: after every TURN changed builds, the unchanged workspace is built once more, and what came is compared
with the builds of the unchanged workspace around it, as the prediction is with the recorded build. That removes what the
machine's pace does from one quarter of an hour to the next.
"""

import hashlib
import json
import os
import pathlib
import re
import shutil
import statistics
import subprocess
import sys
import time

import yaml

HERE = pathlib.Path(__file__).resolve().parent
CHECKOUTS = HERE.parent.parent / ".build" / "checkouts"
RECORDINGS = int(os.environ.get("RECORDINGS", "3"))
ROUNDS = int(os.environ.get("ROUNDS", "1"))
TURN = int(os.environ.get("TURN", "3"))
ATTEMPTS = 4


def run(words, processors=None):
    words = [str(word) for word in words]
    if processors:
        words = ["taskset", "-c", ",".join(str(number) for number in range(processors))] + words
    outcome = subprocess.run(words, capture_output=True, text=True)
    if outcome.returncode:
        sys.exit(f"{' '.join(words)}\n{outcome.stdout}{outcome.stderr}")
    return outcome.stdout


# Workspaces


def materialize(tool, description, folder):
    if (folder / "Package.swift").exists():
        return
    folder.parent.mkdir(parents=True, exist_ok=True)
    if any("from" in module for module in description["modules"]):
        assemble(description, folder)
        return
    file = folder.with_suffix(".yml")
    file.write_text(yaml.safe_dump({key: description[key] for key in ("name", "seed", "modules")}, sort_keys=False))
    run([tool, "synthesize", file, "--output", folder])


def assemble(description, folder):
    """A package of modules with the sources of others."""
    targets = []
    for module in description["modules"]:
        own = folder / "Sources" / module["name"]
        for source in [module["from"], *module.get("also", [])]:
            shutil.copytree(CHECKOUTS / source, own, dirs_exist_ok=True, ignore=shutil.ignore_patterns("CMakeLists.txt"))
        for file in own.rglob("*.swift"):
            text = file.read_text()
            for old, new in description.get("imports", {}).items():
                text = re.sub(rf"\bimport {old}\b", f"import {new}", text)
            file.write_text(text)
        kind = "executableTarget" if module["kind"] == "executable" else "target"
        dependencies = ", ".join(json.dumps(name) for name in module.get("dependencies", []))
        settings = f', cSettings: [.define("{module["define"]}")]' if "define" in module else ""
        targets.append(f'    .{kind}(name: "{module["name"]}", dependencies: [{dependencies}]{settings}),\n')
    (folder / "Package.swift").write_text(
        "// swift-tools-version: 6.0\nimport PackageDescription\n\nlet package = Package(\n"
        f'  name: "{description["name"]}",\n  targets: [\n{"".join(targets)}  ],\n  swiftLanguageModes: [.v5]\n)\n')


def changed(description, change):
    """The description with other modules in place of those that are named; `null` removes one."""
    modules = {module["name"]: module for module in description["modules"]}
    for name, new in change.get("modules", {}).items():
        if new is None:
            del modules[name]
        else:
            modules[name] = {"name": name, **modules.get(name, {}), **new}
    return {**description, "modules": list(modules.values()), "imports": change.get("imports", {})}


def changes(change, package):
    """The proposed changes. `parts` divides a module's files evenly in their order, `moved` moves the first ones."""
    proposed = []

    def files(module):
        return sorted(file.name for file in (package / "Sources" / module).glob("*.swift"))

    for entry in change["proposal"]:
        if "parts" in entry:
            module, names = entry["parts"]["module"], entry["parts"]["into"]
            own, count = files(module), len(names)
            cuts = [-(-len(own) * number // count) for number in range(count + 1)]
            parts = {name: own[cuts[number]:cuts[number + 1]] for number, name in enumerate(names)}
            entry = {"split": {"module": module, "into": parts}}
        if "moved" in entry:
            move = entry["moved"]
            own = files(move["from"])[: move["files"]]
            entry = {"move-files": {"files": own, "from": move["from"], "to": move["to"]}}
        proposed.append(entry)
    return proposed


# Builds


def record(tool, package, place, words=(), processors=None):
    """Records a package unless it was; returns its measured wall and CPU time in seconds, and when it was built."""
    if not (place / "recording.json").exists():
        run([tool, "record", "--package-path", package, "-q", "-o", place, "--force", *words], processors)
    for line in (place / "trace.jsonl").read_text().splitlines():
        event = json.loads(line)
        if event.get("schema") == "modgauge.supervised/1":
            start, end = event["startNanoseconds"], event["endNanoseconds"]
            cpu = event["userMicroseconds"] + event["systemMicroseconds"]
            return {"wall": (end - start) / 1e9, "cpu": cpu / 1e6, "at": (start + end) / 2e9}
    sys.exit(f"{place}: the build did not end")


def record_base(tool, package, folder, nothing, words):
    """Recordings of the unchanged workspace; those in which the machine was too busy to be replayed are made again."""
    places = [folder / str(number) for number in range(RECORDINGS)]
    for place in places:
        for _ in range(ATTEMPTS):
            record(tool, package, place, words)
            if what_if(tool, package, [place], nothing):
                break
            shutil.rmtree(place)
        else:
            sys.exit(f"{package} could not be recorded: the machine is too busy")
    return places


def what_if(tool, package, recordings, proposal):
    """`None` if the recordings are refused."""
    words = ["--package-path", package, "--force", "--proposal", proposal, "--format", "json", "-q"]
    outcome = subprocess.run([tool, "what-if", *recordings, *words], capture_output=True, text=True)
    if outcome.returncode and "Nothing can be predicted" not in outcome.stderr:
        sys.exit(f"{proposal}\n{outcome.stderr}")
    return json.loads(outcome.stdout) if outcome.returncode == 0 else None


# The campaign


class Campaign:
    """A workspace with its changes."""

    def __init__(self, tool, folder, file):
        content = yaml.safe_load(file.read_text())
        self.tool, self.description, self.changes = tool, content["workspace"], content["changes"]
        self.words = content.get("record", [])
        self.home = folder / self.description["name"]
        self.base = self.home / "base"

    def predict(self):
        materialize(self.tool, self.description, self.base)
        nothing = self.home / "nothing.yml"
        nothing.write_text(yaml.safe_dump({"changes": [{"cost": f"{self.description['modules'][0]['name']}=1.0000001"}]}))
        places = record_base(self.tool, self.base, self.home / "base-recorded", nothing, self.words)
        self.recorded = [record(self.tool, self.base, place) for place in places]
        self.predictions = []
        for number, change in enumerate(self.changes):
            proposal = self.home / f"{number}-proposal.yml"
            content = {"name": change["name"], "changes": changes(change, self.base)}
            proposal.write_text(yaml.safe_dump(content, sort_keys=False))
            self.predictions.append(what_if(self.tool, self.base, places, proposal))
        return self.predictions

    def carry_out(self):
        """Builds all changed workspaces, and in between the unchanged one."""
        self.came, self.turns = [[] for _ in self.changes], []
        made = 0
        for lap in range(ROUNDS):
            for number, change in enumerate(self.changes):
                if made % TURN == 0:
                    self.turns.append(self.turn())
                package = self.base
                if "modules" in change:
                    package = self.home / str(number)
                    materialize(self.tool, changed(self.description, change), package)
                place = self.home / f"{number}-recorded" / str(lap)
                self.came[number].append(
                    record(self.tool, package, place, self.words + change.get("record", []), change.get("processors")))
                made += 1
        self.turns.append(self.turn())

    def turn(self):
        return record(self.tool, self.base, self.home / "turns" / str(len(self.turns)), self.words)

    def unchanged(self, at, key):
        """What the unchanged workspace took at a moment, by the builds before and after."""
        before = [turn for turn in self.turns if turn["at"] <= at][-1:]
        after = [turn for turn in self.turns if turn["at"] > at][:1]
        return statistics.mean(turn[key] for turn in before + after)

    def rows(self):
        for number, change in enumerate(self.changes):
            answer = self.predictions[number]
            recorded = {key: statistics.median(build[key] for build in self.recorded) for key in ("wall", "cpu")}
            came = {
                key: statistics.median(
                    build[key] * recorded[key] / self.unchanged(build["at"], key) for build in self.came[number])
                for key in ("wall", "cpu")
            }
            raw = statistics.median(build["wall"] for build in self.came[number])
            yield Row(self.description["name"], change, answer, recorded, came, raw)


class Row:
    """A change: what was predicted, and what came."""

    def __init__(self, workspace, change, answer, recorded, came, raw):
        self.workspace, self.name, self.recorded, self.came, self.raw = workspace, change["name"], recorded, came, raw
        predicted = answer["predicted"]
        before, after, wall = predicted["before"], predicted["after"], predicted["seconds"]
        self.wall, self.low, self.high = wall["value"], wall["low"], wall["high"]
        self.cpu = predicted["cpuSeconds"]["value"]
        self.error = self.wall / came["wall"] - 1
        self.cpu_error = self.cpu / came["cpu"] - 1
        self.raw_error = self.wall / raw - 1
        self.holds = self.low <= came["wall"] <= self.high
        # The plain estimates, and both scaled so that they are right for the unchanged build.
        work = self.cpu / after["cores"]
        self.plain = [after["criticalPathSeconds"], work]
        self.scaled = [
            recorded["wall"] * after["criticalPathSeconds"] / before["criticalPathSeconds"],
            recorded["wall"] * work / (recorded["cpu"] / before["cores"]),
        ]

    def is_closer(self, estimates):
        return all(abs(self.wall - self.came["wall"]) < abs(other - self.came["wall"]) for other in estimates)


def percent(share):
    return f"{100 * share:+.1f} %"


def table(rows):
    yield "| workspace | change | recorded | predicted | 90 % interval | came | error | critical path alone | work ÷ cores | CPU: predicted | came | error |"
    yield "|---|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|"
    for row in rows:
        came = row.came["wall"]
        mark = "" if row.holds else " ✗"
        yield (
            f"| {row.workspace} | {row.name} | {row.recorded['wall']:.2f} | {row.wall:.2f} | {row.low:.2f}–{row.high:.2f}{mark} "
            f"| {came:.2f} | {percent(row.error)} | {percent(row.plain[0] / came - 1)} | {percent(row.plain[1] / came - 1)} "
            f"| {row.cpu:.2f} | {row.came['cpu']:.2f} | {percent(row.cpu_error)} |")


def summary(rows):
    count = len(rows)

    def errors(key):
        return sorted(abs(getattr(row, key)) for row in rows)

    def line(name, key):
        values = errors(key)
        ninth = values[min(count - 1, -(-9 * count // 10) - 1)]
        return (
            f"- **{name}: median error {100 * statistics.median(values):.1f} %**, 9 of 10 within {100 * ninth:.1f} %, greatest "
            f"{100 * values[-1]:.1f} %; {sum(value <= 0.08 for value in values)} of {count} are within 8 %.")

    yield line("Wall time", "error")
    yield line("CPU time", "cpu_error")
    yield line("Wall time without the correction by turns", "raw_error")
    held = sum(row.holds for row in rows)
    yield f"- **90 % intervals hold {held} of {count}** ({100 * held / count:.0f} %; 85 to 95 % are aimed at)."
    yield (
        f"- Closer than both plain estimates, the critical path alone and work ÷ cores, in **{sum(row.is_closer(row.plain) for row in rows)} of {count}**; "
        f"closer than both after each is scaled to be right for the unchanged build, in {sum(row.is_closer(row.scaled) for row in rows)}.")


def report(campaigns, digest):
    rows = [row for campaign in campaigns for row in campaign.rows()]
    drift = [
        f"{campaign.description['name']} {min(turn['wall'] for turn in campaign.turns):.2f}–{max(turn['wall'] for turn in campaign.turns):.2f} s"
        for campaign in campaigns
    ]
    misses = [row for row in rows if abs(row.error) > 0.08]
    values = {
        "COUNT": str(len(rows)), "DIGEST": digest, "RECORDINGS": str(RECORDINGS),
        "ROUNDS": {1: "one build"}.get(ROUNDS, f"the median of {ROUNDS} builds"), "TURN": str(TURN), "DRIFT": ", ".join(drift),
        "SUMMARY": "\n".join(summary(rows)), "TABLE": "\n".join(table(rows)),
        "MISSES": "; ".join(f"{row.workspace}, *{row.name}* ({percent(row.error)})" for row in misses) or "none",
    }
    text = (HERE / "report.md").read_text()
    for key, value in values.items():
        text = text.replace("{" + key + "}", value)
    return text


def main():
    tool, folder = os.path.abspath(sys.argv[1]), pathlib.Path(sys.argv[2]).resolve()
    files = [pathlib.Path(word) for word in sys.argv[3:]] or sorted(HERE.glob("*.yml"))
    folder.mkdir(parents=True, exist_ok=True)
    began = time.monotonic()
    campaigns = [Campaign(tool, folder, file) for file in files]
    kept = folder / "predictions.json"
    predictions = [campaign.predict() for campaign in campaigns] if not kept.exists() else json.loads(kept.read_text())
    if kept.exists():
        for campaign, own in zip(campaigns, predictions):
            places = [campaign.home / "base-recorded" / str(number) for number in range(RECORDINGS)]
            campaign.predictions, campaign.recorded = own, [record(tool, campaign.base, place) for place in places]
    else:
        kept.write_text(json.dumps(predictions, indent=1, sort_keys=True, ensure_ascii=False))
    digest = hashlib.sha256(kept.read_bytes()).hexdigest()
    (folder / "predictions.sha256").write_text(digest + "\n")
    print(f"predictions: sha256 {digest} ({time.monotonic() - began:.0f} s)", flush=True)
    for campaign in campaigns:
        campaign.carry_out()
        print(f"{campaign.description['name']} ({time.monotonic() - began:.0f} s)", flush=True)
    text = report(campaigns, digest)
    (folder / "report.md").write_text(text)
    print(text)


main()
