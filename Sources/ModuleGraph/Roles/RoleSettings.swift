/// What the user states about roles, on the command line or in the configuration. Everything else is inferred.
package struct RoleSettings: Hashable, Sendable {
  /// Names and patterns, and where they come from.
  package struct Stated: Hashable, Sendable {
    package var names: [String]
    /// The option or the configuration's key, for evidence and errors: `--feature`, `features:`.
    package var source: String

    package init(_ names: [String], by source: String) {
      self.names = names
      self.source = source
    }
  }

  /// The name of the whole package.
  package static let everything = "all"

  /// In place of a feature's name: the combined app alone.
  package static let noFeatures = "none"

  /// One name: a module, an executable product, or ``everything``.
  package var combined: Stated?
  /// Modules, library products, and patterns for modules. If there are any, no others are inferred. An empty list means that
  /// nothing but the combined app is built.
  package var features: Stated?
  /// Programs, and patterns for them. If there are any, no others are inferred.
  package var sampleApps: Stated?
  /// Layers whose names state a role: app, feature, sample app, interface.
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
  /// Whether the combined app is to be built alone.
  package var isAppAlone: Bool { features?.names.isEmpty ?? false && sampleApps == nil }

  /// Whether a benchmark builds features that the user did not name.
  package var infersFeatures: Bool { features == nil && sampleApps == nil }

  /// These settings, with options taking precedence.
  package func overridden(
    combined: String? = nil, features: [String] = [], sampleApps: [String] = []
  ) -> RoleSettings {
    var settings = self
    if let combined { settings.combined = Stated([combined], by: "--combined") }
    if !features.isEmpty {
      settings.features = Stated(features == [Self.noFeatures] ? [] : features, by: "--feature")
    }
    if !sampleApps.isEmpty { settings.sampleApps = Stated(sampleApps, by: "--sample-app") }
    // Features on the command line replace the configuration's, and so do their sample apps.
    if !features.isEmpty, sampleApps.isEmpty { settings.sampleApps = nil }
    return settings
  }
}

extension Layer {
  /// The role that the layer's name states for its modules, as in `features` or `Sample Apps`; `nil` for other names.
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
