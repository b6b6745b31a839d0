/// One kind of finding: a file of this folder.
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
