#!/usr/bin/env python3
"""Reads an Xcode project or workspace, and says in what `modgauge graph --format json` of it differs.

    xcode_projects.py PATH GRAPH     differences, one a line; exit code 1 where there are any
    xcode_projects.py PATH           the table: targets with kind, sources, lines; dependencies with kind and platforms

It shares no code with modgauge: the property list, the groups, the build phases, the synchronized folders and the
dependencies are read here once more, with nothing but Python's library.
"""

import json
import os
import sys
import xml.etree.ElementTree as ElementTree

sys.dont_write_bytecode = True  # which would stand among the sources
from xcode_project import Project, platforms


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
