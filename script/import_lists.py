#!/usr/bin/env python3
"""What the compiler says each module of Swift packages imports, for `Tests/WorkspaceTests/CompilerImportTests`.

    script/soak --scan FOLDER [SEED]

For each git repository in FOLDER, or one folder below, its newest version is checked out, and SwiftPM plans its build for debug
and for release, without building anything. For each module of the package, `swiftc -frontend -emit-imported-modules` then gets the
arguments of that plan that conditions in sources can see, and a folder of empty modules: those that the module is built after, so that
`canImport` finds what it would. A third list has more names set with -D: of each two that sources ask for, one, as SEED decides.

Each package gives one file, LISTS/OWNER+NAME.json, which is not made again where it is there. A package that cannot be planned
(dependencies that cannot be fetched) gives a file with the reason.
"""
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

# Arguments that conditions can see, and how many words each has.
SEEN = {"-swift-version": 2, "-language-mode": 2, "-D": 2, "-enable-upcoming-feature": 2, "-enable-experimental-feature": 2,
        "-I": 2, "-Xcc": 2, "-target": 2, "-module-alias": 2, "-enable-bare-slash-regex": 1}


def run(words, seconds=900, **options):
    return subprocess.run(words, capture_output=True, text=True, timeout=seconds, **options)


def repositories(folder):
    """Names and paths, of bare repositories too. Links lead to others, which are asked about once."""
    def is_repository(path):
        if os.path.islink(path):
            return False
        return os.path.isdir(os.path.join(path, ".git")) or os.path.isfile(os.path.join(path, "HEAD"))

    for entry in sorted(os.listdir(folder)):
        path = os.path.join(folder, entry)
        if is_repository(path):
            yield entry.removesuffix(".git"), path
        elif os.path.isdir(path):
            for inner in sorted(os.listdir(path)):
                if is_repository(os.path.join(path, inner)):
                    yield f"{entry}+{inner.removesuffix('.git')}", os.path.join(path, inner)


def newest(path):
    """The greatest version among a repository's tags, else what is checked out."""
    tags = run(["git", "-C", path, "tag"]).stdout.split()
    versions = [(tuple(map(int, m.groups())), tag) for tag in tags if (m := re.fullmatch(r"v?(\d+)\.(\d+)\.(\d+)", tag))]
    return max(versions)[1] if versions else "HEAD"


def plan(place, configuration):
    """The commands of SwiftPM's plan that compile Swift, or why there is none. A plan of an earlier call is taken as it is."""
    manifest = os.path.join(place, ".build", f"{configuration}.yaml")
    if not os.path.exists(manifest):
        done = run(["swift", "build", "-c", configuration, "--print-manifest-job-graph", "--disable-sandbox", "--package-path", place])
        if done.returncode != 0 or not os.path.exists(manifest):
            return None, (done.stderr or done.stdout).strip()[-500:]
    commands, current = [], None
    with open(manifest) as lines:
        for line in lines:
            if m := re.match(r'  "(.*)":$', line):
                current = {}
                commands.append(current)
            elif current is not None and (m := re.match(r"    ([a-z-]+): (.*)$", line)):
                try:
                    current[m[1]] = json.loads(m[2])
                except ValueError:
                    current[m[1]] = m[2]
    compiling = [c for c in commands if "-emit-module" in c.get("args", []) and "-module-name" in c["args"]]
    for command in compiling:
        command["name"] = command["args"][command["args"].index("-module-name") + 1]
        command["sources"] = [file for file in command["inputs"] if file.endswith(".swift")]
    return compiling, None


def arguments(command):
    kept, words = [], command["args"]
    index = 0
    while index < len(words):
        word = words[index]
        if word == "-Xfrontend":
            index += 1
            continue
        count = SEEN.get(word, 1 if re.match(r"-[DI].", word) else 0)
        kept += words[index:index + count]
        index += max(count, 1)
    return kept


def stubs(command, folder):
    """A folder with an empty module, of C, for each that the command waits for: one of Swift would have to be built."""
    path = os.path.join(folder, "stubs", hashlib.sha1(command["name"].encode()).hexdigest()[:12])
    os.makedirs(path, exist_ok=True)
    names = {os.path.basename(file).removesuffix(".swiftmodule") for file in command["inputs"] if file.endswith(".swiftmodule")}
    with open(os.path.join(path, "module.modulemap"), "w") as file:
        file.write("".join(f"module {name} {{}}\n" for name in sorted(names)))
    return path


def own(command, place):
    """The sources of a target that are there before a build; `LinuxMain.swift` belongs to none."""
    return [s for s in command["sources"] if s.startswith(place + "/") and not s.startswith(place + "/.build/")
            and not s.endswith("/LinuxMain.swift")]


def imports(command, place, folder, definitions):
    sources = own(command, place)
    out = os.path.join(folder, "out-" + hashlib.sha1(repr((command["name"], definitions)).encode()).hexdigest()[:12])
    words = arguments(command) + ["-I", stubs(command, folder)] + [f"-D{name}" for name in definitions]
    listed = os.path.join(folder, os.path.basename(out) + ".files")
    with open(listed, "w") as file:
        file.write("\n".join(sources))
    # Sources that do not compile alone have their list all the same.
    done = run(["swiftc", "-frontend", "-emit-imported-modules", "-filelist", listed, "-module-name", command["name"],
                "-o", out] + words)
    if not os.path.exists(out):
        return sources, None, done.stderr[-300:]
    with open(out) as file:
        return sources, sorted(set(file.read().split())), None


def asked(sources):
    """The bare names that conditions of the sources ask for."""
    names = set()
    for source in sources:
        with open(source, errors="replace") as file:
            for line in file:
                if m := re.match(r"\s*#(?:else)?if\b(.*)", line):
                    names |= set(re.findall(r"(?<![\w(.$])[A-Za-z_]\w*(?!\w*\()", m[1].split("//")[0]))
    return names - {"true", "false"}


def package(name, repository, lists, seed):
    folder = os.path.join(lists, "work", name)
    place = os.path.join(folder, "package")
    tag = newest(repository)
    result = {"package": name, "version": tag, "path": place, "lists": []}
    try:
        if not os.path.exists(os.path.join(place, ".build", "release.yaml")):
            shutil.rmtree(folder, ignore_errors=True)
            run(["git", "clone", "--quiet", "--shared", repository, place]).check_returncode()
            run(["git", "-C", place, "checkout", "--quiet", tag]).check_returncode()
        if not os.path.exists(os.path.join(place, "Package.swift")):
            raise RuntimeError("has no Package.swift")
        plans = {}
        for configuration in ["debug", "release"]:
            commands, reason = plan(place, configuration)
            if commands is None:
                raise RuntimeError(reason)
            plans[configuration] = [c for c in commands if own(c, place)]
        names = sorted(asked(s for c in plans["debug"] for s in own(c, place)))
        more = [n for n in names if hashlib.sha256(f"{seed}{n}".encode()).digest()[0] % 2 == 0]
        for configuration, definitions in [("debug", []), ("release", []), ("debug", more)]:
            modules = []
            for command in plans[configuration]:
                sources, found, reason = imports(command, place, folder, definitions)
                modules.append({"name": command["name"], "imports": found, "reason": reason,
                                "sources": [os.path.relpath(s, place) for s in sources]})
            result["lists"].append({"configuration": configuration, "definitions": definitions, "modules": modules})
    except (RuntimeError, subprocess.SubprocessError, OSError) as error:
        result["reason"] = str(error)
    return result


def main():
    folder, lists, seed = os.path.realpath(sys.argv[1]), os.path.realpath(sys.argv[2]), sys.argv[3]
    os.makedirs(lists, exist_ok=True)

    def make(entry):
        name, repository = entry
        file = os.path.join(lists, name + ".json")
        if os.path.exists(file):
            return
        result = package(name, repository, lists, seed)
        with open(file + ".new", "w") as stream:
            json.dump(result, stream, indent=1)
        os.rename(file + ".new", file)
        said = result.get("reason") or f"{len(result['lists'][0]['modules'])} modules"
        print(f"{name} {result['version']}: {said.splitlines()[-1] if said else ''}", flush=True)

    with ThreadPoolExecutor(int(os.environ.get("MODGAUGE_SOAK_WIDTH", "1"))) as pool:
        list(pool.map(make, repositories(folder)))


if __name__ == "__main__":
    main()
