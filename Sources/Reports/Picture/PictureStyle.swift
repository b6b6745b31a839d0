package import ModuleGraph

/// What a picture of a module graph is to look like. What is absent is chosen by what the graph holds.
package struct PictureStyle: Sendable, Hashable {
  /// What stands in one box.
  package enum Clustering: String, Sendable, CaseIterable {
    case package, layer, none
  }

  /// What a node's colour says.
  package enum Coloring: Sendable, Hashable {
    case kind, layer, lines
    /// How many modules depend on it, directly or not; of a group the most that any of its modules has.
    case dependents
    /// R. Martin, “OO design quality metrics” (1994): the share of what it depends on in all its neighbours, 0 to 1.
    case instability
    /// Figures from elsewhere, by the ids of modules; those of a group are added up.
    case values(title: String, unit: String, [ModuleID: Double])
  }

  /// Which edges are drawn.
  package enum EdgeChoice: String, Sendable, CaseIterable {
    case all
    /// Those that no longer path implies.
    case reduced
  }

  /// By layer where layers are named, else by package where there are several.
  package var clustering: Clustering?
  /// By layer where layers are named and stand in no boxes of their own, else by kind.
  package var coloring: Coloring?
  /// Reduced in all but small pictures.
  package var edges: EdgeChoice?
  /// Above so many nodes the picture is folded; absent: never.
  package var budget: Int? = Self.defaultBudget

  package static let defaultBudget = 150
  /// Above so many edges a picture is folded further.
  package static let edgeBudget = 250

  package init() {}
}
