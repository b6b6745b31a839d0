"""Reads one Xcode project: its property list, groups, build phases and synchronized folders."""

import os
import re

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


LANGUAGES = set((
    ".swift .c .cc .cpp .cxx .C .cp .c++ .tcc .m .mm .M .s .S .asm .applescript .cl .d .defs .iig .instrpkg .metal .mig "
    ".l .lm .lmm .lp .lpp .lxx .r .rez .y .ym .ymm .yp .ypp .yxx .yy").split())
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
        """Absolute paths of the files that a target compiles, the number of others, and whether all of its folders are
        there."""
        target = self.targets[key]
        if target["isa"] in ("PBXAggregateTarget", "PBXLegacyTarget"):
            return None
        named = {file.get("fileRef") for file in self.files(target, "PBXSourcesBuildPhase")}
        named = {file for file in named if self.get(file).get("isa") == "PBXFileReference"}
        compiled = {file for file in named if is_source(self.get(file).get("path", ""))}
        found = {self.place(file) for file in compiled} - {None}
        uncounted = sum(self.place(file) is None for file in compiled)
        folders, whole = self.synchronized(key, target)
        if folders is None and not compiled and target.get("buildRules"):
            uncounted = len(named)
        return found | (folders or set()), uncounted, whole

    def synchronized(self, key, target):
        """Absolute paths of a target's files in synchronized folders, None without such folders, and whether all are
        there."""
        found, whole, related = set(), True, False
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
            related = True
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
        return found if related else None, whole

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
