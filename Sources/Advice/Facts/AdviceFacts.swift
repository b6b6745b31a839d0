package import ModuleGraph

/// What is known of a workspace besides its graph, for advice.
package struct AdviceFacts: Sendable {
  /// The workspace with the checkouts of its dependencies, as far as they are on this disk.
  package let graph: ModuleGraph
  /// The keys of the packages and projects that belong to the workspace itself.
  package let own: Set<String>
  /// In the order of their paths.
  package var pinFiles: [PinFile] = []
  /// The language modes that manifests state, by the package's key.
  package var languageModes: [String: [String]] = [:]
  /// The modules of the workspace whose manifest declares resources.
  package var withResources: Set<ModuleID> = []
  /// The unconditional flags of compilers in the workspace's manifests.
  package var unsafeFlags: [UnsafeFlags] = []
  /// `nil` if sources were not read.
  package var imports: WorkspaceImports?
  /// Where a plugin's source creates a command that runs before each build.
  package var prebuildCommands: [ModuleID: Dependency.Location] = [:]
  package var targets: [XcodeTargetFacts] = []
  /// The builds by `xcodebuild` in files of CI services that leave the index on.
  package var indexingBuilds: [Dependency.Location] = []

  private let below: [ModuleID: [ModuleID]]
  private let above: [ModuleID: [ModuleID]]
  private let modulesByID: [ModuleID: Module]

  /// - Complexity: O(modules + dependencies).
  package init(graph: ModuleGraph, own: Set<String>) {
    (self.graph, self.own) = (graph, own)
    below = Dictionary(grouping: graph.dependencies, by: \.from).mapValues { $0.map(\.to) }
    above = Dictionary(grouping: graph.dependencies, by: \.to).mapValues { $0.map(\.from) }
    modulesByID = Dictionary(graph.modules.map { ($0.id, $0) }) { first, _ in first }
  }

  /// A version, or else a branch or revision in words, as in `main 0123456789`, and its line.
  package typealias Pin = (version: String?, other: String, line: Int)
  /// The pins by the package's identity in one `Package.resolved`; its path is relative to the workspace's root.
  package typealias PinFile = (path: String, pins: [String: Pin])
  /// The arguments of one `unsafeFlags` in a manifest, and the modules that they apply to: at least one.
  package typealias UnsafeFlags = (modules: [ModuleID], flags: [String], location: Dependency.Location)
}

extension AdviceFacts {
  func module(_ id: ModuleID) -> Module? { modulesByID[id] }
  func dependencies(of id: ModuleID) -> [ModuleID] { below[id] ?? [] }
  func dependents(of id: ModuleID) -> [ModuleID] { above[id] ?? [] }

  /// The workspace's own modules without tests and those outside, sorted.
  var ownModules: [Module] {
    graph.modules.filter { own.contains($0.package) && !$0.kind.isOutside && $0.kind != .test && $0.kind != .snippet }
  }

  /// All modules that are reached from some, in the direction of dependencies or against it, with these.
  /// - Parameter isPassed: whether a module is reached at all.
  /// - Complexity: O(modules + dependencies).
  func reached(
    from start: [ModuleID], upward: Bool = false, where isPassed: (Module) -> Bool = { _ in true }
  ) -> Set<ModuleID> {
    Set(start).closed { id in
      (upward ? dependents(of: id) : dependencies(of: id)).filter { module($0).map(isPassed) ?? false }
    }
  }

  /// A shortest path from any of the workspace's own modules, tests excluded, to a module that meets a condition; `nil` if
  /// there is none.
  func path(to isEnd: (ModuleID) -> Bool) -> [ModuleID]? {
    var paths = ownModules.map { [$0.id] }
    var seen = Set(paths.joined())
    while !paths.isEmpty {
      if let path = paths.first(where: { isEnd($0[$0.count - 1]) }) { return path }
      paths = paths.flatMap { path in
        dependencies(of: path[path.count - 1]).filter { seen.insert($0).inserted }.map { path + [$0] }
      }
    }
    return nil
  }

  func step(_ path: [ModuleID]) -> AdviceFinding.Step {
    AdviceFinding.Step(path.map(\.name).joined(separator: " → "), path.first.map { .module($0) })
  }
}

extension Sequence where Element == ModuleID {
  /// The names, at most five of them.
  var names: String { sorted().map(\.name).listed(atMost: 5) }
}
