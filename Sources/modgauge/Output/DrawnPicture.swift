import GraphImages
import Reports

/// A picture in several image formats, laid out once.
struct DrawnPicture {
  private let images: [GraphImage.Format: [UInt8]]

  /// - Parameters:
  ///   - picture: made only where a format shows it.
  ///   - formats: of which some may be no images.
  ///   - isQuiet: whether nothing is said of a picture that is coarser than usual.
  init(_ picture: @autoclosure () -> GraphPicture, as formats: [some ResultFormat], isQuiet: Bool) throws {
    let wanted = formats.compactMap { GraphImage.Format(rawValue: $0.rawValue) }
    try self.init(wanted.isEmpty ? nil : picture(), as: wanted, isQuiet: isQuiet)
  }

  private init(_ picture: GraphPicture?, as wanted: [GraphImage.Format], isQuiet: Bool) throws {
    guard let picture else {
      images = [:]
      return
    }
    var images: [GraphImage.Format: [UInt8]] = [:]
    for image in try GraphImage.render(dot: DOT.text(picture), as: wanted) {
      if let resolution = image.reducedResolution, !isQuiet {
        Terminal.complain(
          "note: the png has \(resolution) dots an inch instead of \(GraphImage.denseResolution), or it would be too "
            + "large; svg and pdf show everything")
      }
      images[image.format] = image.format == .svg ? SVG.finished(image.bytes, picture) : image.bytes
    }
    self.images = images
  }

  /// Nothing for a format that is no image.
  func bytes(as format: some ResultFormat) -> [UInt8] {
    GraphImage.Format(rawValue: format.rawValue).flatMap { images[$0] } ?? []
  }

  /// Writes the picture of a report: `graph.svg` and `graph.png`.
  static func write(_ picture: GraphPicture, to folder: String) throws {
    let drawn = try Self(picture, as: [.svg, .png], isQuiet: true)
    for (format, bytes) in drawn.images {
      try ResultFiles.write(bytes, to: "\(folder)/graph.\(format.rawValue)")
    }
  }
}
