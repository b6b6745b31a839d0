/// The amount of work in a clean build, from which its duration can be estimated.
package struct BuildWork: Sendable, Hashable {
  package let modules: Int
  package let lines: Int

  /// The number of lines that take as long to build as the fixed cost of a module: starting compilers, loading imported
  /// modules, linking.
  ///
  /// Fitted to the CPU time of clean debug builds of eight arms and packages (swift-argument-parser,
  /// hummingbird and a synthesized one; 3 to 45 modules, 13,000 to 222,000 lines; Swift 6.3.1, two cores). The fit
  /// predicts each of them within 17 %. A calibration cannot determine this number, since all of its modules are small.
  /// Code that is slow to compile, macros and release builds cost more per line.
  package static let linesPerModule = 8000

  /// In units of the fixed cost of a module.
  var amount: Double { Double(modules) + Double(lines) / Double(Self.linesPerModule) }
}

extension Calibration {
  /// The work of one of the calibration's builds; `nil` in calibrations of older versions.
  var work: BuildWork? {
    guard let modules, let lines, modules > 0 else { return nil }
    return BuildWork(modules: modules, lines: lines)
  }

  /// The fixed CPU time of a module on this machine, in seconds.
  package var cpuSecondsPerModule: Double? {
    guard let cpuSeconds, let work else { return nil }
    return cpuSeconds / work.amount
  }
}
