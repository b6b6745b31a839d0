import Platform

/// The processes that a killed benchmark's builds have left, should even their supervisor have been killed.
///
/// All that a build starts has the private folder for temporary files in its environment, and nothing else has.
struct LeftoverProcesses {
  let temporaryFolder: String

  /// Kills them, and returns when they are gone.
  /// - Throws: `BenchmarkError.leftoverProcesses` after ten seconds; `BenchmarkError.fileSystem` where the machine's
  ///   processes cannot be listed, so that nobody knows whether any are left; `CancellationError`.
  func end() async throws {
    let deadline = ContinuousClock.now + .seconds(10)
    while case let living = try living(), !living.isEmpty {
      guard ContinuousClock.now < deadline else { throw BenchmarkError.leftoverProcesses(living) }
      for process in living { ProcessSignal.kill.send(to: process) }
      try await Task.sleep(for: .milliseconds(20))
    }
  }

  /// What they are called, each once and sorted.
  func names() throws(BenchmarkError) -> [String] { Set(try living().map(ProcessTable.name)).sorted() }

  /// Sorted. The environment of other users' processes cannot be read; a zombie has none.
  private func living() throws(BenchmarkError) -> [Int32] {
    let variable = Array("TMPDIR=\(temporaryFolder)".utf8)
    let all = try FileTree.doing("list the processes of", "this machine") { try ProcessTable.all() }
    return all.filter { process in
      process != CurrentProcess.id && ProcessTable.environment(of: process).contains { $0.elementsEqual(variable) }
    }.sorted()
  }
}
