/// What is unusual about the sources of a target. Warnings of one kind about several packages are one sentence.
struct SourceWarning: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    /// SwiftPM finds no folder for a target.
    case noFolder
    /// A target's path is no folder of its package.
    case strayPath
    /// A path that a target names leads to nothing.
    case missingPath
    case unreadable(reason: String)
    /// A source only stands for one in Git LFS.
    case inLFS
    case linkToNothing
    /// A git submodule with a target's sources is not checked out.
    case submodule
    /// A folder that an Xcode project shows with all its contents does not exist.
    case missingFolder
    /// A target of an Xcode project compiles files that cannot be read.
    case unreadableFiles
    /// Others of this kind say something else.
    case other
  }

  let kind: Kind
  /// The target or path that it is about, in lists of several; a path is quoted.
  let subject: String
  /// The sentence without its period if there is no other warning like it.
  let sentence: String
}

extension SourceWarning.Kind {
  /// The common parts of several warnings: the noun for their subjects, and the predicate. `nil` if they have nothing
  /// in common.
  var common: (noun: String, predicate: String)? {
    switch self {
    case .noFolder: ("targets", "have no sources: SwiftPM finds no folders for them")
    case .strayPath: ("targets", "have no sources: their paths are not folders of their packages")
    case .missingPath: ("paths", "that targets name do not exist")
    case .unreadable(let reason): ("files or folders", "cannot be read: \(reason)")
    case .inLFS: ("sources", "are in Git LFS and not checked out, so that their lines are unknown: try `git lfs pull`")
    case .linkToNothing: ("sources", "are links to nothing")
    case .submodule: ("git submodules", "with sources are not checked out: try `git submodule update --init`")
    case .missingFolder: ("folders", "of Xcode projects do not exist")
    case .unreadableFiles: ("targets", "compile files that cannot be read here")
    case .other: nil
    }
  }

  /// Whether subjects are targets, which belong to their packages, and not paths.
  var isAboutTargets: Bool {
    switch self {
    case .noFolder, .strayPath, .unreadableFiles: true
    default: false
    }
  }
}

extension SourceWarning {
  /// - Parameter path: relative to the workspace's root.
  static func inLFS(_ path: String) -> SourceWarning {
    SourceWarning(
      kind: .inLFS, subject: "`\(path)`",
      sentence: "`\(path)` is in Git LFS and not checked out, so that its lines are unknown: try `git lfs pull`")
  }

  /// - Parameter path: relative to the workspace's root.
  static func unreadable(_ path: String, _ reason: String) -> SourceWarning {
    SourceWarning(
      kind: .unreadable(reason: reason), subject: "`\(path)`", sentence: "`\(path)` cannot be read: \(reason)")
  }
}
