package import BuildAnalysis
import ModuleGraph

/// An arm of a benchmark, with what the builder has to build for it.
package struct PlannedArm: Sendable, Hashable {
  package internal(set) var arm: Arm
  /// The key of the package in whose folder the build runs, which need not be the target's; for a scheme, the Xcode workspace
  /// or project, relative to the workspace's folder.
  let package: String
  let target: BuildTarget
  /// The named modules, which are built with their dependencies; `nil` for the whole package.
  let roots: [ModuleID]?
  /// The packages that contain the arm's tests, sorted; empty if it has none.
  var tests: [TestedPackage] = []
  /// The folder in which it is built, if it is not named after the arm.
  private(set) var ownScratchName: String?

  /// The name of the folder in which it is built.
  var scratchName: String { ownScratchName ?? arm.name }

  /// The same arm of one of two compared states.
  /// - Parameters:
  ///   - revision: the commit; absent for a working tree that differs from it.
  ///   - place: the number of the state's folders, 1 or 2; all names have the same length.
  package func on(_ side: Arm.Side, revision: String?, place: Int) -> PlannedArm {
    var planned = self
    planned.arm = arm.on(side, revision: revision)
    planned.ownScratchName = "\(arm.name)-\(place)"
    return planned
  }

  /// The same arm in the folder of another one.
  func inFolder(of other: PlannedArm) -> PlannedArm {
    var planned = self
    planned.ownScratchName = other.scratchName
    return planned
  }

  /// The same arm of one of many revisions, which are all built in one folder.
  package func at(_ commit: String) -> PlannedArm {
    var planned = self
    (planned.arm.name, planned.arm.revision) = ("\(arm.name)@\(commit.prefix(10))", commit)
    planned.ownScratchName = arm.name
    return planned
  }
}

/// What the builder has to build.
enum BuildTarget: Sendable, Hashable {
  /// The whole package without its tests.
  case everything
  /// A product of the package, or a scheme.
  case product(String)
  /// A product that is appended to the copy's manifest, since SwiftPM has no name for these modules alone.
  ///
  /// `swift build --product` of an automatic library builds every target of the package, with no more than a warning.
  case appended(AppendedProduct)

  /// The product's name, if there is one.
  var productName: String? {
    switch self {
    case .everything: nil
    case .product(let name): name
    case .appended: AppendedProduct.name
    }
  }

  /// The appended product; `nil` if the package has everything itself.
  var appended: AppendedProduct? {
    if case .appended(let product) = self { product } else { nil }
  }
}

/// A product that exists only in the private copy.
struct AppendedProduct: Sendable, Hashable {
  enum Kind: Sendable, Hashable {
    case staticLibrary, executable
    /// A generated program that depends on the modules.
    case sampleApp(GeneratedApp)
  }

  /// All arms can use the same name, since each has its own manifest.
  static let name = Arm.madeModule

  let kind: Kind
  /// The key of the modules' package.
  let package: String
  let modules: [String]

  /// The statements to append to the manifest. A package is an instance of a class, so that this works for any
  /// manifest.
  /// - Parameter variable: the variable that holds the manifest's package.
  func statements(variable: String) -> String {
    let targets = modules.map { "\"\($0)\"" }.joined(separator: ", ")
    return switch kind {
    case .staticLibrary:
      "\(variable).products.append(.library(name: \"\(Self.name)\", type: .static, targets: [\(targets)]))"
    case .executable:
      "\(variable).products.append(.executable(name: \"\(Self.name)\", targets: [\(targets)]))"
    case .sampleApp(let app):
      """
      \(variable).targets.append(\(app.target(named: Self.name, dependencies: modules, variable: variable)))
      \(variable).products.append(.executable(name: "\(Self.name)", targets: ["\(Self.name)"]))
      """
    }
  }

  /// The module that is compiled besides those of the workspace, as the compiler names it.
  var madeModule: String? {
    if case .sampleApp = kind { Self.name } else { nil }
  }
}

extension PlannedArm {
  /// Two arms that build the same under two names, each in its own folder, so that every difference between them is
  /// noise.
  package var twins: [PlannedArm] {
    [("A", .combined), ("B", .other)].map { name, role in
      var arm = self.arm
      (arm.name, arm.role, arm.feature, arm.featureModules) = (name, role, nil, nil)
      return PlannedArm(arm: arm, package: package, target: target, roots: roots)
    }
  }

  /// The same twins, each in the folder of the other.
  package var twinsInSwappedFolders: [PlannedArm] {
    let twins = twins
    return zip(twins, twins.reversed()).map { $0.inFolder(of: $1) }
  }
}
