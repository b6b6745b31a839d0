package import ModuleGraph
import Reports

/// Finds the rules of a configuration by their names.
package struct NamedRules {
  private let configuration: LoadedConfiguration

  package init(_ configuration: LoadedConfiguration) {
    self.configuration = configuration
  }

  /// The rules with these ids; all if no id is given.
  /// - Parameter isBranch: whether only additions of a branch are judged, for which built-in rules apply as well.
  package func rules(_ ids: [String], isBranch: Bool = false) throws(ServiceError) -> [Rule] {
    let (stated, layers) = (configuration.settings.rules, configuration.settings.layers)
    let all =
      stated
      + (isBranch
        ? BranchRules.all(besides: stated, layers: layers) : BranchRules.layers(besides: stated, layers: layers))
    if all.isEmpty {
      throw ServiceError(
        configuration.file.map {
          "\($0) has no rules. Add some under `rules:`; `modgauge check --explain layers` shows an example."
        }
          ?? "There is no .modgauge.yml here or above, so there are no rules. `modgauge init` writes one; --config names another file."
      )
    }
    let names = all.map(\.id)
    if let unknown = ids.first(where: { !names.contains($0) }) {
      throw ServiceError("There is no rule “\(unknown)”.\(names.nearest(to: unknown).suggestion)")
    }
    return ids.isEmpty ? all : all.filter { ids.contains($0.id) }
  }

  /// Explains a rule of the configuration, or a rule type.
  package func explanation(of word: String) throws(ServiceError) -> String {
    let stated = configuration.settings.rules
    let layers = configuration.settings.layers
    let all =
      stated + BranchRules.layers(besides: stated, layers: layers) + BranchRules.all(besides: stated, layers: layers)
    if let rule = all.first(where: { $0.id == word }), let type = RuleTypes.named(rule.type) {
      let place = configuration.file.flatMap { file in rule.line.map { "\(file):\($0)" } }
      return Text.explanation(of: type, rule: rule, place: place)
    }
    if let own = CheckReport.ownRules.first(where: { $0.id == word }) { return "\(own.id)\n\(own.summary)\n" }
    if let type = RuleTypes.named(word) { return Text.explanation(of: type) }
    let names = all.map(\.id) + RuleTypes.all.map { $0.name }
    throw ServiceError(
      "There is no rule “\(word)”, nor a rule type of that name.\(names.nearest(to: word).suggestion)")
  }
}
