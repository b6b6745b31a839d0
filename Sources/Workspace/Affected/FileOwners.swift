import ManifestSyntax
package import ModuleGraph

/// Which modules a file belongs to, by SwiftPM's layout rules and by the lists of Xcode's projects. It need not exist.
package struct FileOwners: Sendable {
  /// The owners of a file.
  package struct Answer: Hashable, Sendable {
    /// Sorted.
    package let modules: [ModuleID]
    /// Whether it is a source, a resource or a header. Other files in a target's folder are handed to plugins only.
    package let isBuilt: Bool
  }

  fileprivate struct Target: Sendable {
    let module: ModuleID
    /// `nil` where every file in the folder counts: of a system library or a binary, and of Xcode's targets.
    let rules: SourceRules?
    let isBuilt: Bool
  }

  /// By the paths of sources, absolute.
  private let sources: [String: [ModuleID]]
  /// By the absolute paths of folders.
  private let targets: [String: [Target]]
  /// The modules whose compilers may look for headers in the folders of others, by their packages' manifests.
  private let includers: [ModuleID]

  /// - Complexity: O(modules + sources + bytes of manifests).
  package init(_ workspace: LoadedWorkspace) {
    var sources: [String: [ModuleID]] = [:]
    for (module, files) in workspace.sources {
      for file in files { sources[Path.joined(workspace.rootPath, file.path), default: []].append(module) }
    }
    self.sources = sources.mapValues { $0.sorted() }
    var declared: [ModuleID: (package: LoadedPackage, target: ManifestTarget)] = [:]
    for package in workspace.packages {
      for target in package.manifest.targets {
        declared[ModuleID(package: package.key, name: target.name)] = (package, target)
      }
    }
    var targets: [String: [Target]] = [:]
    for module in workspace.graph.modules where !module.kind.isOutside && module.kind != .snippet {
      guard let path = module.path else { continue }
      let folder = Path.joined(workspace.rootPath, path)
      let isWhole = [.system, .binary].contains(module.kind)
      let rules = declared[module.id].flatMap { package, target in
        isWhole
          ? nil
          : SourceRules(of: target, in: folder, package: package.path, tools: package.manifest.parsedToolsVersion)
      }
      targets[folder, default: []].append(Target(module: module.id, rules: rules, isBuilt: isWhole))
    }
    self.targets = targets
    let keys = Set(workspace.packages.filter(\.includesOtherHeaders).map(\.key))
    includers = keys.isEmpty ? [] : workspace.graph.modules.map(\.id).filter { keys.contains($0.package) }
  }

  /// - Parameter path: absolute.
  /// - Returns: `nil` if nothing owns it.
  /// - Complexity: O(length of the path · targets around it).
  package func owners(of path: String) -> Answer? {
    guard let answer = folderOwners(of: path) else { return nil }
    guard answer.isBuilt, !includers.isEmpty, SourceRules.isHeader(path.lastComponent) else { return answer }
    return Answer(modules: Set(answer.modules + includers).sorted(), isBuilt: true)
  }

  private func folderOwners(of path: String) -> Answer? {
    if let modules = sources[path] { return Answer(modules: modules, isBuilt: true) }
    var (built, contained): (Set<ModuleID>, [ModuleID]) = ([], [])
    for folder in path.upwards {
      var here: [ModuleID] = []
      for target in targets[String(folder)] ?? [] {
        switch target.claim(on: path) {
        case .built: built.insert(target.module)
        case .contained: here.append(target.module)
        case nil: break
        }
      }
      // Of nested folders, the innermost counts.
      if contained.isEmpty { contained = here }
    }
    if !built.isEmpty { return Answer(modules: built.sorted(), isBuilt: true) }
    return contained.isEmpty ? nil : Answer(modules: contained.sorted(), isBuilt: false)
  }

  /// The modules at or below a folder, such as a submodule.
  /// - Parameter path: absolute.
  /// - Complexity: O(modules).
  package func modules(below path: String) -> [ModuleID] {
    targets.filter { $0.key.remainder(below: path) != nil }.flatMap { $0.value.map(\.module) }.sorted()
  }
}

extension FileOwners.Target {
  fileprivate func claim(on path: String) -> SourceRules.Claim? {
    rules.map { $0.claim(on: path) } ?? (isBuilt ? .built : .contained)
  }
}

extension SourceRules {
  fileprivate enum Claim { case built, contained }

  /// What a target has to do with a path at or below its folder; `nil` if it is excluded or hidden.
  fileprivate func claim(on path: String) -> Claim? {
    guard let rest = path.remainder(below: folder) else { return nil }
    var current = folder
    let names = PathText.parts(of: rest).map(String.init)
    for (index, name) in names.enumerated() {
      let next = current + "/" + name
      if isIgnored(next, named: name, in: current) { return nil }
      if isResource(next, named: name, in: current) { return .built }
      if index < names.count - 1, isOpaque(next, named: name, in: current) { return .contained }
      if index == names.count - 1, isCompiled(next, named: name) || Self.isHeader(name) { return .built }
      current = next
    }
    return .contained
  }

  /// Whether C code can include it. Its extension is no source's.
  fileprivate static func isHeader(_ name: String) -> Bool {
    guard let ending = Path.pathExtension(name)?.lowercased() else { return false }
    return ["h", "hh", "hp", "hpp", "hxx", "h++", "def", "inc", "inl", "ipp", "modulemap", "apinotes"].contains(ending)
  }
}

extension LoadedPackage {
  /// Whether its manifest may let compilers look for headers outside of their target's folder.
  fileprivate var includesOtherHeaders: Bool {
    hasManifest { text in
      if text.contains("unsafeFlags"), text.contains("-I") { return true }
      // A path that is no literal may lead anywhere.
      return text.split(separator: "headerSearchPath(").dropFirst().contains { rest in
        let argument = rest.drop { $0.isWhitespace }
        let literal = argument.first == "\"" ? argument.dropFirst().prefix { $0 != "\"" } : nil
        return literal.map { $0.hasPrefix("/") || $0.contains("..") || $0.contains("\\") } ?? true
      }
    }
  }
}
