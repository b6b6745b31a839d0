/// What state a build starts from, and what has changed in it.
///
/// The text is the same in JSON, in a configuration and on the command line.
package enum Scenario: Sendable, Hashable {
  /// Nothing is built; the checkouts of dependencies are there. `clean`
  case clean
  /// Nothing has changed since a clean build, which was the last one. `first-null`
  ///
  /// A figure of its own, since it can be many times slower than the next although nothing is compiled in it.
  case firstNull
  /// Nothing has changed since a build in which nothing was compiled either. `null`
  case null
  /// One source of a module has changed since. `incremental:MODULE:CHANGE`
  case incremental(module: String, change: SourceChange)
  /// A module alone is built, whose dependencies are built already. `alone:MODULE`
  case alone(module: String)

  /// Whether the build starts from an empty folder, or from what a clean build has just left there.
  package var isFromClean: Bool { self == .clean || self == .firstNull }

  /// Whether one module is built, not what the arm builds.
  package var isModuleAlone: Bool {
    if case .alone = self { true } else { false }
  }

  /// The module that is changed or built alone: its name, or `package/Name` where that alone is ambiguous.
  package var module: String? {
    switch self {
    case .clean, .firstNull, .null: nil
    case .incremental(let module, _), .alone(let module): module
    }
  }

  /// How a module is changed; `nil` where it is not, or is built alone.
  package func change(in module: String) -> SourceChange? {
    guard case .incremental(module, let change) = self else { return nil }
    return change
  }
}

/// What is changed in a module before an incremental build.
package enum SourceChange: String, Sendable, Hashable, Codable, CaseIterable {
  /// A comment more.
  case comment
  /// Another body of a function, whose declaration stays as it is.
  case body
  /// A private function more.
  case `private`
  /// A public function more.
  case `public`
  /// A file more.
  case file

  /// Whether a client can see the change, so that compiling it again has a reason.
  package var isVisible: Bool { self == .public }
}

extension Scenario: RawRepresentable, Codable {
  package var rawValue: String {
    switch self {
    case .clean: "clean"
    case .firstNull: "first-null"
    case .null: "null"
    case .incremental(let module, let change): "incremental:\(module):\(change.rawValue)"
    case .alone(let module): "alone:\(module)"
    }
  }

  /// - Returns: `nil` for a text that is none of these. Nobody has asked whether there is such a module.
  package init?(rawValue: String) {
    let parts = rawValue.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    switch (parts[0], parts.count) {
    case ("clean", 1): self = .clean
    case ("first-null", 1): self = .firstNull
    case ("null", 1): self = .null
    case ("alone", 2) where !parts[1].isEmpty: self = .alone(module: parts[1])
    case ("incremental", 3) where !parts[1].isEmpty:
      guard let change = SourceChange(rawValue: parts[2]) else { return nil }
      self = .incremental(module: parts[1], change: change)
    default: return nil
    }
  }
}
