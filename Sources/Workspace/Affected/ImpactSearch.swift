package import ModuleGraph

/// All that is known about a change of a workspace.
package struct WorkspaceChange: Sendable {
  /// Absolute paths, also those under which symbolic links show a changed file.
  package var files: Set<String>
  /// The workspace after the change.
  package let head: LoadedWorkspace
  /// The workspace before it; `nil` if nothing asks for it, since no manifest changed.
  package var base: LoadedWorkspace?
  /// By the folders of packages; those whose manifests mean the same are missing.
  package var manifests: [String: ManifestComparison] = [:]
  /// The changed pins of each `Package.resolved`, by its absolute path: words by identity. `nil` for a file that cannot be
  /// read.
  package var pins: [String: [String: String]?] = [:]
  /// See ``PinnedVersions/dependents(inCheckouts:)``; `nil` without checkouts.
  package var dependentsOfPins: [String: Set<String>]?

  package init(files: Set<String>, head: LoadedWorkspace) { (self.files, self.head) = (files, head) }
}

extension WorkspaceChange {
  /// The folders of the packages whose manifests may mean something else: a file of theirs changed, or they may read more
  /// than their own text. Sorted.
  package var changedPackages: [String] {
    let packages = head.packages + (base?.packages ?? [])
    let changed = packages.filter { package in
      package.looksAround || files.contains { $0.isManifest(in: package.path) }
    }
    return Set(changed.map(\.path)).sorted()
  }

  /// The changed files with versions of fetched packages: of a package in the workspace, or within an Xcode project.
  /// Sorted.
  package var resolvedFiles: [String] {
    let folders = Set(head.packages.map(\.path) + [head.rootPath])
    return files.filter { path in
      guard path.hasSuffix("/Package.resolved") else { return false }
      return folders.contains(String(path.dropLast("/Package.resolved".count)))
        || path.remainder(below: head.rootPath) != nil && path.contains("/swiftpm/")
    }.sorted()
  }
}

extension String {
  fileprivate func isManifest(in folder: String) -> Bool {
    remainder(below: folder).map { ManifestFile.isNamed($0) && !$0.contains("/") } ?? false
  }
}

/// What the configuration says about files that no target builds.
package struct FilePolicy: Hashable, Sendable {
  private let settings: AffectedSettings
  /// The folder that the patterns are relative to, absolute.
  private let folder: String

  package init(_ settings: AffectedSettings, relativeTo folder: String) {
    (self.settings, self.folder) = (settings, folder)
  }

  /// A path as patterns name it.
  package func name(of path: String) -> String { Path.relative(path, to: folder) }

  /// - Parameter path: absolute.
  func touchesEverything(_ path: String) -> Bool { settings.all.contains { $0.matches(name(of: path)) } }
  /// Besides what the configuration says: what modgauge is told about a workspace changes nothing that is built or tested.
  func isIgnored(_ path: String) -> Bool {
    let name = name(of: path)
    return name.split(separator: "/").contains { $0.hasPrefix(".modgauge") }
      || settings.ignore.contains { $0.matches(name) }
  }
}

/// Finds what a change touches before anything depends on it.
package struct ImpactSearch {
  private let change: WorkspaceChange
  private let policy: FilePolicy
  private let graph: ModuleGraph
  private let owners: FileOwners
  private let formerOwners: FileOwners?
  private let members: [String: [ModuleID]]
  private var impact = ChangeImpact()
  /// The files that nothing owns, as patterns name them, sorted.
  package private(set) var unowned: [String] = []

  /// - Complexity: O(files · length of their paths + modules + dependencies).
  package init(_ change: WorkspaceChange, _ policy: FilePolicy) {
    (self.change, self.policy) = (change, policy)
    graph = change.head.graph
    owners = FileOwners(change.head)
    formerOwners = change.base.map { FileOwners($0) }
    members = Dictionary(grouping: graph.modules.lazy.filter { !$0.kind.isOutside }.map(\.id), by: \.package)
  }

  /// The files for whose owner the state before the change must be known: manifests, and files that are owned by nothing.
  package static func needsBase(_ change: WorkspaceChange, _ policy: FilePolicy) -> Bool {
    let search = ImpactSearch(change, policy)
    return change.head.looksAround
      || change.files.contains { path in
        search.isManifest(path) || path.hasSuffix(".pbxproj")
          || search.owners.owners(of: path) == nil && !policy.touchesEverything(path) && !policy.isIgnored(path)
            && !Path.isFile(path)
      }
  }

  package mutating func found() -> ChangeImpact {
    for failure in graph.failures {
      impact.addEverything(ChangeCause(.unreadable, failure.path, detail: "it cannot be read"))
    }
    for path in change.files.sorted() { add(file: path) }
    for package in change.head.packages {
      if let manifest = change.manifests[package.path] { add(manifest, of: package) }
    }
    addPins()
    if let base = change.base { addDifferences(from: base.graph) }
    unowned.sort()
    return impact
  }

  private func shown(_ path: String) -> String { Path.relative(path, to: change.head.rootPath) }

  private func isManifest(_ path: String) -> Bool {
    (change.head.packages + (change.base?.packages ?? [])).contains { path.isManifest(in: $0.path) }
  }

  // MARK: Files

  private mutating func add(file path: String) {
    if isManifest(path) || change.pins[path] != nil { return }
    let cause = ChangeCause(.file, shown(path))
    let answers = [owners.owners(of: path), formerOwners?.owners(of: path)].compactMap { $0 }
    if answers.contains(where: \.isBuilt) {
      impact.add(cause, to: Set(answers.filter(\.isBuilt).flatMap(\.modules)))
    } else if path.lastComponent == ".swift-version" {
      impact.addEverything(ChangeCause(.toolchain, shown(path)))
    } else if let targets = targets(ofXcodeFile: path) {
      impact.add(ChangeCause(.manifest, shown(path)), to: targets)
    } else if policy.touchesEverything(path) {
      impact.addEverything(ChangeCause(.configured, shown(path)))
    } else if policy.isIgnored(path) {
      return
    } else if let answer = answers.first {
      impact.add(cause, to: Set(answers.flatMap(\.modules) + answer.modules))
    } else if case let modules = owners.modules(below: path), !modules.isEmpty {
      impact.add(cause, to: modules)
    } else {
      unowned.append(policy.name(of: path))
      impact.addEverything(ChangeCause(.unowned, shown(path)))
    }
  }

  /// The targets that a file of an Xcode project concerns: those of a test plan, or all of the project.
  private func targets(ofXcodeFile path: String) -> [ModuleID]? {
    if path.hasSuffix(".xctestplan") {
      guard let bytes = try? FileBytes.read(path) else { return nil }
      let text = String(decoding: bytes, as: UTF8.self)
      let tests = graph.modules.filter { $0.kind == .test && text.contains("\"\($0.name)\"") }
      return tests.isEmpty ? nil : tests.map(\.id)
    }
    let projects = graph.packages.filter { package in
      package.toolsVersion == nil
        && path.remainder(below: Path.joined(change.head.rootPath, package.path)) != nil
    }
    return projects.isEmpty ? nil : projects.flatMap { members[$0.key] ?? [] }
  }

  // MARK: Manifests

  private mutating func add(_ manifest: ManifestComparison, of package: LoadedPackage) {
    let file = package.manifestFile ?? shown(package.path + "/" + ManifestFile.name)
    func cause(_ detail: String) -> ChangeCause { ChangeCause(.manifest, file, detail: detail) }
    let own = members[package.key] ?? []
    guard case .difference(let difference) = manifest else {
      return impact.add(cause("it is new, or cannot be compared"), to: own)
    }
    if !difference.settings.isEmpty { impact.add(cause(difference.settings.joined(separator: ", ")), to: own) }
    for (name, keys) in difference.targets {
      let detail = keys.isEmpty ? "a new target" : keys.joined(separator: ", ")
      impact.add(cause(detail), to: own.filter { $0.name == name })
    }
    let identities = Dictionary(graph.packages.map { ($0.key, $0.identity) }, uniquingKeysWith: { first, _ in first })
    for identity in difference.dependencies {
      let users = graph.dependencies.lazy.filter {
        $0.from.package == package.key && (identities[$0.to.package] ?? $0.to.package) == identity
      }
      impact.add(cause("the dependency on \(identity)"), to: Set(users.map(\.from)))
    }
    for product in difference.products {
      let users = graph.dependencies.lazy.filter { $0.to.package == package.key && $0.product == product }
      impact.add(cause("the product \(product)"), to: Set(users.map(\.from)))
    }
  }

  /// What the graphs show, whatever the reason: a product that another package now provides, folders that moved.
  private mutating func addDifferences(from base: ModuleGraph) {
    let before = Dictionary(base.modules.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    let (old, new) = (base.needs, graph.needs)
    let files = Dictionary(
      graph.packages.map { package in
        let file = package.toolsVersion == nil ? package.path : Path.normalized(package.path + "/" + ManifestFile.name)
        return (package.key, file)
      }, uniquingKeysWith: { first, _ in first })
    for module in graph.modules where !module.kind.isOutside {
      let file = files[module.package] ?? module.package
      if let former = before[module.id] {
        if former.kind != module.kind || former.path != module.path {
          impact.add(ChangeCause(.manifest, file, detail: "kind or path"), to: [module.id])
        }
        if old[module.id] != new[module.id] {
          impact.add(ChangeCause(.manifest, file, detail: "dependencies"), to: [module.id])
        }
      } else {
        impact.add(ChangeCause(.manifest, file, detail: "a new target"), to: [module.id])
      }
    }
  }

  // MARK: Pins

  private mutating func addPins() {
    let externals = Dictionary(grouping: graph.modules.lazy.filter { $0.kind == .external }.map(\.id), by: \.package)
    for (path, changes) in change.pins.sorted(by: { $0.key < $1.key }) {
      guard let changes else {
        impact.addEverything(ChangeCause(.unreadable, shown(path), detail: "its format is unknown"))
        continue
      }
      for (identity, words) in changes.sorted(by: { $0.key < $1.key }) {
        let cause = ChangeCause(.pin, identity, detail: words)
        let reached = change.dependentsOfPins?[identity] ?? [identity]
        let known = reached.compactMap { externals[$0] }.flatMap { $0 }
        // A package that no manifest here names can only be reached through others.
        let isHidden = externals[identity] == nil && change.dependentsOfPins == nil
        impact.add(cause, to: isHidden ? externals.values.flatMap { $0 } : known)
      }
    }
  }
}

extension ModuleGraph {
  /// The dependencies of each module without their lines.
  fileprivate var needs: [ModuleID: Set<Dependency>] {
    var needs: [ModuleID: Set<Dependency>] = [:]
    for dependency in dependencies {
      needs[dependency.from, default: []].insert(
        Dependency(
          from: dependency.from, to: dependency.to, kind: dependency.kind, product: dependency.product,
          condition: dependency.condition))
    }
    return needs
  }
}
