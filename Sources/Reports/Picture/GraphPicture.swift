package import ModuleGraph

/// The contents of a picture of a graph, independent of its format. Its creator must sort nodes and edges.
package struct GraphPicture: Sendable, Hashable {
  /// The description for screen readers.
  package var title: String
  /// A title that is drawn below the picture.
  package var caption: String?
  /// Lines below the picture: what it omits, and how to see that.
  package var notes: [String] = []
  /// In the order of declaration, which layout engines keep if possible.
  package var clusters: [Cluster]
  /// What a node that is not a group is called.
  package var noun = "module"
  /// Whether some of its nodes are groups that were formed to keep it small.
  package var isFolded = false
  /// Whether the clusters are bands across the picture, in their order from the top.
  package var isLayered = false
  package var edges: [Edge]
  package var legend: [LegendEntry]

  package var nodes: some Collection<Node> { clusters.lazy.flatMap(\.nodes) }
  package var nodeCount: Int { clusters.reduce(0) { $0 + $1.nodes.count } }

  package struct Cluster: Sendable, Hashable {
    /// `nil` for nodes outside boxes.
    package var name: String?
    /// The common colour of all its nodes, if there is one.
    package var paint: Paint?
    /// Whether it contains isolated nodes outside boxes.
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
    /// Whether the picture is about it: it was named by `--focus` or `--reaches`. Drawn in bold.
    package var isFocused = false
    /// The colours of the groups that the node belongs to, drawn as a strip below its name.
    package var marks: [String] = []
    /// The modules that it represents, sorted; empty in pictures of something else.
    package var modules: [ModuleID] = []
    /// What stands in its box: for several modules, below the name and the detail; otherwise instead of them.
    package var listed: [Listed] = []
  }

  /// A line of a box that stands for several modules.
  package struct Listed: Sendable, Hashable {
    package var title: String
    package var detail: String?
  }

  package enum Shape: Sendable, Hashable {
    case roundedBox, heavyBox, octagon, folder, note, cylinder, component
    /// Several modules as one node.
    case stack
  }

  /// A fill and a stroke colour, as `#rrggbb`.
  package struct Paint: Sendable, Hashable {
    package var fill: String
    package var stroke: String
  }

  package struct Edge: Sendable, Hashable {
    package var from: String
    package var to: String
    package var tooltip: String
    package var role: Role = .target
    /// Its second role, in the picture of a difference.
    package var beside: Role?
    /// Whether it is conditional.
    package var isDashed = false
    /// Whether it leads from a lower cluster of a layered picture to a higher one.
    package var isUpward = false
  }

  /// The meaning of an edge; if it has several, the most important one.
  package enum Role: Sendable, Hashable, CaseIterable {
    case target, product, plugin, embed
    /// It leads from a lower layer to a higher one.
    case againstLayers
    case cycle
    /// In the picture of a difference: new, removed, or with another kind or condition.
    case added, removed, changed
    /// On the critical path of a build.
    case critical
    /// On a shortest path, if others are shown as well.
    case shortest
    /// It breaks a rule.
    case violation
  }

  package struct LegendEntry: Sendable, Hashable {
    package enum Symbol: Sendable, Hashable {
      case area(Paint)
      case edge(Role)
      case conditionalEdge
      /// The heading of the following entries.
      case none
    }

    package var symbol: Symbol
    package var text: String
  }
}

extension GraphPicture {
  mutating func changeNodes(_ change: (inout Node) -> Void) {
    for cluster in clusters.indices {
      for node in clusters[cluster].nodes.indices { change(&clusters[cluster].nodes[node]) }
    }
  }

  /// The picture with the indices of its nodes as ids, which need no escaping in any format.
  var numbered: GraphPicture {
    var picture = self
    let places = zip(nodes.map(\.id), 0...).keyed { $0 }
    func number(_ id: String) -> String { places[id].map(String.init) ?? id }
    picture.changeNodes { $0.id = number($0.id) }
    picture.edges = edges.map { edge in
      var edge = edge
      (edge.from, edge.to) = (number(edge.from), number(edge.to))
      return edge
    }
    return picture
  }
}
