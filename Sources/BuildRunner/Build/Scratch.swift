import ModuleGraph

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// An arm's scratch folder: the outputs of `swift build`, and the proof of what it built.
struct Scratch: Sendable {
  let path: String

  /// Downloads of SwiftPM and Xcode, and their state; everything else is made by builds. A list of what to *delete* would miss the
  /// files of future build systems, and a null build would be taken for a clean one.
  static let kept: Set<String> = [
    "artifacts", "checkouts", "prebuilts", "registry", "repositories", "workspace-state.json",
    Xcodebuild.packagesFolder,
  ]

  /// Removes everything that builds have made.
  func clean() throws(BenchmarkError) {
    for name in try FileTree.names(in: path) where !Self.kept.contains(name) {
      try FileTree.remove("\(path)/\(name)")
    }
  }

  /// The folders of the packages that SwiftPM fetched, sorted.
  func checkouts() throws(BenchmarkError) -> [String] {
    let folder = path + "/checkouts"
    return try FileTree.names(in: folder).filter { !$0.hasPrefix(".") }.map { "\(folder)/\($0)" }
  }

  /// Some files that builds leave and that a clean folder must not contain.
  ///
  /// Besides the outputs of builds, this searches everything except SwiftPM's downloads, which may contain compiled
  /// modules of their own.
  func leftovers() throws(BenchmarkError) -> [String] {
    try builtFiles().filter { $0.hasSuffix(".swiftmodule") || $0.hasSuffix(".o") }
  }

  /// The modules that have objects here, as the compiler names them, for both build systems; sorted.
  ///
  /// Both build systems of SwiftPM put a module's objects below a folder `Module.build`; one of them appends `-tool` to
  /// the names of modules that run during the build (macros and the modules of plugins).
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

  /// Everything except downloads, at any depth, relative to the folder; sorted. Links are not followed.
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
}
