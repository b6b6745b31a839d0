/// The state from which a build starts, and the change made before it.
///
/// The text form is the same in JSON, in the configuration and on the command line.
package enum Scenario: Sendable, Hashable {
  /// Nothing is built, but the checkouts of dependencies exist. `clean`
  case clean
  /// Nothing has changed since the last build, which was clean. `first-null`
  ///
  /// It is measured separately, since it can be many times slower than the following null builds although nothing is
  /// compiled.
  case firstNull
  /// Nothing has changed since the last build, which itself compiled nothing. `null`
  case null
  /// One source file of a module has changed since the last build. `incremental:MODULE:CHANGE`
  case incremental(module: String, change: SourceChange)
  /// Whatever has changed since the last build, as in the builds of a developer; only logs have it. `incremental`
  case changed
  /// One module is built alone, with its dependencies already built. `alone:MODULE`
  case alone(module: String)
  /// Like `clean`, but the arm's tests are built and run. `tests`
  case tests

  /// Whether the build starts from an empty scratch folder, or directly follows a clean build.
  package var isFromClean: Bool { [.clean, .firstNull, .tests].contains(self) }

  /// Whether the build starts from a finished build of the arm, so that it is impossible if a clean one fails.
  package var needsFinishedBuild: Bool { self != .clean && self != .tests }

  /// Whether a single module is built instead of the whole arm.
  package var isModuleAlone: Bool {
    if case .alone = self { true } else { false }
  }

  /// The module that is changed or built alone: its name, or `package/Name` if the name is ambiguous.
  package var module: String? {
    switch self {
    case .clean, .firstNull, .null, .changed, .tests: nil
    case .incremental(let module, _), .alone(let module): module
    }
  }

  /// How a given module is changed; `nil` if it is not changed.
  package func change(in module: String) -> SourceChange? {
    guard case .incremental(module, let change) = self else { return nil }
    return change
  }
}

/// The change of a module before an incremental build.
package enum SourceChange: String, Sendable, Hashable, Codable, CaseIterable {
  /// A comment is added.
  case comment
  /// The body of a function changes, but not its declaration.
  case body
  /// A private function is added.
  case `private`
  /// A public function is added.
  case `public`
  /// A file is added.
  case file

  /// Whether clients can see the change, so that recompiling them is justified.
  package var isVisible: Bool { self == .public }
}

extension Scenario: RawRepresentable, Codable {
  package var rawValue: String {
    switch self {
    case .clean: "clean"
    case .firstNull: "first-null"
    case .null: "null"
    case .changed: "incremental"
    case .incremental(let module, let change): "incremental:\(module):\(change.rawValue)"
    case .alone(let module): "alone:\(module)"
    case .tests: "tests"
    }
  }

  /// - Returns: `nil` for any other text. Whether the module exists is not checked.
  package init?(rawValue: String) {
    let parts = rawValue.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    switch (parts[0], parts.count) {
    case ("clean", 1): self = .clean
    case ("first-null", 1): self = .firstNull
    case ("null", 1): self = .null
    case ("incremental", 1): self = .changed
    case ("tests", 1): self = .tests
    case ("alone", 2) where !parts[1].isEmpty: self = .alone(module: parts[1])
    case ("incremental", 3) where !parts[1].isEmpty:
      guard let change = SourceChange(rawValue: parts[2]) else { return nil }
      self = .incremental(module: parts[1], change: change)
    default: return nil
    }
  }
}
