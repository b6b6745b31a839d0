#!/usr/bin/env python3
"""Does the gate of `modgauge compare` turn red where builds became slower, and only there?

    gate.py MODGAUGE FOLDER [--seed 1] [--comment 60] [--slower 30] [--faster 10] [--part 1/2] [--core 2] [--limit 5]
    gate.py --table FOLDER

Makes a git repository from workspace.yml, and in it a branch for each trial: two commits of which the second changes only
comments, adds 3 % to the CPU time of one arm (heavy expressions, types in a file, or a dependency on a module that the arm did not
build), or takes as much away. The sizes of these changes are measured first, by changes ten times as large. Then each trial is gated, while something happens to the machine that a gate must not take for the change: long paths, one state whose files are
dropped from the file cache again and again, or a busy program in some rounds. Outcomes are appended to FOLDER/results.jsonl, and
no trial with an outcome is repeated. Several parts may run at once, each on a processor of its own and with a /tmp of its own.
"""

import argparse
import json
import os
import random
import shutil
import statistics
import subprocess
import sys
import threading
import time

HERE = os.path.dirname(os.path.abspath(__file__))
STEP = 0.03
ROUNDS = 10
CONFIGURATION = """combined: App
features: [CartApp]
gate:
  clean: { cpu-percent: 1 }
"""
# Which arm becomes slower, and in which module, by which kind of change.
CHANGES = {
    "expressions-app": ("App", "Search"), "expressions-cart": ("CartApp", "Cart"),
    "file-app": ("App", "Search"), "dependency": ("CartApp", "Extras"),
}
# How many are measured to find out what 3 % are.
MEASURED = {"expressions": 60, "file": 60, "dependency": 400}


def run(words, folder=None):
    done = subprocess.run(words, cwd=folder, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"{' '.join(words)}: {done.stderr[-2000:]}")
    return done.stdout


# MARK: The history


class Repository:
    """A git repository with the workspace, and what can become of it."""

    def __init__(self, tool, path):
        self.tool, self.path = tool, path
        if os.path.exists(f"{path}/.git"):
            return
        shutil.rmtree(path, ignore_errors=True)
        run([tool, "synthesize", f"{HERE}/workspace.yml", "--output", path])
        self.write(".modgauge.yml", CONFIGURATION)
        # A C module that the app has, and that the feature's sample app can get.
        self.write("Sources/Extras/include/Extras.h", "int extras(int value);\n")
        self.write_extras(1)
        self.replace(
            "Package.swift", '.target(name: "Cart"),', '.target(name: "Cart"),\n    .target(name: "Extras"),')
        self.replace("Package.swift", '["Cart", "Search"]', '["Cart", "Search", "Extras"]')
        self.git("init", "--quiet", "--initial-branch", "main")
        self.commit("the workspace")

    def git(self, *words):
        identity = ["-c", "user.name=Gate", "-c", "user.email=gate@example.org", "-c", "commit.gpgsign=false"]
        return run(["git", "-C", self.path] + identity + list(words))

    def commit(self, message):
        self.git("add", "--all")
        self.git("commit", "--quiet", "--allow-empty", "-m", message)

    def write(self, name, text):
        os.makedirs(os.path.dirname(f"{self.path}/{name}"), exist_ok=True)
        with open(f"{self.path}/{name}", "w") as file:
            file.write(text)

    def replace(self, name, old, new):
        text = open(f"{self.path}/{name}").read()
        assert old in text, (name, old)
        self.write(name, text.replace(old, new))

    def write_extras(self, functions):
        steps = "".join(
            f"static int step{n}(int value) {{ int sum = value; for (int i = 0; i < {n}; i++) "
            f"{{ sum += i * {n} ^ (sum >> 3); if (sum % 7 == {n % 7}) sum -= i; }} return sum; }}\n" for n in range(functions))
        calls = "".join(f"  value = step{n}(value);\n" for n in range(functions))
        text = f'#include "Extras.h"\n{steps}int extras(int value) {{\n{calls}  return value;\n}}\n'
        self.write("Sources/Extras/extras.c", text)

    def write_rows(self, module, types):
        texts = [
            f"struct Row{n}: Hashable, Sendable {{\n  let name: String\n  let count: Int\n"
            f'  var summary: String {{ "\\(name) \\(count + {n})" }}\n'
            f"  func total(of rows: [Row{n}]) -> Int {{ rows.map(\\.count).reduce({n}, +) }}\n}}\n" for n in range(types)
        ]
        self.write(f"Sources/{module}/Rows.swift", "".join(texts))

    def change(self, kind, amount):
        """What makes builds slower, uncommitted."""
        module = CHANGES[kind][1]
        if kind.startswith("expressions"):
            lines = [
                f"let heavy{n}: Double = 1 + 2 * 3.5 - 4 / 2 + Double({n}) * 2 - 7 + 3 * 2.5\n" for n in range(amount)
            ]
            name = sorted(os.listdir(f"{self.path}/Sources/{module}"))[0]
            with open(f"{self.path}/Sources/{module}/{name}", "a") as file:
                file.write("".join(lines))
        elif kind.startswith("file"):
            self.write_rows(module, 1 + amount)
        else:
            self.replace(
                "Package.swift", '.target(name: "Cart")', '.target(name: "Cart", dependencies: ["Extras"])')

    def comment(self, number, generator):
        """Comments in some files."""
        modules = ["Cart", "Search", "CartApp", "App"]
        for module in generator.sample(modules, generator.randint(1, 3)):
            name = generator.choice(sorted(os.listdir(f"{self.path}/Sources/{module}")))
            lines = "".join(f"// Note {number} on what the team found out, line {n}.\n" for n in range(generator.randint(1, 6)))
            with open(f"{self.path}/Sources/{module}/{name}", "a") as file:
                file.write(lines)

    def trial(self, number, kind, amount, generator, reverse=False):
        """Two commits on a branch of their own.

        :return: the revisions of the base and the head.
        """
        self.git("checkout", "--quiet", "--force", "-B", f"trial-{number}", "main")
        if kind == "comment":
            self.commit(f"before trial {number}")
            self.comment(number, generator)
            self.commit(f"trial {number}: comments")
        else:
            if kind == "dependency":
                # The app has the module already.
                self.write_extras(amount)
            elif kind.startswith("file"):
                # One more file, and its first type, would cost more than 3 % by themselves.
                self.write_rows(CHANGES[kind][1], 1)
            self.commit(f"before trial {number}")
            self.change(kind, amount)
            self.commit(f"trial {number}: {kind}")
        base, head = (self.git("rev-parse", name).strip() for name in ("HEAD~1", "HEAD"))
        if not reverse:
            return base, head
        self.git("revert", "--no-edit", "HEAD")
        return head, self.git("rev-parse", "HEAD").strip()


# MARK: What happens to the machine meanwhile


class Bias:
    """Keeps a processor busy at times, or one state's files out of the file cache, until it is ended."""

    def __init__(self, kinds, cache, generator):
        self.over = threading.Event()
        self.threads = []
        if "busy" in kinds:
            spells = [(generator.uniform(2, 15), generator.uniform(5, 40)) for _ in range(1000)]
            self.start(self.be_busy, spells)
        if "cold" in kinds:
            self.start(self.drop, cache, generator.choice(["001", "002"]))

    def start(self, work, *values):
        self.threads.append(threading.Thread(target=work, args=values))
        self.threads[-1].start()

    def be_busy(self, spells):
        for busy, idle in spells:
            program = subprocess.Popen([sys.executable, "-c", "while True: pass"])
            ended = self.over.wait(busy)
            program.kill()
            program.wait()
            if ended or self.over.wait(idle):
                return

    def drop(self, cache, side):
        while not self.over.wait(1):
            for folder, _, names in os.walk(cache):
                if f"/arms/{side}" not in folder:
                    continue
                for name in names:
                    try:
                        file = os.open(f"{folder}/{name}", os.O_RDONLY)
                        os.posix_fadvise(file, 0, 0, os.POSIX_FADV_DONTNEED)
                        os.close(file)
                    except OSError:
                        pass

    def end(self):
        self.over.set()
        for thread in self.threads:
            thread.join()


# MARK: Trials


def compare(tool, repository, base, head, folder, cache, seed, more):
    """:return: the exit code, the comparison and how many builds each arm of each state needed."""
    shutil.rmtree(folder, ignore_errors=True)
    words = [
        tool, "compare", "--package-path", repository.path, "--base", base, "--head", head, "--in-turns", "on", "--seed",
        str(seed), "--run", folder, "--cache-dir", cache, "--quiet", "--format", f"json={folder}.json",
        "--build-argument", "--disable-index-store"] + more
    done = subprocess.run(words, capture_output=True, text=True)
    if done.returncode not in (0, 1, 3):
        sys.exit(f"{' '.join(words)}: {done.stderr[-2000:]}")
    builds = {}
    for name in ("run.json", "confirmation/run.json"):
        if os.path.exists(f"{folder}/{name}"):
            for sample in json.load(open(f"{folder}/{name}"))["samples"]:
                builds[sample["arm"]] = builds.get(sample["arm"], 0) + 1
    return done.returncode, json.load(open(f"{folder}.json")), builds


def entry(document, arm):
    return next(case for case in document["cases"] if case["arm"] == arm)


def sizes(tool, repository, folder, place, part, parts, seed):
    """How much of each change is 3 % of its arm's CPU time; the parts share the work."""
    path = f"{folder}/size"
    for number, name in enumerate(MEASURED):
        if number % parts == part - 1 and not os.path.exists(f"{path}-{name}.json"):
            found = size(tool, repository, place, name, seed)
            with open(f"{path}-{name}.part", "w") as file:
                json.dump(found, file)
            os.rename(f"{path}-{name}.part", f"{path}-{name}.json")
    while not all(os.path.exists(f"{path}-{name}.json") for name in MEASURED):
        time.sleep(5)
    return {kind: amount for name in MEASURED for kind, amount in json.load(open(f"{path}-{name}.json")).items()}


def size(tool, repository, folder, name, seed):
    kind = next(kind for kind in CHANGES if kind.split("-")[0] == name)
    # Another module costs something even if it is empty.
    costs = {0: 0.0}
    for amount in [MEASURED[name]] if name != "dependency" else [1, MEASURED[name]]:
        base, head = repository.trial("size", kind, amount, random.Random(seed))
        _, document, _ = compare(
            tool, repository, base, head, f"{folder}/size", f"{folder}/cache", seed, ["--rounds", "6"])
        seconds = {case["arm"]: case["cpu"]["base"] for case in document["cases"]}
        figure = entry(document, CHANGES[kind][0])["cpu"]
        costs[amount] = (figure["ratio"] - 1) * figure["base"]
    (first, least), (last, most) = sorted(costs.items())[-2:]
    each = (most - least) / (last - first)
    found = {}
    for kind, (arm, _) in CHANGES.items():
        if kind.split("-")[0] == name:
            found[kind] = first + max(1, round((STEP * seconds[arm] - least) / each))
            share = (least + (found[kind] - first) * each) / seconds[arm]
            print(f"{kind}: {found[kind]} of {each * 1000:.2f} ms are {share:.2%}", flush=True)
    return found


def plan(options):
    """The trials, those of each kind spread evenly: a part of them is a fair one."""
    generator = random.Random(options.seed)
    rows = []
    for outcome in ("comment", "slower", "faster"):
        count = getattr(options, outcome)
        for number in range(count):
            kind = "comment" if outcome == "comment" else list(CHANGES)[number % len(CHANGES)]
            bias = [name for name in ("path", "cold", "busy") if generator.random() < 0.5] or [
                generator.choice(["path", "cold", "busy"])]
            rows.append(((number + generator.random()) / count, outcome, kind, bias, generator.randrange(1_000_000)))
    return [
        {"trial": number, "outcome": row[1], "kind": row[2], "bias": row[3], "seed": row[4]}
        for number, row in enumerate(sorted(rows))]


def attempt(trial, tool, repository, amounts, folder):
    generator = random.Random(trial["seed"])
    base, head = repository.trial(
        trial["trial"], trial["kind"], amounts.get(trial["kind"]), generator, reverse=trial["outcome"] == "faster")
    cache = f"{folder}/" + ("c" * generator.randint(20, 90) if "path" in trial["bias"] else "cache")
    bias = Bias(trial["bias"], cache, generator)
    begun = time.monotonic()
    try:
        code, document, builds = compare(
            tool, repository, base, head, f"{folder}/run", cache, trial["seed"], ["--gate", "--rounds", str(ROUNDS)])
    finally:
        bias.end()
        if "path" in trial["bias"]:
            shutil.rmtree(cache, ignore_errors=True)
    result = dict(trial, exit=code, seconds=round(time.monotonic() - begun), builds=max(builds.values()))
    result |= measured(document)
    return result if trial["kind"] == "comment" else result | explained(trial, result, document)


def measured(document):
    """What the gate decided, and the figures of all arms."""
    checks = document["gate"]["times"]
    keys = ("ratio", "low", "high", "minimumDetectable", "base")
    figures = {
        measure: {
            case["arm"]: [round(case[measure].get(key) or 0, 4) for key in keys]
            for case in document["cases"] if case.get(measure)}
        for measure in ("cpu", "wall")}
    return {
        "redBefore": [check["arm"] for check in checks if check.get("verdict", {}).get("outcome") == "failed"],
        "redAfter": [check["arm"] for check in checks if check["outcome"] == "failed"],
        "betterAfter": [check["arm"] for check in checks if check.get("improvement", {}).get("verdict") == "faster"],
    } | figures


def explained(trial, result, document):
    """Whether the arm that the change made slower or faster is named, and its module."""
    arm, module = CHANGES[trial["kind"]]
    modules = entry(document, arm).get("why", {}).get("modules", [])
    named, kinds = (
        ("redAfter", ("slower", "added")) if trial["outcome"] == "slower" else ("betterAfter", ("faster", "removed")))
    return {
        "arm": arm,
        "why": [[row["module"], row["kind"]] for row in modules[:2]],
        "isNamed": arm in result[named],
        "isRightModule": bool(modules) and modules[0]["module"] == module and modules[0]["kind"] in kinds,
    }


# MARK: Results


def known(folder):
    path = f"{folder}/results.jsonl"
    return [json.loads(line) for line in open(path)] if os.path.exists(path) else []


def table(results):
    lines = [
        "| change | comparisons | red before confirmation | red after | named | right module first | most builds of an arm | "
        "CPU half-width, median |", "|---|--:|--:|--:|--:|--:|--:|--:|"]
    for outcome in ("comment", "slower", "faster"):
        rows = [row for row in results if row["outcome"] == outcome]
        if not rows:
            continue
        widths = [(high / low) ** 0.5 - 1 for row in rows for _, low, high, *_ in row["cpu"].values() if low]
        judged = "–" if outcome == "comment" else None
        lines.append(
            f"| {outcome} | {len(rows)} | {sum(bool(row['redBefore']) for row in rows)} | "
            f"{sum(bool(row['redAfter']) for row in rows)} | {judged or sum(row['isNamed'] for row in rows)} | "
            f"{judged or sum(row['isRightModule'] for row in rows)} | {max(row['builds'] for row in rows)} | "
            f"{statistics.median(widths) * 100:.1f} % |")
    return "\n".join(lines)


def arguments():
    parser = argparse.ArgumentParser()
    parser.add_argument("modgauge", nargs="?")
    parser.add_argument("folder")
    parser.add_argument("--seed", type=int, default=1)
    for outcome, count in (("comment", 60), ("slower", 30), ("faster", 10)):
        parser.add_argument(f"--{outcome}", type=int, default=count)
    parser.add_argument("--part", default="1/1")
    parser.add_argument("--core", type=int)
    parser.add_argument("--limit", type=int)
    parser.add_argument("--table", action="store_true")
    return parser.parse_args()


def main():
    options = arguments()
    folder = os.path.abspath(options.folder)
    if options.table:
        return print(table(known(folder)))
    if options.core is not None:
        os.sched_setaffinity(0, {options.core})
    tool = os.path.abspath(options.modgauge)
    part, parts = map(int, options.part.split("/"))
    place = f"{folder}/part-{part}"
    os.makedirs(place, exist_ok=True)
    repository = Repository(tool, f"{place}/Shop")
    amounts = sizes(tool, repository, folder, place, part, parts, options.seed)
    done = {row["trial"] for row in known(folder)}
    left = [trial for trial in plan(options) if trial["trial"] % parts == part - 1 and trial["trial"] not in done]
    for trial in left[:options.limit]:
        result = attempt(trial, tool, repository, amounts, place)
        with open(f"{folder}/results.jsonl", "a") as file:
            file.write(json.dumps(result, sort_keys=True) + "\n")
        print(json.dumps(result), flush=True)
    print(table(known(folder)))


main()
