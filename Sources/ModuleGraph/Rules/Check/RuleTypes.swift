package enum RuleTypes {
  /// In the order of the documentation.
  package static let all: [any RuleType.Type] = [
    LayersRule.self,
    IndependentRule.self,
    ForbiddenRule.self,
    AllowedOnlyRule.self,
    ProtectedRule.self,
    AcyclicRule.self,
    AcyclicFoldersRule.self,
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
    UnusedResourcesRule.self,
    SameModelRule.self,
    OwnedRule.self,
  ]

  package static func named(_ name: String) -> (any RuleType.Type)? { all.first { $0.name == name } }
}

extension Rule {
  /// The file contents that it needs.
  package var reads: FileReadings { RuleTypes.named(type)?.reads ?? [] }

  /// Whether it compares the commits before two states.
  package var comparesHistories: Bool {
    type == MaxGrowthRule.name && values.choice("of") == "share-of-changes"
  }

  /// Its implementation; `nil` if its type does not exist.
  var demand: (any RuleType)? { RuleTypes.named(type)?.init(values: values) }
}
