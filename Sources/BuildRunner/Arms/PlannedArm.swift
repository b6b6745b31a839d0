package import BuildAnalysis
import ModuleGraph

/// An arm of a benchmark, and what the builder is told to build for it.
package struct PlannedArm: Sendable, Hashable {
  package internal(set) var arm: Arm
  /// The key of the package whose folder is built, which need not be the one that has the target.
  let package: String
  let target: BuildTarget
  /// The modules that were named, whose closure is built; absent for the whole package.
  let roots: [ModuleID]?
}

/// What `swift build` is asked for.
enum BuildTarget: Sendable, Hashable {
  /// The whole package that is built, without its tests.
  case everything
  /// A product that the package has.
  case product(String)
  /// A product that is appended to the copy's manifest, since SwiftPM has no name for these modules alone.
  ///
  /// `swift build --product` of an automatic library builds every target of the package, and says so only in a warning.
  case appended(AppendedProduct)

  /// The product's name, where there is one.
  var productName: String? {
    switch self {
    case .everything: nil
    case .product(let name): name
    case .appended: AppendedProduct.name
    }
  }

  /// What only the private copy has; `nil` where the package has it all.
  var appended: AppendedProduct? {
    if case .appended(let product) = self { product } else { nil }
  }
}

/// A product that only the private copy has.
struct AppendedProduct: Sendable, Hashable {
  enum Kind: Sendable, Hashable {
    case staticLibrary, executable
    /// A program that does not exist either, and depends on the modules.
    case sampleApp(MadeApp)
  }

  /// Each arm has its own manifest, so one name serves them all.
  static let name = Arm.madeModule

  let kind: Kind
  /// The key of the package that has the modules.
  let package: String
  let modules: [String]

  /// The statements to append. A package is an instance of a class, so that this works for any manifest.
  /// - Parameter variable: what the manifest calls its package.
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

  /// What is compiled besides modules of the workspace, as the compiler names it.
  var madeModule: String? {
    if case .sampleApp = kind { Self.name } else { nil }
  }
}
