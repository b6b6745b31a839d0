import ModuleGraph

/// Why a scenario cannot be measured.
package enum ScenarioError: Error, Hashable, Sendable {
  case unknown(String, nearest: [String])
  /// No arm builds a module that a scenario names.
  case moduleNotBuilt(String)
  case noSources(String)
  case changeNeedsSwift(String, String)
  /// Why nothing can be appended to each file of the module.
  case noFileToChange(String, refused: [String])
  /// States of a workspace are compared without tests.
  case testsOnlyInBench
  /// A file that does not belong to a module of any scenario.
  case fileOfNoChange(String)
}

extension ScenarioError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .unknown(let text, let nearest):
      "“\(text)” is not a scenario.\(nearest.suggestion) "
        + "Name clean, null, first-null, incremental:MODULE:CHANGE, alone:MODULE, tests, each-module, each-feature or "
        + "comparison; CHANGE is "
        + "comment, body, private, public or file."
    case .moduleNotBuilt(let name):
      "“\(name)” is not built here, so a change in it would have no effect. Name a module of the "
        + "combined app or of a feature."
    case .noSources(let name):
      "\(name) has no source files in Swift or C, so nothing in it can be changed. Name another module."
    case .changeNeedsSwift(let name, let change):
      "\(name) has no source files in Swift, so no “\(change)” change can be made in it. Use comment or body."
    case .noFileToChange(let name, let refused):
      "Nothing can be appended to a source file of \(name): "
        + (refused.isEmpty ? "all of them are links" : refused.joined(separator: ", ")) + ". Name another with --file."
    case .testsOnlyInBench:
      "Only `modgauge bench` builds and runs tests. Name other scenarios with --scenario."
    case .fileOfNoChange(let path):
      "`\(path)` does not belong to a module that a scenario changes. Name a file of such a module."
    }
  }
}
