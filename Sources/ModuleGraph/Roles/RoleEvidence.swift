/// Evidence for a module's role.
package enum RoleEvidence: Sendable, Hashable {
  package enum Basis: String, Sendable {
    case configuration, kind, name, folder, product, place
  }

  /// It is named by this option or key of the configuration.
  case stated(by: String)
  case layer(String)
  case kind(Module.Kind)
  /// Its name contains this word.
  case nameSays(String)
  case namedApp
  case namedAfter(String)
  case folder(String)
  /// It is in an app package of Swift Playgrounds.
  case playgroundPackage
  /// It is in this library product of the package that is built.
  case product(String)
  case pullsIn(features: Int)
  /// Among this many apps, it has the most modules, or as many as others.
  case largest(of: Int, isTied: Bool = false)
  /// None of this many programs is an app, so that the whole package is the combined one.
  case noApp(programs: Int)
  /// None of this many apps of Xcode projects is the combined one: they are sample apps, or the user ruled them out.
  case noCombinedApp(apps: Int)
  /// This module would be the app, but the user gave it another role, in these words.
  case appNamedOtherwise(String, words: String)
  /// It has this height, and nothing but the app, or several apps, depends on it, besides programs that show it or that
  /// an app embeds.
  case onlyAppsDepend(apps: [String], height: Int, besides: Exceptions = [])
  /// It has this height, like features of the app, and only they and the app depend on it, with the same exception.
  case besideFeatures(dependents: [String], height: Int, besides: Exceptions = [])
  /// It depends on no other feature, except on those that this one depends on, if there are any.
  case dependsOn(feature: String, andItsFeatures: Bool = false)
  case implementedBy(String)
  case usedByFeatures([String])
  /// No other feature depends on it, or only through this one.
  case usedByOne(feature: String, othersThroughIt: Bool = false)
  /// The combined app depends on it, and no feature does.
  case usedByNoFeature
  case leadsToFeatures(Int)
  case embedded(by: String)
  case notInCombined
  /// This Xcode project or workspace, which is beside the packages, was not read.
  case unreadProject(String)
  /// It is named as a sample app, but shows several features, or none.
  case showsFeatures([String])
}

extension RoleEvidence {
  /// What may depend on a feature besides the app.
  package struct Exceptions: OptionSet, Sendable, Hashable {
    package let rawValue: Int

    package static let sampleApps = Exceptions(rawValue: 1)
    /// Programs that an app embeds or that run beside it.
    package static let extensions = Exceptions(rawValue: 2)

    package init(rawValue: Int) { self.rawValue = rawValue }

    /// For example ` besides sample apps`.
    fileprivate var description: String {
      let names = (contains(.sampleApps) ? ["sample apps"] : []) + (contains(.extensions) ? ["extensions"] : [])
      return names.isEmpty ? "" : " besides \(names.inSentence)"
    }
  }

  package var basis: Basis {
    switch self {
    case .stated, .layer: .configuration
    case .kind: .kind
    case .nameSays, .namedApp, .namedAfter: .name
    case .folder, .playgroundPackage: .folder
    case .product: .product
    case .pullsIn, .largest, .noApp, .noCombinedApp, .appNamedOtherwise, .onlyAppsDepend, .besideFeatures, .dependsOn,
      .implementedBy, .usedByFeatures, .usedByOne, .usedByNoFeature, .leadsToFeatures, .embedded, .notInCombined,
      .showsFeatures, .unreadProject:
      .place
    }
  }
}

extension RoleEvidence {
  /// The app to which the user gave another role, if that is the evidence.
  var appNamedOtherwise: String? { if case .appNamedOtherwise(let app, _) = self { app } else { nil } }

  /// The Xcode project that was not read, if that is the evidence.
  var unreadProject: String? { if case .unreadProject(let name) = self { name } else { nil } }
}

extension RoleEvidence: CustomStringConvertible {
  /// A clause without its subject: `only App depends on it`.
  package var description: String {
    switch self {
    case .stated(let source): "named by \(source)"
    case .layer(let name): "in the layer “\(name)”"
    case .kind(let kind): kind.description
    case .nameSays(let word): "its name says “\(word)”"
    case .namedApp: "its name says app"
    case .namedAfter(let name): "named after \(name)"
    case .folder(let name): "in the folder `\(name)`"
    case .playgroundPackage: "a `.swiftpm` app package"
    case .product(let name): "library product \(name)"
    case .pullsIn(let count): "depends on \(count) features"
    case .largest(let count, let isTied):
      isTied ? "no other of \(count) apps has more modules" : "has the most modules of \(count) apps"
    case .noApp(let programs): Self.noApp(programs)
    case .noCombinedApp(let apps):
      apps == 1
        ? "the only app does not seem to be the combined one; --combined chooses it"
        : "none of the \(apps) apps seems to be the combined one; --combined chooses one"
    case .appNamedOtherwise(let app, let words): "\(app), which would be the app, is \(words)"
    case .onlyAppsDepend(let apps, let height, let exceptions):
      "only \(Self.list(apps)) \(apps.count == 1 ? "depends" : "depend") on it"
        + "\(exceptions.description), at height \(height)"
    case .besideFeatures(let names, let height, let exceptions):
      "at height \(height) as other features, and only \(Self.list(names)) \(names.count == 1 ? "depends" : "depend") on it\(exceptions.description)"
    case .dependsOn(let feature, let andItsFeatures):
      andItsFeatures
        ? "needs \(feature) and other features that \(feature) depends on"
        : "the one feature that it needs is \(feature)"
    case .implementedBy(let name): "\(name) implements it"
    case .usedByFeatures(let names): "\(Self.list(names)) depend on it"
    case .usedByOne(let feature, let othersThroughIt):
      othersThroughIt
        ? "\(feature) depends on it, other features only through \(feature)"
        : "of the features only \(feature) depends on it"
    case .usedByNoFeature: "no feature depends on it"
    case .leadsToFeatures(let count): "leads to \(count) features"
    case .embedded(let name): "\(name) embeds it"
    case .notInCombined: "the combined app does not depend on it"
    case .unreadProject(let name): "`\(name)`, which may have an app, was not read: name it with --package-path"
    case .showsFeatures(let names): names.isEmpty ? "depends on no feature" : "shows \(Self.list(names))"
    }
  }

  private static func noApp(_ programs: Int) -> String {
    switch programs {
    case 0: "there is no app"
    case 1: "the only executable has too few features of its own to be an app"
    default: "none of its \(programs) executables has enough features of its own to be an app"
    }
  }

  /// `A, B and 4 more`.
  private static func list(_ names: [String]) -> String {
    names.count > 4 ? names.listed(atMost: 3) : names.inSentence
  }
}

extension Module.Kind {
  fileprivate var description: String {
    switch self {
    case .app: "an app of an Xcode project"
    case .executable: "an executable"
    case .tool: "a command-line tool of an Xcode project"
    default: "a module"
    }
  }
}
