import Testing

@testable import Reports

extension Report {
  /// The text of one of its formats.
  func text(_ name: String) throws -> String {
    let rendering = try #require(Self.renderings.first { $0.name == name })
    guard case .text(let text) = rendering.content else {
      Issue.record("\(name) is no text")
      return ""
    }
    return try text(self, .plain)
  }
}
