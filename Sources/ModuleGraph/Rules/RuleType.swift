/// What a rule can demand of a module graph. A type is one file, and one line in ``RuleTypes/all``.
package protocol RuleType: Sendable {
  /// As configurations write it: `max-height`.
  static var name: String { get }
  /// What holds where no module breaks the rule, in a sentence.
  static var summary: String { get }
  static var parameters: [RuleParameter] { get }
  /// A rule of the type in YAML, without its indentation in the list.
  static var example: String { get }
  /// What must have been read of the workspace's files. Most rules ask the graph alone.
  static var reads: FileReadings { get }

  /// - Parameter values: what fits the type's parameters, the required ones among them.
  init(_ values: RuleValues)

  /// Finds what breaks the rule.
  func check(_ run: inout RuleRun)
}

extension RuleType {
  package static var reads: FileReadings { [] }
}

/// The types of rules that there are.
package enum RuleTypes {
  /// As the documentation lists them.
  package static let all: [any RuleType.Type] = [
    LayersRule.self,
    IndependentRule.self,
    ForbiddenRule.self,
    AllowedOnlyRule.self,
    ProtectedRule.self,
    AcyclicRule.self,
    MaxHeightRule.self,
    MaxDependenciesRule.self,
    MaxDependentsRule.self,
    MaxTransitiveRule.self,
    MaxLinesRule.self,
    MaxGrowthRule.self,
    LinkedRule.self,
    NotLinkedRule.self,
    HasTestsRule.self,
    HasSampleAppRule.self,
    NoDuplicateExternalRule.self,
    ImportsRule.self,
    NoReexportRule.self,
    UniqueResourcesRule.self,
    SameModelRule.self,
  ]

  package static func named(_ name: String) -> (any RuleType.Type)? { all.first { $0.name == name } }
}
