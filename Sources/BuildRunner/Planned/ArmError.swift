import BuildAnalysis
package import ModuleGraph

/// Why what was selected cannot be built, or cannot be measured as requested.
package enum ArmError: Error, Hashable, Sendable {
  case unknownName(String, nearest: [String])
  case ambiguousName(String, candidates: [String])
  case notBuildable(name: String, kind: String)
  case armNamedTwice(String)
  /// A module has the name of what is generated for arms that are not products.
  case nameTaken
  /// The app and its features cannot be determined.
  case roles(RoleError)
  /// More features were found than a benchmark builds unasked.
  case tooManyFeatures(app: String, count: Int, first: String)
  /// The combined app cannot be built on this machine.
  case obstructed(app: String, obstacle: BuildObstacle, others: [String])
  /// A target of an Xcode project.
  case xcodeTarget(String, kind: Module.Kind)
  /// The app of a `.swiftpm` package.
  case appPackage(String)
  /// The combined app that was found is also an Xcode target.
  case onlyXcode(app: String)
  /// The workspace is a folder of packages, or an Xcode project. `project` is one beside them that was not read.
  case noPackageAtRoot(project: String?)
  /// The workspace contains only targets of Xcode projects.
  case noPackage
  /// The arm builds something that is not a product of the user's package, so that it can be built only in a copy.
  case needsCopy(String)
  /// The command's template needs a product, but the arm is the whole package.
  case commandNeedsProduct(String)
  case productLikeOption(String)
  case perModuleNeedsSwiftBuild
  case testsNeedSwiftBuild
  /// No package has tests that can be built here.
  case noTests
  case scenario(ScenarioError)
  case scheme(SchemeError)
}

extension ArmError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .unknownName(let name, let nearest):
      "“\(name)” is not an executable, product or module of the workspace."
        + (nearest.isEmpty ? " `modgauge graph --format json` lists them." : nearest.suggestion)
    case .ambiguousName(let name, let candidates):
      "“\(name)” exists in several packages. Specify one of: \(candidates.joined(separator: ", "))."
    case .notBuildable(let name, let kind):
      "“\(name)” is a \(kind) module, which cannot be built by itself. Name an executable, a library product or a module "
        + "that uses it."
    case .armNamedTwice(let name):
      "“\(name)” would be built twice. Name the combined app and each feature once."
    case .nameTaken:
      "The workspace has a module called \(Arm.madeModule), which is the name of what is generated where no product or sample "
        + "app exists. Rename it, or name products with --combined, --feature and --sample-app."
    case .roles(let error): error.description
    case .tooManyFeatures(let app, let count, let first):
      "\(app) has \(count) features, and each would be built in every round. Name those that matter with --feature, which "
        + "may be repeated and takes patterns, such as “\(first.prefix(6))*”, or under `features:` in .modgauge.yml. "
        + "`modgauge roles` lists them."
    case .obstructed(let app, let obstacle, let others):
      "\(app == RoleSettings.everything ? "The whole package" : app) cannot be built here: \(obstacle). Name another combined app with --combined"
        + (others.isEmpty
          ? ". `modgauge roles` shows what the graph alone can answer."
          : "; nothing is known to prevent \(others.prefix(5).joined(separator: ", ")).")
    case .xcodeTarget(let name, let kind):
      "“\(name)” is \(kind.nameInXcodeProject) of an Xcode project. \(kind.builder) builds it, `swift build` does not. "
        + "Name an executable, a product or a module of a package."
    case .appPackage(let name):
      "“\(name)” is an app package of Swift Playgrounds. Xcode on macOS builds it, `swift build` does not. "
        + "Name an executable, a product or a module of a package."
    case .onlyXcode(let app):
      "The combined app is \(app), an app of an Xcode project, which Xcode on macOS builds and `swift build` does not: "
        + "`builder: { xcodebuild: … }` in .modgauge.yml lets it. `modgauge roles` shows what sample apps of its features "
        + "would compile; to time modules of packages, name them with --combined and --feature."
    case .noPackageAtRoot(let project):
      "There is no package at the workspace's root that could be built as a whole. Name an executable, a product or a "
        + "module of a package: `record` takes it as --product, the other commands as --combined."
        + (project.map { " `\($0)`, which may have an app, was not read: name it with --package-path." } ?? "")
    case .noPackage:
      "The workspace contains no package. Xcode on macOS builds the targets of an Xcode project, `swift build` does not."
    case .needsCopy(let name):
      "“\(name)” can be built by itself only in a private copy. Name an executable or a product, or leave --incremental out."
    case .commandNeedsProduct(let name):
      "“\(name)” is the whole package, for which {product} in the configuration's command has no value. Name a product or "
        + "a module with --combined, or leave {product} out."
    case .productLikeOption(let name):
      "“\(name)” would be parsed as an option by the configuration's command. Put a prefix before {product}, as in "
        + "“--product={product}”."
    case .perModuleNeedsSwiftBuild:
      "Only `swift build` can build one module alone. Leave --per-module and alone:MODULE out, or the configuration's "
        + "command or builder."
    case .testsNeedSwiftBuild:
      "Only `swift test` can build and run a feature's own tests. Leave --tests out, or the configured builder."
    case .noTests:
      "The workspace has no tests that can be built here. Leave --tests out."
    case .scenario(let error): error.description
    case .scheme(let error): error.description
    }
  }
}

extension ArmError {
  /// Whether nothing would be built here, so that only the graph can answer.
  package var leavesTheGraph: Bool {
    switch self {
    case .obstructed, .onlyXcode, .xcodeTarget, .appPackage, .noPackageAtRoot, .noPackage: true
    default: false
    }
  }
}

extension Module.Kind {
  fileprivate var nameInXcodeProject: String {
    switch self {
    case .app: "an app"
    case .framework: "a framework"
    case .staticLibrary: "a static library"
    case .dynamicLibrary: "a dynamic library"
    case .extension: "an extension"
    case .xpcService: "an XPC service"
    case .bundle: "a bundle"
    case .tool: "a command-line tool"
    case .test: "a bundle of tests"
    case .aggregate: "an aggregate target"
    case .legacy: "an external build target"
    default: "a target"
    }
  }

  /// The tool that builds a target of an Xcode project.
  fileprivate var builder: String {
    switch self {
    case .legacy: "The program that it names"
    default: "Xcode on macOS"
    }
  }
}
