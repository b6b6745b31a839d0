/// What a clean build has to compile, as far as that tells how long it takes.
package struct BuildWork: Sendable, Hashable {
  package let modules: Int
  package let lines: Int

  /// So many lines cost as much as a module does before its first one: starting compilers, loading what is imported,
  /// linking.
  ///
  /// Fitted to the CPU time of clean debug builds: the eight arms and packages under `reports/` (swift-argument-parser,
  /// hummingbird and a synthesized one; 3 to 45 modules, 13,000 to 222,000 lines; Swift 6.3.1, two cores), each of which it
  /// meets within 17 %. A calibration cannot tell, since its modules are as small as each other. Code that is hard to
  /// compile, macros and release builds cost more a line.
  package static let linesPerModule = 8000

  /// In modules of a few lines.
  var amount: Double { Double(modules) + Double(lines) / Double(Self.linesPerModule) }
}

extension Calibration {
  /// What each of its builds compiled; absent in those of older versions.
  var work: BuildWork? {
    guard let modules, let lines, modules > 0 else { return nil }
    return BuildWork(modules: modules, lines: lines)
  }

  /// What a module costs on this machine before its first line.
  package var cpuSecondsPerModule: Double? {
    guard let cpuSeconds, let work else { return nil }
    return cpuSeconds / work.amount
  }
}
