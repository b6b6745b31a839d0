package import ModuleGraph

/// Why one module depends on another, and the effect of cutting the dependency.
package struct WhyReport: Report {
  package struct CutAnswer: Sendable {
    package let cut: Cut
    /// The violations that it fixes, and those that it adds; absent if the configuration has no rules.
    package let rules: (mended: [Violation], brought: [Violation])?

    package init(_ cut: Cut, rules: (mended: [Violation], brought: [Violation])? = nil) {
      (self.cut, self.rules) = (cut, rules)
    }
  }

  let why: Why
  /// The imports along the steps; absent if sources were not read.
  let imports: [ImportSite]?
  let cut: CutAnswer?
  private let allPaths: Bool

  /// - Parameters:
  ///   - allPaths: whether a picture shows all paths, not only the shortest ones.
  ///   - imports: the imports of the shown steps, and between the two ends.
  package init(_ why: Why, allPaths: Bool = false, imports: [ImportSite]? = nil, cut: CutAnswer? = nil) {
    (self.why, self.allPaths, self.imports, self.cut) = (why, allPaths, imports, cut)
  }

  package static let renderings: [Rendering<Self>] =
    [.text { Text.why($0, $1) }, .json { try JSON.why($0) }, .markdown { Markdown.why($0) }]
    + Rendering.pictures { try Mermaid.text($0.picture) }

  package var pictures: PictureChoice? { PictureChoice(picture) }

  /// For a cut, the remaining paths.
  private var picture: GraphPicture { GraphPicture(cut?.cut.left ?? why, allPaths: allPaths) }

  /// The pair of the two ends and the shown steps; steps without importing lines are omitted.
  var importedSteps: [ImportedStep] {
    guard let imports else { return [] }
    let labels = why.graph.labels
    let steps =
      why.paths.count == 1
      ? Array(zip(why.paths[0], why.paths[0].dropFirst())) : why.steps.map { ($0.from, $0.to) }
    let ends = [(why.from, why.to)] + steps
    return ends.filter { $0 != $1 }.uniqued { [$0.0, $0.1] }.compactMap { from, to in
      let (dependents, targets) = (why.graph.nodes[from].modules, why.graph.nodes[to].modules)
      let sites = imports.filter { site in
        dependents.contains { $0.id == site.from } && targets.contains { $0.id == site.to }
      }
      return sites.isEmpty ? nil : ImportedStep(name: "\(labels[from]) → \(labels[to])", sites: sites)
    }
  }
}
