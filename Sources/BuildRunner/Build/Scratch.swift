import ModuleGraph

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// An arm's scratch folder: what `swift build` writes, and what proves what it built.
struct Scratch: Sendable {
  let path: String

  /// What SwiftPM downloads and remembers of it; everything else is made by builds. A list of what to *delete* would
  /// miss what the next build system leaves, and a null build would pass for a clean one.
  static let kept: Set<String> = [
    "artifacts", "checkouts", "prebuilts", "registry", "repositories", "workspace-state.json",
  ]

  /// Removes all that builds have made.
  func clean() throws(BenchmarkError) {
    for name in try entries() where !Self.kept.contains(name) {
      try FileTree.remove("\(path)/\(name)")
    }
  }

  /// The folders of the packages that SwiftPM fetched, sorted.
  func checkouts() throws(BenchmarkError) -> [String] {
    let folder = path + "/checkouts"
    guard FileManager.default.fileExists(atPath: folder) else { return [] }
    return try FileTree.doing("read", folder) { try FileManager.default.contentsOfDirectory(atPath: folder) }
      .filter { !$0.hasPrefix(".") }.sorted().map { "\(folder)/\($0)" }
  }

  /// Files that a build leaves and a clean folder has none of, at most a few.
  ///
  /// Beside what a build makes, this looks at everything but what SwiftPM downloads, whose packages may bring
  /// compiled modules of their own.
  func leftovers() throws(BenchmarkError) -> [String] {
    try builtFiles().filter { $0.hasSuffix(".swiftmodule") || $0.hasSuffix(".o") }
  }

  /// The modules that have objects here, as the compiler names them, whichever build system compiled them; sorted.
  ///
  /// Both of SwiftPM's build systems put a module's objects below a folder `Module.build`; what is built to run
  /// during the build (macros and what plugins use) has `-tool` behind the name in one of them.
  func compiledModules() throws(BenchmarkError) -> [String] {
    var modules: Set<String> = []
    for file in try builtFiles() where file.hasSuffix(".o") {
      let folders = file.split(separator: "/").dropLast()
      guard let folder = folders.last(where: { $0.hasSuffix(Self.folderSuffix) }) else { continue }
      let module = folder.dropLast(Self.folderSuffix.count)
      let name = module.hasSuffix(Self.toolSuffix) ? module.dropLast(Self.toolSuffix.count) : module
      modules.insert(Module.compiledName(String(name)))
    }
    return modules.sorted()
  }

  private static let folderSuffix = ".build"
  private static let toolSuffix = "-tool"

  /// Everything that is not kept, at any depth, relative to the folder; sorted. Links are not followed.
  func builtFiles() throws(BenchmarkError) -> [String] {
    try FileTree.doing("read", path) {
      guard FileManager.default.fileExists(atPath: path) else { return [] }
      return try FileManager.default.contentsOfDirectory(atPath: path).filter { !Self.kept.contains($0) }.flatMap {
        name in
        let type = try FileManager.default.attributesOfItem(atPath: "\(path)/\(name)")[.type] as? FileAttributeType
        guard type == .typeDirectory else { return [name] }
        return try FileManager.default.subpathsOfDirectory(atPath: "\(path)/\(name)").map { "\(name)/\($0)" }
      }.sorted()
    }
  }

  private func entries() throws(BenchmarkError) -> [String] {
    guard FileManager.default.fileExists(atPath: path) else { return [] }
    return try FileTree.doing("read", path) { try FileManager.default.contentsOfDirectory(atPath: path) }.sorted()
  }
}
