import Platform

/// The processes that are left of a killed benchmark's builds, in case their supervisor was killed as well.
///
/// Only the processes of builds have the private folder for temporary files in their environment.
struct LeftoverProcesses {
  let temporaryFolder: String

  /// Kills them, and returns when they are gone.
  /// - Throws: `BenchmarkError.leftoverProcesses` after ten seconds; `BenchmarkError.fileSystem` if processes cannot be
  ///   listed; `CancellationError`.
  func end() async throws {
    let deadline = ContinuousClock.now + .seconds(10)
    while case let living = try living(), !living.isEmpty {
      guard ContinuousClock.now < deadline else { throw BenchmarkError.leftoverProcesses(living) }
      for process in living { ProcessSignal.kill.send(to: process) }
      try await Task.sleep(for: .milliseconds(20))
    }
  }

  /// Their names, sorted, without duplicates.
  func names() throws(BenchmarkError) -> [String] { Set(try living().map(ProcessTable.name)).sorted() }

  /// Sorted. Other users' processes and zombies are not found, since their environment cannot be read.
  private func living() throws(BenchmarkError) -> [Int32] {
    let variable = Array("TMPDIR=\(temporaryFolder)".utf8)
    let all = try FileTree.doing("list the processes of", "this machine") { try ProcessTable.all() }
    return all.filter { process in
      process != CurrentProcess.id && ProcessTable.environment(of: process).contains { $0.elementsEqual(variable) }
    }.sorted()
  }
}
