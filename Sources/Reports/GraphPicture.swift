/// What a picture of a graph shows, whatever format it is drawn in. Nodes and edges are sorted by whoever makes it.
package struct GraphPicture: Sendable, Hashable {
  /// The line below the picture; absent where there is nothing to say.
  package var caption: String?
  /// In the order in which they are declared, which layout engines keep where they can.
  package var clusters: [Cluster]
  package var edges: [Edge]
  package var legend: [LegendEntry]

  package var nodeCount: Int { clusters.reduce(0) { $0 + $1.nodes.count } }

  package struct Cluster: Sendable, Hashable {
    package var name: String
    package var nodes: [Node]
  }

  package struct Node: Sendable, Hashable {
    /// Unique in the picture.
    package var id: String
    package var title: String
    /// A second, smaller line.
    package var detail: String?
    package var tooltip: String
    package var shape: Shape
    package var paint: Paint
    package var isDashed = false
    /// Colours of the groups that the node belongs to, drawn as a strip below its name.
    package var marks: [String] = []
  }

  package enum Shape: Sendable, Hashable {
    case roundedBox, heavyBox, octagon, folder, note, cylinder
  }

  /// Two colours, as `#rrggbb`.
  package struct Paint: Sendable, Hashable {
    package var fill: String
    package var stroke: String
  }

  package struct Edge: Sendable, Hashable {
    package var from: String
    package var to: String
    package var tooltip: String
    package var isDashed = false
  }

  package struct LegendEntry: Sendable, Hashable {
    package var paint: Paint
    package var text: String
    package var isDashed = false
  }
}
