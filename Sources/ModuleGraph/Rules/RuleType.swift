/// A kind of rule about a module graph. A type is one file, and one line in ``RuleTypes/all``.
package protocol RuleType: Sendable {
  /// Its name in configurations: `max-height`.
  static var name: String { get }
  /// The statement that is true if the rule is not violated, as a sentence.
  static var summary: String { get }
  static var parameters: [RuleParameter] { get }
  /// A rule of the type in YAML, without its indentation in the list.
  static var example: String { get }
  /// How serious a violation is, unless a rule says so: an error, except for what may be meant.
  static var severity: Rule.Severity { get }
  /// The file contents that it needs. Most rules need only the graph.
  static var reads: FileReadings { get }

  /// - Parameter values: valid values for the type's parameters, including all required ones.
  init(values: RuleValues)

  /// Finds violations.
  func check(_ run: inout RuleRun)
}

extension RuleType {
  package static var reads: FileReadings { [] }
  package static var severity: Rule.Severity { .error }
}
