package import BuildAnalysis
package import ModuleGraph

extension GraphPicture {
  /// The modules that a build compiled, coloured by CPU seconds, with thick edges on the critical path.
  /// - Parameter graph: a graph with all modules of the build.
  package init(_ timeline: Timeline, graph: ModuleGraph) {
    self = BuiltPicture(timeline, graph).picture()
  }
}

/// The pictures of what a recorded build compiled.
struct BuiltPicture {
  let selected: SelectedGraph
  private let coloring: PictureStyle.Coloring
  /// Pairs of ids, the dependent first, on the critical path.
  private let steps: Set<[String]>

  init(_ timeline: Timeline, _ graph: ModuleGraph) {
    let timings = timeline.modules.compactMap { timing in timing.id.map { ($0, timing) } }
    let seconds = Dictionary(
      timings.map { ($0.0, $0.1.cpuSeconds ?? $0.1.wallNanoseconds.asSeconds) }, uniquingKeysWith: +)
    selected = SelectedGraph(graph, shown: Set(seconds.keys))
    coloring = .values(title: timeline.hasCPUTimes ? "CPU seconds" : "wall seconds", unit: "s", seconds)
    let path = timeline.criticalPath.pieces.compactMap(\.module)
    let ids = timings.keyed { ($0.1.module, $0.0.description) }
    // A later piece of the path depends on an earlier one.
    steps = Set(
      zip(path, path.dropFirst()).compactMap { before, after in
        ids[before].flatMap { dependency in ids[after].map { [$0, dependency] } }
      })
  }

  /// - Parameters:
  ///   - budget: the number of nodes above which the picture is folded; `nil` for the usual one.
  ///   - mostProminent: as for `shortened(to:mostProminent:)`.
  func picture(budget: Int? = nil, mostProminent: Int = SelectedGraph.mostProminent) -> GraphPicture {
    var style = PictureStyle()
    (style.smallerBudget, style.mostProminent) = (budget, mostProminent)
    style.coloring = coloring
    var picture = GraphPicture(selected, style: style) { steps.contains([$0, $1]) ? .critical : nil }
    picture.title = "What each module cost"
    return picture
  }
}
