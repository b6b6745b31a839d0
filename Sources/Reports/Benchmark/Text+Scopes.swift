import BuildAnalysis
import ModuleGraph

extension Text {
  /// Which part of the combined app each arm compiles, from the graph alone.
  static func scopes(
    _ scopes: [ArmScope], of graph: ModuleGraph, estimate: BuildEstimate?, _ style: TextStyle
  ) -> String {
    let figures = table(Table(scopes, columns: columns(hasEstimates: estimate != nil)), style)
    let whole = scopes.first { $0.arm.role == .combined }
    let notes =
      [
        whole.flatMap { externals($0.part, of: $0.arm.nameInSentence) }, plugins(in: graph),
        scopes.contains { $0.marginal != nil }
          ? whole.map { marginal(of: $0.arm.nameInSentence, isWholePackage: $0.arm.isWholePackage) } : nil,
        estimate?.sentence,
      ].compactMap(\.self) + obstacles(to: scopes, in: graph)
    return figures + (notes.isEmpty ? "" : "\n" + notes.map { wrapped($0, style) }.joined())
  }

  static func externals(_ part: FeatureShares.Part, of combined: String) -> String? {
    guard part.externalProducts > 0 else { return nil }
    return "Products of other packages are compiled too and are not counted: "
      + "\(combined == "all packages" ? "all packages need" : "\(combined) needs") \(Figures.counted(part.externalProducts, "product"))."
  }

  static func plugins(in graph: ModuleGraph) -> String? {
    let plugins = Set(graph.modules.filter { $0.kind == .plugin }.map(\.id))
    let uses = graph.dependencies.filter { $0.kind == .plugin && plugins.contains($0.to) }
    let used = Set(uses.map(\.to.name)).sorted()
    guard !used.isEmpty else { return nil }
    return "SwiftPM builds plugins that modules use, and their tools, for every product (\(used.listed(atMost: 4))); "
      + "they are counted only where a module needs them."
  }

  static func marginal(of combined: String, isWholePackage: Bool) -> String {
    "“Only for it” is what \(combined) would not compile without the feature"
      + (isWholePackage
        ? " and the programs that show it alone; nothing if anything else needs it."
        : "; nothing if another feature needs it.")
  }

  private static func columns(hasEstimates: Bool) -> [Column<ArmScope>] {
    let seconds: Column<ArmScope> = .figures("seconds, estimated") { Figures.seconds($0.part.estimatedSeconds) }
    return [
      .text("builds") { $0.arm.name },
      .text("as") { $0.arm.roleWords },
      .figures("modules") { share(Figures.count($0.part.modules), $0.moduleShare) },
      .figures("files") { share(Figures.count($0.part.sources), $0.sourceShare) },
      .figures("lines") { share(Figures.count($0.part.lines), $0.lineShare) },
    ] + (hasEstimates ? [seconds] : []) + [.text("only for it", phrase: { $0.marginal.map { .marginal($0) } ?? "" })]
  }

  /// For example `12 (40.0 %)`.
  static func share(_ figure: String, _ share: Double?) -> String {
    figure + (share.map { " (\(Figures.percent($0)))" } ?? "")
  }
}

extension Arm {
  /// Whether it is the combined app of a package without an app.
  var isWholePackage: Bool { role == .combined && targets.isEmpty }

  /// The name, or what `all` stands for.
  package var nameInSentence: String { isWholePackage ? "the whole package" : name }

  var roleWords: String {
    switch (role, feature) {
    case (.combined, _): isWholePackage ? "whole package" : "combined app"
    case (.sampleApp, _) where made == true: "generated sample app"
    case (.sampleApp, let feature?): "sample app of \(feature)"
    case (.sampleApp, nil): "sample app"
    case (.feature, _): "feature"
    case (.module, _): "module"
    case (.other, _): ""
    }
  }
}

extension Phrase {
  /// The part that exists only for one feature: `2 modules, 1,300 lines, 3.2 s`.
  static func marginal(_ part: FeatureShares.Part, seconds: Double? = nil) -> Phrase {
    guard part.modules > 0 else { return "nothing" }
    let lines = part.lines.map { Phrase.counted($0, "line") }
    return [.counted(part.modules, "module"), lines, (seconds ?? part.estimatedSeconds).map { Phrase(.seconds($0)) }]
      .compactMap(\.self).joined(separator: ", ")
  }
}
