import BuildAnalysis

/// The work of compiling some files of a module again, or of emitting it alone, in CPU seconds of all its variants.
struct RecompilationWork: Hashable, Sendable {
  /// Of the driver.
  var plan: Double
  var emit: Double
  var compile = 0.0
  /// How often the module is compiled, for example once for a product and once for a plugin.
  var variants: Int
  /// How many processors one compiler keeps busy.
  var threads: Double

  var seconds: Double { plan + emit + compile }

  func scaled(by factor: Double) -> RecompilationWork {
    RecompilationWork(
      plan: plan * factor, emit: emit * factor, compile: compile * factor, variants: variants, threads: threads)
  }
}
