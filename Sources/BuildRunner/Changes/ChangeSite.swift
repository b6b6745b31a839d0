package import BuildAnalysis
package import ModuleGraph
import Platform
package import Workspace

/// The source file of a module that is changed in benchmarks, chosen before the first build.
package struct ChangeSite: Sendable, Hashable {
  package let module: ModuleID
  /// Relative to the workspace's root.
  package let path: String
  package let probe: SourceProbe

  /// Chooses the largest regular file of the module to which something can be appended; of equal ones, the first by
  /// path. `main.swift` is only chosen if there is no other, and Swift is preferred to C.
  ///
  /// - Parameter named: absolute paths of files that the user named; one that belongs to the module is taken.
  /// - Throws: `ScenarioError` if there is none, or none for these changes; `BenchmarkError` if one cannot be read.
  package init(
    of module: Module, in workspace: LoadedWorkspace, for changes: [SourceChange], named: [String]
  ) throws {
    let sources = (workspace.sources[module.id] ?? []).filter { Self.language(of: $0) != nil && $0.lines != nil }
    guard !sources.isEmpty else { throw ScenarioError.noSources(module.name) }
    let asked = sources.filter { named.contains(workspace.rootPath + "/" + $0.path) }
    let folders = workspace.packages.map(\.path) + workspace.xcodeProjects.map { Path.normalized($0 + "/..") }
    let copied = folders.compactMap { Path.canonical($0) }
    var refused: [String] = []
    for file in asked.isEmpty ? sources.sorted(by: Self.isBetter) : asked {
      let path = workspace.rootPath + "/" + file.path
      guard let language = Self.language(of: file), asked.contains(file) || Self.isRegular(path) else { continue }
      if let words = try Self.obstacle(in: path, language, within: copied) {
        refused.append("`\(file.path)` \(words)")
        continue
      }
      let texts = try sources.map { try FileTree.read(workspace.rootPath + "/" + $0.path) }
      let probe = SourceProbe(key: module.id.description, language: language, avoiding: texts)
      if let change = changes.first(where: { !probe.can($0) }) {
        throw ScenarioError.changeNeedsSwift(module.name, change.rawValue)
      }
      (self.module, self.path, self.probe) = (module.id, file.path, probe)
      return
    }
    throw ScenarioError.noFileToChange(module.name, refused: refused)
  }

  /// Why nothing can be appended to a file; `nil` if it is possible.
  /// - Parameter copied: the canonical folders that are copied.
  private static func obstacle(
    in path: String, _ language: SourceProbe.Language, within copied: [String]
  ) throws(BenchmarkError) -> String? {
    guard CopiedSource.isFolder(of: path, within: copied) else {
      return "is in a folder that a link brings in from elsewhere"
    }
    let ending = SourceEnding(of: try FileTree.read(path), language: language)
    return ending == .topLevel ? nil : ending.description
  }

  private static func isBetter(_ left: SourceFile, than right: SourceFile) -> Bool {
    func rank(_ file: SourceFile) -> (Int, Int, Int, String) {
      (language(of: file) == .swift ? 0 : 1, file.path.hasSuffix("/main.swift") ? 1 : 0, -(file.bytes ?? 0), file.path)
    }
    return rank(left) < rank(right)
  }

  private static func language(of file: SourceFile) -> SourceProbe.Language? {
    switch file.language {
    case "swift": .swift
    case "c", "cpp", "objc", "objcpp": .c
    default: nil
    }
  }

  /// A symbolic link is excluded, since it would lead the change out of the copy.
  private static func isRegular(_ path: String) -> Bool {
    (try? FileStatus(of: path, followsLast: false))?.kind == .file
  }
}

extension SourceEnding {
  /// The reason as a clause.
  fileprivate var description: String {
    switch self {
    case .topLevel: "ends at its top level"
    case .comment: "ends within a comment"
    case .string: "ends within a string"
    case .braces: "ends within braces"
    case .condition: "ends within `#if`"
    case .notText: "is not UTF-8 text"
    }
  }
}
