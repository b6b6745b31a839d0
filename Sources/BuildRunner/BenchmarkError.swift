import ModuleGraph
package import BuildAnalysis
import Workspace

/// Why a benchmark could not be run. A failed build is no error, but a sample with that outcome.
package enum BenchmarkError: Error, Hashable, Sendable {
  case fileSystem(doing: String, path: String, reason: String)
  /// The cache folder, in which everything is built, cannot be used.
  case cacheUnusable(path: String, reason: String)
  /// Files of the workspace changed at each attempt to copy it.
  case keepsChanging(files: [String])
  /// A build failed because the disk is full.
  case diskFull(path: String)
  /// Processes of a killed benchmark are still running.
  case leftoverProcesses([Int32])
  case recorderMissing(path: String)
  case recorderFailed(words: String)
  /// `swift` did not report the location of its toolchain; with its answer.
  case toolchainNotFound(swift: String, words: String)
  /// The builder does not accept stand-ins, and the system does not support observing its processes.
  case cannotObserve
  case machineBusy(holder: String, lock: String)
  /// With the messages of `swift package resolve`.
  case notResolved(words: String)
  /// Links lead from the copy to this source file, which is outside.
  case outsideCopy(String)
  /// The folder for the results is a package.
  case outputIsPackage(String)
  /// Builds cannot take turns.
  case noTurns(TurnDecision.AloneReason)
  /// No folder of `PATH` has `xcodebuild`.
  case xcodebuildMissing
  /// A build by `xcodebuild` failed before there was a log of it.
  case xcodebuildFailed(String, log: String)
  /// `xcodebuild` succeeded and left no log of a build in this folder.
  case xcodeLogMissing(folder: String)
  /// Programs that a build started are still running after it.
  case serverLeft(names: [String])
}

extension BenchmarkError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .fileSystem(let action, let path, let reason):
      "Cannot \(action) `\(path)`: \(reason)."
    case .cacheUnusable(let path, let reason):
      "The cache folder `\(path)` cannot be used (\(reason)). Name another with --cache-dir."
    case .keepsChanging(let files):
      "The workspace changes while it is copied: \(files.map { "`\($0)`" }.listed(atMost: 3))"
        + ". Wait until no program writes there, or add files that no build needs to .gitignore."
    case .diskFull(let path):
      "The disk of `\(path)` is full. Free some space, then resume with `modgauge bench --resume` and the run's folder."
    case .leftoverProcesses(let processes):
      "Processes of a killed benchmark cannot be terminated, and would disturb the measurements: "
        + "\(processes.map { "\($0)" }.joined(separator: ", ")). Terminate them by hand."
    case .recorderMissing(let path):
      "There is no `modgauge-recorder` at `\(path)`. It must be in the same folder as `modgauge`; build both with `swift build`."
    case .recorderFailed(let words):
      "The build could not be supervised: \(words)"
    case .toolchainNotFound(let swift, let words):
      "Cannot find the compiler that `\(swift)` starts: `swift -print-target-info` says “\(words)”. "
        + "Name its toolchain with --toolchain."
    case .notResolved(let words):
      "\(words)\n`swift package resolve` failed in the private copy. It has what git tracks outside of the packages, and nothing else."
    case .cannotObserve:
      "This builder can be recorded on Linux only, where its compilers can be observed from outside. "
        + "Record it there, or with --build-system native."
    case .outsideCopy(let path):
      "`\(path)` cannot be changed, since it is a link to a file outside the private copy. Name "
        + "another with --file."
    case .outputIsPackage(let path):
      "`\(path.visible)` is the folder of a package, whose files are copied for each run. Name a separate folder for the results "
        + "with --output, such as `\(path.visible)/benchmark`."
    case .noTurns(let reason):
      "Builds cannot take turns: \(reason). Build without --in-turns."
    case .xcodebuildMissing:
      "There is no `xcodebuild` in any folder of PATH: it is a part of Xcode, which runs on macOS only. `--dry-run` shows here what "
        + "would be built, and `modgauge record --from` reads logs of builds that Xcode made."
    case .xcodebuildFailed(let words, let log): "\(words). The output of `xcodebuild` is in `\(log.visible)`."
    case .xcodeLogMissing(let folder):
      "`xcodebuild` succeeded and left no log of a build in `\(folder)`, so that nothing shows what it built. Its own output is "
        + "beside the run, in the folder `logs`."
    case .serverLeft(let names):
      "Builds cannot take turns: one left \(names.joined(separator: ", ")) running, which continues while the build "
        + "is halted. Build without --in-turns, or tell the builder to use no server."
    case .machineBusy(let holder, let lock):
      "Another benchmark is running on this machine (\(holder)), and the two would disturb each other. "
        + "Wait until it has finished (--wait does); its lock is `\(lock)`."
    }
  }
}
