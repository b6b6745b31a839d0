import BuildAnalysis

/// A model of the cost of a Swift module by its size, fitted to the modules of a recorded build, for modules that it
/// does not contain.
///
/// It is used for ratios and differences, such as the cost of a part relative to its module, so that peculiarities of a
/// module's code are retained.
package struct CostModel: Sendable {
  /// The size on which the cost of a module's processes depends.
  struct Size: Hashable, Sendable {
    var lines: Double
    /// The lines of all direct and indirect dependencies.
    var importedLines: Double
  }

  /// CPU time in microseconds, and work in nanoseconds: the duration alone on a core.
  struct Cost: Hashable, Sendable {
    var cpu = 0.0
    var work = 0.0

    static func + (left: Cost, right: Cost) -> Cost { Cost(cpu: left.cpu + right.cpu, work: left.work + right.work) }
    static func - (left: Cost, right: Cost) -> Cost { Cost(cpu: left.cpu - right.cpu, work: left.work - right.work) }
    static func * (cost: Cost, factor: Double) -> Cost { Cost(cpu: cost.cpu * factor, work: cost.work * factor) }
    /// Multiplies each figure by its own factor.
    static func * (cost: Cost, ratio: Ratio) -> Cost { Cost(cpu: cost.cpu * ratio.cpu, work: cost.work * ratio.work) }

    /// The ratio to another cost; 1 where the other is 0.
    func divided(by other: Cost) -> Ratio {
      Ratio(cpu: other.cpu > 0 ? cpu / other.cpu : 1, work: other.work > 0 ? work / other.work : 1)
    }
  }

  struct Ratio: Hashable, Sendable {
    var cpu = 1.0
    var work = 1.0
  }

  /// Processes whose cost arises once per module, by kind.
  enum Fixed: Int, CaseIterable, Sendable {
    case driver, emitModule, wrap, other
  }

  private let fixed: [Fit]
  /// The fit for frontends, each of which compiles some files of a module but reads all of them and their imports.
  private let frontend: Fit

  /// The relative errors of the CPU time of whole modules, each predicted from the others (leave-one-out); sorted.
  package let errors: [Double]
  /// The number of modules to which the model was fitted.
  package let modules: Int

  /// The CPU time of a module without lines and imports, with one frontend, in seconds.
  package var secondsPerModule: Double {
    let empty = Size(lines: 0, importedLines: 0)
    return Fixed.allCases.reduce(overhead(empty).cpu) { $0 + self($1, empty).cpu } / 1e6
  }

  /// The 90th percentile of the absolute relative error; 1 if there are too few modules to estimate it.
  package var typicalError: Double { errors.isEmpty ? 1 : min(1, errors.map(abs).quantile(0.9) ?? 1) }

  func callAsFunction(_ kind: Fixed, _ size: Size) -> Cost {
    fixed[kind.rawValue](Self.columns(size, of: modules))
  }

  /// The cost of a frontend before it compiles its first line.
  func overhead(_ size: Size) -> Cost { frontend(size, ownLines: 0) }

  /// The cost of a frontend that compiles a number of lines of its module.
  func frontend(_ size: Size, ownLines: Double) -> Cost {
    frontend(Self.columns(size, of: modules, ownLines: ownLines))
  }

  /// The minimum numbers of modules needed to estimate the cost of lines, and that of imported lines.
  private static let fewestForLines = 4
  private static let fewestForImports = 8

  /// The predictors of a process's cost: a constant, the module's lines, imported lines, and the lines that it
  /// compiles. Those that cannot be estimated from so few modules are 0.
  private static func columns(_ size: Size, of modules: Int, ownLines: Double? = nil) -> [Double] {
    if let ownLines, modules < fewestForLines {
      return [
        0, 0, 0,
        (ownLines + RecordedPreparation.assumedOverhead.lines + RecordedPreparation.assumedOverhead.perLine * size.lines)
          / 1000,
      ]
    }
    return [
      1, size.lines / 1000, modules >= fewestForImports ? size.importedLines / 1000 : 0, (ownLines ?? 0) / 1000,
    ]
  }
}

extension CostModel {
  /// The observed costs of one recorded module.
  struct Observation: Sendable {
    let size: Size
    /// The costs by kind; only kinds that occur.
    var fixed: [Fixed: Cost] = [:]
    /// The frontends, with the lines of the files that each compiles.
    var frontends: [(ownLines: Double, cost: Cost)] = []

    var cpu: Double {
      Fixed.allCases.reduce(0) { $0 + (fixed[$1]?.cpu ?? 0) } + frontends.reduce(0) { $0 + $1.cost.cpu }
    }
  }

  init(_ observations: [Observation]) {
    let count = observations.count
    fixed = Fixed.allCases.map { kind in
      Fit(
        observations.enumerated().compactMap { index, module in
          module.fixed[kind].map { (Self.columns(module.size, of: count), $0, index) }
        })
    }
    frontend = Fit(
      observations.enumerated().flatMap { index, module in
        module.frontends.map { (Self.columns(module.size, of: count, ownLines: $0.ownLines), $0.cost, index) }
      })
    modules = count
    let models = fixed + [frontend]
    errors = observations.enumerated().compactMap { index, module in
      let sums = models.compactMap { $0.cpu.sumsLeavingOut[index] }
      return sums.isEmpty || module.cpu <= 0 ? nil : sums.reduce(0, +) / module.cpu - 1
    }.sorted()
  }

  /// Models of CPU time and of work with the same predictors.
  private struct Fit: Sendable {
    let cpu: LeastSquares
    let work: LeastSquares

    init(_ samples: [(columns: [Double], cost: Cost, module: Int)]) {
      cpu = LeastSquares(samples.map { .init($0.columns, value: $0.cost.cpu, group: $0.module) })
      work = LeastSquares(samples.map { .init($0.columns, value: $0.cost.work, group: $0.module) })
    }

    func callAsFunction(_ columns: [Double]) -> Cost {
      Cost(cpu: max(1, cpu(columns)), work: max(1000, work(columns)))
    }
  }
}
