/// What the user says of roles, on the command line or in the configuration. What is not said is inferred.
package struct RoleSettings: Hashable, Sendable {
  /// Words, and what gave them.
  package struct Stated: Hashable, Sendable {
    package var words: [String]
    /// The option or the configuration's key, for evidence and errors: `--feature`, `features:`.
    package var source: String

    package init(_ words: [String], by source: String) {
      self.words = words
      self.source = source
    }
  }

  /// The word that stands for the whole package.
  package static let everything = "all"

  /// One word: a module, an executable product, or ``everything``.
  package var combined: Stated?
  /// Modules, library products, and patterns for modules. Where there are any, no more are inferred.
  package var features: Stated?
  /// Programs, and patterns for them. Where there are any, no more are inferred.
  package var sampleApps: Stated?
  /// Layers whose names say a role: app, feature, sample app, interface.
  package var layers: Layers

  package init(
    combined: Stated? = nil, features: Stated? = nil, sampleApps: Stated? = nil, layers: Layers = Layers()
  ) {
    self.combined = combined
    self.features = features
    self.sampleApps = sampleApps
    self.layers = layers
  }
}

extension RoleSettings {
  /// The same where options say nothing else.
  package func overridden(
    combined: String? = nil, features: [String] = [], sampleApps: [String] = []
  ) -> RoleSettings {
    var settings = self
    if let combined { settings.combined = Stated([combined], by: "--combined") }
    if !features.isEmpty { settings.features = Stated(features, by: "--feature") }
    if !sampleApps.isEmpty { settings.sampleApps = Stated(sampleApps, by: "--sample-app") }
    // Features that are named on the command line are not joined by the configuration's.
    if !features.isEmpty, sampleApps.isEmpty { settings.sampleApps = nil }
    return settings
  }
}

extension Layer {
  /// The role that the layer's name says its modules have: `features`, `Sample Apps`. Other names say none.
  var role: Role? {
    let words = name.words.map { word in
      let word = word.lowercased()
      return word.hasSuffix("s") ? String(word.dropLast()) : word
    }
    switch words.last {
    case "feature": return .feature
    case "interface", "contract": return .interface
    case "application": return .combined
    case let last? where RoleName.sampleWords.contains(last): return .sampleApp
    case "app": return words.count > 1 && RoleName.sampleWords.contains(words[words.count - 2]) ? .sampleApp : .combined
    default: return nil
    }
  }
}
