package import ModuleGraph

/// Why one module depends on another, and what would follow if it did not.
package struct WhyReport: Report {
  /// A cut, and what rules say of it.
  package struct CutAnswer: Sendable {
    package let cut: Cut
    /// The violations that it mends, and those that it brings; absent where the configuration has no rules.
    package let rules: (mended: [Violation], brought: [Violation])?

    package init(_ cut: Cut, rules: (mended: [Violation], brought: [Violation])? = nil) {
      (self.cut, self.rules) = (cut, rules)
    }
  }

  let why: Why
  /// Where sources import what the steps lead to; absent where no source was read.
  let imports: [ImportSite]?
  let cut: CutAnswer?
  private let allPaths: Bool

  /// - Parameters:
  ///   - allPaths: whether a picture shows all paths, not only the shortest ones.
  ///   - imports: of the steps that are shown, and of the two ends.
  package init(_ why: Why, allPaths: Bool = false, imports: [ImportSite]? = nil, cut: CutAnswer? = nil) {
    (self.why, self.allPaths, self.imports, self.cut) = (why, allPaths, imports, cut)
  }

  package static let renderings: [Rendering<Self>] =
    [.text { Text.why($0, $1) }, .json { try JSON.why($0) }, .markdown { Markdown.why($0) }]
    + Rendering.pictures { try Mermaid.text($0.picture) }

  package var pictures: PictureChoice? { PictureChoice(picture) }

  /// Of a cut, the paths that are left.
  private var picture: GraphPicture { GraphPicture(cut?.cut.left ?? why, allPaths: allPaths) }
}

extension WhyReport {
  /// Each step that is shown with its importing lines, the asked one first where it is none; steps without any are left
  /// out.
  var importedSteps: [(step: String, sites: [ImportSite])] {
    guard let imports else { return [] }
    let labels = why.graph.labels
    let steps =
      why.paths.count == 1
      ? Array(zip(why.paths[0], why.paths[0].dropFirst())) : why.steps.map { ($0.from, $0.to) }
    let ends = [(why.from, why.to)] + steps
    var seen: Set<[Int]> = []
    return ends.filter { seen.insert([$0, $1]).inserted && $0 != $1 }.compactMap { from, to in
      let (dependents, targets) = (why.graph.nodes[from].modules, why.graph.nodes[to].modules)
      let sites = imports.filter { site in
        dependents.contains { $0.id == site.from } && targets.contains { $0.id == site.to }
      }
      return sites.isEmpty ? nil : ("\(labels[from]) → \(labels[to])", sites)
    }
  }
}

extension ImportSite {
  /// `Sources/App/App.swift:3:8`.
  var place: String {
    "\(use.location.file):\(use.location.line)" + (use.column.map { ":\($0)" } ?? "")
  }

  /// What else is to be said of the line.
  var words: String {
    var words: [String] = []
    if case .header(let path) = use.imported { words.append("includes \(path)") }
    if use.isReexport { words.append("re-exported") }
    if let condition = use.condition { words.append("if \(condition)") }
    return words.joined(separator: ", ")
  }
}
