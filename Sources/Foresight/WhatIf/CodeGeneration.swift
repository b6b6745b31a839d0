import BuildAnalysis

/// The generation of object code, which compilers omit if nothing changed.
///
/// A compiler writes a hash of a file's LLVM IR to its object file. If the file is compiled again, for example because a
/// module that it imports changed, and its IR is still the same, then no object code is generated (`performLLVM` in
/// `lib/IRGen/IRGen.cpp` of Swift; `-disable-incremental-llvm-codegen` turns that off). If modules are compiled as a whole,
/// each file still has its own IR.
enum CodeGeneration {
  /// The share of a compiler's CPU time.
  ///
  /// Measured with Swift 6.3: after a build, `*.priors` were deleted and all sources touched, and the next build was recorded
  /// (`modgauge record --incremental --scratch-path .build`). Compilers of ArgumentParser took 50 % less CPU time than in the
  /// recorded clean build (in release builds 42 %), of Yams 35 % (47 %), and of nine synthesized modules 27 to 39 %.
  static let share = 0.38

  /// The factor for the cost of compiling some files, of which a share did not change.
  static func factor(unchangedShare: Double) -> Double { 1 - share * unchangedShare }
}
