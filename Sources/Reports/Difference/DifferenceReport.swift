package import ModuleGraph

/// The differences between two states of a module graph.
package struct DifferenceReport: Report {
  private let difference: GraphDifference
  private let names: (base: String, head: String)
  private let style: PictureStyle
  private let context: DifferenceContext

  /// - Parameters:
  ///   - names: the names of the two states.
  ///   - context: which unchanged nodes a picture shows.
  package init(
    _ difference: GraphDifference, names: (base: String, head: String), style: PictureStyle, context: DifferenceContext
  ) {
    (self.difference, self.names, self.style, self.context) = (difference, names, style, context)
  }

  package static let renderings: [Rendering<Self>] =
    [
      .text { Text.difference($0.difference, names: $0.names, $1) },
      .markdown { Markdown.difference($0.difference, names: $0.names) },
      .json { try JSON.difference($0.difference, names: $0.names) },
    ] + Rendering.pictures { try Mermaid.text($0.picture) }

  package var pictures: PictureChoice? { PictureChoice(picture) }

  private var picture: GraphPicture { GraphPicture(difference, style: style, context: context) }
}
