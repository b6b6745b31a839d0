/// What a Swift module costs by its size: fitted to the modules of recorded builds, for modules that they do not have.
///
/// It tells ratios: what a part of a module costs compared with the module. So what is particular about a module's code
/// stays with it.
package struct CostModel: Sendable, Hashable {
  /// The size of a module.
  struct Size: Hashable, Sendable {
    var lines: Double
    /// The lines of all modules below it.
    var importedLines: Double
  }

  /// What is paid for once a module, by the kind of process.
  enum Fixed: Int, CaseIterable, Sendable {
    case driver, emitModule, wrap, other
  }

  private let fixed: [LeastSquares]
  /// A frontend that compiles some files of a module: it reads all of them, and what they import.
  private let frontend: LeastSquares

  /// The relative errors of the CPU time of whole modules, each predicted from the others; sorted.
  package let errors: [Double]
  /// The number of modules that it was fitted to.
  package let modules: Int

  /// CPU time of a module with no lines that imports nothing, in seconds, with one frontend.
  package var secondsPerModule: Double {
    let empty = Size(lines: 0, importedLines: 0)
    return (Fixed.allCases.reduce(overhead(empty)) { $0 + self($1, empty) }) / 1e6
  }

  /// The relative error that 9 of 10 modules do not exceed; 1 if too few modules tell.
  package var typicalError: Double { errors.isEmpty ? 1 : min(1, errors.map(abs).quantile(0.9) ?? 1) }

  /// What a process of a kind costs, in microseconds of CPU time.
  func callAsFunction(_ kind: Fixed, _ size: Size) -> Double {
    max(1, fixed[kind.rawValue](Self.columns(size, of: modules)))
  }

  /// What a frontend costs before it compiles its first own line, in microseconds of CPU time.
  func overhead(_ size: Size) -> Double { frontend(size, ownLines: 0) }

  /// What a frontend costs that compiles so many lines of its module, in microseconds of CPU time.
  func frontend(_ size: Size, ownLines: Double) -> Double {
    max(1, frontend(Self.columns(size, of: modules, ownLines: ownLines)))
  }

  /// The least numbers of modules that can tell what more lines cost, and what more lines of imported modules cost.
  private static let fewestForLines = 4
  private static let fewestForImports = 8

  /// What a process of a module pays for: itself, its module's lines, imported lines, and the lines that it compiles. What
  /// so few modules cannot tell is left out.
  private static func columns(_ size: Size, of modules: Int, ownLines: Double? = nil) -> [Double] {
    let isOwn = ownLines != nil
    return [
      1, modules >= fewestForLines || !isOwn ? size.lines / 1000 : 0,
      modules >= fewestForImports ? size.importedLines / 1000 : 0,
    ] + (ownLines.map { [$0 / 1000] } ?? [])
  }
}

extension CostModel {
  /// What one recorded module cost.
  struct Observation: Sendable {
    let size: Size
    /// CPU time by kind, in microseconds; `nil` for what it has not.
    var fixed: [Fixed: Double] = [:]
    /// Its frontends with the lines of their own files.
    var frontends: [(ownLines: Double, cpu: Double)] = []

    var cpu: Double { fixed.values.reduce(0, +) + frontends.reduce(0) { $0 + $1.cpu } }
  }

  init(_ observations: [Observation]) {
    let count = observations.count
    fixed = Fixed.allCases.map { kind in
      LeastSquares(
        observations.enumerated().compactMap { index, module in
          module.fixed[kind].map { .init(Self.columns(module.size, of: count), value: $0, group: index) }
        })
    }
    frontend = LeastSquares(
      observations.enumerated().flatMap { index, module in
        module.frontends.map {
          .init(Self.columns(module.size, of: count, ownLines: $0.ownLines), value: $0.cpu, group: index)
        }
      })
    modules = count
    let models = fixed + [frontend]
    errors = observations.enumerated().compactMap { index, module in
      let sums = models.compactMap { $0.sumsLeavingOut[index] }
      return sums.isEmpty || module.cpu <= 0 ? nil : sums.reduce(0, +) / module.cpu - 1
    }.sorted()
  }
}
