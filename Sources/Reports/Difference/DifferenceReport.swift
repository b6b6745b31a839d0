package import ModuleGraph

/// A module with a changed file, and its owners.
package struct TouchedModule: Hashable, Sendable, Encodable {
  let name: String
  /// Those of most files first; empty if it has none.
  let owners: [String]

  package init(name: String, owners: [String]) { (self.name, self.owners) = (name, owners) }
}

/// The differences between two states of a module graph.
package struct DifferenceReport: Report {
  private let difference: GraphDifference
  private let names: (base: String, head: String)
  private let style: PictureStyle
  private let context: DifferenceContext
  private let touched: [TouchedModule]

  /// - Parameter touched: the modules with changed files, if their owners are known; sorted.
  package init(
    _ difference: GraphDifference, names: (base: String, head: String), style: PictureStyle, context: DifferenceContext,
    touched: [TouchedModule] = []
  ) {
    (self.difference, self.names, self.style, self.context) = (difference, names, style, context)
    self.touched = touched
  }

  package static let renderings: [Rendering<Self>] =
    [
      .text { Text.difference($0.difference, names: $0.names, touched: $0.touched, $1) },
      .markdown { Markdown.difference($0.difference, names: $0.names, touched: $0.touched) },
      .json { try JSON.difference($0.difference, names: $0.names, touched: $0.touched) },
    ] + Rendering.pictures { try $0.mermaid }

  package var pictures: PictureChoice? { PictureChoice(picture) }

  private var picture: GraphPicture { GraphPicture(difference, style: style, context: context) }

  /// The picture within the limits of Mermaid: with fewer of the surroundings if that is needed.
  /// - Throws: `Mermaid.TooLarge` if even the changes alone exceed them.
  private var mermaid: String {
    get throws(Mermaid.TooLarge) {
      do { return try Mermaid.text(picture) } catch {
        return try Mermaid.text(GraphPicture(difference, style: style, context: .steps(0)))
      }
    }
  }
}
