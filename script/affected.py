#!/usr/bin/env python3
"""What the commits of a package affect, by SwiftPM's own answers, against `modgauge affected`.

    MODGAUGE=PROGRAM script/affected.py REPOSITORY FOLDER [COMMITS]

For each of the last commits along first parents, `swift package describe` and `dump-package` at the commit and at its parent
say which test targets it affects: those that own a changed file, those whose description or manifest differs, and all that
depend on them. Shares no code with modgauge. Answers are stored in FOLDER and not asked for again. Ends with the misses (test
targets that the oracle has and modgauge has not), and with what modgauge selects besides, each with its reason.
"""
import collections, fnmatch, hashlib, json, os, pathlib, subprocess, sys

IGNORED = [".github/*", ".*", "*/CMakeLists.txt", "CMakeLists.txt", "*.md", "*.txt", "Documentation/*", "docs/*", "Utilities/*", "scripts/*"]
YAML = 'affected: { ignore: [".github/**", ".*", "**/CMakeLists.txt", "**/*.md", "**/*.txt", "Documentation/**", "docs/**", "Utilities/**", "scripts/**"] }\n'


def run(*words, cwd=None, check=True):
    done = subprocess.run(words, cwd=cwd, capture_output=True, text=True)
    if check and done.returncode:
        raise RuntimeError(f"{' '.join(words)}: {done.stderr[-400:]}")
    return done.stdout


def ignored(path):
    return any(fnmatch.fnmatch(path, pattern) for pattern in IGNORED)


class State:
    """What SwiftPM says about one commit."""

    def __init__(self, repository, commit, folder, place):
        listing = run("git", "ls-tree", "-r", commit, cwd=repository).splitlines()
        manifests = [line for line in listing if "\tPackage" in line and line.endswith(".swift")]
        names = [line.split("\t", 1)[1] for line in listing]
        key = hashlib.sha256("\n".join(names + manifests).encode()).hexdigest()[:24]
        stored = folder / f"{key}.json"
        if not stored.exists():
            run("git", "checkout", "--quiet", "--force", "--detach", commit, cwd=place)
            run("git", "clean", "-qfdx", "-e", ".build", cwd=place)
            scratch = ("--scratch-path", str(folder / "scratch"))
            answer = {"describe": json.loads(run("swift", "package", *scratch, "describe", "--type", "json", cwd=place)),
                      "dump": json.loads(run("swift", "package", *scratch, "dump-package", cwd=place))}
            stored.write_text(json.dumps(answer))
        answer = json.loads(stored.read_text())
        # A set, whose order differs each time.
        traits = answer["dump"].get("traits") or []
        for trait in traits:
            trait["enabledTraits"] = sorted(trait.get("enabledTraits") or [])
        answer["dump"]["traits"] = sorted(traits, key=lambda trait: trait["name"])
        self.described = {target["name"]: target for target in answer["describe"]["targets"]}
        self.declared = {target["name"]: target for target in answer["dump"]["targets"]}
        self.rest = {name: value for name, value in answer["dump"].items() if name not in ("targets", "products", "packageKind")}

    def owners(self, path):
        owners = set()
        for name, target in self.described.items():
            folder = target["path"].rstrip("/")
            if not (path + "/").startswith(folder + "/"):
                continue
            rest = path[len(folder) + 1:]
            excluded = any((rest + "/").startswith(part.rstrip("/") + "/") for part in self.declared.get(name, {}).get("exclude", []))
            isBuilt = rest in target.get("sources", []) or path.endswith((".h", ".modulemap"))
            # What is neither compiled nor declared may be ignored by configuration.
            isDeclared = any((rest + "/").startswith(part["path"].rstrip("/") + "/") for part in self.declared.get(name, {}).get("resources", []))
            if rest in target.get("sources", []) or not excluded and not any(part.startswith(".") for part in rest.split("/")):
                if isBuilt or isDeclared or not ignored(path):
                    owners.add(name)
        return owners

    def dependents(self):
        users = collections.defaultdict(set)
        for name, target in self.described.items():
            for other in target.get("target_dependencies", []):
                users[other].add(name)
        for name, target in self.declared.items():
            for usage in target.get("pluginUsages") or []:
                users[usage.get("plugin", [""])[0]].add(name)
            for dependency in target.get("dependencies", []):
                for kind in ("byName", "target"):
                    if kind in dependency:
                        users[dependency[kind][0]].add(name)
        return users

    @property
    def tests(self):
        return {name for name, target in self.described.items() if target["type"] == "test"}


def pins(place, commit, path):
    done = subprocess.run(["git", "show", f"{commit}:{path}"], cwd=place, capture_output=True, text=True)
    file = json.loads(done.stdout) if done.returncode == 0 else {}
    entries = file.get("pins") or file.get("object", {}).get("pins", [])
    return {(pin.get("identity") or pin["repositoryURL"].split("/")[-1].removesuffix(".git")).lower(): json.dumps(pin["state"]) for pin in entries}


def users(state, names):
    """The targets that use a product of packages."""
    return {name for name, target in state.declared.items() for dependency in target.get("dependencies", [])
            if "product" in dependency and str(dependency["product"][1]).lower() in names}


def affected(before, after, files, place, commits):
    changed = set()
    for path in files:
        if path.startswith("Package") and path.endswith(".swift") and "/" not in path:
            continue
        if path == "Package.resolved" or path.endswith("/swiftpm/Package.resolved"):
            old, new = (pins(place, commit, path) for commit in commits)
            changed |= users(after, {name for name in old.keys() | new.keys() if old.get(name) != new.get(name)})
            continue
        owners = before.owners(path) | after.owners(path)
        if not owners and not ignored(path):
            return set(after.tests)
        changed |= owners
    if before.rest != after.rest:
        rest = {key for key in before.rest.keys() | after.rest.keys() if before.rest.get(key) != after.rest.get(key)}
        if rest != {"dependencies"}:
            return set(after.tests)
        moved = {json.dumps(entry) for entry in before.rest["dependencies"]} ^ {json.dumps(entry) for entry in after.rest["dependencies"]}
        names = {name.lower() for entry in moved for name in identities(json.loads(entry))}
        changed |= users(after, names)
    for name, target in after.declared.items():
        if before.declared.get(name) != target:
            changed.add(name)
    dependents, reached, pending = after.dependents(), set(changed), list(changed)
    while pending:
        for user in dependents[pending.pop()]:
            if user not in reached:
                reached.add(user)
                pending.append(user)
    return reached & after.tests


def identities(entry):
    for options in entry.values():
        for option in options:
            yield option.get("identity", "")


def main():
    repository, folder = sys.argv[1], pathlib.Path(sys.argv[2]).absolute()
    count = int(sys.argv[3]) if len(sys.argv) > 3 else 50
    folder.mkdir(parents=True, exist_ok=True)
    place, config = folder / "clone", folder / "config.yml"
    config.write_text(YAML)
    if not place.exists():
        run("git", "clone", "--quiet", "--no-checkout", repository, str(place))
    commits = run("git", "rev-list", "--first-parent", f"--max-count={count + 1}", "HEAD", cwd=place).split()
    head = commits[0]
    asked = missed = expected = selected = failed = 0
    more = []
    for commit, parent in zip(commits, commits[1:]):
        files = [path for path in run("git", "diff", "--name-only", "-z", "--no-renames", parent, commit, cwd=place).split("\0") if path]
        try:
            before, after = (State(place, state, folder, place) for state in (parent, commit))
        except RuntimeError as error:
            failed += 1
            print(f"{commit[:10]} not compared: {str(error).splitlines()[-1][:160]}")
            continue
        truth = affected(before, after, files, place, (parent, commit))
        done = subprocess.run(
            [os.environ["MODGAUGE"], "affected", "--package-path", str(place), "--config", str(config), "--cache-dir", str(folder / "cache"),
             "--base", parent, "--head", commit, "--format", "json", "--kind", "tests"], capture_output=True, text=True)
        if done.returncode:
            print(f"{commit[:10]} exit code {done.returncode}: {done.stderr[-300:]}")
            failed += 1
            continue
        items = {item["name"]: item for item in json.loads(done.stdout)["items"]}
        asked += 1
        expected += len(truth)
        selected += len(items)
        for name in sorted(truth - items.keys()):
            missed += 1
            print(f"{commit[:10]} MISSED {name}")
        for name in sorted(items.keys() - truth):
            more.append((commit[:10], name, items[name]["causes"][0]))
    run("git", "checkout", "--quiet", "--force", "--detach", head, cwd=place)
    for commit, causes in sorted(collections.Counter((commit, json.dumps(cause)) for commit, _, cause in more).items()):
        print(f"{commit[0]} more: {causes} test targets because of {commit[1]}")
    share = f"{100 * len(more) / expected:.1f} %" if expected else "-"
    print(f"{asked} commits compared, {failed} not; {expected} test targets by the oracle, {selected} selected, {missed} missed, {len(more)} more ({share})")
    sys.exit(1 if missed else 0)


main()
