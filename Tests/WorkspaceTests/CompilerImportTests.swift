import Foundation
import ImportSyntax
import ManifestSyntax
import ModuleGraph
import Testing

@testable import Workspace

/// What each module of real packages imports, against the compiler's own lists, which `script/import_lists.py` makes with the
/// arguments of each target; runs only where `MODGAUGE_IMPORT_LISTS` names their folder, see `script/soak --scan`.
@Suite struct CompilerImportTests {
  private static let folder = ProcessInfo.processInfo.environment["MODGAUGE_IMPORT_LISTS"]

  private struct Lists: Decodable {
    struct List: Decodable {
      struct Module: Decodable {
        let name: String
        let imports: [String]?
        let reason: String?
        let sources: [String]
      }

      let configuration: String
      let definitions: [String]
      let modules: [Module]
    }

    let package: String
    let version: String
    let path: String
    let reason: String?
    let lists: [List]
  }

  /// Counts of one configuration.
  private struct Row {
    var modules = 0
    var files = 0
    var imports = 0
    var undecided = 0
    var differences = 0
  }

  @Test(.enabled(if: folder != nil)) func theScanNamesWhatTheCompilerNames() async throws {
    let folder = try #require(Self.folder)
    var rows: [String: Row] = [:]
    var packages = 0
    for file in try FileManager.default.contentsOfDirectory(atPath: folder).sorted() where file.hasSuffix(".json") {
      let lists = try JSONDecoder().decode(
        Lists.self, from: Data(contentsOf: URL(filePath: folder + "/" + file)))
      if let reason = lists.reason {
        print("not planned: \(lists.package) \(lists.version): \(reason.split(separator: "\n").last ?? "")")
        continue
      }
      packages += 1
      try await compare(lists, &rows)
    }
    print("\(packages) packages")
    print("| configuration | modules | files | imports | not decided | differences |")
    for (name, row) in rows.sorted(by: { $0.key < $1.key }) {
      print("| \(name) | \(row.modules) | \(row.files) | \(row.imports) | \(row.undecided) | \(row.differences) |")
      #expect(row.differences == 0)
    }
  }

  private func compare(_ lists: Lists, _ rows: inout [String: Row]) async throws {
    let checkouts = lists.path + "/.build/checkouts"
    let others = ((try? FileManager.default.contentsOfDirectory(atPath: checkouts)) ?? []).sorted()
    let loader = WorkspaceLoader(
      toolchain: try Toolchain(), cacheFolder: (Self.folder ?? "") + "/cache", keepsGoing: true,
      reads: .imports)
    let loaded = try await loader.load(packagePath: lists.path, besides: others.map { checkouts + "/" + $0 })
    let root = try #require(loaded.packages.first { $0.path == loaded.rootPath })
    let graph = loaded.graph
    let modules = graph.modules.filter { $0.package == root.key }
    let imports = try #require(loaded.imports)
    for (number, list) in lists.lists.enumerated() {
      let name = number == 2 ? "debug, more names" : list.configuration
      for expected in list.modules {
        guard let module = modules.first(where: { $0.compiledName == expected.name }), let named = expected.imports
        else {
          print("\(lists.package) \(name): no list of \(expected.name) \(expected.reason ?? "")")
          continue
        }
        let answers = Answers(
          of: module, list.configuration, list.definitions, root.manifest.defaultTraits, in: loaded, imports)
        // The compiler's list is of sources alone that are there before a build.
        let files = Set(expected.sources)
        let uses = (imports.uses[module.id] ?? []).filter { files.contains($0.location.file) }
        let seen = uses.map { (name: $0.moduleName ?? "", value: $0.condition.map(answers.value) ?? true) }
        let certain = Set(seen.filter { $0.value == true }.map(\.name))
        let open = Set(seen.filter { $0.value == nil }.map(\.name)).subtracting(certain)
        rows[name, default: Row()].modules += 1
        rows[name, default: Row()].files += files.count
        rows[name, default: Row()].imports += named.count
        rows[name, default: Row()].undecided += open.count
        let missing = Set(named).subtracting(certain).subtracting(open)
        let added = certain.subtracting(named)
        if !missing.isEmpty || !added.isEmpty {
          rows[name, default: Row()].differences += 1
          print(
            "\(lists.package) \(name) \(expected.name): not read \(missing.sorted()), read besides \(added.sorted())")
        }
        if !open.isEmpty { print("\(lists.package) \(name) \(expected.name): not decided \(open.sorted())") }
      }
    }
  }

  /// What conditions of a module come to on this machine.
  private struct Answers {
    private let settings: CompilationSettings
    private let build: CompilationSettings.Build
    private let reached: Set<String>

    init(
      of module: Module, _ configuration: String, _ definitions: [String], _ traits: Set<String>,
      in loaded: LoadedWorkspace, _ imports: WorkspaceImports
    ) {
      let environment = loaded.graph.environment
      settings = imports.settings[module.id] ?? CompilationSettings([], packageModes: nil, toolsVersion: "")
      build = CompilationSettings.Build(
        platform: environment?.os, configuration: configuration, toolchain: environment?.toolchain,
        arch: environment?.arch, traits: traits, definitions: Set(definitions))
      let modules = Dictionary(uniqueKeysWithValues: loaded.graph.modules.map { ($0.id, $0) })
      reached = Set(
        loaded.graph.closure(of: [module.id]) { dependency in
          dependency.condition?.platforms.map { $0.contains("linux") } ?? true
        }.compactMap { modules[$0]?.compiledName })
    }

    func value(_ condition: CompilationCondition) -> Bool? { condition.value(answer) }

    private func answer(_ condition: CompilationCondition) -> Bool? {
      switch condition {
      case .query("_runtime", let name): name == "_Native"
      case .query("targetEnvironment", _): false
      case .query("_endian", let name): name == "little"
      default: settings.answer(condition, in: build) { reached.contains($0) || Self.toolchain.contains($0) }
      }
    }

    /// The modules that the toolchain brings along.
    private static let toolchain: Set<String> = {
      let swift = (try? Toolchain().swift).map { URL(filePath: $0).resolvingSymlinksInPath() }
      let folder = swift?.deletingLastPathComponent().appending(path: "../lib/swift/linux").standardizedFileURL.path
      let names = folder.flatMap { try? FileManager.default.contentsOfDirectory(atPath: $0) } ?? []
      // The last one is a module of C.
      return Set(names.filter { $0.hasSuffix(".swiftmodule") }.map { String($0.dropLast(12)) } + ["CoreFoundation"])
    }()
  }
}

extension Manifest {
  /// Those that are enabled where nobody asks for others.
  fileprivate var defaultTraits: Set<String> {
    let enabled = Dictionary(traits.map { ($0.name, $0.enabledTraits) }) { first, _ in first }
    var reached: Set<String> = []
    var pending = enabled["default"] ?? []
    while let name = pending.popLast() {
      if reached.insert(name).inserted { pending += enabled[name] ?? [] }
    }
    return reached
  }
}
