/// A struct or an enum that the generated code passes around, in its own module or above it.
///
/// Every one is `Equatable` and `Sendable`, and has `summary: String`, `rank: Int` and
/// `static func placeholder(_ index: Int)`, so that others can use it without knowing more.
struct Model: Hashable {
  let name: String
  let module: String
  /// How many levels of other models its values hold. A placeholder's size grows with it, so it stays small.
  let level: Int
  let isPublic: Bool

  static let deepest = 3
}

/// One top-level declaration, with the comment above it.
struct Declaration {
  let lines: [String]
  /// What it adds to the models that later declarations can use.
  var model: Model?

  init(_ lines: [String], model: Model? = nil) {
    self.lines = lines
    self.model = model
  }
}
