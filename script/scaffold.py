"""Adds a feature and its sample app to packages whose manifests are written in many styles, and builds the sample app.

    python3 script/scaffold.py [REPOSITORY...]
    python3 script/scaffold.py --kills N [SEED]

The styles are below; each REPOSITORY is a git repository with a manifest at its root, which is cloned, and only evaluated.
MODGAUGE names the program. For each: whether `modgauge scaffold` succeeded, whether it only added lines (and at most one
comma an added place), whether the sample app builds at the first attempt, and whether `swift package add-target` with
`add-target-dependency` gets as far. Ends with a table. Everything is below a temporary folder.

With --kills, a run of `scaffold` is killed at N random moments; after the next command, the package must be as before, or
have everything.
"""

import difflib
import json
import os
import pathlib
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time

MODGAUGE = os.environ["MODGAUGE"]
HEAD = "// swift-tools-version: 5.9\nimport PackageDescription\n\n"
MODULES = ["Core", "Home", "Profile", "App"]

STYLES = {
    "literal": """let package = Package(
  name: "Shop",
  targets: [
    .target(name: "Core"),
    .target(name: "Home", dependencies: ["Core"]),
    .target(name: "Profile", dependencies: ["Core"]),
    .executableTarget(name: "App", dependencies: ["Home", "Profile"]),
  ]
)
""",
    "literal, no trailing commas": """let package = Package(
  name: "Shop",
  targets: [
    .target(name: "Core"),
    .target(name: "Home", dependencies: ["Core"]),
    .target(name: "Profile", dependencies: ["Core"]),
    .executableTarget(name: "App", dependencies: ["Home", "Profile"])
  ]
)
""",
    "one line": """let package = Package(name: "Shop", targets: [.target(name: "Core"), .target(name: "Home"), \
.target(name: "Profile"), .executableTarget(name: "App", dependencies: ["Home", "Profile"])])
""",
    "several lines a target, paths": """let package = Package(
    name: "Shop",
    products: [
        .library(
            name: "Home",
            targets: ["Home"]
        ),
        .library(
            name: "Profile",
            targets: ["Profile"]
        ),
    ],
    targets: [
        // Foundation
        .target(
            name: "Core",
            path: "Modules/Core"
        ),

        // Features
        .target(
            name: "Home",
            dependencies: [
                "Core",
            ],
            path: "Modules/Home"
        ),
        .target(
            name: "Profile",
            dependencies: [
                "Core",
            ],
            path: "Modules/Profile"
        ),

        // Apps
        .executableTarget(
            name: "App",
            dependencies: [
                .target(name: "Home"),
                .target(name: "Profile"),
            ],
            path: "Modules/App"
        ),
    ]
)
""",
    "helper": """extension Target {
  static func feature(_ name: String, dependencies: [Target.Dependency] = []) -> Target {
    .target(name: name, dependencies: ["Core"] + dependencies, path: "Features/\\(name)")
  }
}

let package = Package(
  name: "Shop",
  targets: [
    .target(name: "Core"),
    .feature("Home"),
    .feature("Profile", dependencies: ["Home"]),
    .executableTarget(name: "App", dependencies: ["Home", "Profile"]),
  ]
)
""",
    "helper function": """func module(name: String, deps: [String] = []) -> Target {
  .target(name: name, dependencies: deps.map { .byName(name: $0) })
}

let package = Package(
  name: "Shop",
  targets: [
    module(name: "Core"),
    module(name: "Home", deps: ["Core"]),
    module(name: "Profile", deps: ["Core"]),
    .executableTarget(name: "App", dependencies: ["Home", "Profile"]),
  ]
)
""",
    "constants of dependencies": """extension Target.Dependency {
  static let core: Self = "Core"
  static let home: Self = "Home"
  static let profile: Self = "Profile"
}

let package = Package(
  name: "Shop",
  targets: [
    .target(name: "Core"),
    .target(name: "Home", dependencies: [.core]),
    .target(name: "Profile", dependencies: [.core]),
    .executableTarget(name: "App", dependencies: [.home, .profile]),
  ]
)
""",
    "constants of names": """let core = "Core"
let home = "Home"
let profile = "Profile"

let package = Package(
  name: "Shop",
  targets: [
    .target(name: core),
    .target(name: home, dependencies: [.target(name: core)]),
    .target(name: profile, dependencies: [.target(name: core)]),
    .executableTarget(name: "App", dependencies: [.target(name: home), .target(name: profile)]),
  ]
)
""",
    "constant of targets": """let features: [Target] = [
  .target(name: "Home", dependencies: ["Core"]),
  .target(name: "Profile", dependencies: ["Core"]),
]

let package = Package(
  name: "Shop",
  targets: features + [
    .target(name: "Core"),
    .executableTarget(name: "App", dependencies: features.map { .target(name: $0.name) }),
  ]
)
""",
    "loop over names": """let features = ["Home", "Profile"]

let package = Package(
  name: "Shop",
  products: features.map { .library(name: $0, targets: [$0]) },
  targets: [
    .target(name: "Core"),
    .executableTarget(name: "App", dependencies: features.map { .target(name: $0) }),
  ]
)

for feature in features {
  package.targets.append(.target(name: feature, dependencies: ["Core"]))
}
""",
    "map over names": """let features = [
  "Home",
  "Profile",
]

let package = Package(
  name: "Shop",
  targets: features.map { .target(name: $0, dependencies: ["Core"], path: "Features/\\($0)") } + [
    .target(name: "Core"),
    .executableTarget(name: "App", dependencies: ["Home", "Profile"]),
  ]
)
""",
    "dictionary": """let features: [String: [Target.Dependency]] = [
  "Home": ["Core"],
  "Profile": ["Core", "Home"],
]

let package = Package(
  name: "Shop",
  targets: features.sorted { $0.key < $1.key }.map { .target(name: $0.key, dependencies: $0.value) } + [
    .target(name: "Core"),
    .executableTarget(name: "App", dependencies: ["Home", "Profile"]),
  ]
)
""",
    "tuples": """let features: [(name: String, dependencies: [Target.Dependency])] = [
  ("Home", ["Core"]),
  ("Profile", ["Core", "Home"]),
]

let package = Package(
  name: "Shop",
  targets: features.map { .target(name: $0.name, dependencies: $0.dependencies) } + [
    .target(name: "Core"),
    .executableTarget(name: "App", dependencies: ["Home", "Profile"]),
  ]
)
""",
    "appended arrays": """let package = Package(name: "Shop")

package.targets += [
  .target(name: "Core"),
]
package.targets += [
  .target(name: "Home", dependencies: ["Core"]),
  .target(name: "Profile", dependencies: ["Core"]),
]
package.targets += [
  .executableTarget(name: "App", dependencies: ["Home", "Profile"]),
]
""",
    "appended targets": """let package = Package(name: "Shop", targets: [.target(name: "Core")])

package.targets.append(.target(name: "Home", dependencies: ["Core"]))
package.targets.append(.target(name: "Profile", dependencies: ["Core"]))
package.targets.append(.executableTarget(name: "App", dependencies: ["Home", "Profile"]))
""",
    "settings of all": """let settings: [SwiftSetting] = [.enableUpcomingFeature("ExistentialAny")]

let package = Package(
  name: "Shop",
  targets: [
    .executableTarget(name: "App", dependencies: ["Home", "Profile"], swiftSettings: settings),
    .target(name: "Core", swiftSettings: settings),
    .target(name: "Home", dependencies: ["Core"], swiftSettings: settings),
    .target(name: "Profile", dependencies: ["Core"], swiftSettings: settings),
  ]
)
""",
    "settings by a loop": """let package = Package(
  name: "Shop",
  targets: [
    .target(name: "Core"),
    .target(name: "Home", dependencies: ["Core"]),
    .target(name: "Profile", dependencies: ["Core"]),
    .executableTarget(name: "App", dependencies: ["Home", "Profile"]),
  ]
)

for target in package.targets {
  target.swiftSettings = [.define("ALL")]
}
""",
    "enumeration of modules": """enum Module: String, CaseIterable {
  case core = "Core"
  case home = "Home"
  case profile = "Profile"

  var target: Target { .target(name: rawValue, dependencies: self == .core ? [] : ["Core"]) }
}

let package = Package(
  name: "Shop",
  targets: Module.allCases.map(\\.target) + [
    .executableTarget(name: "App", dependencies: ["Home", "Profile"])
  ]
)
""",
}


def run(words, cwd, **more):
    return subprocess.run(words, cwd=cwd, capture_output=True, text=True, **more)


def write(folder, manifest, variant=None):
    folder.mkdir(parents=True)
    (folder / "Package.swift").write_text(HEAD + manifest)
    if variant:
        (folder / "Package@swift-5.10.swift").write_text(variant)
    dump = json.loads(run(["swift", "package", "dump-package"], folder).stdout)
    for target in dump["targets"]:
        place = folder / (target.get("path") or f"Sources/{target['name']}")
        place.mkdir(parents=True, exist_ok=True)
        name, text = ("main.swift", "print(1)\n") if target["type"] == "executable" else ("File.swift", "let one = 1\n")
        (place / name).write_text(text)


def manifests(folder):
    return {str(path.relative_to(folder)): path.read_text() for path in sorted(folder.glob("Package*.swift"))}


def removed_lines(before, after):
    """Lines that changed in more than a comma at their end."""
    lines = difflib.unified_diff(before.splitlines(), after.splitlines(), lineterm="", n=0)
    lines = [line for line in lines if line[:1] in "+-" and line[:3] not in ("+++", "---")]
    gone = [line[1:] for line in lines if line[0] == "-"]
    new = [line[1:] for line in lines if line[0] == "+"]
    return [line for line in gone if line + "," not in new and not any(set_grows(line, other) for other in new)]


def set_grows(line, other):
    """Whether a line only gained something within itself, as a list on one line does."""
    place = 0
    for character in line:
        place = other.find(character, place) + 1
        if place == 0:
            return False
    return True


def graph(folder):
    result = run([MODGAUGE, "graph", "--include-tests", "--format", "json", "--quiet"], folder)
    document = json.loads(result.stdout)
    return (
        {module["name"] for module in document["modules"]},
        {(edge["from"].split("/")[-1], edge["to"].split("/")[-1]) for edge in document["dependencies"]},
    )


def scaffold(folder, feature, has_app, builds):
    (before, modules_before) = (manifests(folder), graph(folder))
    outcome = run([MODGAUGE, "scaffold", feature, "--as", "feature"], folder)
    if outcome.returncode == 0:
        # The features of some repositories have a suffix in common.
        feature = min(graph(folder)[0] - modules_before[0], key=len)
        outcome = run([MODGAUGE, "scaffold", f"{feature}Demo", "--as", "sample-app", "--set", f"feature={feature}"], folder)
    if outcome.returncode != 0:
        return {"scaffold": False, "words": outcome.stderr.strip()}
    changed = [line for name, text in manifests(folder).items() for line in removed_lines(before[name], text)]
    (modules, edges) = graph(folder)
    new = modules - modules_before[0]
    wanted = {feature, f"{feature}Tests", f"{feature}Demo"}
    extra = {edge for edge in edges - modules_before[1] if edge[0] not in wanted}
    missing = modules_before[1] - edges
    intended = new == wanted and not missing and extra <= {("App", feature)} | ({e for e in extra} if not has_app else set())
    result = {"scaffold": True, "added only": not changed, "graph": intended, "words": "; ".join(changed)}
    if builds:
        built = run(["swift", "build", "--product", f"{feature}Demo", "--disable-index-store"], folder)
        result["builds"] = built.returncode == 0
        if built.returncode != 0:
            result["words"] += built.stdout[-600:]
    return result


def swiftpm(folder, feature):
    """How far SwiftPM's own commands get: the target, the dependency of the app, and a manifest that evaluates."""
    for words in (["add-target", feature], ["add-target-dependency", feature, "App"]):
        if run(["swift", "package", *words], folder).returncode != 0:
            return False
    dump = run(["swift", "package", "dump-package"], folder)
    if dump.returncode != 0:
        return False
    targets = {target["name"]: target for target in json.loads(dump.stdout)["targets"]}
    return feature in targets and any(
        feature in (word.get("byName") or word.get("target") or [""]) for word in targets["App"]["dependencies"]
    )


def contents(folder):
    return {
        str(path.relative_to(folder)): path.read_bytes() if path.is_file() else None
        for path in sorted(folder.rglob("*")) if ".build" not in path.parts
    }


def kills(count, seed):
    chance = random.Random(seed)
    with tempfile.TemporaryDirectory(prefix="modgauge-scaffold-") as place:
        place = pathlib.Path(place)
        os.environ["XDG_STATE_HOME"] = str(place / "state")
        os.environ["XDG_CACHE_HOME"] = str(place / "cache")
        write(place / "Model", STYLES["literal"])
        before = contents(place / "Model")
        shutil.copytree(place / "Model", place / "Whole")
        words = [MODGAUGE, "scaffold", "Leaflet", "--as", "feature-with-interface"]
        start = time.monotonic()
        run(words, place / "Whole", check=True)
        seconds = time.monotonic() - start
        whole = contents(place / "Whole")
        answers = {"before": 0, "whole": 0, "during": 0}
        for _ in range(count):
            folder = place / "Shop"
            shutil.copytree(place / "Model", folder)
            process = subprocess.Popen(words, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            time.sleep(chance.uniform(0, 1.1) * seconds)
            process.send_signal(signal.SIGKILL)
            process.wait()
            left = contents(folder)
            run([MODGAUGE, "packages"], folder, check=True)
            after = contents(folder)
            answers["during"] += left != after
            if after not in (before, whole):
                sys.exit(f"half: {sorted(set(after) ^ set(before))}")
            answers["whole" if after == whole else "before"] += 1
            shutil.rmtree(folder)
        print(
            f"{count} kills within {seconds:.2f} s: {answers['before']} left nothing, {answers['whole']} everything; "
            f"{answers['during']} were put back by the next command"
        )


def main():
    if sys.argv[1:2] == ["--kills"]:
        return kills(int(sys.argv[2]), int((sys.argv[3:] or [1])[0]))
    rows = []
    with tempfile.TemporaryDirectory(prefix="modgauge-scaffold-") as place:
        place = pathlib.Path(place)
        os.environ["XDG_STATE_HOME"] = str(place / "state")
        os.environ["XDG_CACHE_HOME"] = str(place / "cache")
        styles = [(name, text, None) for name, text in STYLES.items()]
        literal = STYLES["literal"]
        styles.append(("variants", literal, "// swift-tools-version: 5.10\nimport PackageDescription\n" + literal))
        only = os.environ.get("MODGAUGE_SOAK_STYLE")
        for name, text, variant in styles:
            if only and only != name:
                continue
            folder = place / name.replace(" ", "-") / "Shop"
            write(folder, text, variant)
            row = scaffold(folder, "Leaflet", True, not os.environ.get("MODGAUGE_SOAK_EVALUATE"))
            if not os.environ.get("MODGAUGE_SOAK_EVALUATE"):
                other = place / name.replace(" ", "-") / "Other"
                write(other, text, variant)
                row["SwiftPM"] = swiftpm(other, "Leaflet")
            rows.append((name, row))
            print(name, row, flush=True)
        for repository in sys.argv[1:]:
            name = "/".join(repository.removesuffix(".git").split("/")[-2:])
            folder = place / "repositories" / name
            if run(["git", "clone", "--quiet", "--shared", repository, str(folder)], place).returncode != 0:
                print(f"{repository}: cannot be cloned, so that it is not in the table", file=sys.stderr)
                continue
            row = scaffold(folder, "Leaflet", False, False)
            rows.append((name, row))
            print(name, row, flush=True)
    keys = ["scaffold", "added only", "graph", "builds", "SwiftPM"]
    print("\n| manifest | " + " | ".join(keys) + " |\n|---|" + "---|" * len(keys))
    for name, row in rows:
        print(f"| {name} | " + " | ".join({True: "yes", False: "no", None: ""}[row.get(key)] for key in keys) + " |")
    done = sum(bool(row["scaffold"] and row["graph"]) for _, row in rows)
    print(f"\n{done} of {len(rows)}")


main()
