#!/usr/bin/env python3
"""Reads an Xcode project or workspace, and says in what `modgauge graph --format json` of it differs.

    xcode_projects.py PATH GRAPH     differences, one a line; exit code 1 where there are any
    xcode_projects.py PATH           the table: targets with kind, sources, lines; dependencies with kind and platforms

It shares no code with modgauge: the property list, the groups, the build phases, the synchronized folders and the
dependencies are read here once more, with nothing but Python's library.
"""

import json
import os
import re
import sys
import xml.etree.ElementTree as ElementTree

TOKEN = re.compile(
    r"""\s+ | //[^\n]* | /\*.*?\*/ | (?P<punctuation>[{}()=;,]) | <(?P<data>[0-9a-fA-F\s]*)>
      | "(?P<double>(?:[^"\\]|\\.)*)" | '(?P<single>(?:[^'\\]|\\.)*)' | (?P<word>[^\s{}()=;,"'<>]+) """,
    re.VERBOSE | re.DOTALL)
ESCAPE = re.compile(r"\\(?:U([0-9a-fA-F]{4})|([0-7]{1,3})|(.))", re.DOTALL)
LETTERS = {"n": "\n", "t": "\t", "r": "\r", "a": "\a", "b": "\b", "f": "\f", "v": "\v"}


def unescaped(text):
    def letter(match):
        if match[1]:
            return chr(int(match[1], 16))
        return chr(int(match[2], 8)) if match[2] else LETTERS.get(match[3], match[3])

    return ESCAPE.sub(letter, text)


def tokens(text):
    place = 0
    while place < len(text):
        match = TOKEN.match(text, place)
        if not match:
            raise ValueError(f"no property list at character {place}")
        place = match.end()
        if match.lastgroup == "punctuation":
            yield match[0], None
        elif match.lastgroup in ("double", "single"):
            yield "text", unescaped(match[match.lastgroup])
        elif match.lastgroup:
            yield "text", match[match.lastgroup]


def property_list(text):
    stream = list(tokens(text.lstrip("\ufeff")))
    place = 0

    def value():
        nonlocal place
        kind, word = stream[place]
        place += 1
        if kind == "text":
            return word
        result = {} if kind == "{" else []
        closing = "}" if kind == "{" else ")"
        while stream[place][0] != closing:
            if kind == "{":
                key = value()
                assert stream[place][0] == "=", f"a key without a value: {key}"
                place += 1
                result[key] = value()
                assert stream[place][0] == ";", f"no semicolon behind {key}"
                place += 1
            else:
                result.append(value())
                if stream[place][0] == ",":
                    place += 1
        place += 1
        return result

    return value()


LANGUAGES = {".swift", ".c", ".cc", ".cpp", ".cxx", ".m", ".mm", ".s", ".S"}
KINDS = [
    (r"bundle\.(unit-test|ui-testing|ocunit-test)", "test"), (r"application.*", "app"), (r"framework.*", "framework"),
    (r"library\.dynamic", "dynamic-library"), (r"library.*|objfile", "static-library"), (r"tool.*", "tool"),
    (r"xpc-service", "xpc-service"), (r"bundle.*|instruments-package|metal-library|in-app-purchase-content", "bundle"),
    (r"[a-z0-9-]+-extension(\..*)?", "extension"),
]
BUNDLES = (
    ".app .appex .bundle .docc .framework .playground .scnassets .xcassets .xcdatamodel .xcdatamodeld .xcframework "
    ".xcmappingmodel .xcodeproj .xcworkspace").split()


def is_source(path):
    return os.path.splitext(path)[1] in LANGUAGES


def platforms(entry):
    words = list(entry.get("platformFilters", []))
    words += [entry["platformFilter"]] if entry.get("platformFilter") else []
    return frozenset("visionos" if word == "xros" else word for word in words)


class Project:
    def __init__(self, path):
        self.path = os.path.realpath(path)
        self.folder = os.path.dirname(self.path)
        with open(os.path.join(self.path, "project.pbxproj"), encoding="utf-8") as file:
            whole = property_list(file.read())
        self.objects = whole["objects"]
        self.id = whole["rootObject"]
        self.root = self.objects[self.id]
        self.source = os.path.normpath(os.path.join(self.folder, self.root.get("projectDirPath") or "."))
        self.parents = {}
        for key, entry in self.objects.items():
            for child in entry.get("children", []):
                self.parents.setdefault(child, key)
        self.targets = {}
        names = set()
        for key in self.root.get("targets", []):
            entry = self.objects.get(key)
            name = entry["name"].replace("/", ":") if entry else None
            if name and name not in names:
                names.add(name)
                self.targets[key] = entry
        self.listings = {}

    def get(self, key):
        return self.objects.get(key) or {}

    def entries(self, keys):
        return [self.objects[key] for key in keys if key in self.objects]

    def place(self, key, depth=0):
        """Where a file or group is, which the groups around it say; None for what a build makes, and for strays."""
        entry = self.get(key)
        if key == self.root.get("mainGroup"):
            base = self.source
        elif key in self.parents and depth < 200:
            base = None
        else:
            return None
        tree = entry.get("sourceTree") or "<group>"
        path = entry.get("path") or "."
        if tree == "<absolute>":
            return os.path.normpath(path) if path.startswith("/") else None
        if tree == "SOURCE_ROOT":
            base = self.source
        elif tree != "<group>":
            return None
        elif base is None:
            base = self.place(self.parents[key], depth + 1)
        return base and os.path.normpath(os.path.join(base, path))

    def kind(self, target):
        if target["isa"] == "PBXAggregateTarget":
            return "aggregate"
        if target["isa"] == "PBXLegacyTarget":
            return "legacy"
        word = target.get("productType", "").removeprefix("com.apple.product-type.")
        return next((kind for pattern, kind in KINDS if re.fullmatch(pattern, word)), "other")

    def sdks(self, target):
        for owner in (target, self.root):
            lists = self.get(owner.get("buildConfigurationList")).get("buildConfigurations", [])
            settings = self.get(lists[0] if lists else None).get("buildSettings", {})
            words = settings.get("SUPPORTED_PLATFORMS") or settings.get("SDKROOT")
            words = " ".join(words) if isinstance(words, list) else words
            if words and words != "auto":
                return set() if "$" in words else {word.replace("simulator", "os") for word in words.split()}
        return set()

    def files(self, target, *kinds):
        """The build files of a target's phases."""
        for phase in self.entries(target.get("buildPhases", [])):
            if phase["isa"] in kinds:
                yield from self.entries(phase.get("files", []))

    # Sources

    def sources(self, key):
        """Absolute paths of the files that a target compiles, and whether all of its folders are there."""
        target = self.targets[key]
        if target["isa"] in ("PBXAggregateTarget", "PBXLegacyTarget"):
            return None
        found, unplaced, whole = set(), set(), True
        for file in self.files(target, "PBXSourcesBuildPhase"):
            reference = self.get(file.get("fileRef"))
            if reference.get("isa") == "PBXFileReference" and is_source(reference.get("path", "")):
                place = self.place(file["fileRef"])
                if place:
                    found.add(place)
                else:
                    unplaced.add(file["fileRef"])
        for group, entry in self.objects.items():
            if entry["isa"] != "PBXFileSystemSynchronizedRootGroup" or not self.place(group):
                continue
            member = group in target.get("fileSystemSynchronizedGroups", [])
            exceptions = set()
            for rule in self.entries(entry.get("exceptions", [])):
                if rule.get("target") == key:
                    exceptions.update(rule.get("membershipExceptions", []))
                if rule.get("buildPhase") in target.get("buildPhases", []):
                    compiles = self.get(rule["buildPhase"])["isa"] == "PBXSourcesBuildPhase"
                    if compiles != member:
                        exceptions.update(rule.get("membershipExceptions", []))
            if not member and not exceptions:
                continue
            listing = self.listing(self.place(group))
            whole = whole and listing is not None
            for path in listing or []:
                around = [path]
                while os.path.dirname(around[-1]):
                    around.append(os.path.dirname(around[-1]))
                excepted = not exceptions.isdisjoint(around)
                opaque = not set(entry.get("explicitFolders", [])).isdisjoint(around)
                if member != excepted and not opaque:
                    found.add(os.path.join(self.place(group), path))
        return found, len(unplaced), whole

    def listing(self, folder):
        if folder not in self.listings:
            self.listings[folder] = self.walk(folder) if os.path.isdir(folder) else None
        return self.listings[folder]

    @staticmethod
    def walk(folder):
        result = []
        for place, folders, files in os.walk(folder):
            if place != folder and "Package.swift" in files:
                folders[:] = []
                continue
            folders[:] = [f for f in folders if f[0] != "." and os.path.splitext(f)[1] not in BUNDLES]
            result += [os.path.relpath(os.path.join(place, f), folder) for f in files if f[0] != "." and is_source(f)]
        return result


def lines(path):
    try:
        with open(path, "rb") as file:
            data = file.read()
    except OSError:
        return None
    return data.count(b"\n") + (1 if data and not data.endswith(b"\n") else 0)


class Workspace:
    def __init__(self, path):
        self.projects = {}
        path = os.path.realpath(path)
        self.base = os.path.dirname(path)
        if path.endswith(".xcworkspace"):
            root = ElementTree.parse(os.path.join(path, "contents.xcworkspacedata")).getroot()
            folder = os.path.dirname(path)
            self.references(root, folder, folder)
        else:
            self.add(path, True)

    def references(self, element, folder, base):
        for child in element:
            kind, _, path = child.get("location", "group:").partition(":")
            start = base if kind == "container" else folder
            place = os.path.normpath(os.path.join(start or "/nowhere", path)) if kind != "developer" else None
            if child.tag == "Group":
                self.references(child, place, base)
            elif place and place.endswith(".xcodeproj"):
                self.add(place)

    def add(self, path, is_start=False):
        path = os.path.realpath(path)
        downloads = {"Pods", "Carthage", "node_modules"}
        if path in self.projects or not os.path.isdir(path):
            return
        if not is_start and not downloads.isdisjoint(os.path.relpath(path, self.base).split("/")):
            return
        project = self.projects[path] = Project(path)
        for key, entry in project.objects.items():
            kind = entry.get("lastKnownFileType") or entry.get("explicitFileType")
            if kind == "wrapper.pb-project" and project.place(key):
                self.add(project.place(key))

    # Dependencies

    def target(self, project, key, name):
        """A target of a project by its id, else by its name."""
        if not project:
            return None
        if key in project.targets:
            return project, key
        same = [k for k, t in project.targets.items() if t["name"] == name]
        return (project, same[0]) if same else None

    def named(self, project, target):
        for entry in project.entries(target.get("dependencies", [])):
            proxy = project.get(entry.get("targetProxy"))
            found = None
            if project.get(entry.get("target")).get("name"):
                found = self.target(project, entry["target"], project.get(entry["target"])["name"])
            elif proxy.get("remoteInfo"):
                portal = proxy.get("containerPortal")
                place = project.place(portal)
                other = project if portal == project.id else self.projects.get(os.path.realpath(place)) if place else None
                found = self.target(other, proxy.get("remoteGlobalIDString"), proxy["remoteInfo"])
            if found:
                yield found, platforms(entry)

    @staticmethod
    def product_name(builder):
        project, key = builder
        return os.path.basename(project.get(project.targets[key].get("productReference")).get("path") or "")

    def runs(self, builder, sdks):
        own = builder[0].sdks(builder[0].targets[builder[1]])
        return not own or not sdks or bool(own & sdks)

    def builder(self, project, key, file, named):
        reference = project.get(file.get("fileRef"))
        name = os.path.basename(reference.get("path") or "")
        if not name:
            return None
        owner, product = project, file["fileRef"]
        proxied = reference["isa"] == "PBXReferenceProxy"
        if proxied:
            remote = project.get(reference.get("remoteRef"))
            place = project.place(remote.get("containerPortal"))
            owner = self.projects.get(os.path.realpath(place)) if place else None
            product = remote.get("remoteGlobalIDString")
        sdks = project.sdks(project.targets[key])
        makes = lambda b: b[0].targets[b[1]].get("productReference") == product
        explicit = [b for b in named if self.product_name(b) == name]
        for test in (makes, lambda b: self.runs(b, sdks), lambda b: True):
            for builder in explicit:
                if test(builder):
                    return builder
        for other in owner.targets if owner else []:
            if makes((owner, other)):
                return owner, other
        if not proxied and reference.get("sourceTree") != "BUILT_PRODUCTS_DIR":
            return None
        everyone = [(p, k) for p in sorted(self.projects.values(), key=lambda p: p.path) for k in p.targets]
        fitting = [b for b in everyone if self.product_name(b) == name and self.runs(b, sdks)]
        own = [b for b in fitting if b[0] is (owner or project)]
        return (own or fitting or [None])[0]

    def edges(self, project, key):
        """Other targets by (project's path, name): the kind of the dependency and its platforms, none for all."""
        target = project.targets[key]
        named = list(self.named(project, target))
        found = {}
        for builder, filters in named:
            found.setdefault(builder, [set(), []])[1].append(filters)
        ways = {"link": ["PBXFrameworksBuildPhase"], "copy": ["PBXCopyFilesBuildPhase", "PBXResourcesBuildPhase"]}
        for way, phases in ways.items():
            for file in project.files(target, *phases):
                builder = self.builder(project, key, file, [b for b, _ in named])
                if builder:
                    entry = found.setdefault(builder, [set(), []])
                    entry[0].add(way)
                    entry[1].append(platforms(file))
        result = {}
        for (other, which), (how, filters) in found.items():
            if (other, which) == (project, key):
                continue
            kind = "embed" if how == {"copy"} else "target" if other is project else "product"
            union = set() if frozenset() in filters else set().union(*filters)
            result[(other.path, other.targets[which]["name"].replace("/", ":"))] = (kind, sorted(union))
        return result

    def uses(self, project, key):
        """Products of packages as (name, kind, platforms)."""
        target = project.targets[key]
        linking = list(project.files(target, "PBXFrameworksBuildPhase")) + project.entries(target.get("dependencies", []))
        ids = dict.fromkeys(target.get("packageProductDependencies", []))
        ids.update(dict.fromkeys(file["productRef"] for file in linking if file.get("productRef")))
        known, result = set(), set()

        def note(product, filters, kind):
            entry = project.get(product)
            if entry.get("isa") != "XCSwiftPackageProductDependency" or not entry.get("productName"):
                return
            name = entry["productName"]
            if kind == "embed" and (name, entry.get("package")) in known:
                return
            known.add((name, entry.get("package")))
            union = set() if frozenset() in filters else set().union(*filters)
            plugin = name.startswith("plugin:")
            result.add((name.removeprefix("plugin:").replace("/", ":"), "plugin" if plugin else kind, tuple(sorted(union))))

        for product in ids:
            note(product, [platforms(file) for file in linking if file.get("productRef") == product] or [frozenset()],
                 "product")
        for file in project.files(target, "PBXCopyFilesBuildPhase"):
            if file.get("productRef") and file["productRef"] not in ids:
                note(file["productRef"], [platforms(file)], "embed")
        return result


def table(workspace):
    """By the project's path and the target's name: what is said of each target."""
    result = {}
    for path, project in workspace.projects.items():
        for key, target in project.targets.items():
            found = project.sources(key)
            count = total = missing = None
            if found:
                sizes = [lines(place) for place in found[0]]
                absent = sizes.count(None) + found[1]
                present = [size for size in sizes if size is not None]
                counted = found[2] and (present or not absent)
                count, total = (len(present), sum(present)) if counted else (None, None)
                missing = absent or None if found[2] else None
            result[path, target["name"].replace("/", ":")] = {
                "kind": project.kind(target), "sources": count, "lines": total, "missingSources": missing,
                "targets": workspace.edges(project, key), "products": workspace.uses(project, key),
            }
    return result


def compared(workspace, graph, base):
    """Differences as sentences."""
    places = {p["key"]: os.path.realpath(os.path.join(base, p["path"])) for p in graph["packages"]
              if p["path"].endswith(".xcodeproj")}
    modules = {m["id"]: m for m in graph["modules"]}
    theirs = {}
    for module in modules.values():
        if module["package"] in places:
            theirs[places[module["package"]], module["name"]] = dict(module, targets={}, products=set())
    for edge in graph["dependencies"]:
        start, end = modules[edge["from"]], modules[edge["to"]]
        if start["package"] not in places:
            continue
        entry = theirs[places[start["package"]], start["name"]]
        filters = edge.get("condition", {}).get("platforms", [])
        if end["package"] in places:
            entry["targets"][places[end["package"]], end["name"]] = (edge["kind"], filters)
        else:
            entry["products"].add((edge["product"], edge["kind"], tuple(filters)))
    ours = table(workspace)
    for key in sorted(ours.keys() | theirs.keys()):
        name = f"{os.path.relpath(key[0], base)}: {key[1]}"
        if key not in ours or key not in theirs:
            yield f"{name}: only {'here' if key in ours else 'in the graph'}"
            continue
        for field in ("kind", "sources", "lines", "missingSources"):
            if ours[key][field] != theirs[key].get(field):
                yield f"{name}: {field} {ours[key][field]}, in the graph {theirs[key].get(field)}"
        for field in ("targets", "products"):
            left = ours[key][field]
            right = theirs[key][field]
            left, right = (set(x) if field == "products" else {(*k, v[0], *v[1]) for k, v in x.items()} for x in (left, right))
            for missing in sorted(left - right):
                yield f"{name}: the graph lacks {' '.join(map(str, missing))}"
            for extra in sorted(right - left):
                yield f"{name}: only the graph has {' '.join(map(str, extra))}"


def main():
    path = sys.argv[1].rstrip("/")
    workspace = Workspace(path)
    if len(sys.argv) > 2:
        with open(sys.argv[2], encoding="utf-8") as file:
            graph = json.load(file)
        found = list(compared(workspace, graph, os.path.dirname(os.path.realpath(path))))
        print("\n".join(found), end="\n" if found else "")
        sys.exit(1 if found else 0)
    for (project, name), entry in sorted(table(workspace).items()):
        print(os.path.basename(project), name, entry["kind"], entry["sources"], entry["lines"], entry["missingSources"])
        for (other, target), (kind, filters) in sorted(entry["targets"].items()):
            print("   ", kind, os.path.basename(other), target, *filters)
        for product in sorted(entry["products"]):
            print("   ", product[1], product[0], *product[2])


main()
