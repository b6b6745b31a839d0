import BuildAnalysis
import ModuleGraph

/// What a recorded build was told to build. It compiles that and what it needs, and nothing else: neither of the
/// build systems of SwiftPM compiles modules of other packages that no module of the built package reaches.
struct RecordedTarget: Sendable {
  /// The modules of the recorded product or target; empty if the whole package was built.
  let modules: Set<ModuleID>
  /// The keys of the packages that no other one depends on, all of whose modules are built; empty for a product or target.
  private let packages: Set<String>
  /// The other compiled modules, which were built because these reach them.
  private let needed: Set<ModuleID>

  /// - Parameters:
  ///   - name: of a product or module; `nil` for the whole package.
  ///   - built: the modules that the recorded build compiled.
  init(named name: String?, in graph: ModuleGraph, built: Set<ModuleID>) {
    let named = name.map { built.intersection(graph.modules(built: $0)) } ?? []
    let dependencies = Set(graph.packages.flatMap(\.dependencies).map(\.identity))
    let roots = graph.packages.filter { !dependencies.contains($0.identity) }.map(\.key)
    (modules, packages) = (named, named.isEmpty ? Set(roots) : [])
    let first = named.isEmpty ? built.filter { roots.contains($0.package) } : named
    needed = DependencyLists(graph.dependencies).closure(of: first).intersection(built).subtracting(first)
  }

  fileprivate func contains(_ id: ModuleID, _ contents: ModuleContents) -> Bool {
    packages.contains(id.package) || !contents.origins.isDisjoint(with: modules)
  }

  fileprivate var needsOthers: Bool { !needed.isEmpty }

  fileprivate func needed(_ contents: ModuleContents) -> Bool { !contents.origins.isDisjoint(with: needed) }
}

extension ProposedStructure {
  /// Whether anything of what was recorded is still to be built.
  var isTargetLeft: Bool {
    contents.contains { $1.newLines == nil && (target.modules.isEmpty || target.contains($0, $1)) }
  }

  /// Removes the modules that were only built because something needed them, and that nothing needs any more.
  mutating func removeUnneeded() {
    guard target.needsOthers else { return }
    let reached = dependencies.closure(of: contents.filter { target.contains($0, $1) }.map(\.key))
    let unneeded = contents.filter { !reached.contains($0) && target.needed($1) }.map(\.key).sorted()
    guard !unneeded.isEmpty else { return }
    for id in unneeded { removeModule(id) }
    assumptions.append(.unneeded(unneeded))
  }
}

extension DependencyLists {
  /// Modules with all that they depend on, directly and indirectly.
  fileprivate func closure(of ids: some Sequence<ModuleID>) -> Set<ModuleID> {
    Set(ids).closed { from($0).lazy.map(\.to) }
  }
}

extension ModuleGraph {
  /// The modules of the products with a name, or else those with that name.
  fileprivate func modules(built target: String) -> [ModuleID] {
    let products = products.filter { $0.name == target || "\($0.package)/\($0.name)" == target }
    guard products.isEmpty else { return products.flatMap(\.modules) }
    return modules.map(\.id).filter { $0.name == target || $0.description == target }
  }
}
