/// Why a workspace could not be loaded. `description` is the sentence for the user.
package enum WorkspaceError: Error, Hashable, Sendable {
  /// The folder does not exist.
  /// - Parameter advice: the reason as a sentence, if it is known.
  case folderMissing(path: String, advice: String? = nil)
  /// The path is no folder.
  case notAFolder(path: String)
  /// The folder contains no manifest, at any depth that is searched.
  /// - Parameter warnings: what kept the search from being complete, as sentences.
  case manifestMissing(folder: String, warnings: [String])
  /// The folder contains no manifest, but Xcode workspaces or projects.
  /// - Parameter containers: their paths for the user.
  case onlyXcode(folder: String, containers: [String])
  /// The file with a manifest's name is no manifest, and there is no other.
  case notAManifest(path: String, reason: String)
  /// An Xcode workspace or project cannot be read.
  case projectUnreadable(path: String, reason: String)
  /// An Xcode workspace or project has neither targets nor packages.
  /// - Parameter warnings: references that lead to nothing, as sentences.
  case projectEmpty(path: String, warnings: [String])
  /// `swift` is neither on `PATH` nor where the user specified.
  case swiftMissing(lookedIn: String)
  /// `swift` did not print its version.
  case swiftUnusable(path: String, words: String)
  /// `swift` was ended by a signal before it printed its version.
  case swiftCrashed(path: String, signal: Int32, words: String)
  /// The cache folder, or something in it, cannot be created or locked.
  case cacheUnusable(path: String, reason: String)
  /// These manifests could not be evaluated, sorted by path.
  case manifestsFailed([ManifestFailure])
}

/// A manifest that could not be evaluated.
package struct ManifestFailure: Error, Hashable, Sendable {
  package enum Reason: Hashable, Sendable {
    /// It, or a variant of it, cannot be read.
    case unreadable(reason: String)
    /// It needs a newer SwiftPM; with SwiftPM's message.
    case tooNew(words: String)
    /// It describes an app for Xcode and Swift Playgrounds: it imports a module that only they have.
    /// - Parameter obstacle: why it was not read without them.
    case appPackage(obstacle: String?)
    /// SwiftPM rejected it; with the message of the compiler or of SwiftPM.
    case refused(words: String)
    /// Its program ended before it returned a package: it crashed, or called `exit`.
    case ended(words: String)
    /// SwiftPM itself was ended by a signal.
    case crashed(signal: Int32, words: String)
    /// The compiler could not write a file of its own outside the package, for example in the home folder's cache.
    case unwritable(file: String, reason: String, home: String?)
    /// The disk of a folder that an evaluation needs is full: of the cache, or of the home folder, where SwiftPM has its own.
    case diskFull(folder: String, isHome: Bool)
    /// It was still running after this time, and was stopped.
    /// - Parameter obstacle: why it was not read without SwiftPM.
    case timedOut(Duration, obstacle: String?)
    /// It is not literal, and SwiftPM must not be asked.
    case notLiteral(obstacle: String)
    /// Its targets have dependencies that nothing satisfies.
    case dangling([DanglingDependency])
    /// SwiftPM does not build its package with those that it depends on; with SwiftPM's message.
    case unbuildable(words: String)
    /// SwiftPM's answer has an unknown form.
    case notUnderstood(detail: String)
  }

  /// The manifest's path for the user, from the path of the workspace.
  package let path: String
  package let reason: Reason
}

extension WorkspaceError: CustomStringConvertible {
  private static let advice =
    "Give a Swift package, a folder that holds some, an .xcworkspace or an .xcodeproj with --package-path."

  package var description: String {
    switch self {
    case .folderMissing(let path, let advice):
      "There is no folder `\(path.visible)`.\(PathSuggestion.sentence(for: path)) \(advice?.visible ?? Self.advice)"
    case .notAFolder(let path):
      "`\(path.visible)` is not a folder. \(Self.advice)"
    case .manifestMissing(let folder, let warnings):
      "There is no Swift package in `\(folder.visible)`, nor in the folders below it that are neither hidden, ignored by "
        + "git nor excluded. \(Self.sentences(warnings))\(Self.advice)"
    case .onlyXcode(let folder, let containers):
      "There is no Swift package in `\(folder.visible)`. Name "
        + containers.prefix(3).map { "`--package-path \($0.shellWord.visible)`" }.joined(separator: " or ")
        + (containers.count > 3 ? " or another" : "") + " for the Xcode project there."
    case .notAManifest(let path, let reason):
      "`\(path.visible)` is not a manifest: \(reason). \(Self.advice)"
    case .projectUnreadable(let path, let reason):
      "`\(path.visible)` cannot be read: \(reason). Open it with Xcode and save it again."
    case .projectEmpty(let path, let warnings):
      "`\(path.visible)` refers to no existing target or package. \(Self.sentences(warnings))\(Self.advice)"
    case .swiftMissing(let place):
      "There is no `swift` in \(place). Install a Swift toolchain, or name one with --toolchain."
    case .swiftUnusable(let path, let words):
      "`\(path) --version` did not name a Swift version. Name a toolchain that works with --toolchain. "
        + (words.isEmpty ? "It printed nothing." : "It said:\n\(words)")
    case .swiftCrashed(let path, let signal, let words):
      "`\(path) --version` crashed (signal \(signal)). Run it yourself, and name a toolchain that works with --toolchain."
        + Self.crash(words)
    case .cacheUnusable(let path, let reason):
      "The cache folder `\(path)` cannot be used (\(reason)). Name another with --cache-dir."
    case .manifestsFailed(let failures):
      failures.map(\.description).joined(separator: "\n")
    }
  }

  /// The output of a crashed program, without addresses and registers.
  private static func crash(_ words: String) -> String {
    let said = words.split(separator: "\n").filter { $0.hasPrefix("***") || $0.contains("Fatal error") }
    return said.prefix(3).map { "\n\($0)" }.joined().visibleLines
  }

  /// The first few, each followed by a space.
  private static func sentences(_ warnings: [String]) -> String { warnings.prefix(3).map { $0.visible + " " }.joined() }
}

extension ManifestFailure: CustomStringConvertible {
  package var description: String {
    let path = path.visible
    return switch reason {
    case .unreadable(let reason):
      "`\(path)` cannot be read (\(reason)). Check the kind of file and its permissions."
    case .tooNew(let words):
      "`\(path)` needs a newer Swift. Name a toolchain that has it with --toolchain.\n\(words)"
    case .appPackage(let obstacle):
      "`\(path)` describes an app for Xcode and Swift Playgrounds: it imports AppleProductTypes, which only they have, so "
        + "that no `swift package` can evaluate it\(obstacle.map { " (\($0))" } ?? ""). Write its declarations as literals, "
        + "or skip it: exclude its folder in .modgauge.yml, or show the rest with --keep-going."
    case .refused(let words):
      "`\(path)` cannot be evaluated. Correct it, and check it with `swift package dump-package`.\n\(words)"
    case .ended(let words):
      "`\(path)` ended before it returned a package: it crashed, or called `exit`. Correct it, and check it "
        + "with `swift package dump-package`." + (words.isEmpty ? "" : "\n\(words)")
    case .crashed(let signal, let words):
      "SwiftPM crashed (signal \(signal)) while evaluating `\(path)`. Try `swift package dump-package`, or another "
        + "toolchain with --toolchain." + (words.isEmpty ? "" : "\n\(words)")
    case .unwritable(let file, let reason, let home):
      "`\(path)` cannot be evaluated, since the compiler cannot write `\(file.visible)` (\(reason)). "
        + (home.map { "Set HOME, which is `\($0.visible)`, to a folder that can be written." }
          ?? "Make that folder writable.")
    case .diskFull(let folder, let isHome):
      "`\(path)` cannot be evaluated, since the disk of `\(folder.visible)` is full. Free some space, or "
        + (isHome ? "set HOME to a folder elsewhere." : "name another folder with --cache-dir.")
    case .timedOut(let limit, let obstacle):
      "`\(path)` was still being evaluated after \(limit), and was terminated. Look for an error, a loop or a wait in it"
        + (obstacle.map { ", first where it is \($0)," } ?? ",") + " or allow more time with --manifest-timeout."
    case .notLiteral(let obstacle):
      "`\(path)` was not read, since --no-evaluate keeps SwiftPM from running it (\(obstacle))."
    case .dangling(let dependencies):
      "`\(path)` refers to something that does not exist, which SwiftPM rejects. Correct it:\n"
        + dependencies.map(\.sentence).joined(separator: "\n")
    case .unbuildable(let words):
      "`\(path)` describes a package that SwiftPM does not build with those that it depends on. Correct them, and check "
        + "them with `swift package show-dependencies`.\nerror: \(words)"
    case .notUnderstood(let detail):
      "SwiftPM's description of `\(path)` cannot be read: \(detail). Try the toolchain that modgauge was built with, "
        + "and report this."
    }
  }
}
