import BuildAnalysis
import BuildRunner
import Foundation
import ImportSyntax
import ModuleGraph
import Workspace

/// Are the dependents and definitions that a leak names those that the build compiled?
///
/// What was compiled is taken from the processes that were started; that a definition exists and is used, from the sources.
struct LeakAccuracy: Question {
  let name = "leak-accuracy"
  let summary = """
    private changes (one for each pair) in files of swift-argument-parser's modules: dependents and files that are named = those \
    that were compiled, and definitions that are named = declared in the changed module and written in the file; goal 99 %
    """

  func answer(pairs: Int, seed: UInt64) async throws -> [String] {
    let package = try await Command.package("apple/swift-argument-parser", "1.8.2")
    let folder = try Command.workFolder + "/leaks"
    let toolchain = try Toolchain()
    let loaded = try await WorkspaceLoader(toolchain: toolchain, cacheFolder: folder).load(packagePath: package)
    let swiftBuild = SwiftBuild(swift: toolchain.swift, extraArguments: ["--disable-index-store"])
    let planned = try ArmSelection(
      workspace: loaded, configuration: "debug", arguments: swiftBuild.statedArguments, traits: .defaults
    ).arm(named: nil)
    let sites = Self.sites(in: loaded, count: pairs)
    let request = MeasuringPlace.Request(
      loaded, cache: folder, output: folder + "/output", recorder: Command.sibling("modgauge-recorder"))
    let trials = try await MeasuringPlace.held(for: request) { place in
      let recording = try await place.recording(
        of: swiftBuild, toolchain: toolchain, version: loaded.graph.environment?.toolchain)
      let search = LeakSearch(of: loaded, building: planned, with: swiftBuild, recording: recording, in: place) {
        module in
        FileHandle.standardError.write(Data("\(module?.name ?? "a clean build")\n".utf8))
      }
      return try await search.trials(at: sites)
    }
    return Self.lines(trials, in: loaded)
  }

  /// Files of modules that something depends on, from one module after another.
  private static func sites(in loaded: LoadedWorkspace, count: Int) -> [ChangeSite] {
    let used = Set(loaded.graph.dependencies.map(\.to))
    let modules = loaded.graph.modules.filter { $0.kind == .regular && used.contains($0.id) }
    let files = modules.map { module in
      (loaded.sources[module.id] ?? []).compactMap { file in
        try? ChangeSite(of: module, in: loaded, for: [.private], named: ["\(loaded.rootPath)/\(file.path)"])
      }
    }
    let rounds = files.map(\.count).max() ?? 0
    let all = (0..<rounds).flatMap { round in files.compactMap { $0.indices.contains(round) ? $0[round] : nil } }
    return Array(all.prefix(count))
  }

  private static func lines(_ trials: [LeakSearch.Trial], in loaded: LoadedWorkspace) -> [String] {
    // SwiftPM compiles manifests and plugins while it plans.
    let planned = Set(loaded.graph.modules.filter { $0.kind == .plugin }.map(\.compiledName) + ["main"])
    var (rightTrials, files, rightFiles, definitions, rightDefinitions) = (0, 0, 0, 0, 0)
    var wrong: [String] = []
    for trial in trials {
      let own = Module.compiledName(trial.change.module.name)
      let named = Set(trial.change.dependents.flatMap { one in one.files.map { "\(one.module)/\($0.file)" } })
      let compiled = Set(
        trial.compiled.filter { $0.key != own && !planned.contains($0.key) }.flatMap { name, files in
          files.map { "\(name)/\($0)" }
        })
      files += compiled.count
      rightFiles += compiled.intersection(named).count
      if named == compiled { rightTrials += 1 } else { wrong.append("\(trial.change.path): \(named) ≠ \(compiled)") }
      let declared = loaded.names(declaredIn: trial.change.module)
      for use in trial.change.dependents.flatMap({ $0.files.flatMap(\.uses) }) {
        definitions += 1
        let first = use.split(separator: ".").first.map(String.init) ?? use
        if declared.contains(first) { rightDefinitions += 1 } else { wrong.append("\(trial.change.path): \(use)") }
      }
    }
    return [
      "changes whose dependents are named as they were compiled: \(share(rightTrials, of: trials.count))",
      "files compiled in dependents that are named: \(share(rightFiles, of: files))",
      "definitions that are declared in the changed module: \(share(rightDefinitions, of: definitions))",
    ] + wrong.prefix(10)
  }

  private static func share(_ count: Int, of all: Int) -> String {
    "\(count) of \(all), \(Pairs.text(Double(count) / Double(max(all, 1)) * 100, 1)) %"
  }
}

extension LoadedWorkspace {
  /// The names that a module's files declare outside of types, and its types.
  fileprivate func names(declaredIn module: ModuleID) -> Set<String> {
    (sources[module] ?? []).reduce(into: []) { names, file in
      guard let data = FileManager.default.contents(atPath: "\(rootPath)/\(file.path)") else { return }
      let interface = SwiftInterface(swift: Array(data))
      names.formUnion(interface.names.union(interface.types.keys))
    }
  }
}
