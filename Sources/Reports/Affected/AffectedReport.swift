package import ModuleGraph

/// What a change of a workspace can reach.
package struct AffectedReport: Report {
  package static let renderings: [Rendering<Self>] = [
    .text(Text.affected), Rendering("names", "txt", Text.affectedNames), .json(JSON.affected),
    .markdown(Markdown.affected), Rendering("swift-test", "txt", Text.swiftTestArguments),
    Rendering("xcodebuild", "txt", Text.xcodebuildArguments),
    Rendering("xctestplan", "xctestplan", JSON.testPlan), Rendering("github-matrix", "json", JSON.githubMatrix),
    Rendering("gitlab", "yml", YAML.gitlabPipeline),
  ]

  package struct States: Hashable, Sendable {
    package let base: String
    package let head: String
    package let baseCommit: String?
    package let headCommit: String?

    package init(base: String, head: String, baseCommit: String? = nil, headCommit: String? = nil) {
      (self.base, self.head, self.baseCommit, self.headCommit) = (base, head, baseCommit, headCommit)
    }
  }

  let affected: AffectedModules
  let states: States
  let fileCount: Int
  /// The files that nothing owns, sorted.
  let unowned: [String]
  /// Everything that is reached, sorted by kind, distance and id.
  private let allItems: [AffectedItem]
  /// The kinds that are shown; empty for all.
  private let kinds: Set<AffectedItem.Kind>
  /// How long the tests of a module took last.
  package var seconds: [ModuleID: Double] = [:]
  /// The number of parts that jobs divide the tests into.
  package var partCount = 1
  /// Whether arguments and names end with NUL instead of a space or a newline.
  package var isSeparatedByNUL = false
  package var explanation: Explanation?

  package enum Explanation: Hashable, Sendable {
    /// Every affected test, or what else is shown.
    case all
    case module(ModuleID)
  }

  /// - Parameter items: see ``AffectedModules/items(sampleApps:apps:)``.
  package init(
    _ affected: AffectedModules, items: [AffectedItem], kinds: Set<AffectedItem.Kind>, between states: States,
    fileCount: Int, unowned: [String]
  ) {
    (self.affected, self.states, self.kinds) = (affected, states, kinds)
    (self.fileCount, self.unowned) = (fileCount, unowned)
    allItems = items
  }

  package var items: [AffectedItem] { allItems.filter { kinds.isEmpty || kinds.contains($0.kind) } }

  func items(of kind: AffectedItem.Kind) -> [AffectedItem] { items.filter { $0.kind == kind } }

  func label(_ id: ModuleID) -> String { labels[id] ?? id.description }

  private var labels: [ModuleID: String] { affected.graph.modules.filter { !$0.kind.isOutside }.labels }

  /// As in `2 of 5 test modules and 3 of 8 other modules are affected`.
  var headline: String {
    let own = affected.graph.modules.filter { !$0.kind.isOutside }
    let tests = own.filter { $0.kind == .test }
    func reached(_ modules: [Module]) -> Int { modules.count { affected.reaches[$0.id] != nil } }
    let others = own.filter { $0.kind != .test }
    let files = Figures.counted(fileCount, "changed file")
    return
      "\(states.base) → \(states.head): \(files); affected: \(reached(tests)) of \(Figures.counted(tests.count, "test module")), "
      + "\(reached(others)) of \(Figures.counted(others.count, "other module"))."
  }

  /// What touches every module, as a sentence; `nil` if nothing does.
  var everything: String? {
    let causes = affected.impact.ofEverything.sorted().map(\.description)
    return causes.isEmpty ? nil : "Everything is affected, because of \(causes.listed(atMost: 5))."
  }
}
