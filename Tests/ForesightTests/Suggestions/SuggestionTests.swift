@testable import BuildAnalysis
@testable import Foresight
import ModuleGraph
import Testing

/// What is suggested, on small worlds in which every plan can be tried.
@Suite struct SuggestionTests {
  private typealias Target = MadeWorld.Target

  private func dependency(_ from: String, _ to: String) -> Dependency {
    Dependency(from: MadeWorld.id(from), to: MadeWorld.id(to))
  }

  @Test func `a dependency that no import uses comes first, with what cutting it gains`() throws {
    let shop = MadeWorld.shop
    let found = try shop.recorded.suggestions(facts: RefactoringFacts(unused: [dependency("Search", "Cart")]))
    let first = try #require(found.suggestions.first)
    #expect(first.changes == [.cut("Search", "Cart")] && first.reason == .unused && first.isOnCriticalPath)
    let without = shop.with { $0["Search"]?.dependencies = ["Net"] }
    #expect(abs(first.gain.value - (shop.seconds - without.seconds)) < 0.05, "\(first.gain)")
    #expect(first.gain.low <= first.gain.value && first.gain.value <= first.gain.high && first.gain.low > 0)
    #expect(abs(first.seconds - without.seconds) < 0.05 && first.rebuiltAfter < first.rebuiltBefore)
    let rest = found.suggestions.dropFirst().map(\.gain.value)
    #expect(rest == rest.sorted(by: >) && rest.allSatisfy { $0 >= found.leastGain })
  }

  @Test(arguments: [
    MadeWorld.shop,
    MadeWorld(targets: [
      Target("Base", lines: [400, 300, 200, 300]), Target("Left", lines: [500, 400, 300], ["Base"]),
      Target("Right", lines: [100, 100], ["Base"]), Target("Top", lines: [300, 300], ["Left", "Right"]),
      Target("App", lines: [50], ["Top"], isProgram: true),
    ]),
    MadeWorld(
      targets: [Target("Core", lines: [200, 100])]
        + (0..<5).map { Target("Bit\($0)", lines: [15], $0 == 0 ? ["Core"] : ["Bit\($0 - 1)"]) }
        + [Target("App", lines: [80], ["Bit4"], isProgram: true)]),
  ])
  func `the plan is as good as the best of all single changes and pairs`(world: MadeWorld) throws {
    let recorded = try world.recorded
    let all = recorded.everyChange()
    var best = 0.0
    for (index, change) in all.enumerated() {
      for other in [[]] + all[(index + 1)...] {
        if let seconds = try? recorded.seconds(Proposal(change + other)) { best = max(best, world.seconds - seconds) }
      }
    }
    let found = recorded.suggestions()
    #expect(best > 0.1 && found.planGain.value >= 0.95 * best, "\(found.planGain) of \(best)")
    #expect(abs(found.plan.reduce(0) { $0 + $1.gain.value } - found.planGain.value) < 1e-6)
    let together = try recorded.seconds(Proposal(found.plan.flatMap(\.changes)))
    #expect(abs(world.seconds - together - found.planGain.value) < 1e-6)
  }

  /// Each step is tried by the proposal that it comes with, in the order of the options.
  @Test(arguments: [Suggestions.Goal.clean, .changes])
  func `a plan's steps can be tried as they are told, and none loses anything`(goal: Suggestions.Goal) throws {
    let recorded = try MadeWorld.shop.recorded
    let found = recorded.suggestions(for: goal)
    try #require(found.plan.count > 1)
    #expect(found.planGain.low > 0)
    for (index, step) in found.plan.enumerated() {
      let all = found.plan[...index].flatMap(\.changes)
      #expect(step.proposal == Proposal(all) && step.gain.value > 0, "\(step)")
      let options = try #require(step.proposal.options)
      let changes = try options.map { try #require(StructureChange($0.kind, $0.value)) }
      let predicted = try recorded.seconds(Proposal(changes))
      if goal == .clean { #expect(abs(predicted - step.seconds) < 1e-9) }
      #expect(abs(predicted - step.clean.seconds) < 1e-9)
    }
    for suggestion in found.suggestions { #expect(suggestion.proposal == Proposal(suggestion.changes)) }
  }

  @Test func `what options cannot tell is no command`() {
    let part = StructureChange.Part(name: "A", files: ["a,b.swift"])
    #expect(Proposal([.split("M", [part, .init(name: "B", files: ["c.swift"])])]).options == nil)
    #expect(Proposal([.cut("A", "B"), .remove("`M`")]).options == nil)
    let options = Proposal([.cut("A", "B"), .interface("M")]).options ?? []
    #expect(options.map(\.kind) == [.cut, .interface] && options.map(\.value) == ["A->B", "M"])
  }

  /// Modules of one file are not split.
  @Test(arguments: [[400, 400], [800]]) func `two changes that gain nothing alone are a plan`(file: [Int]) throws {
    var world = MadeWorld(targets: [Target("Core", lines: [100])])
    for side in ["Left", "Right"] {
      world.targets += [
        Target("\(side)Low", lines: file, ["Core"]), Target("\(side)High", lines: file, ["Core", "\(side)Low"]),
      ]
    }
    world.targets.append(Target("App", lines: [50], ["LeftHigh", "RightHigh"], isProgram: true))
    let unused = ["Left", "Right"].map { dependency("\($0)High", "\($0)Low") }
    let own: Set = [MadeWorld.id("LeftHigh"), MadeWorld.id("RightHigh")]
    let found = try world.recorded.suggestions(facts: RefactoringFacts(unused: Set(unused), editable: own))
    #expect(!found.suggestions.contains { $0.reason == .unused })
    let cuts = found.plan.flatMap(\.changes)
    #expect(cuts.contains(.cut("LeftHigh", "LeftLow")) && cuts.contains(.cut("RightHigh", "RightLow")), "\(cuts)")
    #expect(found.plan.allSatisfy { $0.gain.value >= found.leastGain }, "neither is a step of its own")
  }

  @Test func `small modules that cost more than they save are merged`() throws {
    let world = MadeWorld(
      targets: [Target("Core", lines: [200, 100])]
        + (0..<5).map { Target("Bit\($0)", lines: [15], $0 == 0 ? ["Core"] : ["Bit\($0 - 1)"]) }
        + [Target("App", lines: [80], ["Bit4"], isProgram: true)])
    // Every file imports all that its module depends on, so that no dependency can be cut.
    let files = Dictionary(
      uniqueKeysWithValues: world.targets.map { target in
        (
          MadeWorld.id(target.name),
          target.files.map { ModuleFile(path: $0.name, lines: $0.lines, imports: Set(target.dependencies)) }
        )
      })
    let found = try RecordedStructure(world.trace, graph: world.graph, files: files).suggestions()
    let first = try #require(found.suggestions.first)
    guard case .merge(let modules, _)? = first.changes.first, case .small(let share) = first.reason else {
      Issue.record("\(first.changes)")
      return
    }
    #expect(modules.count == 5 && share > 0.5 && found.suggestions.count { $0.reason == first.reason } == 1)
  }

  /// Sets and dictionaries have another order each time they are made, and sums of floating-point numbers with it.
  @Test(arguments: [Suggestions.Goal.clean, .changes])
  func `the same recording gives the same suggestions to the last bit`(goal: Suggestions.Goal) throws {
    let bits = (0..<5).map { Target("Bit\($0)", lines: [11 + 7 * $0, 13], $0 < 3 ? ["Core"] : ["Bit\($0 - 3)"]) }
    let world = MadeWorld(
      targets: [Target("Core", lines: [210, 100])] + bits
        + [Target("App", lines: [80], bits.map(\.name), isProgram: true)])
    let commits = (0..<12).map { index in
      CommitChange(
        files: Dictionary(
          uniqueKeysWithValues: (0...index % 4).map { (MadeWorld.id("Bit\((index + 2 * $0) % 5)"), Set<String>()) }))
    }
    let all = try (0..<4).map { _ in
      try world.recorded.suggestions(for: goal, facts: RefactoringFacts(commits: commits))
    }
    #expect(all.allSatisfy { $0.suggestions == all[0].suggestions && $0.plan == all[0].plan })
    #expect(all.allSatisfy { $0.seconds == all[0].seconds && $0.planGain.value == all[0].planGain.value })
  }

  @Test func `where nothing pays, nothing is suggested`() throws {
    let world = MadeWorld(targets: [Target("App", lines: [40], isProgram: true)])
    let found = try world.recorded.suggestions()
    #expect(found.suggestions == [] && found.plan == [] && found.planGain.value == 0)
  }

  @Test func `a dependency that all files import is not cut, and one that a file imports names the file`() throws {
    let shop = MadeWorld.shop
    var files = shop.files
    for (name, imports) in ["Cart": [["Net", "Store"], ["Store"], ["Store"], ["Store"]]] {
      files[MadeWorld.id(name)] = shop.files[MadeWorld.id(name)]?.enumerated().map {
        ModuleFile(path: $1.path, lines: $1.lines, imports: Set(imports[$0]))
      }
    }
    let recorded = try RecordedStructure(shop.trace, graph: shop.graph, files: files)
    let cuts = recorded.everyChange().filter { if case .cut("Cart", _)? = $0.first { true } else { false } }
    #expect(cuts == [[.cut("Cart", "Net")]])
    let programs = recorded.everyChange().filter { if case .cut("App", _)? = $0.first { true } else { false } }
    #expect(programs == [])
  }

  @Test func `only modules of the workspace are changed`() throws {
    let own: Set = [MadeWorld.id("Search")]
    let all = try MadeWorld.shop.recorded.everyChange(facts: RefactoringFacts(editable: own)).flatMap(\.self)
    for change in all {
      switch change {
      case .cut(let module, _), .split(let module, _), .interface(let module): #expect(module == "Search")
      default: Issue.record("\(change)")
      }
    }
    #expect(!all.isEmpty)
  }

  @Test func `products of other packages are not modules that can be changed`() {
    let own = ModuleID(package: "App", name: "App"), other = ModuleID(package: "swift-nio", name: "NIOCore")
    let graph = ModuleGraph(
      modules: [
        Module(id: own, kind: .executable, languages: ["swift"]), Module(id: other, kind: .external),
        Module(id: ModuleID(package: "App", name: "CZlib"), kind: .system),
      ], dependencies: [Dependency(from: own, to: other)])
    #expect(RefactoringFacts.editable(in: graph) == [own])
  }

  /// A module of C waits for nothing that an interface would provide, and cannot be merged with Swift.
  @Test func `modules of C are neither divided nor merged nor put behind an interface`() throws {
    func changes(languages: [String]) throws -> [StructureChange] {
      let world = MadeWorld(
        targets: [Target("Shims", lines: [500, 500]), Target("Small", lines: [10])]
          + (0..<3).map { Target("Bit\($0)", lines: [15], ["Shims"]) }
          + [Target("App", lines: [80], ["Bit0", "Bit1", "Bit2", "Small"], isProgram: true)])
      let graph = ModuleGraph(
        packages: world.graph.packages,
        modules: world.graph.modules.map { module in
          let isC = ["Shims", "Small"].contains(module.name)
          return Module(
            id: module.id, kind: module.kind, path: module.path, sources: module.sources, lines: module.lines,
            languages: isC ? languages : module.languages)
        }, dependencies: world.graph.dependencies)
      return try RecordedStructure(world.trace, graph: graph, files: world.files).everyChange().flatMap(\.self)
    }
    func concerns(_ name: String) -> (StructureChange) -> Bool {
      { change in
        switch change {
        case .interface(let module), .split(let module, _): module == name
        case .merge(let modules, _): modules.contains(name)
        default: false
        }
      }
    }
    let (swift, c) = (try changes(languages: ["swift"]), try changes(languages: ["c"]))
    #expect(swift.contains(where: concerns("Shims")) && swift.contains(where: concerns("Small")), "\(swift)")
    #expect(!c.contains(where: concerns("Shims")) && !c.contains(where: concerns("Small")), "\(c)")
    #expect(c.contains(where: concerns("Bit0")))
  }

  @Test func `small modules get no interface, which would cost as much`() throws {
    let world = MadeWorld(targets: [
      Target("Large", lines: [900, 900]), Target("Tiny", lines: [10]), Target("Top", lines: [300], ["Large", "Tiny"]),
      Target("App", lines: [80], ["Top"], isProgram: true),
    ])
    let interfaces = try world.recorded.everyChange().joined().compactMap { change in
      if case .interface(let module) = change { module } else { nil }
    }
    #expect(interfaces.contains("Large") && !interfaces.contains("Tiny"), "\(interfaces)")
  }

  @Test func `a seam of the index comes instead of folders, and folders instead of halves`() throws {
    let shop = MadeWorld.shop
    let cart = MadeWorld.id("Cart")
    func parts(_ paths: [String], _ facts: RefactoringFacts = RefactoringFacts()) throws -> [StructureChange.Part] {
      var files = shop.files
      files[cart] = zip(paths, [300, 300, 200, 200]).map { ModuleFile(path: $0, lines: $1) }
      let recorded = try RecordedStructure(shop.trace, graph: shop.graph, files: files)
      let splits = recorded.everyChange(facts: facts).flatMap(\.self).compactMap { change in
        if case .split("Cart", let parts) = change { parts } else { nil }
      }
      #expect(splits.count == 1)
      return splits.first ?? []
    }
    let flat = try parts(["Cart0.swift", "Cart1.swift", "Cart2.swift", "Cart3.swift"])
    #expect(flat.map(\.files) == [["Cart0.swift", "Cart1.swift"], ["Cart2.swift", "Cart3.swift"]])
    #expect(flat.map(\.name) == ["CartPart1", "CartPart2"])
    let folders = try parts(["UI/Cart0.swift", "Model/Cart1.swift", "UI/Cart2.swift", "Cart3.swift"])
    #expect(folders.map(\.name) == ["CartUI", "CartModel"])
    #expect(folders.map(\.files) == [["UI/**"], ["Cart3.swift", "Model/**"]])
    let same = try parts(["Cart/Cart0.swift", "Model/Cart1.swift", "Cart/Cart2.swift", "Model/Cart3.swift"])
    #expect(same.map(\.name) == ["Cart", "CartModel"])
    let seam = [StructureChange.Part(name: "X", files: ["Cart0.swift"]), .init(name: "Y", files: ["Cart[123]*"])]
    #expect(
      try parts(
        ["Cart0.swift", "Cart1.swift", "Cart2.swift", "Cart3.swift"],
        RefactoringFacts(seams: [cart: [Seam(changes: [.split("Cart", seam)], openings: ["Total"])]])) == seam)
  }

  @Test func `folders are divided from the largest on, and only if each part has a fifth of the lines`() throws {
    func division(_ places: (folder: String, lines: Int)...) throws -> [String] {
      let store = MadeWorld.id("Store")
      let named = places.enumerated().map { (name: "Store\($0.offset).swift", lines: $0.element.lines) }
      let world = MadeWorld.shop.with { $0["Store"]?.files = named }
      var files = world.files
      files[store] = zip(places, named).map { ModuleFile(path: "\($0.folder)/\($1.name)", lines: $1.lines) }
      let recorded = try RecordedStructure(world.trace, graph: world.graph, files: files)
      let costs = RoughCosts(recorded, recorded.build(recorded.unchanged))
      guard let (kind, parts) = FileDivision(store, in: recorded.unchanged, costs).parts else { return [] }
      return [kind.rawValue] + parts.map { "\($0.name): \($0.files.joined(separator: " "))" }
    }
    // C, then D, then A to the smaller part of D, and B to the first of two equal parts.
    #expect(
      try division(("A", 100), ("B", 100), ("C", 200), ("D", 200), ("C", 100))
        == ["folders", "StoreC: B/** C/**", "StoreD: A/** D/**"])
    #expect(
      try division(("A", 400), ("A", 400), ("B", 100), ("B", 100)) == ["folders", "StoreA: A/**", "StoreB: B/**"])
    #expect(
      try division(("A", 410), ("A", 400), ("B", 100), ("B", 90))
        == ["halves", "StorePart1: A/Store0.swift", "StorePart2: A/Store1.swift B/Store2.swift B/Store3.swift"])
  }

  @Test func `an expensive module that nothing waits for is better left alone`() throws {
    var world = MadeWorld.shop
    // Not among the first, which make what compilers share: that is sooner made if one of them costs nothing.
    world.targets.append(Target("Assets", lines: [500, 500, 400, 500], ["Core"]))
    world.targets[5].dependencies.append("Assets")
    let found = try world.recorded.suggestions()
    #expect(found.untouched.map(\.module.name) == ["Assets"], "\(found.untouched)")
    #expect(found.untouched.allSatisfy { $0.gainSeconds < found.leastGain && $0.cpuSeconds > 3 })
  }

  @Test func `builds after changes count by how often each module changes`() throws {
    let recorded = try MadeWorld.shop.recorded
    func found(_ counts: [(modules: [String], commits: Int)]) -> Suggestions {
      let commits = counts.flatMap { modules, commits in
        let files = Dictionary(uniqueKeysWithValues: modules.map { (MadeWorld.id($0), Set<String>()) })
        return Array(repeating: CommitChange(files: files), count: commits)
      }
      return recorded.suggestions(for: .changes, facts: RefactoringFacts(commits: commits))
    }
    let core = found([(["Core"], 10)]), app = found([(["App"], 10)])
    let (before, after) = (try #require(core.changesBefore), try #require(core.changesAfter))
    #expect(before.median == before.p90 && after.mean < before.mean && abs(core.seconds - before.mean) < 1e-9)
    #expect(abs(core.planGain.value - (before.mean - after.mean)) < 1e-6)
    // A change in the app compiles the app alone.
    #expect(app.seconds < core.seconds / 3)
    let mixed = found([(["Core"], 1), (["App"], 19)])
    let both = try #require(mixed.changesBefore)
    #expect(abs(both.median - app.seconds) < 1e-9 && both.median == both.p90)
    #expect(mixed.seconds > app.seconds && core.commits == 10)
    // A commit that changes two modules is one build.
    let together = found([(["Core", "App"], 10)])
    #expect(abs(together.seconds - core.seconds) < 1e-9)
  }

  @Test func `a split pays for builds after commits only if each changes one part`() throws {
    let recorded = try MadeWorld.shop.recorded
    let core = MadeWorld.id("Core")
    let files = try #require(MadeWorld.shop.files[core]).map(\.path)
    let half = files.count / 2
    let parts = [
      StructureChange.Part(name: "X", files: Array(files[..<half])), .init(name: "Y", files: Array(files[half...])),
    ]
    func gain(_ commits: [Set<String>]) -> Double? {
      let facts = RefactoringFacts(
        seams: [core: [Seam(changes: [.split("Core", parts)], openings: [])]],
        commits: commits.map { CommitChange(files: [core: $0]) })
      let found = recorded.suggestions(for: .changes, facts: facts, most: 100)
      return found.suggestions.first { $0.changes == [.split("Core", parts)] }?.gain.value
    }
    let one = gain(files.map { [$0] }), both = gain([Set(files)])
    #expect(try #require(one) > 0)
    #expect(try #require(one) > (both ?? 0))
    // Nobody knows which part had a file that is gone: each counts by its lines.
    #expect(abs(try #require(gain([["Gone.swift"]])) - (try #require(one))) < 0.2)
  }

  @Test func `the words of a change are read as that change`() throws {
    let changes: [StructureChange] = [
      .cut("A", "B"), .add("A", "p/B"), .remove("A"), .interface("A"), .merge(["A", "B"], into: "A"),
      .split("M", [.init(name: "A", files: ["x*.swift", "y.swift"]), .init(name: "B", files: ["Sub/**"])]),
      .move(["a*", "b*"], from: "A", to: "B"), .cost("A", factor: 0.5), .cores(8), .jobs(2), .unblock(.atEmitModule),
      .unblock(.atModuleEnd),
    ]
    for change in changes {
      let (kind, value) = change.option
      #expect(StructureChange(kind, value) == change)
    }
    let machine: [StructureChange] = [.cores(1), .cores(2), .jobs(1), .jobs(2)]
    #expect(machine.map(\.description) == ["1 core", "2 cores", "1 job", "2 jobs"])
  }
}
