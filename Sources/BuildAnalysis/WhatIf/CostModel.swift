/// What a Swift module costs by its size: fitted to the modules of recorded builds, for modules that they do not have.
///
/// It tells ratios and differences: what a part of a module costs compared with the module. So what is particular about
/// a module's code stays with it.
package struct CostModel: Sendable {
  /// What the cost of a module's processes depends on.
  struct Size: Hashable, Sendable {
    var lines: Double
    /// The lines of all modules below it.
    var importedLines: Double
  }

  /// CPU time in microseconds, and how long that would take alone on a core in nanoseconds.
  struct Cost: Hashable, Sendable {
    var cpu = 0.0
    var work = 0.0

    static func + (left: Cost, right: Cost) -> Cost { Cost(cpu: left.cpu + right.cpu, work: left.work + right.work) }
    static func - (left: Cost, right: Cost) -> Cost { Cost(cpu: left.cpu - right.cpu, work: left.work - right.work) }
    static func * (cost: Cost, factor: Double) -> Cost { Cost(cpu: cost.cpu * factor, work: cost.work * factor) }
    /// Each figure by its own factor.
    static func * (cost: Cost, ratio: Ratio) -> Cost { Cost(cpu: cost.cpu * ratio.cpu, work: cost.work * ratio.work) }

    /// How much more this is than another; 1 where that is nothing.
    func divided(by other: Cost) -> Ratio {
      Ratio(cpu: other.cpu > 0 ? cpu / other.cpu : 1, work: other.work > 0 ? work / other.work : 1)
    }
  }

  /// How much more CPU time and work one thing takes than another.
  struct Ratio: Hashable, Sendable {
    var cpu = 1.0
    var work = 1.0
  }

  /// What is paid for once a module, by the kind of process.
  enum Fixed: Int, CaseIterable, Sendable {
    case driver, emitModule, wrap, other
  }

  private let fixed: [Fit]
  /// A frontend that compiles some files of a module: it reads all of them, and what they import.
  private let frontend: Fit

  /// The relative errors of the CPU time of whole modules, each predicted from the others; sorted.
  package let errors: [Double]
  /// The number of modules that it was fitted to.
  package let modules: Int

  /// CPU time of a module with no lines that imports nothing, in seconds, with one frontend.
  package var secondsPerModule: Double {
    let empty = Size(lines: 0, importedLines: 0)
    return Fixed.allCases.reduce(overhead(empty).cpu) { $0 + self($1, empty).cpu } / 1e6
  }

  /// The relative error that 9 of 10 modules do not exceed; 1 if too few modules tell.
  package var typicalError: Double { errors.isEmpty ? 1 : min(1, errors.map(abs).quantile(0.9) ?? 1) }

  /// What the processes of a kind cost.
  func callAsFunction(_ kind: Fixed, _ size: Size) -> Cost {
    fixed[kind.rawValue](Self.columns(size, of: modules))
  }

  /// What a frontend costs before it compiles its first own line.
  func overhead(_ size: Size) -> Cost { frontend(size, ownLines: 0) }

  /// What a frontend costs that compiles so many lines of its module.
  func frontend(_ size: Size, ownLines: Double) -> Cost {
    frontend(Self.columns(size, of: modules, ownLines: ownLines))
  }

  /// The least numbers of modules that can tell what more lines cost, and what more lines of imported modules cost.
  private static let fewestForLines = 4
  private static let fewestForImports = 8

  /// What a process of a module pays for: itself, its module's lines, imported lines, and the lines that it compiles.
  /// What so few modules cannot tell is left out.
  private static func columns(_ size: Size, of modules: Int, ownLines: Double? = nil) -> [Double] {
    [
      1, modules >= fewestForLines || ownLines == nil ? size.lines / 1000 : 0,
      modules >= fewestForImports ? size.importedLines / 1000 : 0, (ownLines ?? 0) / 1000,
    ]
  }
}

extension CostModel {
  /// What one recorded module cost.
  struct Observation: Sendable {
    let size: Size
    /// By kind; without what it has not.
    var fixed: [Fixed: Cost] = [:]
    /// Its frontends with the lines of their own files.
    var frontends: [(ownLines: Double, cost: Cost)] = []

    var cpu: Double { fixed.values.reduce(0) { $0 + $1.cpu } + frontends.reduce(0) { $0 + $1.cost.cpu } }
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

  /// Models of CPU time and of work by the same columns.
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
