import ModuleGraph

/// A part of the affected tests, as one job runs it.
struct TestPart: Hashable, Sendable {
  /// Test modules of one package, which one `swift test` runs.
  struct Group: Hashable, Sendable {
    /// The package's folder, relative to the workspace's root; `.` for the root.
    let path: String
    /// Names of modules in source code.
    let modules: [String]

    /// The arguments of `swift test`: one regular expression for each module, which selects all of its tests and no
    /// other's.
    var arguments: [String] {
      (path == "." ? [] : ["--package-path", path]) + modules.flatMap { ["--filter", "^\($0)\\."] }
    }
  }

  /// Sorted by path.
  let groups: [Group]
  let seconds: Double?

  var modules: [String] { groups.flatMap(\.modules) }
}

extension AffectedReport {
  /// The test modules of SwiftPM's packages, in parts that take about equally long.
  ///
  /// A module takes what it took last; without a time, what its lines suggest by those with a time.
  func testParts(_ count: Int) -> [TestPart] {
    let paths = affected.graph.packages.filter { $0.toolsVersion != nil }.keyed { ($0.key, $0.path) }
    let modules = affected.graph.modules.keyed { ($0.id, $0) }
    let tests = items(of: .tests).compactMap { modules[$0.module] }.filter { paths[$0.package] != nil }
      .sorted { $0.id < $1.id }
    func lines(_ module: Module) -> Double { Double(max(1, module.lines ?? 1)) }
    let timed = tests.filter { seconds[$0.id] != nil }
    let total = timed.reduce(0) { $0 + (seconds[$1.id] ?? 0) }
    let rate = timed.isEmpty ? 1 : total / timed.reduce(0) { $0 + lines($1) }
    let parts = Balance.divide(tests, into: count) { seconds[$0.id] ?? lines($0) * rate }
    return parts.map { part in
      let groups = Dictionary(grouping: part) { paths[$0.package] ?? "." }.sorted { $0.key < $1.key }
      let work = part.reduce(0) { $0 + (seconds[$1.id] ?? lines($1) * rate) }
      return TestPart(
        groups: groups.map { TestPart.Group(path: $0.key, modules: $0.value.map(\.compiledName)) },
        seconds: timed.isEmpty ? nil : work)
    }
  }
}
