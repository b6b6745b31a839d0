import GraphImages
import Reports

/// A picture in all of the image formats that were asked for, laid out once.
struct DrawnPicture {
  private let images: [String: [UInt8]]

  /// - Parameters:
  ///   - picture: made only where a format shows it.
  ///   - isQuiet: whether nothing is said of a picture that is coarser than usual.
  init(_ picture: @autoclosure () -> GraphPicture, as formats: [some ResultFormat], isQuiet: Bool) throws {
    let wanted = formats.compactMap { GraphImage.Format(rawValue: $0.rawValue) }
    guard !wanted.isEmpty else {
      images = [:]
      return
    }
    let picture = picture()
    var images: [String: [UInt8]] = [:]
    for image in try GraphImage.render(dot: DOT.text(picture), as: wanted) {
      if let resolution = image.reducedResolution, !isQuiet {
        Terminal.complain(
          "note: the png has \(resolution) dots an inch instead of \(GraphImage.denseResolution), or it would be too "
            + "large; svg and pdf show everything")
      }
      images[image.format.rawValue] = image.format == .svg ? SVG.finished(image.bytes, picture) : image.bytes
    }
    self.images = images
  }

  /// Nothing for a format that is no image.
  func bytes(as format: some ResultFormat) -> [UInt8] { images[format.rawValue] ?? [] }
}
