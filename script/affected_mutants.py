#!/usr/bin/env python3
"""Changes packages in one place at a time, and checks that `modgauge affected` selects every test module that then fails.

    MODGAUGE=PROGRAM script/affected_mutants.py FOLDER COUNT REPOSITORY...

A mutant is a changed constant, comparison, operator or text in a source, header or resource, or a changed setting in the
manifest. All tests of the package are built and run for each. FOLDER/results.tsv has what was judged and is continued; the
seed is fixed, so that a place is judged once. Ends with the number of mutants that compiled, that a test noticed, and that were
missed. Exit code 1: a test module failed that was not selected.
"""
import collections, os, pathlib, random, re, subprocess, sys, xml.etree.ElementTree as xml

MODGAUGE = os.environ["MODGAUGE"]
CHANGES = [
    (re.compile(r"(?<![\w.\"])(\d+)(?![\w.\"])"), lambda match: str(int(match[1]) + 1)),
    (re.compile(r" == "), lambda match: " != "), (re.compile(r" != "), lambda match: " == "),
    (re.compile(r" && "), lambda match: " || "), (re.compile(r" \|\| "), lambda match: " && "),
    (re.compile(r" < "), lambda match: " >= "), (re.compile(r" \+ "), lambda match: " - "),
    (re.compile(r"\btrue\b"), lambda match: "false"), (re.compile(r"\bfalse\b"), lambda match: "true"),
    (re.compile(r"\"([A-Za-z ]+)\""), lambda match: f'"{match[1]}x"'),
]
SETTING = re.compile(r"\.define\(\"(\w+)\"")


def run(*words, cwd, seconds=600):
    child = subprocess.Popen(words, cwd=cwd, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True)
    try:
        output, errors = child.communicate(timeout=seconds)
        return subprocess.CompletedProcess(words, child.returncode, output, errors)
    except subprocess.TimeoutExpired:
        # The tests that `swift test` started have a process group of their own, and do not end with it.
        subprocess.run(["pkill", "-KILL", "-s", str(child.pid)])
        child.communicate()
        return None


def places(package):
    """Every place that can be changed: the file, the start and end in it, and the new text."""
    found = []
    listing = run("git", "ls-files", cwd=package).stdout.split("\n")
    for name in listing:
        kind = name.rsplit(".", 1)[-1]
        isManifest = name.split("/")[-1] == "Package.swift"
        if not isManifest and ("Sources/" not in name or kind not in ("swift", "c", "h", "txt", "json")):
            continue
        text = (package / name).read_text(errors="replace")
        if isManifest:
            found += [(name, match.start(1), match.end(1), match[1] + "_NOT") for match in SETTING.finditer(text)]
            continue
        for line in re.finditer(r"[^\n]+", text):
            words = line[0].strip()
            if words.startswith(("//", "/*", "*", "import", "#if", "@", "#include")) and kind != "h":
                continue
            for pattern, change in CHANGES:
                match = pattern.search(line[0])
                if match:
                    found.append((name, line.start() + match.start(), line.start() + match.end(), change(match)))
    return found


def failing(package, scratch):
    """The test modules that fail; `None` if the tests do not end."""
    report = scratch / "junit.xml"
    names = [target["name"] for target in tests(package, scratch)]
    failed = set()
    for file in (report, report.with_name("junit-swift-testing.xml")):
        file.unlink(missing_ok=True)
    done = run("swift", "test", "--skip-build", "--scratch-path", str(scratch), "--xunit-output", str(report), cwd=package, seconds=300)
    if done is None:
        return None
    for file in (report, report.with_name("junit-swift-testing.xml")):
        try:
            for case in xml.parse(file).iter("testcase"):
                if case.find("failure") is not None or case.find("error") is not None:
                    failed.add(case.get("classname").split(".")[0])
        except (OSError, xml.ParseError):
            # Tests that crash leave no report, or a part of it.
            pass
    if done.returncode and not failed:
        # They crashed, and no report says which.
        for name in names:
            one = run("swift", "test", "--skip-build", "--scratch-path", str(scratch), "--filter", rf"^{name}\.", cwd=package, seconds=300)
            if one is None or one.returncode:
                failed.add(name)
    return failed


TESTS = {}


def tests(package, scratch):
    if package not in TESTS:
        import json
        answer = run("swift", "package", "--scratch-path", str(scratch), "describe", "--type", "json", cwd=package)
        TESTS[package] = [target for target in json.loads(answer.stdout)["targets"] if target["type"] == "test"]
    return TESTS[package]


def main():
    folder, count, repositories = pathlib.Path(sys.argv[1]).absolute(), int(sys.argv[2]), sys.argv[3:]
    folder.mkdir(parents=True, exist_ok=True)
    results = folder / "results.tsv"
    known = {tuple(line.split("\t")[:2]): line.split("\t")[2:] for line in results.read_text().splitlines()} if results.exists() else {}
    generator = random.Random(1)
    for repository in repositories:
        name = pathlib.Path(repository.rstrip("/")).name if not repository.endswith("/repo") else pathlib.Path(repository).parent.name
        package, scratch = folder / name, folder / f"{name}.build"
        if not package.exists():
            run("git", "clone", "--quiet", repository, str(package), cwd=folder)
        run("git", "checkout", "--quiet", "--force", ".", cwd=package)
        built = run("swift", "build", "--build-tests", "--scratch-path", str(scratch), cwd=package, seconds=3600)
        broken = failing(package, scratch) if built and built.returncode == 0 else None
        if broken is None:
            print(f"{name}: its tests do not build here")
            continue
        candidates = places(package)
        generator.shuffle(candidates)
        compiled = sum(1 for key, value in known.items() if key[0] == name and value[0] != "uncompiled")
        for file, start, end, new in candidates:
            if compiled >= count:
                break
            key = (name, f"{file}:{start}")
            if key in known:
                continue
            text = (package / file).read_text(errors="replace")
            (package / file).write_text(text[:start] + new + text[end:])
            row = ["uncompiled"]
            made = run("swift", "build", "--build-tests", "--scratch-path", str(scratch), cwd=package)
            if made and made.returncode == 0:
                failed = failing(package, scratch)
                answer = run(
                    MODGAUGE, "affected", "--uncommitted", "--package-path", ".", "--kind", "tests", "--format", "names", "--quiet", "--cache-dir",
                    str(folder / "cache"), cwd=package)
                selected = set(answer.stdout.split())
                if failed is None:
                    row = ["endless"]
                else:
                    missed = failed - broken - selected
                    row = ["missed" if missed else "noticed" if failed - broken else "unnoticed", ",".join(sorted(failed)), str(len(selected))]
                    compiled += 1
            (package / file).write_text(text)
            known[key] = row
            with results.open("a") as out:
                out.write("\t".join([*key, *row]) + "\n")
    totals = collections.Counter(value[0] for value in known.values())
    compiled = totals["missed"] + totals["noticed"] + totals["unnoticed"]
    print(f"{compiled} mutants compiled ({totals['uncompiled']} did not); tests noticed {totals['noticed'] + totals['missed']}, {totals['missed']} missed")
    sys.exit(1 if totals["missed"] else 0)


main()
