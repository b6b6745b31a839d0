package import BuildAnalysis
package import ModuleGraph

extension GraphPicture {
  /// The modules that a build compiled, coloured by CPU seconds, with thick edges on the critical path.
  ///
  /// - Parameter graph: a graph with all modules of the build.
  package init(_ timeline: Timeline, graph: ModuleGraph, style: PictureStyle = PictureStyle()) {
    let timings = timeline.modules.compactMap { timing in timing.id.map { ($0, timing) } }
    let seconds = Dictionary(
      timings.map { ($0.0, $0.1.cpuSeconds ?? $0.1.wallNanoseconds.asSeconds) }, uniquingKeysWith: +)
    let selected = SelectedGraph(graph, shown: Set(seconds.keys))
    let path = timeline.criticalPath.pieces.compactMap(\.module)
    let ids = Dictionary(timings.map { ($0.1.module, $0.0.description) }) { first, _ in first }
    // A later piece of the path depends on an earlier one.
    let steps = Set(
      zip(path, path.dropFirst()).compactMap { before, after in
        ids[before].flatMap { dependency in ids[after].map { [$0, dependency] } }
      })
    var style = style
    style.namesOptions = false
    style.coloring = .values(title: timeline.hasCPUTimes ? "CPU seconds" : "wall seconds", unit: "s", seconds)
    self.init(selected, style: style) { steps.contains([$0, $1]) ? .critical : nil }
    title = "What each module cost"
  }
}
