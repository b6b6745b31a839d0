import ManifestSyntax
import ModuleGraph
import Subprocess

/// Evaluates manifests with SwiftPM.
struct ManifestEvaluator: Sendable {
  /// `nil` if no manifest may be evaluated.
  let toolchain: Toolchain?
  let environment: [String: String]
  /// A folder for the temporary files of child processes.
  let temporaryFolder: String
  let timeout: Duration
  /// See ``ChildProcess/supervisor``.
  var supervisor: String? = nil

  /// Evaluates one manifest. Nothing is written into the package; see ``dump(_:shownAs:file:anew:)``.
  func evaluate(
    _ package: String, shownAs shownFolder: String, file: String = ManifestFile.name, anew isAnew: Bool = false
  ) async throws -> Result<Manifest, ManifestFailure> {
    switch try await dump(package, shownAs: shownFolder, file: file, anew: isAnew) {
    case .success(let dump): Self.manifest(dump, shownAs: shownFolder)
    case .failure(let failure): .failure(failure)
    }
  }

  /// What ``dump(_:shownAs:file:anew:)`` says.
  static func manifest(_ dump: [UInt8], shownAs shownFolder: String) -> Result<Manifest, ManifestFailure> {
    do { return .success(try Manifest(dump: dump)) } catch {
      let path = Path.normalized(shownFolder + "/Package.swift")
      return .failure(ManifestFailure(path: path, reason: .notUnderstood(detail: "\(error)")))
    }
  }

  /// Has SwiftPM describe one manifest. Nothing is written into the package.
  /// - Parameters:
  ///   - package: the package's folder, absolute.
  ///   - shownFolder: its name for the user, which replaces the absolute path in the compiler's messages.
  ///   - file: the name of the manifest that SwiftPM reads.
  ///   - isAnew: whether SwiftPM must not answer from its own cache, which does not notice that files or the state of a
  ///     repository changed.
  /// - Returns: the output of `dump-package`, or why the manifest could not be evaluated.
  /// - Throws: `SubprocessError` if `swift` cannot be started; `CancellationError`.
  func dump(
    _ package: String, shownAs shownFolder: String, file: String = ManifestFile.name, anew isAnew: Bool = false
  ) async throws -> Result<[UInt8], ManifestFailure> {
    guard let toolchain else { throw WorkspaceError.swiftMissing(lookedIn: "any folder of PATH") }
    // SwiftPM locks its scratch folder, so that each package needs its own; its name only has to be unique.
    let scratch = temporaryFolder + "/scratch-" + String(package.stableHash, radix: 36)
    let child = ChildProcess(
      program: toolchain.swift,
      arguments: ["package", "--package-path", package, "--scratch-path", scratch]
        + (isAnew ? ["--manifest-cache", "none"] : []) + ["dump-package"],
      environment: environment, supervisor: supervisor)
    let shownManifest = Path.normalized(shownFolder + "/Package.swift")
    func failure(_ reason: ManifestFailure.Reason) -> Result<[UInt8], ManifestFailure> {
      .failure(ManifestFailure(path: shownManifest, reason: reason))
    }
    let outcome: ChildProcess.Outcome
    switch try await run(child, parsing: package + "/" + file) {
    case .ended(let ended): outcome = ended
    case .syntaxErrors(let errors):
      return failure(.refused(words: Self.words(errors, folder: package, shownAs: shownFolder)))
    case .timedOut: return failure(.timedOut(timeout, obstacle: nil))
    }
    guard outcome.succeeded else {
      let words = Self.words(outcome.errors, folder: package, shownAs: shownFolder)
      if let signal = outcome.signal { return failure(.crashed(signal: signal, words: words)) }
      if let reason = fullDisk(outcome.errors) { return failure(reason) }
      if let reason = unwritable(words, unless: package) { return failure(reason) }
      if words.contains("no such module 'AppleProductTypes'") { return failure(.appPackage(obstacle: nil)) }
      if words.contains("but the installed version is") { return failure(.tooNew(words: words)) }
      return failure(Self.namesAnError(words) ? .refused(words: words) : .ended(words: words))
    }
    return .success(outcome.outputBytes)
  }

  /// The errors that the parser alone finds.
  /// - Returns: `nil` if there are none, or the parser cannot be asked.
  private func syntaxErrors(in file: String) async throws -> String? {
    guard let frontend = toolchain?.frontend else { return nil }
    var errors: String?
    // What is right in one of the languages, as a regular expression between slashes, may be what the manifest is written in.
    for language in ["5", "6"] {
      let parser = ChildProcess(
        program: frontend, arguments: ["-frontend", "-parse", "-swift-version", language, file],
        environment: environment, supervisor: supervisor)
      let outcome = try await parser.run(outputLimit: 1 << 20)
      guard !outcome.succeeded, Self.namesAnError(outcome.errors) else { return nil }
      errors = errors ?? outcome.errors
    }
    return errors
  }

  private enum Evaluation: Sendable {
    case ended(ChildProcess.Outcome)
    case syntaxErrors(String)
    case timedOut
  }

  /// Runs SwiftPM. A compiler may spend minutes on the types of a large array before it reports a missing bracket, so that
  /// the parser is asked as well where it takes longer than most.
  private func run(_ child: ChildProcess, parsing file: String) async throws -> Evaluation {
    try await withThrowingTaskGroup(of: Evaluation.self) { group in
      group.addTask { .ended(try await child.run(outputLimit: 256 << 20)) }
      group.addTask {
        let end = ContinuousClock.now + timeout
        try await Task.sleep(for: min(timeout, Self.usualTime))
        if let errors = try await syntaxErrors(in: file) { return .syntaxErrors(errors) }
        try await Task.sleep(until: end)
        return .timedOut
      }
      defer { group.cancelAll() }
      return try await group.next() ?? .timedOut
    }
  }

  private static let usualTime = Duration.seconds(2)

  /// That a disk is full, according to the compiler, the linker or SwiftPM.
  private func fullDisk(_ words: String) -> ManifestFailure.Reason? {
    let complaints = words.split(separator: "\n").filter { line in
      Self.signsOfFullDisk.contains { line.contains($0) }
    }
    guard !complaints.isEmpty else { return nil }
    let isCache = complaints.contains { $0.contains(temporaryFolder) }
    let home = isCache ? nil : environment["HOME"]
    return .diskFull(folder: home ?? temporaryFolder, isHome: home != nil)
  }

  /// The last one is what Foundation says of `ENOSPC`.
  private static let signsOfFullDisk = [
    "No space left on device", "Disk quota exceeded", "database or disk is full", "I/O error (code: 28)",
  ]

  /// The compiler's error that it cannot write one of its own files, which no manifest causes.
  private func unwritable(_ words: String, unless package: String) -> ManifestFailure.Reason? {
    for line in words.split(separator: "\n") {
      // As in `error: unable to open output file '/home/me/.cache/…': 'Permission denied'`.
      let parts = line.split(separator: "'", omittingEmptySubsequences: false)
      guard parts.count == 5, parts[0].hasSuffix("error: unable to open output file ") else { continue }
      let (file, home) = (String(parts[1]), environment["HOME"])
      guard !file.hasPrefix(package + "/") else { continue }
      return .unwritable(file: file, reason: String(parts[3]), home: home.flatMap { file.hasPrefix($0) ? $0 : nil })
    }
    return nil
  }

  /// Whether there is an error of SwiftPM or the compiler, and not only the `Fatal error:` of a crashed program.
  private static func namesAnError(_ words: String) -> Bool {
    words.split(separator: "\n").contains { $0.hasPrefix("error: ") || $0.contains(": error: ") }
  }
}
