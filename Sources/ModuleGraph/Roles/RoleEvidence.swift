/// What speaks for a module's role.
package enum RoleEvidence: Sendable, Hashable {
  /// What kind of thing the evidence is.
  package enum Basis: String, Sendable {
    case configuration, kind, name, folder, product, place
  }

  /// The option or the key of the configuration that names it.
  case stated(by: String)
  /// The layer of the configuration that it stands in.
  case layer(String)
  case kind(Module.Kind)
  /// The word of its name that says so.
  case nameSays(String)
  /// Its name is what apps are called.
  case namedApp
  case namedAfter(String)
  /// A folder that its sources are in.
  case folder(String)
  /// An app package of Swift Playgrounds.
  case playgroundPackage
  /// A library product of the package that is built.
  case product(String)
  /// How many features it depends on.
  case pullsIn(features: Int)
  /// It has the most modules of so many apps.
  case largest(of: Int)
  /// There is no app among so many programs, so that the whole package is the combined one.
  case noApp(programs: Int)
  /// At this height, nothing but the app depends on it; or nothing but several apps.
  case onlyAppsDepend(apps: [String], height: Int)
  /// At this height beside features of the app, and only they and the app depend on it.
  case besideFeatures(dependents: [String], height: Int)
  /// The only feature that it depends on without another feature between.
  case dependsOn(feature: String)
  case implementedBy(String)
  case usedByFeatures([String])
  case usedByOne(feature: String)
  /// The combined app depends on it, and no feature does.
  case usedByNoFeature
  case leadsToFeatures(Int)
  case embedded(by: String)
  case notInCombined
  /// Named as a sample app, but it shows several features, or none.
  case showsFeatures([String])
}

extension RoleEvidence {
  package var basis: Basis {
    switch self {
    case .stated, .layer: .configuration
    case .kind: .kind
    case .nameSays, .namedApp, .namedAfter: .name
    case .folder, .playgroundPackage: .folder
    case .product: .product
    case .pullsIn, .largest, .noApp, .onlyAppsDepend, .besideFeatures, .dependsOn, .implementedBy, .usedByFeatures,
      .usedByOne, .usedByNoFeature, .leadsToFeatures, .embedded, .notInCombined, .showsFeatures:
      .place
    }
  }
}

extension RoleEvidence: CustomStringConvertible {
  /// A clause without its subject: `only App depends on it`.
  package var description: String {
    switch self {
    case .stated(let source): "named by \(source)"
    case .layer(let name): "in the layer “\(name)”"
    case .kind(let kind): kind.words
    case .nameSays(let word): "its name says “\(word)”"
    case .namedApp: "its name says app"
    case .namedAfter(let name): "named after \(name)"
    case .folder(let name): "in the folder `\(name)`"
    case .playgroundPackage: "a `.swiftpm` app package"
    case .product(let name): "library product \(name)"
    case .pullsIn(let count): "depends on \(count) features"
    case .largest(let count): "has the most modules of \(count) apps"
    case .noApp(let programs): Self.noApp(programs)
    case .onlyAppsDepend(let apps, let height):
      "only \(Self.list(apps)) \(apps.count == 1 ? "depends" : "depend") on it, at height \(height)"
    case .besideFeatures(let names, let height):
      "at height \(height) as other features, and only \(Self.list(names)) depend on it"
    case .dependsOn(let feature): "the one feature that it needs is \(feature)"
    case .implementedBy(let name): "\(name) implements it"
    case .usedByFeatures(let names): "\(Self.list(names)) depend on it"
    case .usedByOne(let feature): "of the features only \(feature) depends on it"
    case .usedByNoFeature: "no feature depends on it"
    case .leadsToFeatures(let count): "leads to \(count) features"
    case .embedded(let name): "\(name) embeds it"
    case .notInCombined: "the combined app does not depend on it"
    case .showsFeatures(let names): names.isEmpty ? "depends on no feature" : "shows \(Self.list(names))"
    }
  }

  private static func noApp(_ programs: Int) -> String {
    switch programs {
    case 0: "there is no app"
    case 1: "the only executable is no app: it has no two features of its own"
    default: "none of its \(programs) executables is an app with two features of its own"
    }
  }

  /// `A, B and 4 more`.
  private static func list(_ names: [String]) -> String {
    let most = 3
    if names.count > most + 1 { return names.prefix(most).joined(separator: ", ") + " and \(names.count - most) more" }
    return names.dropLast().joined(separator: ", ") + (names.count > 1 ? " and " : "") + (names.last ?? "")
  }
}

extension Module.Kind {
  fileprivate var words: String {
    switch self {
    case .app: "an app of an Xcode project"
    case .executable: "an executable"
    case .tool: "a command-line tool of an Xcode project"
    default: "a module"
    }
  }
}
