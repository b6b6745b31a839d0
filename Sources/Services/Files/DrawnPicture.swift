import GraphImages
import ModuleGraph
package import Reports

/// A picture in several formats, in the first readable layout.
package struct DrawnPicture {
  private let images: [GraphImage.Format: [UInt8]]
  private let dot: String

  /// - Parameters:
  ///   - pictures: the choices, the most detailed first.
  ///   - isQuiet: whether to print no note if the resolution is reduced.
  package init(_ pictures: PictureChoice, as formats: [PictureFormat], isQuiet: Bool) throws {
    let wanted = formats.compactMap { GraphImage.Format(rawValue: $0.rawValue) }
    // DOT is for other programs, which choose a layout themselves.
    if wanted.isEmpty, GraphDrawing.obstacle != nil {
      (images, dot) = ([:], pictures.mostDetailed.map { DOT.text($0) } ?? "")
      return
    }
    let chosen = try pictures.readable { text, isWanted in
      let drawing = try GraphDrawing(dot: text, as: wanted) { isWanted(PictureSize(width: $0, height: $1)) }
      let size = PictureSize(width: drawing.width, height: drawing.height)
      let isMissing = drawing.images.isEmpty && !wanted.isEmpty
      return (isMissing ? nil : drawing.images, size)
    }
    guard let chosen else {
      (images, dot) = ([:], "")
      return
    }
    var images: [GraphImage.Format: [UInt8]] = [:]
    for image in chosen.drawing {
      if let resolution = image.reducedResolution, !isQuiet {
        Terminal.note(
          "note: the png has \(resolution) dots per inch instead of \(GraphImage.denseResolution), or it would be too "
            + "large; svg and pdf show everything")
      }
      images[image.format] = image.format == .svg ? SVG.finished(image.bytes, chosen.picture) : image.bytes
    }
    (self.images, dot) = (images, chosen.text)
  }

  /// Empty for a format that was not requested.
  package func bytes(as format: PictureFormat) -> [UInt8] {
    if format == .dot { return Array(dot.utf8) }
    return GraphImage.Format(rawValue: format.rawValue).flatMap { images[$0] } ?? []
  }

  /// Draws a chart, whose nodes have positions.
  package static func chart(_ dot: String, as format: PictureFormat) throws -> [UInt8] {
    guard let wanted = GraphImage.Format(rawValue: format.rawValue) else { return Array(dot.utf8) }
    return try GraphDrawing(dot: dot, by: .given, as: [wanted]).images.first?.bytes ?? []
  }

  /// Writes `graph.svg` and `graph.png`; where nothing can be drawn, says so, since the other files of a build count.
  package static func write(_ pictures: PictureChoice, to folder: String) throws {
    if let reason = GraphDrawing.obstacle { return Terminal.note("note: no pictures are written. \(reason)") }
    let drawn = try Self(pictures, as: [.svg, .png], isQuiet: true)
    for (format, bytes) in drawn.images {
      try ResultFiles.write(bytes, to: "\(folder)/graph.\(format.rawValue)")
    }
  }
}
