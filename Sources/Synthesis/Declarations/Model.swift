/// A struct or an enum that the generated code passes around, in its own module or above it.
///
/// Every one is `Equatable` and `Sendable`, and has `summary: String`, `rank: Int` and
/// `static func placeholder(_ index: Int)`, so that others can use it without knowing more.
struct Model: Hashable {
  let name: String
  let module: String
  /// How deep its values contain other models. It stays small, since the size of a placeholder grows with it.
  let level: Int
  let isPublic: Bool

  static let deepest = 3
}

/// One top-level declaration with its comment.
struct Declaration {
  let lines: [String]
  /// The model that later declarations can use, if it declares one.
  var model: Model?

  init(_ lines: [String], model: Model? = nil) {
    self.lines = lines
    self.model = model
  }
}
