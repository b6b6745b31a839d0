import ImportSyntax
import Testing

@testable import ModuleGraph

@Suite struct ImportFindingsTests {
  @Test func anImportThatIsNotDeclaredIsFoundAtItsFirstLine() {
    let findings = find(
      ["App": ["Feature"], "Feature": ["Core"], "Core": []], ["App": "Core Feature Core", "Feature": "Core"])
    #expect(findings.unused.isEmpty)
    #expect(findings.undeclared.map(\.module.name) == ["App"])
    #expect(findings.undeclared.map(\.imported.name) == ["Core"])
    #expect(findings.undeclared.map(\.location.line) == [1])
    #expect(findings.undeclared.map(\.count) == [2])
    #expect(findings.undeclared.map(\.isReachable) == [true])
    #expect(find(["App": [], "Core": []], ["App": "Core"]).undeclared.map(\.isReachable) == [false])
  }

  @Test func namesThatNoModuleHasAreNoFinding() {
    #expect(find(["App": []], ["App": "Foundation UIKit Else App"]) == .none)
  }

  @Test func aDependencyThatNothingImportsIsFound() {
    let findings = find(["App": ["A", "B"], "A": [], "B": []], ["App": "B"])
    #expect(findings.unused.flatMap(\.dependencies).map(\.to.name) == ["A"])
    #expect(findings.undeclared.isEmpty)
  }

  @Test func whatAModuleExportsAgainIsDeclaredWithIt() {
    let adjacency: KeyValuePairs = ["App": ["Umbrella"], "Umbrella": ["Core"], "Core": []]
    #expect(find(adjacency, ["App": "Core", "Umbrella": "@Core"]) == .none)
    #expect(
      find(["App": ["Umbrella", "Core"], "Umbrella": ["Core"], "Core": []], ["App": "Umbrella", "Umbrella": "@Core"])
        == .none)
    #expect(find(adjacency, ["App": "Core", "Umbrella": "Core"]).undeclared.count == 1)
  }

  @Test func whatMayBeBuiltTooLateWithoutADependencyIsFound() {
    func untimely(_ adjacency: KeyValuePairs<String, [String]>, _ sources: [String: String]) -> [String] {
      let (graph, imports) = example(adjacency, sources, tests: ["AppTests"])
      let unused = ImportFindings(of: graph, imports: imports).unused.flatMap(\.dependencies)
      let found = ImportFindings.untimely(without: Set(unused), in: graph, imports: imports)
      return unused.map(\.to.name) + (found.map { [$0.module.name, $0.imported.name] } ?? [])
    }
    let adjacency: KeyValuePairs = ["App": ["Feature"], "Feature": ["Core"], "Core": []]
    #expect(untimely(adjacency, ["App": "Feature Core", "Feature": ""]) == ["Core", "App", "Core"])
    #expect(untimely(adjacency, ["App": "Feature", "Feature": ""]) == ["Core"])
    #expect(
      untimely(
        ["App": ["Feature", "Other"], "Feature": ["Core"], "Other": ["Core"], "Core": []],
        ["App": "Feature Other Core", "Feature": "", "Other": "Core"]) == ["Core"])
    #expect(
      untimely(["AppTests": ["App"], "App": ["Core"], "Core": []], ["AppTests": "App Core", "App": ""]) == ["Core"])
  }

  @Test func testsThatUseItAloneAreNamed() {
    let findings = find(
      ["App": ["Core"], "AppTests": ["App"], "Core": []], ["App": "", "AppTests": "App Core"], tests: ["AppTests"])
    #expect(findings.unused.map { $0.tests.map(\.name) } == [["AppTests"]])
    #expect(findings.undeclared.map(\.module.name) == ["AppTests"])
  }

  @Test func onlyAnImportThatThePlatformSeesUsesADependencyOfThatPlatform() {
    func unused(_ platforms: [String], _ condition: CompilationCondition?) -> Int {
      let from = ModuleID(package: "P", name: "App")
      let to = ModuleID(package: "P", name: "Core")
      let graph = ModuleGraph(
        modules: [from, to].map { Module(id: $0, kind: .regular, sources: 1) },
        dependencies: [Dependency(from: from, to: to, condition: Condition(platforms: platforms))])
      let use = WorkspaceImports.Use(.module("Core"), condition: condition, location: .init(file: "a.swift", line: 1))
      return ImportFindings(of: graph, imports: WorkspaceImports(uses: [from: [use], to: []])).unused.count
    }
    #expect(unused(["linux"], .query("os", argument: "Linux")) == 0)
    #expect(unused(["linux"], .query("os", argument: "macOS")) == 1)
    #expect(unused(["linux"], .not(.query("os", argument: "Linux"))) == 1)
    #expect(unused(["linux"], .flag("X")) == 0)
    #expect(unused([], .query("os", argument: "macOS")) == 0)
    #expect(unused(["linux"], nil) == 0)
  }

  @Test(arguments: [nil, "macos", "linux"])
  func `in the graph of a platform, only imports that it sees count`(platform: String?) {
    let ids = ["App", "Linux", "Other", "Never"].map { ModuleID(package: "P", name: $0) }
    let graph = ModuleGraph(
      modules: ids.map { Module(id: $0, kind: .regular, sources: 1) },
      dependencies: [
        Dependency(from: ids[0], to: ids[1], condition: Condition(platforms: ["linux"])),
        Dependency(from: ids[0], to: ids[2], condition: Condition(platforms: ["macos"])),
        Dependency(from: ids[0], to: ids[3]),
      ]
    ).applyingConditions(platform: platform, traits: nil)
    let isLinux = CompilationCondition.query("os", argument: "Linux")
    let conditions: KeyValuePairs = ["Linux": isLinux, "Other": .not(isLinux), "Never": isLinux]
    let uses = conditions.map { name, condition in
      WorkspaceImports.Use(.module(name), condition: condition, location: .init(file: "a.swift", line: 1))
    }
    let imports = WorkspaceImports(uses: [ids[0]: uses, ids[1]: [], ids[2]: [], ids[3]: []])
    let findings = ImportFindings(of: graph, imports: imports, platform: platform)
    #expect(findings.undeclared.isEmpty)
    #expect(findings.unused.flatMap(\.dependencies).map(\.to.name) == (platform == "macos" ? ["Never"] : []))
  }

  @Test(
    arguments: [
      (nil, ["macos", "windows"]), (.query("os", argument: "Linux"), nil),
      (.not(.query("os", argument: "macOS")), ["windows"]), (.query("canImport", argument: "Core"), nil),
      (.query("canImport", argument: "Darwin"), ["macos"]), (.flag("UNKNOWN"), nil),
      (.query("hasAttribute", argument: "x"), nil),
    ] as [(CompilationCondition?, [String]?)])
  func `an import on platforms without its dependency is not declared there`(
    condition: CompilationCondition?, platforms: [String]?
  ) {
    #expect(elsewhere(condition)?.platforms == platforms.map { .some($0) })
    #expect(elsewhere(condition).map(\.declaredFor) == platforms.map { _ in ["linux"] })
  }

  @Test func `where a module is not built, its imports need no dependency`() {
    #expect(elsewhere(nil, neededOn: ["linux"]) == nil)
    #expect(elsewhere(nil, neededOn: ["linux", "windows"])?.platforms == .some(["windows"]))
    #expect(elsewhere(nil, besides: "UIKit") == nil)
    #expect(elsewhere(nil, besides: "WinSDK")?.platforms == .some(["windows"]))
    #expect(elsewhere(nil, configuration: "debug")?.platforms == .some(["macos", "windows"]))
  }

  /// App depends on Core for Linux and imports it, in a workspace that also names Windows.
  /// - Parameter neededOn: the platforms on which something depends on App.
  private func elsewhere(
    _ condition: CompilationCondition?, neededOn: [String] = [], besides system: String = "Foundation",
    configuration: String? = nil
  ) -> ImportFindings.Undeclared? {
    let ids = ["App", "Core", "Top", "Win"].map { ModuleID(package: "P", name: $0) }
    let graph = ModuleGraph(
      modules: ids.map { Module(id: $0, kind: .regular, sources: 1) },
      dependencies: [
        Dependency(
          from: ids[0], to: ids[1], condition: Condition(platforms: ["linux"], configuration: configuration)),
        Dependency(from: ids[2], to: ids[0], condition: Condition(platforms: neededOn)),
        Dependency(from: ids[2], to: ids[3], condition: Condition(platforms: ["windows"])),
      ])
    let uses = [
      WorkspaceImports.Use(.module("Core"), condition: condition, location: .init(file: "a.swift", line: 1)),
      WorkspaceImports.Use(.module(system), location: .init(file: "a.swift", line: 2)),
    ]
    let findings = ImportFindings(of: graph, imports: WorkspaceImports(uses: [ids[0]: uses]))
    return findings.undeclared.first
  }

  /// App imports Core and depends on it with the trait A, which also enables B; there is a trait C.
  private func findings(
    _ condition: CompilationCondition?, declaredFor traits: [String] = ["A"], enabled: Set<String>? = nil
  ) -> ImportFindings {
    let ids = ["App", "Core"].map { ModuleID(package: "P", name: $0) }
    let graph = ModuleGraph(
      modules: ids.map { Module(id: $0, kind: .regular, sources: 1) },
      dependencies: [Dependency(from: ids[0], to: ids[1], condition: Condition(traits: traits))]
    ).applyingConditions(platform: nil, traits: enabled.map { ["P": $0] })
    let use = WorkspaceImports.Use(.module("Core"), condition: condition, location: .init(file: "a.swift", line: 1))
    let settings = CompilationSettings(
      [], packageModes: nil, toolsVersion: "6.1.0", traits: ["A": ["B"], "B": [], "C": []])
    let imports = WorkspaceImports(uses: [ids[0]: [use], ids[1]: []], settings: [ids[0]: settings])
    return ImportFindings(of: graph, imports: imports.enabling(enabled.map { ["P": $0] }))
  }

  @Test(
    arguments: [
      (nil, []), (.flag("A"), nil), (.flag("B"), ["B"]), (.flag("C"), ["C"]), (.not(.flag("A")), []),
      (.all([.flag("A"), .flag("C")]), nil), (.any([.flag("A"), .flag("C")]), ["C"]), (.flag("D"), nil),
      (.query("canImport", argument: "Core"), nil), (.all([.flag("B"), .flag("D")]), nil),
      (.all([.flag("B"), .not(.flag("C")), .query("os", argument: "Linux")]), ["B"]),
    ] as [(CompilationCondition?, [String]?)])
  func `an import with traits without its dependency is not declared there`(
    condition: CompilationCondition?, traits: [String]?
  ) {
    let undeclared = findings(condition).undeclared
    #expect(undeclared.map(\.traits) == (traits.map { [$0] } ?? []))
    #expect(undeclared.allSatisfy { $0.declaredFor == ["A"] })
  }

  @Test func `only an import that a trait shows uses a dependency of that trait`() {
    func isUnused(_ condition: CompilationCondition?, _ traits: [String]) -> Bool {
      !findings(condition, declaredFor: traits).unused.isEmpty
    }
    #expect(!isUnused(nil, ["A"]) && !isUnused(.flag("A"), ["A"]) && !isUnused(.flag("C"), ["A"]))
    #expect(isUnused(.not(.flag("A")), ["A"]) && isUnused(.not(.flag("B")), ["A"]))
    #expect(!isUnused(.not(.flag("A")), ["B"]) && !isUnused(.not(.flag("A")), ["A", "C"]))
  }

  @Test(arguments: [[], ["B"], ["A", "B"], ["C"]] as [Set<String>])
  func `with known traits, only imports that they show count`(enabled: Set<String>) {
    let seen = findings(.flag("A"), enabled: enabled)
    #expect(seen.undeclared.isEmpty && seen.unused.isEmpty)
    let other = findings(.flag("C"), enabled: enabled)
    #expect(other.undeclared.isEmpty == !enabled.contains("C"))
    #expect(other.unused.isEmpty == !enabled.contains("A"))
  }

  @Test func anImportThatAsksWhetherItIsThereNeedsNoDeclaration() {
    let ids = ["App", "Core"].map { ModuleID(package: "P", name: $0) }
    let graph = ModuleGraph(modules: ids.map { Module(id: $0, kind: .regular, sources: 1) })
    let use = WorkspaceImports.Use(
      .module("Core"), condition: .query("canImport", argument: "Core"), location: .init(file: "a.swift", line: 1))
    #expect(ImportFindings(of: graph, imports: WorkspaceImports(uses: [ids[0]: [use]])).undeclared.isEmpty)
  }

  @Test(arguments: [
    (CompilationCondition.not(.query("defined", argument: "SWIFT_PACKAGE")), 0),
    (.query("defined", argument: "SWIFT_PACKAGE"), 1), (.query("defined", argument: "UNKNOWN"), 1),
    (.not(.query("defined", argument: "UNKNOWN")), 1), (.constant(false), 0),
    (.all([.query("defined", argument: "__APPLE__"), .query("defined", argument: "_WIN32")]), 0),
    (.query("defined", argument: "__APPLE__"), 1), (.not(.query("defined", argument: "DEBUG")), 1),
  ])
  func `an import in Objective-C counts if some build may see it`(condition: CompilationCondition, count: Int) {
    let ids = ["App", "Core"].map { ModuleID(package: "P", name: $0) }
    let graph = ModuleGraph(modules: ids.map { Module(id: $0, kind: .regular, sources: 1) })
    let use = WorkspaceImports.Use(.module("Core"), in: .c, condition: condition, location: .init(file: "a.m", line: 1))
    #expect(ImportFindings(of: graph, imports: WorkspaceImports(uses: [ids[0]: [use]])).undeclared.count == count)
  }

  @Test func `modules without code are neither expected to import nor to be imported`() {
    let ids = ["All", "App", "Core", "Marker"].map { ModuleID(package: "P", name: $0) }
    let graph = ModuleGraph(
      modules: ids.map { Module(id: $0, kind: .regular, sources: 1) },
      dependencies: [(0, 2), (1, 2), (1, 3)].map { Dependency(from: ids[$0], to: ids[$1]) })
    func unused(_ withoutCode: Set<ModuleID>) -> [String] {
      let uses = Dictionary(uniqueKeysWithValues: ids.map { ($0, [WorkspaceImports.Use]()) })
      let findings = ImportFindings(of: graph, imports: WorkspaceImports(uses: uses, withoutCode: withoutCode))
      return findings.unused.flatMap(\.dependencies).map { "\($0.from.name) \($0.to.name)" }
    }
    #expect(unused([]) == ["All Core", "App Core", "App Marker"])
    #expect(unused([ids[0], ids[3]]) == ["App Core"])
  }

  @Test func itIsToldOnWhichPlatformsAnImportIsSeen() {
    func platforms(_ conditions: CompilationCondition?...) -> ImportPlatforms? {
      let ids = ["App", "Core"].map { ModuleID(package: "P", name: $0) }
      let graph = ModuleGraph(modules: ids.map { Module(id: $0, kind: .regular, sources: 1) })
      let uses = conditions.map {
        WorkspaceImports.Use(.module("Core"), condition: $0, location: .init(file: "a.swift", line: 1))
      }
      return ImportFindings(of: graph, imports: WorkspaceImports(uses: [ids[0]: uses])).undeclared.first?.platforms
    }
    func os(_ name: String) -> CompilationCondition { .query("os", argument: name) }
    #expect(platforms(nil) == .all)
    #expect(platforms(os("Linux")) == .some(["linux"]))
    #expect(platforms(os("iOS"), .any([os("macOS"), os("Linux")])) == .some(["ios", "linux", "maccatalyst", "macos"]))
    #expect(platforms(.flag("LINUX")) == nil)
    #expect(platforms(.flag("LINUX"), nil) == .all)
    #expect(platforms(os("Linux"), .not(os("Linux"))) == .all)
    #expect(platforms(.all([os("Linux"), .flag("X")])) == nil)
  }

  @Test(arguments: [Module.Kind.plugin, .macro, .binary, .executable, .external])
  func toolsAndBinariesNeedNoImport(kind: Module.Kind) {
    let ids = ["App", "Tool"].map { ModuleID(package: "P", name: $0) }
    let graph = ModuleGraph(
      modules: [Module(id: ids[0], kind: .regular, sources: 1), Module(id: ids[1], kind: kind, sources: 1)],
      dependencies: [Dependency(from: ids[0], to: ids[1])])
    let unknown = WorkspaceImports.Use(.module("Unknown"), location: .init(file: "a.swift", line: 1))
    #expect(ImportFindings(of: graph, imports: WorkspaceImports(uses: [ids[0]: [unknown]])).unused.isEmpty)
  }

  /// A product from outside may contain a module of any name, but no build has two modules of one name.
  @Test func `a module of another package is meant if something is built of both`() {
    let (app, tool, feature) = (id("App", "App"), id("App", "Tool"), id("Feature", "Feature"))
    let (core, log) = (id("Core", "Core"), id("log", "Log"))
    func undeclared(_ dependencies: [(ModuleID, ModuleID)], aliases: [ModuleID: Set<String>] = [:]) -> [ModuleID] {
      let graph = ModuleGraph(
        modules: [app, tool, feature, core].map { Module(id: $0, kind: .regular, sources: 1) }
          + [Module(id: log, kind: .external)],
        dependencies: (dependencies + [(feature, log)]).map { Dependency(from: $0.0, to: $0.1) })
      let use = WorkspaceImports.Use(.module("Core"), location: .init(file: "a.swift", line: 1))
      return ImportFindings(of: graph, imports: WorkspaceImports(uses: [feature: [use]], aliases: aliases))
        .undeclared.map(\.imported)
    }
    #expect(undeclared([(app, feature), (tool, core)]).isEmpty)
    #expect(undeclared([(app, tool), (app, feature), (tool, core)]) == [core])
    #expect(undeclared([(core, feature)]) == [core])
    #expect(undeclared([(app, feature), (app, core)], aliases: [core: ["OldCore"]]).isEmpty)
  }

  /// App imports Core, of another package, and depends on something whose modules are unknown.
  @Test(arguments: [Module.Kind.external, .binary])
  func `modules of products from outside and of binaries are unknown`(kind: Module.Kind) {
    let (app, log, core, own) = (id("App", "App"), id("App", "Log"), id("Core", "Core"), id("App", "Own"))
    func findings(_ imported: String, _ more: [(ModuleID, ModuleID)] = [], known: Set<String>? = nil) -> ImportFindings
    {
      let graph = ModuleGraph(
        modules: [app, core, own].map { Module(id: $0, kind: .regular, sources: 1) } + [Module(id: log, kind: kind)],
        dependencies: ([(app, log)] + more).map { Dependency(from: $0.0, to: $0.1) })
      let use = WorkspaceImports.Use(.module(imported), location: .init(file: "a.swift", line: 1))
      return ImportFindings(
        of: graph, imports: WorkspaceImports(uses: [app: [use]], mappedNames: known.map { [log: $0] } ?? [:]))
    }
    #expect(findings("Core").undeclared.isEmpty && findings("Core").unused.isEmpty)
    #expect(findings("Log").undeclared.isEmpty && findings("Log").unused.isEmpty)
    // No package of a build has a module of that name twice, but a binary may.
    #expect(findings("Own").undeclared.map(\.imported) == (kind == .binary ? [] : [own]))
    #expect(findings("Charts").unused.isEmpty)
    let isUnused = kind == .external
    #expect(findings("SwiftUI").unused.isEmpty != isUnused)
    #expect(findings("Core", [(app, core)]).unused.isEmpty != isUnused)
    if kind == .binary { #expect(findings("Core", known: ["Logging"]).undeclared.map(\.imported) == [core]) }
  }

  func id(_ package: String, _ name: String) -> ModuleID { ModuleID(package: package, name: name) }

  @Test func `what something else than an import may need is told as undecided`() {
    let ids = ["App", "Core", "Icons", "Used", "Writer"].map { ModuleID(package: "P", name: $0) }
    func findings(
      plugin: Bool = false, incomplete: Set<ModuleID> = [], withResources: Set<ModuleID> = []
    ) -> ImportFindings {
      let graph = ModuleGraph(
        modules: ids.map { Module(id: $0, kind: $0.name == "Writer" ? .plugin : .regular, sources: 1) },
        dependencies: ids[1...3].map { Dependency(from: ids[0], to: $0) }
          + (plugin ? [Dependency(from: ids[0], to: ids[4], kind: .plugin)] : []))
      let use = WorkspaceImports.Use(.module("Used"), location: .init(file: "a.swift", line: 1))
      return ImportFindings(
        of: graph,
        imports: WorkspaceImports(uses: [ids[0]: [use]], incomplete: incomplete, withResources: withResources))
    }
    func isOpen(_ findings: ImportFindings, _ reason: ImportFindings.Undecided.Reason, _ targets: [ModuleID]) -> Bool {
      findings.undecided.map(\.module) == [ids[0]] && findings.undecided.map(\.reason) == [reason]
        && findings.undecided.map(\.dependencies) == [targets]
    }
    #expect(findings().unused.flatMap(\.dependencies).map(\.to) == [ids[1], ids[2]])
    #expect(findings().undecided.isEmpty)
    let written = findings(plugin: true, incomplete: [ids[0]])
    #expect(written.unused.isEmpty && isOpen(written, .plugin, [ids[1], ids[2]]))
    let unread = findings(incomplete: [ids[0]], withResources: [ids[2]])
    #expect(unread.unused.isEmpty && isOpen(unread, .unread, [ids[1], ids[2]]))
    let resources = findings(withResources: [ids[2], ids[3]])
    #expect(resources.unused.flatMap(\.dependencies).map(\.to) == [ids[1]])
    #expect(isOpen(resources, .resources, [ids[2]]))
  }

  @Test(arguments: [
    (WorkspaceImports.Use.Imported.module("Glue"), CompilationCondition?.none, 0),
    (.module("Glue"), .query("canImport", argument: "Glue"), 0), (.header("Glue-Swift.h"), nil, 0),
    (.header("Glue/Other.h"), nil, 0), (.module("Else"), nil, 1),
  ])
  func `imports of the former name of a module are imports of the renamed one`(
    imported: WorkspaceImports.Use.Imported, condition: CompilationCondition?, unused: Int
  ) {
    func module(_ name: String) -> Module {
      Module(id: ModuleID(package: "P", name: name), kind: .regular, sources: 1)
    }
    let moves = [ModuleMove(before: module("Glue"), after: module("Paste"))]
    let (app, glue) = (module("App").id, module("Glue").id)
    let graph = ModuleGraph(
      modules: [module("App"), module("Glue")], dependencies: [Dependency(from: app, to: glue)]
    ).renaming(moves)
    let use = WorkspaceImports.Use(imported, condition: condition, location: .init(file: "a.swift", line: 1))
    let imports = WorkspaceImports(uses: [app: [use], glue: []]).renaming(moves)
    let findings = ImportFindings(of: graph, imports: imports)
    #expect(findings.unused.count == unused)
    #expect(findings.undeclared.isEmpty)
    let alone = ImportFindings(of: graph.removing(Set(graph.dependencies)), imports: imports).undeclared
    #expect(alone.map(\.imported.name) == (imported == .module("Glue") && condition == nil ? ["Paste"] : []))
  }

  /// - Parameter imports: words are names of modules; `@` exports them again. Each stands on a line of its own.
  func find(
    _ adjacency: KeyValuePairs<String, [String]>, _ imports: [String: String], tests: Set<String> = []
  ) -> ImportFindings {
    let (graph, imports) = example(adjacency, imports, tests: tests)
    return ImportFindings(of: graph, imports: imports)
  }

  func example(
    _ adjacency: KeyValuePairs<String, [String]>, _ imports: [String: String], tests: Set<String>
  ) -> (graph: ModuleGraph, imports: WorkspaceImports) {
    let base = ModuleGraph(adjacency)
    let graph = ModuleGraph(
      modules: base.modules.map { Module(id: $0.id, kind: tests.contains($0.name) ? .test : .regular, sources: 1) },
      dependencies: base.dependencies)
    let uses = imports.map { name, words in
      let uses = words.split(separator: " ").enumerated().map { index, word in
        WorkspaceImports.Use(
          .module(String(word.drop { $0 == "@" })), isReexport: word.hasPrefix("@"),
          location: .init(file: "a.swift", line: index + 1))
      }
      return (ModuleID(package: "Example", name: name), uses)
    }
    return (graph, WorkspaceImports(uses: Dictionary(uniqueKeysWithValues: uses)))
  }
}

extension ImportFindings {
  fileprivate static let none = ImportFindings(of: ModuleGraph(), imports: WorkspaceImports(uses: [:]))
}
