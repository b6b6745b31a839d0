package import ModuleGraph

/// Something that slows builds besides the shape of the graph, with its evidence.
package struct AdviceFinding: Hashable, Sendable {
  /// What a finding is about, whose line is looked up when it is reported.
  package enum Place: Hashable, Sendable {
    case file(Dependency.Location)
    /// The line in a manifest that declares the module.
    case module(ModuleID)
    /// The line in a manifest that requires the package.
    case requirement(PackageRequirement)
  }

  /// A link of the chain of constraints that leads to the finding.
  package struct Step: Hashable, Sendable {
    /// A clause without a period.
    package let words: String
    package let place: Place?

    package init(_ words: String, _ place: Place? = nil) { (self.words, self.place) = (words, place) }
  }

  /// The kind's id.
  package let kind: String
  /// Identifies the finding among those of its kind, independent of lines and versions.
  package let subject: [String]
  /// A sentence without a full stop.
  package let message: String
  package let place: Place
  package var chain: [Step] = []
  /// The modules whose cost it concerns, sorted.
  package var modules: [ModuleID] = []
  /// Whether those modules are not built any more once it is remedied, so that a replay can predict the gain.
  package var isAvoidable = false
  /// The targets whose script phases it concerns, sorted.
  package var scripts: [ModuleID] = []
  /// What to do, if it differs from the kind's.
  package var remedy: String?
}

/// One kind of finding: a file in `Kinds`.
package struct AdviceKind: Sendable {
  /// As in `advise: { off: … }`.
  package let id: String
  /// A noun phrase.
  package let title: String
  /// Why it slows builds, as a sentence.
  package let reason: String
  /// What to do, as a sentence.
  package let remedy: String
  /// The findings in any order. Gets the facts and the kind's id; what cannot be decided is appended to the list as sentences
  /// without a full stop.
  let search: @Sendable (AdviceFacts, String, inout [String]) -> [AdviceFinding]

  init(
    _ id: String, _ title: String, reason: String, remedy: String,
    search: @escaping @Sendable (AdviceFacts, String, inout [String]) -> [AdviceFinding]
  ) {
    (self.id, self.title, self.reason, self.remedy, self.search) = (id, title, reason, remedy, search)
  }

  /// In the order of reports.
  package static let all = [
    swiftSyntaxFromSource, implicitModules, cacheWithoutExplicitModules, excludingVersions, prebuildCommands,
    pluginTools, widespreadMacros, wholeModuleDebug, severalArchitectures, debugSymbols, scriptWithoutOutputs,
    scriptAlways,
    indexOnCI, bridgingHeaders, unsafeFlags, umbrellas, exportedChains, bundleAccessors, dynamicProducts,
  ]
}

extension AdviceFacts {
  /// The findings by kind, and by subject within one; and what could not be decided, as sentences without a full stop.
  /// - Parameter off: the ids of kinds that are not looked for.
  /// - Complexity: O(modules · (modules + dependencies)).
  package func advice(off: Set<String> = []) -> (findings: [AdviceFinding], undecided: [String]) {
    var undecided: [String] = []
    let findings = AdviceKind.all.filter { !off.contains($0.id) }.flatMap { kind in
      kind.search(self, kind.id, &undecided).sorted { $0.subject.lexicographicallyPrecedes($1.subject) }
    }
    return (findings, undecided)
  }
}
