package import ModuleGraph

/// Something that slows builds besides the shape of the graph, with its evidence.
package struct AdviceFinding: Hashable, Sendable {
  /// What a finding is about, whose line is looked up when it is reported.
  package enum Location: Hashable, Sendable {
    case file(Dependency.Location)
    /// The line in a manifest that declares the module.
    case module(ModuleID)
    /// The line in a manifest that requires the package.
    case requirement(PackageRequirement)
  }

  /// A link of the chain of constraints that leads to the finding.
  package struct Step: Hashable, Sendable {
    /// A clause without a period.
    package let description: String
    package let place: Location?

    package init(_ words: String, _ place: Location? = nil) { (self.description, self.place) = (words, place) }
  }

  /// The kind's id.
  package let kind: String
  /// Identifies the finding among those of its kind, independent of lines and versions.
  package let subject: [String]
  /// A sentence without a full stop.
  package let message: String
  package let place: Location
  package var chain: [Step] = []
  /// The modules whose cost it concerns, sorted.
  package var modules: [ModuleID] = []
  /// Whether those modules are not built any more once it is remedied, so that a replay can predict the gain.
  package var isAvoidable = false
  /// Whether it saves no more than what those modules cost.
  package var isBounded = false
  /// The targets whose script phases it concerns, sorted.
  package var scripts: [ModuleID] = []
  /// What to do, if it differs from the kind's.
  package var remedy: String?
  /// What carries it out, if a change of manifests suffices.
  package var change: AdviceChange?
}
