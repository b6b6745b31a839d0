/// A struct or an enum that generated declarations use as a type, in its own module and in dependents.
///
/// Each model is `Equatable` and `Sendable`, and has `summary: String`, `rank: Int` and
/// `static func placeholder(_ index: Int)`, so that other declarations can use every model in the same way.
struct Model: Hashable {
  let name: String
  let module: String
  /// The nesting depth of models in its values. It is limited, since the size of a placeholder grows with it.
  let level: Int
  let isPublic: Bool

  static let deepest = 3
}

/// One top-level declaration with its comment.
struct Declaration {
  let lines: [String]
  /// The model that this declaration adds for later ones; `nil` if it declares none.
  var model: Model?

  init(_ lines: [String], model: Model? = nil) {
    self.lines = lines
    self.model = model
  }
}
