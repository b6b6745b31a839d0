#!/usr/bin/env python3
"""Whether what the rule `imports` finds in Swift packages is right: each finding is settled by a build or by the compiler.

    script/soak --prove FOLDER

For each git repository in FOLDER, or one folder below, its newest version is checked out and checked.
- *Declared but never imported* is settled by `modgauge check --prove`: proven where the package builds without the dependency,
  refuted where it does not, or where the compiler lists such an import. What was not tried is settled by a clean build of
  a copy without the dependency, which `modgauge check --fix=remove` removed, or EDITS where the manifest computes it.
- *Imported but not declared* is settled by the tools: the compiler lists the import (`swiftc -frontend -emit-imported-modules`, with
  the arguments of SwiftPM's plan), `swift package describe` does not list the dependency, and lists it once
  `modgauge check --fix=remove` has declared it. It is refuted where one of the first two says otherwise.

Each package gives one file, LISTS/OWNER+NAME.json, which is not made again where it is there; a check that was made stays in
LISTS/work, too. The last thing printed is a report in Markdown. Exit code 1: a finding that is refuted.

Where a repository has no version among its tags, its HEAD is checked. Dependencies are fetched as `git` is configured.

MODGAUGE (.build/release/modgauge) is the program, MODGAUGE_SOAK_JOBS (2) how many jobs a build may have.
"""
import json
import math
import os
import re
import shutil
import sys

from import_lists import imports, newest, own, plan, repositories, run

MODGAUGE = os.path.abspath(os.environ.get("MODGAUGE", ".build/release/modgauge"))
JOBS = os.environ.get("MODGAUGE_SOAK_JOBS", "2")
RULES = "rules:\n  - { id: imports, type: imports }\n"
# Dependencies that a manifest computes, so that modgauge cannot remove them: a part of its text, and what it is without them.
EDITS = {
    ("swift-collections/Collections", "swift-collections/_RopeModule"):
        ('"OrderedCollections",\n      "_RopeModule",', '"OrderedCollections",'),
    ("swift-collections/SortedCollections", "swift-collections/InternalCollectionsUtilities"):
        ('dependencies: ["InternalCollectionsUtilities"],\n    directory: "SortedCollections"', 'directory: "SortedCollections"'),
}


def check(folder, file, *words):
    """What the rule says, which stays in a file."""
    if not os.path.exists(file):
        rules = os.path.join(os.path.dirname(file), "rules.yml")
        with open(rules, "w") as stream:
            stream.write(RULES)
        done = run([MODGAUGE, "check", "--config", rules, "--package-path", folder, "--quiet", "--fail-on", "nothing",
                    "--format", f"json={file}", *words], 36_000)
        if not os.path.exists(file):
            raise RuntimeError(f"cannot be checked: {done.stderr.strip()}")
    with open(file) as stream:
        return json.load(stream)


def compiled(name):
    return re.sub(r"\W", "_", name)


def listed(place, folder):
    """The modules that the compiler says each module imports; or why it was not asked."""
    commands, reason = plan(place, "debug")
    if commands is None:
        missing = re.search(r"Failed to clone repository (\S+):", reason)
        return None, f"{missing[1]} could not be fetched" if missing else re.sub(r"\s+", " ", reason)
    return {c["name"]: set(imports(c, place, folder, [])[1] or []) for c in commands if own(c, place)}, None


def declared(place):
    """The names of the targets and products that SwiftPM says each target declares; nothing where it gives no answer."""
    done = run(["swift", "package", "--package-path", place, "describe", "--type", "json"])
    start = done.stdout.find("{")
    if done.returncode != 0 or start < 0:
        return None
    return {
        target["name"]: set(target.get("target_dependencies", []) + target.get("product_dependencies", []))
        for target in json.loads(done.stdout[start:])["targets"]
    }


def undeclared(finding, before, after, lists):
    """How an import that is not declared is settled."""
    module, other = [name.split("/", 1)[1] for name in finding["modules"]]
    if compiled(other) not in lists.get(compiled(module), {compiled(other)}):
        return "not settled", "the compiler does not see the import here"
    if compiled(module) not in lists:
        return "not settled", "the plan does not contain the module"
    if before is None or other in before.get(module, ()):
        return "refuted", "SwiftPM says that it is declared"
    if after is None or other not in after.get(module, ()):
        return "proven", "the compiler and SwiftPM; to be declared by hand"
    return "proven", "the compiler and SwiftPM"


def failure(place):
    """The first error of a build with tests; nothing if it succeeds."""
    done = run(["swift", "build", "--build-tests", "--disable-sandbox", "--jobs", JOBS, "--package-path", place], 36_000)
    if done.returncode == 0:
        return None
    error = re.search(r"error: .*", done.stdout + done.stderr)
    return error[0] if error else "the build fails"


def mended(place, folder):
    """A copy that declares what is imported and nothing else, as far as `modgauge check --fix` and EDITS can change its manifest."""
    copy = os.path.join(folder, "fixed", os.path.basename(place))
    shutil.rmtree(os.path.dirname(copy), ignore_errors=True)
    shutil.copytree(place, copy, symlinks=True, ignore=shutil.ignore_patterns(".build"))
    manifest = os.path.join(copy, "Package.swift")
    with open(manifest) as stream:
        text = stream.read()
    for old, new in EDITS.values():
        text = text.replace(old, new)
    with open(manifest, "w") as stream:
        stream.write(text)
    check(copy, os.path.join(os.path.dirname(copy), "check.json"), "--fix=remove")
    return copy


def unused(finding, before, after, lists, error):
    """How a dependency that nothing imports is settled."""
    module, other = [name.split("/", 1)[1] for name in finding["modules"]]
    reason = re.sub(r"\s+", " ", finding.get("reason", "was not tried"))
    if finding.get("proof") == "needed":
        return "refuted", reason
    if compiled(other) in lists.get(compiled(module), ()):
        return "refuted", "the compiler sees an import"
    if other not in (before or {}).get(module, ()) or other in (after or before)[module]:
        return "not settled", f"SwiftPM does not say that it was removed: {reason}"
    if error:
        return "not settled", f"does not build from nothing: {error}"
    if finding.get("proof") == "proven":
        return "proven", "builds without it"
    how = "by hand" if tuple(finding["modules"]) in EDITS else "by --fix=remove"
    return "proven", f"builds without it, in a copy that was edited {how}"


def settled(finding, *answers):
    kind = "undeclared" if "does not declare it" in finding["message"] else "unused"
    result, reason = "not settled", "nothing was built"
    if answers:
        result, reason = undeclared(finding, *answers[:3]) if kind == "undeclared" else unused(finding, *answers)
    return {"kind": kind, "modules": finding["modules"], "location": finding["location"], "result": result, "reason": reason}


def package(name, repository, folder):
    place = os.path.join(folder, "package")
    tag = newest(repository)
    if not os.path.exists(os.path.join(place, "Package.swift")):
        shutil.rmtree(folder, ignore_errors=True)
        run(["git", "clone", "--quiet", "--shared", repository, place]).check_returncode()
        run(["git", "-C", place, "checkout", "--quiet", tag]).check_returncode()
    commit = run(["git", "-C", place, "rev-parse", "--short=7", "HEAD"]).stdout.strip()
    result = {"package": name, "version": f"HEAD ({commit})" if tag == "HEAD" else tag, "findings": []}
    if not os.path.exists(os.path.join(place, "Package.swift")):
        return {**result, "reason": "has no Package.swift"}
    findings = check(place, os.path.join(folder, "found.json"))["violations"]
    if not findings:
        return result
    lists, reason = listed(place, folder)
    if lists is None:
        return {**result, "reason": reason, "findings": [settled(finding) for finding in findings]}
    findings = check(place, os.path.join(folder, "check.json"), "--prove", "--jobs", JOBS)["violations"]
    before = declared(place)
    fixed = mended(place, folder)
    after = declared(fixed)
    error = failure(fixed) if any(finding.get("proof") == "untried" for finding in findings) else None
    return {**result, "findings": [settled(finding, before, after, lists, error) for finding in findings]}


def bound(right, every):
    """The smallest share of right findings with which so many of them are still found right in one of 20 cases."""
    low, high = 0.0, right / every
    for _ in range(60):
        share = (low + high) / 2
        likely = sum(math.comb(every, n) * share**n * (1 - share)**(every - n) for n in range(right, every + 1))
        low, high = (share, high) if likely < 0.05 else (low, share)
    return low


def report(results):
    """The totals, and each finding that is not proven."""
    print("\n| package | version | declared but never imported | imported but not declared | refuted | not settled |\n|---|---|--:|--:|--:|--:|")
    totals = {}
    for result in [result for result in results if result["findings"]] + [None]:
        findings = [finding for other in results for finding in other["findings"]] if result is None else result["findings"]
        cells = []
        for kind in ["unused", "undeclared"]:
            here = [finding["result"] for finding in findings if finding["kind"] == kind]
            cells.append(f"{here.count('proven')} of {len(here)} proven" if here else "—")
        counts = [sum(finding["result"] == word for finding in findings) for word in ["refuted", "not settled"]]
        name, version = ("all", "") if result is None else (result["package"].replace("+", "/"), result["version"])
        print("| " + " | ".join([name, version, *cells, *map(str, counts)]) + " |")
        totals = {word: sum(f["result"] == word for f in findings) for word in ["proven", "refuted", "not settled"]}
    decided = totals["proven"] + totals["refuted"]
    if decided:
        least = 100 * bound(totals["proven"], decided)
        print(f"\nOf {decided} settled findings, {totals['proven']} are right: a share of at least {least:.1f} % (95 % confidence).")
    clean = [result["package"].replace("+", "/") for result in results if not result["findings"] and not result.get("reason")]
    print(f"\nNothing was found in {len(clean)} packages: {', '.join(clean)}.")
    print("\n| module | edge | finding | settled | by |\n|---|---|---|---|---|")
    for result in results:
        for finding in result["findings"]:
            module, other = finding["modules"]
            words = {"unused": "declared, never imported", "undeclared": "imported, not declared"}[finding["kind"]]
            line = finding["location"]
            reason = finding["reason"].replace("|", "\\|")[:200]
            print(f"| {module} | {other} ({line['file']}:{line['line']}) | {words} | {finding['result']} | {reason} |")
    for result in results:
        if result.get("reason"):
            print(f"\n{result['package'].replace('+', '/')} was not built: {result['reason'][:300]}")
    return totals


def main(folder, lists):
    os.makedirs(lists, exist_ok=True)
    results = []
    for name, repository in repositories(folder):
        file = os.path.join(lists, name + ".json")
        if not os.path.exists(file):
            print(name, file=sys.stderr, flush=True)
            try:
                result = package(name, repository, os.path.join(lists, "work", name))
            except RuntimeError as error:
                result = {"package": name, "version": newest(repository), "findings": [], "reason": str(error)}
            with open(file + ".new", "w") as stream:
                json.dump(result, stream, indent=1)
            os.rename(file + ".new", file)
        with open(file) as stream:
            results.append(json.load(stream))
    return 1 if report(results)["refuted"] else 0


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    sys.exit(main(os.path.realpath(sys.argv[1]), os.path.realpath(sys.argv[2])))
