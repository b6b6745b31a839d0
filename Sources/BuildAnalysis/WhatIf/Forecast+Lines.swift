package import ModuleGraph

extension Forecast {
  private static let fewestModules = 4
  /// A module is at most this many times as slow to compile as its lines let expect.
  private static let slowest = 3.0

  /// The lines of ordinary code that cost as much as each compiled module of the proposed structure: its own, fewer or
  /// more where its code is quicker or slower to compile than that of the other modules.
  ///
  /// What a module costs without lines, and what those cost in addition that come first, is fitted to the modules
  /// themselves. Modules whose lines are not known are left out.
  /// - Complexity: O(modules + dependencies).
  package var equivalentLines: [ModuleID: Int] {
    let dependents = Set(graphAfter.dependencies.map(\.from))
    let known = graphAfter.modules.compactMap { module in
      module.lines.flatMap { lines in
        cpuSecondsByModule[module.id].map {
          (
            id: module.id, lines: lines, seconds: $0,
            columns: [1, Double(lines), dependents.contains(module.id) ? 0 : 1]
          )
        }
      }
    }
    let own = Dictionary(known.map { ($0.id, $0.lines) }) { first, _ in first }
    guard known.count >= Self.fewestModules else { return own }
    let model = LeastSquares(
      known.enumerated().map { LeastSquares.Sample($1.columns, value: $1.seconds, group: $0) })
    let perLine = model.coefficients[1]
    guard perLine > 0 else { return own }
    return Dictionary(
      known.map { module in
        let lines = Double(module.lines)
        let rest = module.seconds - model([module.columns[0], 0, module.columns[2]])
        return (module.id, Int(min(max(rest / perLine, lines / Self.slowest), lines * Self.slowest)))
      }
    ) { first, _ in first }
  }
}
