package import ModuleGraph

/// The style of a picture of a module graph. Properties that are `nil` are chosen to suit the graph.
package struct PictureStyle: Sendable, Hashable {
  /// What a box contains.
  package enum Clustering: String, Sendable, CaseIterable {
    case package, layer, none
  }

  package enum Coloring: Sendable, Hashable {
    case kind, layer, lines
    /// The number of transitive dependents; for a group, the maximum over its modules.
    case dependents
    /// R. Martin, “OO design quality metrics” (1994): dependencies as a share of all neighbours, from 0 to 1.
    case instability
    /// Each set of nodes that depend on one another.
    case cycles
    /// Given figures by module id; those of a group are added.
    case values(title: String, unit: String, [ModuleID: Double])
  }

  package enum EdgeChoice: String, Sendable, CaseIterable {
    case all
    /// Only edges that no longer path implies (transitive reduction).
    case reduced
  }

  /// By default: by layer if layers are configured, else by package if there are several.
  package var clustering: Clustering?
  /// By default: by layer if layers are configured and are not boxes, else by kind.
  package var coloring: Coloring?
  /// By default: reduced, except in small pictures.
  package var edges: EdgeChoice?
  /// Above this number of nodes, the picture is folded; `nil` for never.
  package var budget: Int? = Self.defaultBudget
  /// A smaller number, if the picture would not be readable otherwise.
  package var smallerBudget: Int?
  /// Up to this many apps, roots and ends of upward edges are not folded, even if they exceed the budget.
  package var mostProminent = SelectedGraph.mostProminent
  /// Drawn below the picture; by default it has a title for screen readers only.
  package var title: String?
  /// What the default title calls a graph of many packages.
  package var workspaceName: String?
  /// Whether lines below the picture say what it leaves out.
  package var hasNotes = true
  /// Further lines below the picture.
  package var notes: [String] = []

  /// Whether the command has options for what a picture shows, which notes then name.
  package var namesOptions = true
  /// Whether shapes show kinds. On a page all nodes are boxes, at whose borders edges have to end.
  package var hasShapes = true
  /// What is shown in red, regardless of other colours.
  package var marks = GraphMarks()

  package static let defaultBudget = 150
  /// Above this number of edges, a picture is folded further.
  package static let edgeBudget = 250

  package init() {}
}
