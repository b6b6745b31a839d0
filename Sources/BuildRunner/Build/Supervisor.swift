package import BuildAnalysis
package import BuildTrace
import Platform
import Subprocess

/// Runs builds under `modgauge-recorder supervise`, so that none outlives this process, however that ends.
package struct Supervisor: Sendable {
  /// The `modgauge-recorder` program, absolute.
  package let recorder: String
  /// The file for the recorder's measurement.
  private var measurementPath: String
  /// How builds that take turns are halted; `nil` for whatever is possible.
  package var haltingMeans: HaltingMeans?
  /// The private folder for temporary files of builds.
  private let temporaryFolder: String
  private let watch: NoiseWatch
  /// See ``evaluatingManifests(anew:)``.
  private var manifestState: String?

  /// - Throws: `BenchmarkError.recorderMissing`.
  package init(
    recorder: String, measurementPath: String, temporaryFolder: String, watch: NoiseWatch = NoiseWatch()
  ) throws(BenchmarkError) {
    guard FileSystem.allows(.execute, to: recorder) else { throw .recorderMissing(path: recorder) }
    self.recorder = recorder
    self.measurementPath = measurementPath
    self.temporaryFolder = temporaryFolder
    self.watch = watch
  }

  /// The same supervisor with another file for its measurement, so that both can be used at once.
  func measuring(at path: String) -> Supervisor {
    var other = self
    other.measurementPath = path
    return other
  }

  /// The same supervisor, for builds whose manifests may read more than SwiftPM's cache of them compares: a variable in
  /// their environment, which it does compare, keeps it from answering for an earlier state.
  func evaluatingManifests(anew isNeeded: Bool) -> Supervisor {
    var other = self
    if isNeeded { other.manifestState = String(UInt64.random(in: 0 ... .max), radix: 36) }
    return other
  }

  /// Runs a program to its end, and measures it and the machine's noise.
  ///
  /// If the task is cancelled, the program and everything that it started are ended.
  /// - Parameters:
  ///   - command: the program and its arguments.
  ///   - log: the file for its output.
  ///   - timeoutSeconds: the timeout, of turns the program's own, after which it is ended and the result says so.
  ///   - environment: environment variables in addition to those of this process.
  ///   - options: further options of the supervisor.
  ///   - turn: `nil` for a program that runs alone.
  /// - Throws: `BenchmarkError.recorderFailed`, `CancellationError`.
  package func run(
    _ command: [String], log: String, timeoutSeconds: Int?, environment: [String: String] = [:],
    options: [String] = [], turn: Turn? = nil
  ) async throws -> MeasuredBuild {
    try FileTree.removeOne(measurementPath)
    let timeout = timeoutSeconds.map { ["--timeout", "\($0)"] } ?? []
    let turns = turn == nil ? [] : ["--turns", haltingMeans?.rawValue ?? "any"]
    let words = ["supervise", "--record", measurementPath, "--log", log] + timeout + turns + options + ["--"] + command
    let (result, noise) =
      if let turn {
        try await turn.table.take(turn.seat) { try await supervise(words, environment: environment, turn: turn) }
      } else {
        try await watch.watching { try await supervise(words, environment: environment) }
      }
    try Task.checkCancellation()
    guard result.terminationStatus.isSuccess else {
      let words = result.standardError.split(separator: "\n").joined(separator: " ")
      throw BenchmarkError.recorderFailed(words: words.isEmpty ? result.terminationStatus.sentence : words)
    }
    return MeasuredBuild(supervised: try measurement(), noise: noise)
  }

  /// Runs the recorder, which ends what it supervises when this process or task ends.
  /// - Parameter turn: takes its seat when the recorder has started; the program then waits for its first turn.
  private func supervise(
    _ words: [String], environment: [String: String], turn: Turn? = nil
  ) async throws -> (terminationStatus: TerminationStatus, standardError: String) {
    var options = PlatformOptions()
    // The recorder needs two seconds for a build that ignores signals, and some time to count processes.
    options.teardownSequence = [.send(signal: .terminate, allowedDurationToNextStep: .seconds(20))]
    var variables = environment.merging(["TMPDIR": temporaryFolder]) { $1 }
    variables["MODGAUGE_MANIFEST_STATE"] = manifestState
    let result = try await Subprocess.run(
      .path(FilePath(recorder)), arguments: Arguments(words),
      environment: .inherit.updating(
        Dictionary(uniqueKeysWithValues: variables.map { (.init(stringLiteral: $0), $1) })), platformOptions: options,
      input: .inputWriter, output: .sequence, error: .string(limit: 1 << 16)
    ) { execution in
      // Standard input is the lifeline: open until the recorder closes its end of the other pipe.
      guard let turn else {
        for try await _ in execution.standardOutput {}
        return
      }
      let turns = SupervisedTurns(execution.standardInputWriter)
      defer { turns.end() }
      turn.table.sit(turn.seat, turns)
      for try await _ in execution.standardOutput { turns.hear() }
    }
    return (result.terminationStatus, result.standardError)
  }

  private func measurement() throws(BenchmarkError) -> SupervisedBuild {
    let line = try FileTree.read(measurementPath)
    do { return try SupervisedBuild(jsonLine: line) } catch {
      throw .recorderFailed(words: "its measurement cannot be read: \(error)")
    }
  }
}

extension TerminationStatus {
  /// How a recorder that wrote no error ended.
  fileprivate var sentence: String {
    switch self {
    case .exited(let code): "modgauge-recorder ended with exit code \(code)."
    case .signaled(let signal): "modgauge-recorder was ended by signal \(signal)."
    }
  }
}

/// A build that ended, however it did.
package struct MeasuredBuild: Sendable {
  /// The supervisor's measurement.
  package let supervised: SupervisedBuild
  /// What else happened on the machine; `nil` if no time passed.
  package let noise: BuildNoise?
}
