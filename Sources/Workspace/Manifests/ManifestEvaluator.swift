import ManifestSyntax
import ModuleGraph
import Subprocess

/// Asks SwiftPM what a manifest says.
struct ManifestEvaluator: Sendable {
  /// Absent where no manifest is to be evaluated.
  let toolchain: Toolchain?
  let environment: [String: String]
  /// A folder of ours that the children may fill.
  let temporaryFolder: String
  let timeout: Duration
  /// See ``ChildProcess/supervisor``.
  var supervisor: String? = nil

  /// Evaluates one manifest. Nothing is written into the package.
  /// - Parameters:
  ///   - package: the package's folder, absolute.
  ///   - shownFolder: what the user calls that folder; it stands for the absolute path in the compiler's words.
  /// - Returns: what the manifest says, or why it says nothing.
  /// - Throws: `SubprocessError` where `swift` cannot be started; `CancellationError`.
  func evaluate(_ package: String, shownAs shownFolder: String) async throws -> Result<Manifest, ManifestFailure> {
    guard let toolchain else { throw WorkspaceError.swiftMissing(lookedIn: "any folder of PATH") }
    // SwiftPM locks its scratch folder, so each package gets its own; the folder's name only has to differ.
    let scratch = temporaryFolder + "/scratch-" + String(package.stableHash, radix: 36)
    let child = ChildProcess(
      program: toolchain.swift,
      arguments: ["package", "--package-path", package, "--scratch-path", scratch, "dump-package"],
      environment: environment, supervisor: supervisor)
    let shownManifest = Path.normalized(shownFolder + "/Package.swift")
    func failure(_ reason: ManifestFailure.Reason) -> Result<Manifest, ManifestFailure> {
      .failure(ManifestFailure(path: shownManifest, reason: reason))
    }
    guard let outcome = try await run(child) else { return failure(.timedOut(timeout)) }
    guard outcome.succeeded else {
      let words = Self.words(outcome.errors, folder: package, shownAs: shownFolder)
      if let signal = outcome.signal { return failure(.crashed(signal: signal, words: words)) }
      if words.contains("but the installed version is") { return failure(.tooNew(words: words)) }
      return failure(Self.namesAnError(words) ? .refused(words: words) : .ended(words: words))
    }
    do {
      return .success(try Manifest(dump: outcome.outputBytes))
    } catch {
      return failure(.notUnderstood(detail: "\(error)"))
    }
  }

  /// - Returns: `nil` when the time was up.
  private func run(_ child: ChildProcess) async throws -> ChildProcess.Outcome? {
    try await withThrowingTaskGroup(of: ChildProcess.Outcome?.self) { group in
      group.addTask { try await child.run(outputLimit: 256 << 20) }
      group.addTask {
        try await Task.sleep(for: timeout)
        return nil
      }
      defer { group.cancelAll() }
      return try await group.next() ?? nil
    }
  }

  /// Whether SwiftPM or the compiler says what is wrong; the `Fatal error:` of a program that crashed is not that.
  private static func namesAnError(_ words: String) -> Bool {
    words.split(separator: "\n").contains { $0.hasPrefix("error: ") || $0.contains(": error: ") }
  }
}
