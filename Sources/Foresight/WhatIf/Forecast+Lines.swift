import BuildAnalysis
package import ModuleGraph

extension Forecast {
  private static let fewestModules = 4
  /// The limit of the ratio between equivalent and actual lines, in both directions.
  private static let slowest = 3.0

  /// For each compiled module of the proposed structure, the number of average lines with the same cost: more than its
  /// own lines if its code is slower to compile than that of other modules, fewer if it is faster.
  ///
  /// The fixed cost of a module, and the additional cost of modules without dependencies, which come first, are fitted
  /// to the modules. Modules with unknown lines are omitted.
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
      known.enumerated().map { LeastSquares.Observation($1.columns, value: $1.seconds, group: $0) })
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
