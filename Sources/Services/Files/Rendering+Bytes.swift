package import Reports

extension Rendering {
  /// The bytes of a document in this rendering.
  /// - Parameters:
  ///   - picture: the document's picture, for a drawn rendering.
  ///   - style: the capabilities of the place where text is shown.
  package func bytes(of document: Document, picture: DrawnPicture? = nil, style: TextStyle = .plain) throws -> [UInt8] {
    switch content {
    case .text(let text): Array(try text(document, style).utf8)
    case .page(let page): Array(try page(document, .available).utf8)
    case .drawing(let format): picture?.bytes(as: format) ?? []
    case .chart(let format, let dot): try DrawnPicture.chart(dot(document), as: format)
    }
  }
}
