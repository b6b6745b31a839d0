import BuildAnalysis
package import ModuleGraph

/// A module whose files a change divides among modules, and where their costs come from.
package struct DividedModule: Hashable, Sendable {
  package enum Costs: String, Sendable {
    /// Each file was compiled by a process of its own.
    case measured
    /// The cost of a process was divided among its files by their lines.
    case lines
  }

  package let module: ModuleID
  package let costs: Costs
}

/// The measured costs of a module's files, as parts of what its normal processes cost.
///
/// A process that compiles several files costs less than one for each: it reads the module and its imports once. The
/// two builds together show how much less, so no model is needed.
struct MeasuredFiles: Sendable {
  /// The CPU time of each file beyond that of its process; for shares of a normal process.
  let own: [Double]
  /// The CPU time of a process beyond that of its files.
  let overhead: Double

  /// The minimum share of a process that its files cost.
  private static let leastOwnShare = 0.1

  /// The overhead of a process is the difference between both builds, divided by the number of additional processes. It
  /// is not the same for all: files of one process share the results of looking up declarations in others. So the
  /// overhead is at most the cost of the cheapest file.
  /// - Parameters:
  ///   - alone: the CPU time of each file in a process of its own, in any unit.
  ///   - processes: the number of processes of the normal build.
  ///   - compiled: the number of files that they compiled, a multiple of all files if the module was built several times.
  ///   - cost: the CPU time of these processes in the same unit.
  /// - Returns: `nil` if the normal build had a process for each file as well, so that the overhead is unknown, or if a
  ///   figure is impossible.
  init?(_ alone: [Double], processes: Int, compiled: Int, cost: Double) {
    guard let least = alone.min(), least >= 0, compiled > processes, compiled % alone.count == 0 else { return nil }
    let all = alone.reduce(0, +) * Double(compiled / alone.count)
    let extra = max(0, all - cost) / Double(compiled - processes)
    let overhead = min(extra, min(least, cost / Double(processes)) * (1 - Self.leastOwnShare))
    self.overhead = overhead
    own = alone.map { $0 - overhead }
  }
}
