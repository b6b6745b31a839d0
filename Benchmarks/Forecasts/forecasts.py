"""How good are forecasts of `modgauge what-if`? Changes are predicted, carried out and recorded again.

    swift build -c release
    python3 Benchmarks/Forecasts/forecasts.py .build/release/modgauge FOLDER [FILE ...]

Each file (default: those beside this script, of several campaigns) describes a workspace, and changes of it: as a proposal, and how it is carried
out (modules that replace those of the description, arguments of `modgauge record`, processors). `build-system: swiftbuild` and
`configuration: release`, of a file or of a single change, are those of all its builds. `scenario: incremental` with `edited:
{module: Core}` predicts and measures the build after a public function was added to the file that the prediction names, or to the one
with this number in the order of names: `file: 1`. `plain: true` is a change of how a
workspace with arguments of its own is built: without them. A workspace is synthesized, or
consists of sources of the packages that this project depends on (`.build/checkouts`). Everything is predicted and hashed
(predictions.json, predictions.sha256) before the first changed workspace is built. What exists in FOLDER is kept, so that an
interrupted campaign continues where it stopped, and with more ROUNDS only adds builds. At the end, FOLDER/report.md is written.

Builds are made in turns: after every TURN changed builds, the unchanged workspace is built once more, and what came is compared
with the NEIGHBORS builds of the unchanged workspace before and after it, as the prediction is with the recorded build. That removes what
the machine's pace does from one quarter of an hour to the next. Of the ROUNDS builds of a change, the Hodges-Lehmann estimate counts.
"""

import hashlib
import json
import math
import os
import pathlib
import re
import shutil
import statistics
import subprocess
import sys
import time

import yaml

from rows import EditedRow, Row, changed_file, percent, says, summary, table

HERE = pathlib.Path(__file__).resolve().parent
CHECKOUTS = HERE.parent.parent / ".build" / "checkouts"
RECORDINGS = int(os.environ.get("RECORDINGS", "3"))
ROUNDS = int(os.environ.get("ROUNDS", "1"))
TURN = int(os.environ.get("TURN", "3"))
NEIGHBORS = int(os.environ.get("NEIGHBORS", "1"))
ATTEMPTS = 4


def run(words, processors=None, attempts=ATTEMPTS):
    words = [str(word) for word in words]
    if processors:
        words = ["taskset", "-c", ",".join(str(number) for number in range(processors))] + words
    # Swiftbuild of Swift 6.3 itself crashes now and then.
    for attempt in range(attempts):
        outcome = subprocess.run(words, capture_output=True, text=True)
        if outcome.returncode == 0:
            return outcome.stdout
        print(f"attempt {attempt + 1} failed: {' '.join(words)}", file=sys.stderr, flush=True)
    sys.exit(f"{outcome.stdout}{outcome.stderr}")


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


def record(tool, package, place, words=(), processors=None, attempts=ATTEMPTS):
    """Records a package unless it was; returns its measured wall and CPU time in seconds, and when it was built."""
    if not (place / "recording.json").exists():
        run([tool, "record", "--package-path", package, "-q", "-o", place, "--force", *words], processors, attempts)
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


def record_edited(tool, package, place, edited, named, words):
    """Records the build after a public function was added to a file of a copy that was built before, unless it was."""
    if not (place / "recording.json").exists():
        copy = place.with_name(place.name + "-copy")
        shutil.rmtree(copy, ignore_errors=True)
        shutil.copytree(package, copy, symlinks=True, ignore=shutil.ignore_patterns(".build"))
        words = [*words, "--incremental", "--scratch-path", copy / ".build"]
        # The first build after one that compiled plans again.
        for _ in range(2):
            run([tool, "record", "--package-path", copy, "-q", "-o", copy / "before", "--force", *words])
        files = sorted((copy / "Sources" / edited["module"]).rglob("*.swift"))
        wanted = edited.get("file", named)
        chosen = files[wanted - 1] if isinstance(wanted, int) else copy / "Sources" / edited["module"] / wanted
        with open(chosen, "a") as file:
            file.write("\npublic func addedForTheCampaign(_ value: Int) -> Int { value + 1 }\n")
        # A second attempt would find a part of it built.
        record(tool, copy, place, words, attempts=1)
        shutil.rmtree(copy)
    return record(tool, package, place)


# The campaign


def center(values):
    """The Hodges-Lehmann estimate: the median of the means of all pairs of logarithms."""
    logs = [math.log(value) for value in values]
    return math.exp(statistics.median((left + right) / 2 for at, left in enumerate(logs) for right in logs[at:]))


class Campaign:
    """A workspace with its changes, and builds of one or several kinds."""

    def __init__(self, tool, folder, file):
        self.content = yaml.safe_load(file.read_text())
        self.tool, self.description, self.changes = tool, self.content["workspace"], self.content["changes"]
        self.home = folder / self.description["name"]
        self.base = self.home / "base"

    def kind(self, change):
        """How a change is built: arguments of `modgauge record`, and what the folders of such builds end with."""
        system, configuration = (change.get(key, self.content.get(key)) for key in ("build-system", "configuration"))
        words = [*(["--build-system", system] if system else []), *(["-c", configuration] if configuration else [])]
        suffix = "".join(f"-{word}" for word in (system, configuration) if word)
        return self.content.get("record", []) + words, suffix

    def kinds(self):
        return {suffix: words for words, suffix in map(self.kind, self.changes)}

    def predict(self):
        materialize(self.tool, self.description, self.base)
        nothing = self.home / "nothing.yml"
        nothing.write_text(yaml.safe_dump({"changes": [{"cost": f"{self.description['modules'][0]['name']}=1.0000001"}]}))
        for suffix, words in self.kinds().items():
            record_base(self.tool, self.base, self.home / f"base-recorded{suffix}", nothing, words)
        predictions = []
        for number, change in enumerate(self.changes):
            proposal = self.home / f"{number}-proposal.yml"
            content = {"name": change["name"], "changes": changes(change, self.base)}
            proposal.write_text(yaml.safe_dump(content, sort_keys=False))
            predictions.append(what_if(self.tool, self.base, self.places(change), proposal))
        return predictions

    def places(self, change):
        folder = self.home / f"base-recorded{self.kind(change)[1]}"
        return [folder / str(number) for number in range(RECORDINGS)]

    def carry_out(self, predictions):
        """Builds all changed workspaces, and in between the unchanged one."""
        self.came, self.turns = [[] for _ in self.changes], {suffix: [] for suffix in self.kinds()}
        made = dict.fromkeys(self.turns, 0)
        for lap in range(ROUNDS):
            for number, change in enumerate(self.changes):
                words, suffix = self.kind(change)
                if made[suffix] % TURN == 0:
                    self.turn(words, suffix)
                package = self.base
                if "modules" in change:
                    package = self.home / str(number)
                    materialize(self.tool, changed(self.description, change), package)
                place = self.home / f"{number}-recorded" / str(lap)
                own = words[len(self.content.get("record", [])):] if change.get("plain") else words
                words = own + change.get("record", [])
                if change.get("scenario") == "incremental":
                    if predictions[number] is None or not says(change, predictions[number]):
                        continue
                    named = changed_file(change, predictions[number])
                    build = record_edited(self.tool, package, place, change["edited"], named, words)
                else:
                    build = record(self.tool, package, place, words, change.get("processors"))
                self.came[number].append(build)
                made[suffix] += 1
        for suffix, words in self.kinds().items():
            self.turn(words, suffix)

    def turn(self, words, suffix):
        turns = self.turns[suffix]
        turns.append(record(self.tool, self.base, self.home / f"turns{suffix}" / str(len(turns)), words))

    def unchanged(self, at, key, suffix):
        """What the unchanged workspace took at a moment, by the builds before and after."""
        before = [turn for turn in self.turns[suffix] if turn["at"] <= at][-NEIGHBORS:]
        after = [turn for turn in self.turns[suffix] if turn["at"] > at][:NEIGHBORS]
        return statistics.mean(turn[key] for turn in before + after)

    def rows(self, predictions):
        for number, change in enumerate(self.changes):
            if predictions[number] is None or not says(change, predictions[number]):
                continue
            suffix = self.kind(change)[1]
            builds = [record(self.tool, self.base, place) for place in self.places(change)]
            recorded = {key: statistics.median(build[key] for build in builds) for key in ("wall", "cpu")}
            builds = {
                key: [recorded[key] * build[key] / self.unchanged(build["at"], key, suffix) for build in self.came[number]]
                for key in ("wall", "cpu")
            }
            came = {key: center(values) for key, values in builds.items()}
            raw = center([build["wall"] for build in self.came[number]])
            kind = EditedRow if change.get("scenario") == "incremental" else Row
            yield kind(self.description["name"], change, predictions[number], recorded, builds["wall"], came, raw)

    def refused(self, predictions):
        return [change["name"] for change, answer in zip(self.changes, predictions) if answer is None or not says(change, answer)]


def report(campaigns, predictions, digest):
    rows = [row for campaign, own in zip(campaigns, predictions) for row in campaign.rows(own)]
    refused = [name for campaign, own in zip(campaigns, predictions) for name in campaign.refused(own)]
    drift = []
    for campaign in campaigns:
        for suffix, turns in campaign.turns.items():
            walls = [turn["wall"] for turn in turns]
            drift.append(f"{campaign.description['name']}{suffix.replace('-', ', ')} {min(walls):.2f}–{max(walls):.2f} s")
    misses = [row for row in rows if abs(row.error) > 0.08]
    values = {
        "COUNT": str(len(rows)), "CORES": str(os.cpu_count()), "WORKSPACES": str(len(campaigns)), "DIGEST": digest, "RECORDINGS": str(RECORDINGS),
        "ROUNDS": {1: "one build"}.get(ROUNDS, f"the Hodges-Lehmann estimate of {ROUNDS} builds"), "TURN": str(TURN), "DRIFT": ", ".join(drift),
        "SUMMARY": "\n".join(summary(rows)), "TABLE": "\n".join(table(rows)),
        "MISSES": "; ".join(f"{row.workspace}, *{row.name}* ({percent(row.error)})" for row in misses) or "none",
        "REFUSED": "; ".join(refused) or "none",
    }
    text = (HERE / "report.md").read_text()
    for key, value in values.items():
        text = text.replace("{" + key + "}", value)
    return text


def main():
    if len(sys.argv) < 3 or sys.argv[1].startswith("-"):
        sys.exit(__doc__)
    tool, folder = os.path.abspath(sys.argv[1]), pathlib.Path(sys.argv[2]).resolve()
    files = [pathlib.Path(word) for word in sys.argv[3:]] or sorted(HERE.glob("*.yml"))
    folder.mkdir(parents=True, exist_ok=True)
    began = time.monotonic()
    campaigns = [Campaign(tool, folder, file) for file in files]
    kept = folder / "predictions.json"
    predictions = [campaign.predict() for campaign in campaigns] if not kept.exists() else json.loads(kept.read_text())
    if not kept.exists():
        kept.write_text(json.dumps(predictions, indent=1, sort_keys=True, ensure_ascii=False))
    digest = hashlib.sha256(kept.read_bytes()).hexdigest()
    (folder / "predictions.sha256").write_text(digest + "\n")
    print(f"predictions: sha256 {digest} ({time.monotonic() - began:.0f} s)", flush=True)
    for campaign, own in zip(campaigns, predictions):
        campaign.carry_out(own)
        print(f"{campaign.description['name']} ({time.monotonic() - began:.0f} s)", flush=True)
    text = report(campaigns, predictions, digest)
    (folder / "report.md").write_text(text)
    print(text)


main()
