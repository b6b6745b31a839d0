import Reports

extension Rendering {
  /// - Parameter picture: the document's, where the form is one that is drawn.
  func bytes(of document: Document, picture: DrawnPicture? = nil) throws -> [UInt8] {
    switch content {
    case .text(let text): Array(try text(document).utf8)
    case .drawing(let format): picture?.bytes(as: format) ?? []
    }
  }
}
