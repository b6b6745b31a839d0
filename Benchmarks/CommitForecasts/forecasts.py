#!/usr/bin/env python3
"""How good are the forecasts of `modgauge forecast`? Commits of a package with history, each forecast before it is built.

    forecasts.py REPOSITORY MODGAUGE --commits 20 --folder WORK [--until REVISION] [--sources FOLDER …] [--merges] [--builds N]
                 [--table TABLE.md] [--again]

The oldest commit's parent is recorded twice: a clean build, and an incremental one after all of its sources were touched, which shows what
files cost once later builds find made what the first compilers of a clean build make for all. Then, from the oldest commit to the newest: the forecast of the
build that everybody makes who pulls the commit is written and hashed; the commit is checked out in a clone whose scratch folder
holds its parent's build; the build is recorded, the CPU seconds of its compilers and linkers are added up, and so is the wall time
during which any of them or their drivers ran. Each forecast is corrected by the build of touched sources and those of the twenty commits
before (`--incremental`), as in a team that keeps its recordings. A forecast is good within the larger of 10 % and 0.5 s. A campaign that was stopped goes on where it was: results are appended to
WORK/results.jsonl. With `--again`, its builds are forecast once more instead, in sight of them: what would other rules have said?

Builds of the same change differ, on few processors by a fifth. With `--builds N`, each commit is built N times, from the same scratch folder, and
its figures are the medians; a build of under a second is made once, since the others could not decide anything.
"""

import argparse
import collections
import glob
import hashlib
import json
import os
import shutil
import statistics
import subprocess
import sys

NEWEST = 20


def run(words, folder=None, check=True):
    done = subprocess.run(words, cwd=folder, capture_output=True, text=True)
    if check and done.returncode != 0:
        sys.exit(f"{' '.join(words)}: {done.stderr[-2000:]}")
    return done


def compilers(trace, built):
    """CPU seconds of compilers and linkers in a trace, the wall time during which they or their drivers ran, and how many Swift files
    of each module were compiled.

    SwiftPM compiles plugins while it plans, whatever changed; those of other packages are not in the graph.
    """
    events = [json.loads(line) for line in open(trace)]
    events = [event for event in events if "job" in event]
    drivers = {event["process"]: event.get("module") for event in events if event["job"] == "plan"}
    below = collections.Counter()
    for event in events:
        event["cpu"] = (event["userMicroseconds"] + event["systemMicroseconds"]) / 1e6
        below[event.get("parent")] += event["cpu"]
    total, spans, files = 0.0, [], collections.defaultdict(set)
    for event in events:
        is_manifest = any(name.startswith("Package") for name in event.get("files", []))
        # What belongs to no module is a driver of a manifest, or asks a compiler for its version; linkers belong to their driver's.
        module = drivers.get(event.get("parent")) if event["job"] == "link" else event.get("module")
        if is_manifest or module not in built:
            continue
        total += event["cpu"] - (below[event["process"]] if event["job"] == "plan" else 0)
        spans.append((event["startNanoseconds"], event["endNanoseconds"]))
        if event["job"] == "compile":
            files[event.get("module")].update(event.get("files", []))
    covered, end = 0, 0
    for start, stop in sorted(spans):
        covered, end = covered + max(0, stop - max(start, end)), max(end, stop)
    return total, covered / 1e9, {name: len(found) for name, found in files.items() if name}


def commits(source, newest, count, folders, merges):
    words = ["git", "log", "--first-parent", *([] if merges else ["--no-merges"]), f"--max-count={count}", "--format=%H", newest,
             "--", *folders, "Package.swift", "Package@*"]
    return list(reversed(run(words, source).stdout.split()))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("repository")
    parser.add_argument("modgauge")
    parser.add_argument("--commits", type=int, default=20)
    parser.add_argument("--folder", required=True)
    parser.add_argument("--until", default="origin/HEAD", metavar="REVISION", help="the newest commit")
    parser.add_argument("--sources", nargs="+", default=["Sources"], metavar="FOLDER", help="where commits change something")
    parser.add_argument("--merges", action="store_true", help="merged branches, too, each as one change")
    parser.add_argument("--builds", type=int, default=1, metavar="N", help="how often each commit is built")
    parser.add_argument("--table")
    parser.add_argument("--again", action="store_true", help="forecast the builds that were made, and make none")
    options = parser.parse_args()
    source = f"{options.folder}/src"
    results = f"{options.folder}/results.jsonl"
    tool = [options.modgauge]
    common = ["--package-path", source, "--cache-dir", f"{options.folder}/cache", "--quiet"]
    if not os.path.exists(source):
        run(["git", "clone", "--quiet", options.repository, source])
    run(["git", "checkout", "--quiet", "--force", options.until], source)
    chosen = commits(source, options.until, options.commits, options.sources, options.merges)
    known = [json.loads(line) for line in open(results)] if os.path.exists(results) else []
    if options.again:
        for index, result in enumerate(known):
            stated = result["succeeded"] and forecast(result["commit"], tool, common, known[:index], options.folder)
            result.update(figures_of(json.loads(stated)) if stated else {})
        chosen = []
    left = [commit for commit in chosen if commit not in {result["commit"] for result in known}]
    recorded = f"{options.folder}/recorded"
    if left and not os.path.exists(f"{recorded}/trace.jsonl"):
        run(["git", "checkout", "--quiet", "--force", f"{chosen[0]}^"], source)
        run(tool + ["record", "-o", recorded] + common)
        touched(tool, common, options.folder, options.sources)
    os.makedirs(f"{options.folder}/builds", exist_ok=True)
    for commit in left:
        result = measure(commit, tool, common, known, options.folder, options.builds)
        with open(results, "a") as file:
            file.write(json.dumps(result, sort_keys=True) + "\n")
        known.append(result)
        print(line(result), flush=True)
    table = report(known, os.path.basename(options.repository.rstrip("/").removesuffix("/repo")))
    if options.table:
        open(options.table, "w").write(table)
    print(table)


def incremental(tool, common, folder, output):
    return run(tool + ["record", "--incremental", "--scratch-path", f"{folder}/scratch", "--force", "-o", output] + common, check=False)


def touched(tool, common, folder, sources):
    """Records a build after all sources were touched."""
    incremental(tool, common, folder, f"{folder}/before")
    for source in sources:
        for path in glob.glob(f"{folder}/src/{source}/**/*.swift", recursive=True):
            os.utime(path)
    if incremental(tool, common, folder, f"{folder}/touched").returncode != 0:
        sys.exit("the state before the oldest commit does not build")


def forecast(commit, tool, common, former, folder):
    """What is stated, corrected by the newest of the builds before; `None` if that fails."""
    builds = glob.glob(f"{folder}/touched") + [
        build for result in [result for result in former if result["succeeded"]][-NEWEST:]
        for build in sorted(glob.glob(f"{folder}/builds/{result['commit']}*"))]
    done = run(
        tool + ["forecast", "--base", f"{commit}^", "--head", commit, "--run", f"{folder}/recorded", "--format", "json"]
        + [word for build in builds for word in ("--incremental", build)] + common, check=False)
    return done.stdout if done.returncode == 0 else None


def figures_of(stated):
    estimate = stated["estimatedIncremental"]
    return {
        "forecast": estimate["cpuSeconds"], "low": estimate["low"], "high": estimate["high"],
        "forecastWall": estimate["seconds"], "lowWall": estimate["secondsLow"], "highWall": estimate["secondsHigh"],
        "forecastFiles": sum(row["compiledFiles"] for row in stated["modules"]), "changesGraph": stated["changesGraph"],
        "forecastModules": sorted(row["module"].split("/")[-1] for row in stated["modules"]),
    }


def measure(commit, tool, common, known, folder, count):
    source, scratch, kept = (f"{folder}/{name}" for name in ("src", "scratch", "kept"))
    text = forecast(commit, tool, common, known, folder)
    if text is None:
        # For example a manifest that is wrong, as its build would show.
        return {"commit": commit, "forecast": 0, "low": 0, "high": 0, "built": 0, "forecastFiles": 0, "builtFiles": 0, "succeeded": False}
    digest = hashlib.sha256(text.encode()).hexdigest()
    run(["git", "checkout", "--quiet", "--force", f"{commit}^"], source)
    # The first build after one that compiled plans again. Where the parent does not build, the commit does not count.
    for _ in range(2):
        parent = incremental(tool, common, folder, f"{folder}/before")
    keep(scratch, kept)
    run(["git", "checkout", "--quiet", "--force", commit], source)
    graph = json.loads(run(tool + ["graph", "--format", "json"] + common).stdout)
    modules = {module["name"].replace("-", "_") for module in graph["modules"] if module["kind"] != "plugin"}
    builds, succeeded = [], parent.returncode == 0
    while succeeded and len(builds) < count and not (builds and builds[0][1] < 1):
        if builds:
            restore(scratch, kept)
        after = f"{folder}/builds/{commit}" + (f"-{len(builds) + 1}" if builds else "")
        succeeded = incremental(tool, common, folder, after).returncode == 0
        if succeeded:
            builds.append(compilers(f"{after}/trace.jsonl", modules))
    result = figures_of(json.loads(text)) | {"commit": commit, "sha256": digest, "succeeded": succeeded}
    if not succeeded:
        return result
    files = builds[0][2]
    return result | {
        "built": statistics.median(cpu for cpu, _, _ in builds), "builtWall": statistics.median(wall for _, wall, _ in builds),
        "builds": [[round(cpu, 3), round(wall, 3), sum(files.values())] for cpu, wall, files in builds],
        "builtFiles": sum(files.values()), "builtModules": sorted(files),
    }


def keep(scratch, kept):
    """Keeps a scratch folder: its files as links, since a builder knows them by their inodes, and what is in them, since
    some are written in place."""
    shutil.rmtree(kept, ignore_errors=True)
    run(["mkdir", kept])
    run(["cp", "-al", scratch, f"{kept}/links"])
    run(["cp", "-a", scratch, f"{kept}/contents"])


def restore(scratch, kept):
    shutil.rmtree(scratch)
    run(["cp", "-al", f"{kept}/links", scratch])
    for folder, _, names in os.walk(f"{kept}/contents"):
        for path in (os.path.join(folder, name) for name in names):
            place = os.path.join(scratch, os.path.relpath(path, f"{kept}/contents"))
            was, now = os.lstat(path), os.lstat(place)
            if not os.path.islink(path) and (was.st_mtime_ns, was.st_size) != (now.st_mtime_ns, now.st_size):
                with open(path, "rb") as source, open(place, "r+b") as target:
                    target.truncate()
                    shutil.copyfileobj(source, target)
                os.utime(place, ns=(was.st_atime_ns, was.st_mtime_ns))


def usual(results):
    """How many builds in which something is compiled there are, how many forecasts of their wall time are good, and how often the median
    of the builds before them would have been, which a forecast must beat."""
    busy = [result for result in results if result["builtWall"] > 0.05 or result["forecastWall"] > 0.05]
    plain = 0
    for result in busy:
        before = [other["builtWall"] for other in results[:results.index(result)] if other["builtWall"] > 0.05][-NEWEST:]
        plain += bool(before) and is_good(result | {"forecastWall": statistics.median(before)}, "Wall")
    return len(busy), sum(is_good(result, "Wall") for result in busy), plain


def is_good(result, kind=""):
    return abs(result["forecast" + kind] - result["built" + kind]) <= max(0.5, 0.1 * result["built" + kind])


def figures(result, kind=""):
    return (f"{result['forecast' + kind]:.1f} s ({result['low' + kind]:.1f} to {result['high' + kind]:.1f}) | {result['built' + kind]:.1f} s | "
            f"{'yes' if is_good(result, kind) else 'no'}")


def line(result):
    if not result["succeeded"]:
        return f"{result['commit'][:10]} | failed"
    return f"{result['commit'][:10]} | {figures(result, 'Wall')} | {figures(result)} | {result['forecastFiles']} | {result['builtFiles']}"


def report(results, name):
    counted = [result for result in results if result["succeeded"]]
    exact = sum(result["forecastFiles"] == result["builtFiles"] for result in counted)

    def sentence(kind, words):
        good = sum(is_good(result, kind) for result in counted)
        within = sum(result["low" + kind] <= result["built" + kind] <= result["high" + kind] for result in counted)
        return f"{words}: {good} of {len(counted)} within the larger of 10 % and 0.5 s, {within} within the stated range."

    busy, good, plain = usual(counted)
    head = [f"# Forecasts of {name}", "", sentence("Wall", "Wall time") + " " + sentence("", "CPU time") + f" {exact} with the right number of "
            f"compiled files. Of the {busy} builds that compile something, {good} are forecast well in wall time, and the median of the builds "
            f"before would be for {plain}. {len(results) - len(counted)} builds failed, or their parent's, and do not count.", "",
            "| commit | wall time: forecast | built | within | CPU time: forecast | built | within | files forecast | compiled |",
            "|---|--:|--:|---|--:|--:|---|--:|--:|"]
    return "\n".join(head + [f"| {line(result)} |" for result in counted]) + "\n"


main()
