package import ModuleGraph

/// Why one module depends on another.
package struct WhyReport: Report {
  private let why: Why
  private let allPaths: Bool

  /// - Parameter allPaths: whether a picture shows all paths, not only the shortest ones.
  package init(_ why: Why, allPaths: Bool) {
    (self.why, self.allPaths) = (why, allPaths)
  }

  package static let renderings: [Rendering<Self>] =
    [.text { Text.why($0.why, $1) }, .json { try JSON.why($0.why) }]
    + Rendering.pictures { try Mermaid.text($0.picture) }

  package var pictures: PictureChoice? { PictureChoice(picture) }

  private var picture: GraphPicture { GraphPicture(why, allPaths: allPaths) }
}
