package import ModuleGraph

/// What a picture of a graph shows, whatever format it is drawn in. Nodes and edges are sorted by whoever makes it.
package struct GraphPicture: Sendable, Hashable {
  /// What is shown, for those who cannot see it.
  package var title: String
  /// Lines below the picture: what it leaves out, and how to see it.
  package var notes: [String] = []
  /// In the order in which they are declared, which layout engines keep where they can.
  package var clusters: [Cluster]
  /// Whether the clusters stand above one another in their order, as bands across the picture.
  package var isLayered = false
  package var edges: [Edge]
  package var legend: [LegendEntry]

  package var nodes: some Collection<Node> { clusters.lazy.flatMap(\.nodes) }
  package var nodeCount: Int { clusters.reduce(0) { $0 + $1.nodes.count } }

  package struct Cluster: Sendable, Hashable {
    /// Absent for nodes that stand in no box.
    package var name: String?
    /// The colour that all its nodes have, if they do.
    package var paint: Paint?
    /// Whether it holds what stands in no other and has no edges.
    package var isAside = false
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
    /// The modules that it stands for, sorted; none where the picture is of something else.
    package var modules: [ModuleID] = []
  }

  package enum Shape: Sendable, Hashable {
    case roundedBox, heavyBox, octagon, folder, note, cylinder, component
    /// Several modules as one.
    case stack
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
    package var role: Role = .target
    /// What it means besides, in the picture of a difference.
    package var beside: Role?
    /// Whether it holds under a condition only.
    package var isDashed = false
    /// Whether it leads from a lower cluster of a layered picture to a higher one.
    package var isUpward = false
  }

  /// What an edge means, of several meanings the one that matters most.
  package enum Role: Sendable, Hashable, CaseIterable {
    case target, product, plugin, embed
    /// It leads from a lower layer to a higher one.
    case againstLayers
    case cycle
    /// New, gone, and of another kind or condition, in the picture of a difference.
    case added, removed, changed
    /// On the critical path of a build.
    case critical
    /// On a shortest path, where others are shown as well.
    case shortest
    /// It breaks a rule.
    case violation
  }

  package struct LegendEntry: Sendable, Hashable {
    package enum Symbol: Sendable, Hashable {
      case area(Paint)
      case edge(Role)
      case conditionalEdge
      /// The heading of the entries that follow.
      case none
    }

    package var symbol: Symbol
    package var text: String
  }
}

extension GraphPicture {
  /// The same with the places of its nodes as their ids, which mean themselves in every language.
  var numbered: GraphPicture {
    var picture = self
    let places = Dictionary(zip(nodes.map(\.id), 0...)) { first, _ in first }
    func number(_ id: String) -> String { places[id].map(String.init) ?? id }
    for index in clusters.indices {
      for node in clusters[index].nodes.indices {
        picture.clusters[index].nodes[node].id = number(clusters[index].nodes[node].id)
      }
    }
    picture.edges = edges.map { edge in
      var edge = edge
      (edge.from, edge.to) = (number(edge.from), number(edge.to))
      return edge
    }
    return picture
  }
}
