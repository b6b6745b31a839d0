import BuildAnalysis
import BuildRunner
import Foresight
import Foundation
import ModuleGraph
import Services
import Workspace

/// Are the dependents and definitions that a leak names those that the build compiled?
///
/// What was compiled is taken from the processes that were started; that a definition exists and is used, from the sources.
struct LeakAccuracy: Question {
  let name: String
  private let repository: String
  private let version: String

  static let all = [
    LeakAccuracy(name: "leak-accuracy", repository: "apple/swift-argument-parser", version: "1.8.2"),
    LeakAccuracy(name: "leak-accuracy-nio", repository: "apple/swift-nio", version: "2.101.2"),
    LeakAccuracy(name: "leak-accuracy-rxswift", repository: "ReactiveX/RxSwift", version: "6.9.1"),
    LeakAccuracy(name: "leak-accuracy-collections", repository: "apple/swift-collections", version: "1.6.0"),
  ]

  var summary: String {
    """
    private changes (one for each pair) in files of \(repository)'s modules: dependents and files that are named = those \
    that were compiled, and definitions that are named = declared in a file of the changed module; goal 99 %
    """
  }

  func answer(pairs: Int, seed: UInt64) async throws -> [String] {
    let package = try await Command.package(repository, version)
    let folder = try Command.workFolder + "/leaks"
    let toolchain = try Toolchain()
    let loader = WorkspaceLoader(toolchain: toolchain, cacheFolder: folder, reads: .interfaces)
    let loaded = try await loader.load(packagePath: package)
    let swiftBuild = SwiftBuild(swift: toolchain.swift, extraArguments: ["--disable-index-store"])
    let planned = try ArmSelection(
      workspace: loaded, configuration: "debug", arguments: swiftBuild.statedArguments, traits: .defaults
    ).arm(named: nil)
    let sites = Self.sites(in: loaded, count: pairs)
    let request = MeasuringEnvironment.Request(
      loaded, cache: CacheFolder.own(for: folder), output: folder + "/output",
      recorder: Command.sibling("modgauge-recorder"))
    let trials = try await MeasuringEnvironment.held(for: request) { place in
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
      let change = PrivateChange(trial, in: loaded.graph)
      let own = Module.compiledName(change.module.name)
      let named = Set(change.dependents.flatMap { one in one.files.map { "\(one.module)/\($0.file)" } })
      let compiled = Set(
        trial.compiled.filter { $0.key != own && !planned.contains($0.key) }.flatMap { name, files in
          files.map { "\(name)/\($0)" }
        })
      files += compiled.count
      rightFiles += compiled.intersection(named).count
      if named == compiled { rightTrials += 1 } else { wrong.append("\(change.path): \(named) ≠ \(compiled)") }
      for use in change.dependents.flatMap({ $0.files.flatMap(\.uses) }) {
        definitions += 1
        let isDeclared = loaded.interfaces?.files(of: change.module, declaring: use).isEmpty == false
        if isDeclared { rightDefinitions += 1 } else { wrong.append("\(change.path): \(use)") }
      }
    }
    return [
      "changes whose dependents are named as they were compiled: \(share(rightTrials, of: trials.count))",
      "files compiled in dependents that are named: \(share(rightFiles, of: files))",
      "definitions whose file in the changed module is found: \(share(rightDefinitions, of: definitions))",
    ] + wrong.prefix(10)
  }

  private static func share(_ count: Int, of all: Int) -> String {
    "\(count) of \(all), \(Pairs.text(Double(count) / Double(max(all, 1)) * 100, 1)) %"
  }
}
