import ModuleGraph

extension Text {
  /// What is affected, with the reason, or the explanation that was asked for.
  package static func affected(_ report: AffectedReport, _ style: TextStyle = .plain) -> String {
    var text = wrapped(report.headline, style)
    if let everything = report.everything { text += wrapped(everything, style) }
    switch report.explanation {
    case .module(let module): return text + explanation(of: module, report)
    case .all:
      let tests = report.items(of: .tests).isEmpty ? report.items : report.items(of: .tests)
      return text + Set(tests.map(\.module)).sorted().map { explanation(of: $0, report) }.joined()
    case nil: return report.items.isEmpty ? text : text + table(report.table, indent: "  ", style)
    }
  }

  /// The way from a cause to a module, or what would reach it.
  private static func explanation(of module: ModuleID, _ report: AffectedReport) -> String {
    let name = report.label(module)
    guard let reach = report.affected.reaches[module] else { return unreached(module, report) }
    let path = report.affected.path(of: module)
    let causes = report.affected.causes(of: module)
    var lines = line("\(name) is affected by \(causes.map(\.description).listed(atMost: 3)):")
    lines += line("  \(reach.cause.description) → \(report.label(path.last?.to ?? module))")
    let steps = path.reversed().table([
      .text("module") { report.label($0.from) }, .text("dependency") { "depends on \(report.label($0.to))" },
      .text("manifest") { $0.placeWords }, .text("statement") { $0.statedWords.joined(separator: ", ") },
    ]).withoutEmptyColumns
    return lines + (path.isEmpty ? "" : table(steps, hasHeader: false, indent: "  "))
  }

  /// What would have to change for a module to be affected.
  private static func unreached(_ module: ModuleID, _ report: AffectedReport) -> String {
    let graph = report.affected.graph
    let modules = graph.modules.keyed { ($0.id, $0) }
    let needed = graph.closure(of: [module]).filter { $0 != module }.compactMap { modules[$0] }
    let folder = modules[module]?.path.map { " (`\($0)`)" } ?? ""
    var lines = line("\(report.label(module)) is not affected. It would be by a change of")
    lines += line("  its own files\(folder), or what its manifest states about it;")
    let own = needed.filter { !$0.kind.isOutside }.map { report.label($0.id) }
    if !own.isEmpty { lines += line("  a module that it depends on: \(own.listed(atMost: 24));") }
    let packages = Set(needed.filter { $0.kind == .external }.map(\.package)).sorted()
    if !packages.isEmpty { lines += line("  the version of \(packages.listed(atMost: 24)) in Package.resolved;") }
    return lines + line("  a file that touches everything: one of `affected: all:`, or one that no target owns.")
  }

  package static func affectedNames(_ report: AffectedReport) -> String {
    let isChosen = Set(report.items.map(\.kind)).count == 1
    let named = report.items.filter { isChosen || ($0.kind != .products && $0.kind != .packages) }
    let counts = Dictionary(named.map { ($0.name, 1) }, uniquingKeysWith: +)
    let names = named.map { $0.kind == .packages || counts[$0.name] != 1 ? $0.id : $0.name }
    return separated(names, report, by: "\n", escaping: printable)
  }

  /// The arguments of `swift test`, on a line for each package.
  package static func swiftTestArguments(_ report: AffectedReport) -> String {
    let groups = report.testParts(1).flatMap(\.groups)
    guard report.isSeparatedByNUL else { return groups.map { Shell.quoted($0.arguments) + "\n" }.joined() }
    // An empty argument ends those of a package.
    return groups.map { $0.arguments.map { $0 + "\0" }.joined() }.joined(separator: "\0")
  }

  package static func xcodebuildArguments(_ report: AffectedReport) -> String {
    separated(report.items(of: .tests).map { "-only-testing:\($0.name)" }, report, by: " ", escaping: Shell.word)
  }

  private static func separated(
    _ words: [String], _ report: AffectedReport, by separator: String, escaping: (String) -> String
  ) -> String {
    if words.isEmpty { return "" }
    return report.isSeparatedByNUL
      ? words.map { $0 + "\0" }.joined() : words.map(escaping).joined(separator: separator) + "\n"
  }
}

extension AffectedReport {
  var table: Table {
    items.table([
      .text("kind") { $0.kind.description },
      .text("name") { item in
        ["packages", "products"].contains(item.kind.rawValue) ? item.id : self.label(item.module)
      },
      .figures("distance") { "\($0.distance)" }, .text("because of") { $0.cause.description },
      .text("over") { item in
        let path = self.affected.path(of: item.module).map { self.label($0.to) }
        return path.listed(atMost: 3)
      },
    ])
  }
}

extension AffectedItem.Kind {
  var description: String {
    switch self {
    case .tests: "tests"
    case .modules: "module"
    case .sampleApps: "sample app"
    case .apps: "app"
    case .products: "product"
    case .packages: "package"
    }
  }
}

extension Markdown {
  package static func affected(_ report: AffectedReport) -> String {
    let sentences = [report.headline, report.everything].compactMap(\.self)
    return document(
      [.title("Affected by the change")] + sentences.map { .paragraph(Phrase($0)) }
        + (report.items.isEmpty ? [] : [.table(report.table.cut(to: 200))]))
  }
}
