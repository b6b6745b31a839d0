import BuildAnalysis
import ModuleGraph

/// A set of dependencies that finds those of a module, in either direction, without searching the others.
struct DependencyLists: Sendable {
  private var outgoing: [ModuleID: [Dependency]] = [:]
  private var incoming: [ModuleID: [Dependency]] = [:]

  init(_ dependencies: some Sequence<Dependency>) {
    for dependency in dependencies { insert(dependency) }
  }

  /// The dependencies of a module; in no order.
  func from(_ id: ModuleID) -> [Dependency] { outgoing[id] ?? [] }

  /// The dependencies on a module; in no order.
  func to(_ id: ModuleID) -> [Dependency] { incoming[id] ?? [] }

  mutating func insert(_ dependency: Dependency) {
    guard !from(dependency.from).contains(dependency) else { return }
    outgoing[dependency.from, default: []].append(dependency)
    incoming[dependency.to, default: []].append(dependency)
  }

  mutating func remove(_ dependency: Dependency) {
    outgoing[dependency.from]?.removeAll { $0 == dependency }
    incoming[dependency.to]?.removeAll { $0 == dependency }
  }
}

extension DependencyLists: Sequence {
  /// All of them, in no order.
  func makeIterator() -> some IteratorProtocol<Dependency> { outgoing.values.joined().makeIterator() }
}
