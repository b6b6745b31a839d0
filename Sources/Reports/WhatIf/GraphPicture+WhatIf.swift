import BuildAnalysis
import ModuleGraph

extension WhatIfReport {
  /// The difference between the two structures: added and cut dependencies, new and removed modules. The predicted CPU
  /// seconds are shown below the names.
  var picture: GraphPicture {
    // Selecting everything cannot fail.
    guard let difference = try? GraphDifference(from: forecast.graphBefore, to: forecast.graphAfter) else {
      return GraphPicture(title: "What if", clusters: [], edges: [], legend: [])
    }
    var picture = GraphPicture(difference, style: style)
    picture.title = "What if: \(forecast.proposal.changes.map(\.description).joined(separator: ", "))"
    let before = Set(forecast.graphBefore.modules.map(\.id))
    let made = forecast.rebuilds.filter { !before.contains($0.module) && !$0.origins.isEmpty }
    let origins = Dictionary(
      made.map { ($0.module, "from " + $0.origins.map(\.name).joined(separator: ", ")) }
    ) { first, _ in first }
    for cluster in picture.clusters.indices {
      for node in picture.clusters[cluster].nodes.indices {
        let id = picture.clusters[cluster].nodes[node].modules.first
        guard let seconds = id.flatMap({ forecast.cpuSecondsByModule[$0] }) else { continue }
        let own = "≈ \(Figures.seconds(seconds)) CPU"
        let detail = id.flatMap { origins[$0] } ?? picture.clusters[cluster].nodes[node].detail
        picture.clusters[cluster].nodes[node].detail = [detail, own].compactMap(\.self).joined(separator: " · ")
        picture.clusters[cluster].nodes[node].tooltip += ", \(own) predicted"
      }
    }
    return picture
  }
}
