import Foundation
import ModuleGraph
import Reports
import TestSupport
import Testing

@Suite struct CheckReportTests {
  /// Two features that know each other, a forbidden chain, a cycle of packages, a figure, and a module without lines.
  private static let graph: ModuleGraph = {
    func id(_ name: String) -> ModuleID { ModuleID(name) ?? ModuleID(package: "Shop", name: name) }
    func edge(_ from: String, _ to: String, _ line: Int?) -> Dependency {
      Dependency(
        from: id(from), to: id(to), location: line.map { .init(file: "Package.swift", line: $0) },
        computedNear: line == nil ? .init(file: "Package.swift", line: 3) : nil)
    }
    let names = ["App", "CartFeature", "HomeFeature", "Core", "Glue", "Kit/Kit", "Kit/Base"]
    return ModuleGraph(
      packages: ["Shop", "Kit"].map {
        Package(key: $0, identity: $0.lowercased(), name: $0, path: $0, toolsVersion: "6.0.0", dependencies: [])
      },
      modules: names.map {
        Module(id: id($0), kind: $0 == "App" ? .executable : .regular, lines: $0 == "Glue" ? nil : 700)
      },
      dependencies: [
        edge("App", "CartFeature", 9), edge("App", "HomeFeature", 9), edge("CartFeature", "HomeFeature", 12),
        edge("HomeFeature", "Core", 14), edge("Core", "Glue", 17), edge("Glue", "Kit/Kit", nil),
        edge("Kit/Base", "Core", 5),
      ])
  }()

  private static let rules = [
    Rule(
      id: "apart", type: "independent", comment: "Each feature builds by itself.",
      values: RuleValues(["modules": modules("*Feature")])),
    Rule(
      id: "no-kit", type: "forbidden", severity: .warning,
      values: RuleValues(["from": modules("Core"), "to": modules("Kit"), "transitive": .flag(true)])),
    Rule(id: "acyclic", type: "acyclic", values: RuleValues(["of": .choice("packages")])),
    Rule(
      id: "small", type: "max-lines", severity: .info,
      values: RuleValues(["max": .number(600), "modules": modules("Core", "Glue")])),
    Rule(id: "tested", type: "has-tests", severity: .info, values: RuleValues(["modules": modules("Core")])),
    Rule(id: "fine", type: "max-height", values: RuleValues(["max": .number(9)])),
  ]

  private static func modules(_ words: String...) -> RuleValues.Value {
    .modules(ModuleSelector([ModuleSelector.Term(modules: words)]))
  }

  private func report(
    known: JudgedCheck.Known? = nil, comments: [IgnoreComment] = [], origin: String? = nil, rules: [Rule] = rules
  ) throws -> CheckReport {
    let check = try RuleCheck(Self.graph, rules: rules, settings: RuleSettings())
    let places = [ModuleID(package: "Shop", name: "Core"): Dependency.Location(file: "Package.swift", line: 16)]
    return CheckReport(
      JudgedCheck(check.placing(places), known: known, comments: comments), failsAt: .error, origin: origin,
      folders: CheckReport.Folders(workspace: "/work/Shop", inRepository: "apps/Shop"), version: "1.2.3")
  }

  @Test func `what cannot be decided for the same reason is told once, with the number of modules`() throws {
    let modules = ["App", "Kit"].map { Module(id: ModuleID(package: "Shop", name: $0), kind: .app, sources: 1) }
    let graph = ModuleGraph(
      packages: [Package(key: "Shop", identity: "shop", name: "Shop", path: "", toolsVersion: nil, dependencies: [])],
      modules: modules)
    var settings = RuleSettings()
    settings.imports = ImportFindings(of: graph, imports: WorkspaceImports(uses: [:]))
    let check = try RuleCheck(graph, rules: [Rule(id: "imports", type: "imports")], settings: settings)
    #expect(check.undecided.map(\.module) == modules.map(\.id))
    let report = CheckReport(
      JudgedCheck(check), failsAt: .error, origin: nil, folders: .init(workspace: "/work"), version: "1")
    #expect(
      try text("text", report) == """
        not decided: imports: targets of Xcode projects are not judged, since Xcode finds what they import by itself (2 modules)
        Passed: no violations (1 rule, 2 modules).

        """)
  }

  @Test func `a dependency that breaks several rules is one finding for people, and one of each rule for programs`()
    throws
  {
    let rules = [
      Rule(id: "small", type: "max-dependencies", values: RuleValues(["max": .number(0)])),
      Rule(id: "apart", type: "independent", values: RuleValues(["modules": Self.modules("*Feature")])),
      Rule(
        id: "no-home", type: "forbidden",
        values: RuleValues(["from": Self.modules("Cart*"), "to": Self.modules("Home*")])),
      Rule(id: "height-growth", type: "max-growth", severity: .info),
    ]
    var settings = RuleSettings()
    settings.earlier = Self.graph.removing(
      Set(Self.graph.dependencies.filter { $0.from.name == "CartFeature" && $0.to.name == "HomeFeature" }))
    let check = try RuleCheck(Self.graph, rules: rules, settings: settings)
    let before = try RuleCheck(settings.earlier ?? Self.graph, rules: rules, settings: RuleSettings())
    let report = CheckReport(
      JudgedCheck(check, known: .earlier(JudgedCheck(before).baseline)), failsAt: .error,
      origin: "the merge base with main",
      folders: .init(workspace: "/work/Shop", inRepository: ""), version: "1")
    #expect(
      try text("text", report) == """
        apart (independent): 1 error
          CartFeature depends on HomeFeature                                    Package.swift:12
            also breaks no-home
            also breaks small: CartFeature depends on 1 module, the limit is 0
            and height-growth: the longest dependency chain has 5 steps, 1 more than before

        5 violations are known from the merge base with main.
        Failed: 1 error (4 rules, 7 modules).

        """)
    #expect(try text("markdown", report).contains("| error    | CartFeature depends on HomeFeature"))
    #expect(
      try text("github", report).hasPrefix(
        "::error file=Package.swift,line=12,title=apart%2C no-home%2C small%2C height-growth::CartFeature depends on HomeFeature%0A"
      ))
    #expect(
      try text("xcode", report)
        == "/work/Shop/Package.swift:12:1: error: CartFeature depends on HomeFeature [apart, no-home, small, height-growth]\n"
    )
    for form in ["json", "sarif", "junit", "code-quality"] {
      let written = try text(form, report)
      #expect(rules.allSatisfy { written.contains($0.id) })
      #expect(written.contains("depends on 1 module, the limit is 0"))
    }
  }

  /// Modules of which each depends on all before it, and none may.
  private static func tangle(_ count: Int) throws -> CheckReport {
    let ids = (0..<count).map { ModuleID(package: "Shop", name: "M\($0)") }
    let graph = ModuleGraph(
      modules: ids.map { Module(id: $0, kind: .regular, sources: 1) },
      dependencies: ids.indices.flatMap { from in ids[..<from].map { Dependency(from: ids[from], to: $0) } })
    let rule = Rule(id: "none", type: "forbidden", values: RuleValues(["from": modules("M*"), "to": modules("M*")]))
    let check = try RuleCheck(graph, rules: [rule], settings: RuleSettings())
    return CheckReport(
      JudgedCheck(check), failsAt: .error, origin: nil, folders: .init(workspace: "/work"), version: "1")
  }

  @Test func `a page lists as many findings of a rule as can be read, and says how many more there are`() throws {
    let html = try #require(CheckReport.renderings.first { $0.name == "html" })
    guard case .page(let page) = html.content else { return }
    for (count, more) in [(32, nil), (33, "… and 28 more")] {
      let text = try page(Self.tangle(count), .none).replacing(/<\/?data[^>]*>/, with: "")
      #expect(text.components(separatedBy: "<li data-severity=").count - 1 == min(500, count * (count - 1) / 2))
      #expect(text.contains("more of this rule") == (more != nil) && more.map { text.contains($0) } ?? true)
    }
  }

  private func text(_ name: String, _ report: CheckReport) throws -> String {
    try report.text(name)
  }

  /// With a violation that is known, one that has grown, one that is excused, a stale entry and a useless comment.
  private func mixed() throws -> CheckReport {
    let known = Baseline([
      .init(.init(rule: "apart", subject: ["Shop/CartFeature", "Shop/HomeFeature"])),
      .init(.init(rule: "small", subject: ["Shop/Core"]), amount: 650),
      .init(.init(rule: "apart", subject: ["Shop/Gone", "Shop/HomeFeature"])),
    ])
    let comments = [
      IgnoreComment(
        rule: "no-kit", reason: "until May", place: .init(file: "Package.swift", line: 16), excusedLine: 17),
      IgnoreComment(rule: "apart", reason: nil, place: .init(file: "Package.swift", line: 20), excusedLine: 21),
    ]
    return try report(known: .baseline(known), comments: comments, origin: "known.json")
  }

  private static let forms = ["text", "markdown", "json", "sarif", "junit", "code-quality", "github", "xcode"]

  @Test(arguments: forms) func `every form tells the violations`(form: String) throws {
    try expectSnapshot(text(form, report()), named: "check.\(form).txt")
  }

  @Test(arguments: forms) func `every form tells what is known, excused, stale and useless`(form: String) throws {
    try expectSnapshot(text(form, mixed()), named: "check-mixed.\(form).txt")
  }

  /// The same without a baseline, after builds: one violation is proven, one needed, one could not be tried.
  private func proved() throws -> CheckReport {
    let check = try RuleCheck(Self.graph, rules: Self.rules, settings: RuleSettings())
    let keys = Dictionary(grouping: check.violations.map(\.key), by: \.rule).compactMapValues(\.first)
    let proofs: [String: Proof] = [
      "apart": .proven, "no-kit": .needed(error: "a.swift:3:1: error: no such module 'Kit'"),
      "small": .untried(reason: "`Package.swift`: line 3 computes the dependencies that would have to change"),
    ]
    let known = Dictionary(uniqueKeysWithValues: proofs.compactMap { rule, proof in keys[rule].map { ($0, proof) } })
    return CheckReport(
      JudgedCheck(check.proving(known)), failsAt: .error, origin: nil, folders: .init(workspace: "/work/Shop"),
      version: "1.2.3")
  }

  @Test(arguments: forms) func `every form tells what builds have proved`(form: String) throws {
    let text = try text(form, proved())
    let words =
      switch form {
      case "json": ["\"proof\" : \"proven\"", "\"proof\" : \"untried\"", "\"standing\" : \"needed\""]
      case "sarif": ["\"proof\" : \"proven\"", "\"proof\" : \"needed\"", "\"kind\" : \"external\""]
      default: ["(proven: everything builds without it)"]
      }
    for word in words { #expect(text.contains(word)) }
    let tellsNeeded = ["text", "markdown", "json", "sarif"].contains(form)
    #expect(text.contains("error: no such module 'Kit'") == tellsNeeded)
  }

  @Test func `what is needed neither fails nor enters a baseline`() throws {
    let judged = try proved().judged
    #expect(!judged.counting.contains { $0.violation.rule == "no-kit" })
    #expect(!judged.baseline.entries.contains { $0.key.rule == "no-kit" })
    let known = try report().judged.baseline
    #expect(JudgedCheck(judged.check, known: .baseline(known)).stale.isEmpty)
  }

  @Test func `what is mended since an earlier state is said, and passes`() throws {
    let all = try report().judged.baseline
    let more = Baseline(all.entries + [.init(.init(rule: "apart", subject: ["Shop/Gone", "Shop/HomeFeature"]))])
    let report = try report(known: .earlier(more), origin: "the merge base with main")
    #expect(report.passes)
    let text = try text("text", report)
    #expect(text.contains("fixed: apart: Shop/Gone, Shop/HomeFeature\n"))
    #expect(
      text.contains("are known from the merge base with main.\nPassed: no new violations (6 rules, 7 modules).\n"))
  }

  @Test func `a verdict does not call passed what nothing may fail`() throws {
    let check = try RuleCheck(Self.graph, rules: Self.rules, settings: RuleSettings())
    var report = CheckReport(
      JudgedCheck(check), failsAt: nil, origin: "main", folders: .init(workspace: "/w"), version: "1")
    #expect(report.passes)
    report.outdated = ("known.json", [.init(.init(rule: "apart", subject: ["Shop/Gone", "Shop/HomeFeature"]))])
    let told = try text("text", report)
    #expect(
      told.contains("Found 2 errors, 1 warning, 2 info, none of which fails this check (6 rules, 7 modules).")
        && told.contains("stale: apart: known.json lists Shop/Gone, Shop/HomeFeature, which no longer occurs"))
  }

  @Test func `a figure that has grown says what it counts`() throws {
    var settings = RuleSettings()
    settings.resources = WorkspaceResources(
      items: Dictionary(
        uniqueKeysWithValues: Self.graph.modules.prefix(3).map { module in
          let place = Dependency.Location(file: "\(module.name)/logo.png", line: 1)
          return (
            module.id,
            [WorkspaceResources.Item(.file, name: "logo.png", language: nil, contents: 1, bytes: 100, location: place)]
          )
        }))
    let check = try RuleCheck(Self.graph, rules: [Rule(id: "r", type: "unique-resources")], settings: settings)
    let known = Baseline(check.violations.map { Baseline.Entry($0.key, amount: 100) })
    let report = CheckReport(
      JudgedCheck(check, known: .baseline(known)), failsAt: .error, origin: "known.json",
      folders: .init(workspace: "/w"), version: "1")
    #expect(try text("text", report).contains("each copy costs 100 bytes; bytes of copies: 200, before 100"))
  }

  @Test func `a long message does not push the places of others away`() throws {
    let names = ["A", "B", String(repeating: "Long", count: 30)]
    let ids = names.map { ModuleID(package: "P", name: $0) }
    let graph = ModuleGraph(
      modules: ids.map { Module(id: $0, kind: .regular) },
      dependencies: [(0, 1), (0, 2)].map { from, to in
        Dependency(from: ids[from], to: ids[to], location: .init(file: "Package.swift", line: 10 + to))
      })
    let check = try RuleCheck(
      graph, rules: [Rule(id: "r", type: "independent", values: RuleValues(["modules": Self.modules("*")]))],
      settings: RuleSettings())
    let told = CheckReport(
      JudgedCheck(check), failsAt: .error, origin: nil, folders: .init(workspace: "/w"), version: "1")
    #expect(try self.text("text", told).contains("  A depends on B  Package.swift:11\n"))
  }

  @Test func `a comment without a rule needs one`() throws {
    let comment = IgnoreComment(
      rule: "", reason: nil, place: .init(file: "Package.swift", line: 20), excusedLine: 21)
    #expect(
      try text("text", report(comments: [comment])).contains("“modgauge:ignore” needs the name of a rule and a reason"))
  }

  @Test func `a cycle is told with the step that closes it`() throws {
    let ids = ["A", "B"].map { ModuleID(package: "P", name: $0) }
    let graph = ModuleGraph(
      modules: ids.map { Module(id: $0, kind: .regular) },
      dependencies: [(0, 1), (1, 0)].map { from, to in
        Dependency(from: ids[from], to: ids[to], location: .init(file: "Package.swift", line: 10 + from))
      })
    let check = try RuleCheck(graph, rules: [Rule(id: "r", type: "acyclic")], settings: RuleSettings())
    let report = CheckReport(
      JudgedCheck(check), failsAt: .error, origin: nil, folders: .init(workspace: "/w"), version: "1")
    #expect(
      try text("text", report) == """
        r (acyclic): 1 error
          A → B → A  Package.swift:10
            A → B    Package.swift:10
            B → A    Package.swift:11

        Failed: 1 error (1 rule, 2 modules).

        """)
  }

  @Test(arguments: ["text", "markdown", "junit", "github"])
  func `a cycle of packages is told with its steps, and a disagreement with all places`(form: String) throws {
    let told = try text(form, report())
    for step in ["Glue → Kit", "Base → Core"] { #expect(told.contains(step), "\(form)") }
    let packages = [("A", "1.0.0"), ("B", "2.0.0")].map { key, version in
      Package(
        key: key, identity: key, name: key, path: key, toolsVersion: nil,
        dependencies: [PackageDependency(identity: "nio", requirement: version, location: "nio")])
    }
    let check = try RuleCheck(
      ModuleGraph(packages: packages, modules: [], dependencies: []),
      rules: [Rule(id: "r", type: "no-duplicate-external")], settings: RuleSettings())
    let places = Dictionary(
      uniqueKeysWithValues: check.requirements.map { ($0, Dependency.Location(file: "\($0.package).swift", line: 4)) })
    let other = CheckReport(
      JudgedCheck(check.placing([:], places)), failsAt: .error, origin: nil, folders: .init(workspace: "/w"),
      version: "1"
    )
    for place in ["A.swift", "B.swift"] { #expect(try text(form, other).contains(place), "\(form)") }
  }

  @Test func `the JSON is what its schema says`() async throws {
    for report in [try report(), try mixed(), try proved()] {
      #expect(try await JSONSchema.check.complaints(about: text("json", report)) == "")
    }
  }

  @Test func `a picture shows violations in red`() throws {
    let picture = GraphPicture(try report().judged)
    let red = picture.edges.filter { $0.role == .violation }.map { "\($0.from) \($0.to)" }
    #expect(red.contains("Shop/CartFeature Shop/HomeFeature") && red.contains("Shop/Core Shop/Glue"))
    #expect(!red.contains("Shop/App Shop/CartFeature"))
    #expect(picture.notes.contains("5 violations"))
  }

  @Test func `the legend explains both colors of a dependency that breaks a rule in a cycle`() throws {
    let graph = ModuleGraph(["A": ["B"], "B": ["A"], "C": ["A"]])
    let rule = Rule(id: "r", type: "independent", values: RuleValues(["modules": Self.modules("A", "B")]))
    let picture = GraphPicture(JudgedCheck(try RuleCheck(graph, rules: [rule], settings: RuleSettings())))
    let roles = Set(picture.edges.flatMap { [$0.role, $0.beside].compactMap { $0 } })
    #expect(roles.isSuperset(of: [.violation, .cycle]))
    for role in [GraphPicture.Role.violation, .cycle] {
      #expect(picture.legend.contains { $0.symbol == .edge(role) })
    }
  }

  @Test func `of what a branch adds, Markdown has a small picture after the findings, or none`() throws {
    let small = try text("markdown", report(known: .earlier(Baseline()), origin: "the merge base with main"))
    let picture = try #require(small.firstRange(of: "```mermaid"))
    let findings = try #require(small.firstRange(of: "#### apart"))
    #expect(picture.lowerBound > findings.lowerBound)
    let whole = try text("markdown", report())
    #expect(!whole.contains("mermaid"))
  }

  @Test func `names cannot break a form`() throws {
    let hostile = HostileNames.all.map { ModuleID(package: "P", name: $0.replacing("/", with: "_")) }
    let graph = ModuleGraph(
      modules: hostile.map { Module(id: $0, kind: .regular) },
      dependencies: hostile.dropFirst().map {
        Dependency(from: hostile[0], to: $0, location: .init(file: "a b/\($0.name).swift", line: 1))
      })
    let check = try RuleCheck(
      graph, rules: [Rule(id: "r", type: "independent", values: RuleValues(["modules": Self.modules("**")]))],
      settings: RuleSettings())
    let report = CheckReport(
      JudgedCheck(check), failsAt: .error, origin: nil, folders: .init(workspace: "/w"), version: "1")
    for form in ["github", "xcode"] {
      let lines = try text(form, report).split(separator: "\n", omittingEmptySubsequences: false)
      #expect(lines.count == check.violations.count + 1, "a line for each violation in \(form)")
    }
    let xml = try text("junit", report)
    #expect(throws: Never.self) { try XMLCheck.parse(xml) }
    for form in ["sarif", "code-quality"] {
      #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(text(form, report).utf8)) }
    }
  }
}

/// Whether a text is well-formed, as far as tags go: those of JUnit hold no others than their own.
private enum XMLCheck {
  struct Malformed: Error {}

  static func parse(_ text: String) throws {
    var open: [Substring] = []
    for part in text.split(separator: "<").dropFirst() where !part.hasPrefix("?") {
      let tag = part.prefix { $0 != ">" }
      guard tag.endIndex < part.endIndex else { throw Malformed() }
      if tag.hasSuffix("/") { continue }
      let name = tag.prefix { $0 != " " }
      if !name.hasPrefix("/") {
        open.append(name)
      } else if open.popLast() != name.dropFirst() {
        throw Malformed()
      }
    }
    if !open.isEmpty { throw Malformed() }
  }
}
