"""How good are forecasts of `modgauge what-if`? Changes are predicted, carried out and recorded again.

    swift build -c release
    python3 Benchmarks/Forecasts/forecasts.py .build/release/modgauge FOLDER [NAME ...]

Each file beside this script describes a workspace to synthesize, and changes of it: as a proposal, and how it is carried out
(modules that replace those of the description, arguments of `modgauge record`, processors). Everything is predicted and
hashed (predictions.json, predictions.sha256) before the first changed workspace is built; what exists in FOLDER is kept, so that
a campaign can be resumed.

Wall times say something on an idle machine only. CPU time says what the model of costs is worth; the duration "undisturbed"
(every process takes its CPU time on cores that nothing else uses) what the replay of the structure is worth. Both are compared
after scaling by the pace: how much CPU time the modules took that a change leaves alone.
"""

import hashlib
import json
import os
import pathlib
import subprocess
import sys

import yaml

HERE = pathlib.Path(__file__).parent
ROUNDS = int(os.environ.get("ROUNDS", "1"))
ATTEMPTS = 6


def run(*words, processors=None):
    words = [str(word) for word in words]
    if processors:
        words = ["taskset", "-c", processors] + words
    outcome = subprocess.run(words, capture_output=True, text=True)
    if outcome.returncode:
        sys.exit(f"{' '.join(words)}\n{outcome.stdout}{outcome.stderr}")
    return outcome.stdout


def synthesize(tool, description, folder):
    if not (folder / "Package.swift").exists():
        folder.parent.mkdir(parents=True, exist_ok=True)
        file = folder.with_suffix(".yml")
        file.write_text(yaml.safe_dump(description, sort_keys=False))
        run(tool, "synthesize", file, "--output", folder)


def record(tool, package, folder, module, words=(), processors=None):
    """Records the package, again where the machine was so busy that the replay is too far off."""
    for number in range(ROUNDS):
        place = folder / str(number)
        for _ in range(ATTEMPTS):
            if not (place / "recording.json").exists():
                run(tool, "record", "--package-path", package, "-q", "-o", place, "--force", *words,
                    processors=processors)
            if what_if(tool, package, [place], nothing(folder, module)):
                break
            (place / "recording.json").unlink()
        else:
            sys.exit(f"{package} could not be recorded: the machine is too busy")
    return [folder / str(number) for number in range(ROUNDS)]


def what_if(tool, package, recordings, proposal):
    """`None` if the recordings are refused."""
    words = ["--package-path", package, "--force", "--proposal", proposal, "--format", "json", "-q"]
    outcome = subprocess.run([tool, "what-if", *recordings, *words], capture_output=True, text=True)
    if outcome.returncode and "Nothing can be predicted" not in outcome.stderr:
        sys.exit(f"{proposal}\n{outcome.stderr}")
    return json.loads(outcome.stdout) if outcome.returncode == 0 else None


def changed(description, change):
    """The description with other modules in place of those that are named; `null` removes one."""
    modules = {module["name"]: module for module in description["modules"]}
    for name, new in change.get("modules", {}).items():
        if new is None:
            del modules[name]
        else:
            modules[name] = {"name": name, **modules.get(name, {}), **new}
    return {**description, "modules": list(modules.values())}


def changes(change, package):
    """The proposed changes; `halves` divides a module's files, whose names are the generator's, in their order."""
    proposed = []
    for entry in change["proposal"]:
        if "halves" in entry:
            module, parts = entry["halves"]["module"], entry["halves"]["into"]
            files = sorted(file.name for file in (package / "Sources" / module).glob("*.swift"))
            cut = len(files) // 2
            entry = {"split": {"module": module, "into": {parts[0]: files[:cut], parts[1]: files[cut:]}}}
        proposed.append(entry)
    return proposed


def nothing(folder, module):
    """A proposal that changes as good as nothing, for the figures of a recorded build."""
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / "nothing.yml"
    file.write_text(yaml.safe_dump({"changes": [{"cost": f"{module}=1.0000001"}]}))
    return file


def main():
    tool, folder, names = os.path.abspath(sys.argv[1]), pathlib.Path(sys.argv[2]), sys.argv[3:]
    campaigns = [yaml.safe_load(file.read_text()) for file in sorted(HERE.glob("*.yml"))]
    campaigns = [campaign for campaign in campaigns if not names or campaign["workspace"]["name"] in names]
    cases = []
    for campaign in campaigns:
        description = campaign["workspace"]
        home = folder / description["name"]
        synthesize(tool, description, home / "base")
        module = description["modules"][0]["name"]
        recordings = record(tool, home / "base", home / "base-recorded", module)
        for number, change in enumerate(campaign["changes"]):
            proposal = home / f"{number}-proposal.yml"
            proposal.write_text(yaml.safe_dump({"name": change["name"], "changes": changes(change, home / "base")}))
            answer = what_if(tool, home / "base", recordings, proposal)
            cases.append((home, description, number, change, answer))
    predictions = json.dumps([case[-1] for case in cases], indent=1, sort_keys=True, ensure_ascii=False)
    (folder / "predictions.json").write_text(predictions)
    digest = hashlib.sha256(predictions.encode()).hexdigest()
    (folder / "predictions.sha256").write_text(digest + "\n")
    print(f"predictions: sha256 {digest}\n")
    print("| workspace | change | wall: recorded | predicted | came | pace | CPU: recorded | predicted | came | error "
          "| undisturbed: recorded | predicted | came | error |")
    print("|---|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|")
    for home, description, number, change, answer in cases:
        package = home / "base"
        if "modules" in change:
            package = home / f"{number}"
            synthesize(tool, changed(description, change), package)
        module = changed(description, change)["modules"][0]["name"]
        folder = home / f"{number}-recorded"
        recordings = record(tool, package, folder, module, change.get("record", []), change.get("processors"))
        came = what_if(tool, package, recordings, nothing(folder, module))
        base = what_if(tool, home / "base", [home / "base-recorded" / "0"], nothing(home, description["modules"][0]["name"]))
        row(description, change, answer, came, pace(description, change, base, came))


def pace(description, change, base, came):
    """How much slower the same modules were compiled later: other programs slow a processor down. Modules without
    dependencies are left out, since one of them builds what all need."""
    others = {module["name"] for module in description["modules"] if module.get("dependencies")} - set(change.get("modules", {}))

    def seconds(answer):
        return sum(entry["cpuSeconds"] for entry in answer["modules"] if entry["module"].split("/")[-1] in others)

    return seconds(came) / seconds(base) if "modules" in change and seconds(base) > 0 else 1


def row(description, change, answer, came, pace):
    def seconds(value):
        return f"{value:.2f}"

    def error(predicted, value):
        return f"{100 * (predicted / value - 1):+.1f} %"

    measured, predicted, other = answer["measured"], answer["predicted"], came["measured"]
    before, after = (predicted[side]["undisturbedSeconds"] for side in ("before", "after"))
    alone = came["predicted"]["before"]["undisturbedSeconds"]
    cpu = predicted["cpuSeconds"]["value"]
    cells = [
        description["name"], change["name"], seconds(measured["seconds"]), seconds(predicted["seconds"]["value"]),
        seconds(other["seconds"]), seconds(pace), seconds(measured["cpuSeconds"]), seconds(cpu),
        seconds(other["cpuSeconds"]), error(cpu * pace, other["cpuSeconds"]), seconds(before), seconds(after),
        seconds(alone), error(after * pace, alone),
    ]
    print("| " + " | ".join(cells) + " |", flush=True)


main()
