#!/usr/bin/env python3
"""What modgauge says of each repository of a folder, against SwiftPM and against what a picture may be.

    script/soak --repositories FOLDER

For each git repository below FOLDER, of which a copy is looked at:
- its graph against `swift package describe --type json`, where that answers within a minute (without the network, most
  packages that depend on others do not): modules, their kinds and numbers of sources, targets and products they depend on;
- the share of dependencies with a manifest's line;
- the default picture at 96 dpi: width, height, smallest text; between 1:3 and 3:1, within 4,000 pixels, text of 10 pixels;
- each Xcode project that git tracks and that has a target, against Tests/WorkspaceTests/Oracles/xcode_projects.py, which shares no code with ours.
Where a repository has no package at its top, the graph and the picture are those of its workspace, else of its project, else of
all packages below.

The last thing printed is a table. Exit code 1: a difference that is not explained.

MODGAUGE (.build/release/modgauge) is the program, MODGAUGE_DESCRIBE_SECONDS (60) how long SwiftPM may take for a package.
"""
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

MODGAUGE = os.environ.get("MODGAUGE", ".build/release/modgauge")
ORACLE = os.path.join(os.path.dirname(__file__), "../Tests/WorkspaceTests/Oracles/xcode_projects.py")
PATIENCE = float(os.environ.get("MODGAUGE_DESCRIBE_SECONDS", "60"))
# SwiftPM's words for kinds, in describe's.
KINDS = {"library": "regular", "system-target": "system"}


def run(words, seconds, **options):
    """Exit code, output and errors; no exit code where the time was up."""
    try:
        done = subprocess.run(words, capture_output=True, text=True, timeout=seconds, **options)
        return done.returncode, done.stdout, done.stderr
    except subprocess.TimeoutExpired:
        return None, "", ""


def graph(path, file, *words):
    """The graph as JSON, which stays in a file, and why there is none."""
    code, _, errors = run(
        [MODGAUGE, "graph", "--quiet", "--keep-going", "--include-tests", "--format", f"json={file}", "--package-path", path,
         *words], 600)
    if not os.path.exists(file):
        return None, "took too long" if code is None else errors.strip().split("\n")[0]
    with open(file) as stream:
        return json.load(stream), None


def subject(place):
    """What stands for a repository, with the words that load it."""
    if os.path.exists(os.path.join(place, "Package.swift")):
        return place, []
    for ending in [".xcworkspace", ".xcodeproj"]:
        for entry in sorted(os.listdir(place)):
            if entry.endswith(ending):
                return os.path.join(place, entry), []
    return place, ["--all"]


def described(package, scratch):
    """What SwiftPM says of a package; nothing where it does not answer, and why not."""
    code, output, errors = run(
        ["swift", "package", "--package-path", package, "--scratch-path", scratch, "describe", "--type", "json"], PATIENCE)
    start = output.find("{")
    if code == 0 and start >= 0:
        return json.loads(output[start:]), None
    lines = [line for line in errors.split("\n") if "error: " in line]
    return None, "took too long" if code is None else (lines or ["ended without an answer"])[-1].split("error: ")[-1]


def ours(graph, key):
    """The modules of a package of our graph, in the form that `theirs` has."""
    modules = {
        module["name"]: {"kind": module["kind"], "sources": module.get("sources"), "targets": set(), "products": set()}
        for module in graph["modules"] if module["package"] == key and module["kind"] != "external"
    }
    for edge in graph["dependencies"]:
        if not edge["from"].startswith(key + "/"):
            continue
        name = edge["from"][len(key) + 1:]
        if name not in modules:
            continue
        if "product" in edge:
            modules[name]["products"].add(edge["product"])
        else:
            modules[name]["targets"].add(edge["to"][len(key) + 1:])
    return modules


def theirs(description):
    return {
        target["name"]: {
            "kind": KINDS.get(target["type"], target["type"]), "sources": len(target["sources"]),
            "targets": set(target.get("target_dependencies", [])), "products": set(target.get("product_dependencies", [])),
        } for target in description["targets"]
    }


def differences(ours, theirs, is_root):
    """(what, whether it is explained) for each difference."""
    found = []
    for name in sorted(set(ours) | set(theirs)):
        if name not in theirs:
            # SwiftPM leaves out targets in which it finds no source.
            found.append((f"{name} is not in SwiftPM's answer", not ours[name]["sources"]))
        elif name not in ours:
            kind = theirs[name]["kind"]
            # SwiftPM was asked about each package by itself; of one that others depend on it makes no snippets.
            found.append((f"{name} ({kind}) is in SwiftPM's answer alone", kind == "snippet" and not is_root))
        else:
            found += of_module(name, ours[name], theirs[name], set(theirs))
    return found


def of_module(name, ours, theirs, known):
    for part in ["kind", "sources"]:
        # Of binary and system targets nothing is counted.
        if ours[part] != theirs[part] and ours[part] is not None:
            yield f"{name}: {part} {ours[part]}, SwiftPM {theirs[part]}", False
    for part in ["targets", "products"]:
        for other in sorted(ours[part] - theirs[part]):
            yield f"{name} → {other} ({part}) is ours alone", part == "targets" and other not in known
        for other in sorted(theirs[part] - ours[part]):
            yield f"{name} → {other} ({part}) is SwiftPM's alone", False


def against_swiftpm(graph, place, scratch, is_root):
    """How many packages agree and how many SwiftPM answers for, then each difference."""
    same, answered, all_packages, found = 0, 0, 0, []
    for package in graph["packages"]:
        folder = os.path.normpath(os.path.join(place, package["path"]))
        if "toolsVersion" not in package or not (folder + "/").startswith(place + "/"):
            continue
        all_packages += 1
        description, reason = described(folder, os.path.join(scratch, str(all_packages)))
        if description is None:
            print(f"  {package['key']}: SwiftPM does not answer: {reason[:150]}", flush=True)
            continue
        answered += 1
        here = differences(ours(graph, package["key"]), theirs(description), is_root(package))
        same += not [what for what, is_explained in here if not is_explained]
        found += [(f"{package['key']}: {what}", is_explained) for what, is_explained in here]
    return same, answered, all_packages, found


def share(graph):
    """How many dependencies of packages there are, how many have a line, and how many the manifest computes."""
    projects = [package["key"] + "/" for package in graph["packages"] if "toolsVersion" not in package]
    # No manifest names what snippets depend on.
    snippets = {module["id"] for module in graph["modules"] if module["kind"] == "snippet"}
    stated = [
        edge for edge in graph["dependencies"]
        if edge["from"] not in snippets and not any(edge["from"].startswith(key) for key in projects)
    ]
    return len(stated), sum("location" in edge for edge in stated), sum("computedNear" in edge for edge in stated)


def picture(path, words):
    """Width, height and smallest text of the default picture, in pixels of 96 dpi."""
    code, output, _ = run(
        [MODGAUGE, "graph", "--quiet", "--keep-going", "--format", "svg=-", "--package-path", path, *words], 600)
    size = re.search(r'<svg[^>]* width="([\d.]+)pt"[^>]* height="([\d.]+)pt"', output)
    box = re.search(r'viewBox="[-\d.]+ [-\d.]+ ([\d.]+) ([\d.]+)"', output)
    if not size or not box:
        return None
    width, height = (float(value) * 96 / 72 for value in size.groups())
    # Graphviz shrinks a picture that would be too large by a transform.
    scale = re.search(r'<g id="graph0"[^>]*scale\(([\d.]+)', output)
    fonts = [float(value) for value in re.findall(r'font-size="([\d.]+)', output)] or [0]
    return width, height, min(fonts) * width / float(box.group(1)) * (float(scale.group(1)) if scale else 1)


def projects(place):
    """Those that git tracks and that have targets; an empty file stands for a project that is generated."""
    def has_targets(path):
        with open(os.path.join(place, path), "rb") as stream:
            return re.search(rb"isa\s*=\s*PBX(Native|Aggregate|Legacy)Target\b", stream.read())

    listed = subprocess.run(
        ["git", "-C", place, "ls-files", "-z", "*.xcodeproj/project.pbxproj"], capture_output=True, text=True).stdout
    return [os.path.dirname(path) for path in listed.split("\0") if path and has_targets(path)]


def against_xcode(place, scratch):
    """How many projects there are, and each difference."""
    found = []
    for number, project in enumerate(projects(place)):
        path = os.path.join(place, project)
        file = os.path.join(scratch, f"project-{number}.json")
        known, error = graph(path, file)
        if known is None:
            found.append(f"{project}: {error}")
            continue
        code, output, errors = run([sys.executable, ORACLE, path, file], 600)
        lines = [line for line in (output or errors).split("\n") if line]
        found += [] if code == 0 else [f"{project}: {line}" for line in lines or [f"exit code {code}"]]
    return len(projects(place)), found


def row(name, place, scratch):
    """The cells of a repository, and its differences that nothing explains."""
    path, words = subject(place)
    whole, error = graph(path, os.path.join(scratch, "graph.json"), *words)
    if whole is None:
        print(f"  {error}")
        return [name, "—", "—", "—", "—", "—"], [error]
    same, answered, packages, found = against_swiftpm(
        whole, place, scratch, lambda package: package["path"] == "." or "--all" in words)
    for what, is_explained in found:
        print(f"  {'explained' if is_explained else 'DIFFERENT'}: {what}", flush=True)
    edges, lines, _ = share(whole)
    count, here = against_xcode(place, scratch)
    for line in here:
        print(f"  DIFFERENT: {line}")
    return [
        name, f"{same} of {answered}" + (f" ({packages} packages)" if packages != answered else ""),
        f"{lines} of {edges}" + (f" ({100 * lines / edges:.1f} %)" if edges else ""), *shown(picture(path, words)),
        f"{len(here)} in {count}" if count else "—",
    ], [what for what, is_explained in found if not is_explained] + here


def shown(size):
    if size is None:
        return ["—", "—"]
    width, height, text = size
    misses = [
        word for word, is_missed in [
            ("ratio", not 1 / 3 <= width / height <= 3), ("size", max(width, height) > 4000), ("text", text < 10),
        ] if is_missed
    ]
    return [f"{width:.0f} × {height:.0f}, text {text:.1f}", ", ".join(misses) or "yes"]


def repositories(folder):
    return sorted(entry for entry in os.listdir(folder) if os.path.isdir(os.path.join(folder, entry, ".git")))


def copied(folder, entry, temporary):
    """A copy of a repository below a folder, under its own name: identities of packages hang on it."""
    place = os.path.join(os.path.realpath(temporary), entry.split("+")[-1])
    # Not by `git clone`, which ends where a clone lacks the largest files.
    shutil.copytree(
        os.path.join(folder, entry), place, symlinks=True, ignore=shutil.ignore_patterns(".build", "DerivedData"))
    return place


def main(folder):
    rows, unexplained = [], []
    for entry in repositories(folder):
        print(entry, flush=True)
        with tempfile.TemporaryDirectory(prefix="modgauge-repositories-") as temporary:
            place = copied(folder, entry, temporary)
            scratch = os.path.join(temporary, "scratch")
            os.mkdir(scratch)
            cells, here = row(entry.replace("+", "/"), place, scratch)
            rows.append(cells)
            unexplained += here
    heads = ["repository", "as SwiftPM says", "with a line", "picture, px at 96 dpi", "readable", "differences in Xcode projects"]
    print("\n| " + " | ".join(heads) + " |\n" + "|---" * len(heads) + "|")
    for cells in rows:
        print("| " + " | ".join(cells) + " |")
    print(f"\n{len(unexplained)} differences that nothing explains.")
    return 1 if unexplained else 0


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    sys.exit(main(os.path.realpath(sys.argv[1])))
