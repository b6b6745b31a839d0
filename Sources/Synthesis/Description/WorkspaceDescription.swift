/// The description of a workspace to synthesize: names, sizes and dependencies, but no code.
///
/// `validate()` checks it; `synthesize(_:)` generates the code.
package struct WorkspaceDescription: Hashable, Sendable {
  /// How the modules are divided into SwiftPM packages.
  package enum Packages: String, Hashable, Sendable, CaseIterable {
    /// All modules are in the root package, except app packages.
    case one
    /// Each library has a package in `Packages/`; tests and executables without an app package are in the root package.
    case each
  }

  /// A kind of protocol through which modules use one another without knowing each other.
  package enum ContractKind: Hashable, Sendable, CaseIterable {
    case service, viewBuilder
  }

  /// One module, as a SwiftPM target.
  package struct Module: Hashable, Sendable {
    package enum Kind: String, Hashable, Sendable, CaseIterable {
      case library, executable, test
    }

    package let name: String
    package let kind: Kind
    /// The module's layer, in the team's own terms. It appears only in comments.
    package let layer: String?
    /// The approximate number of physical lines of Swift in all files.
    package let lines: Int
    package let files: Int
    /// Names of libraries, in the order of the manifest.
    package let dependencies: [String]
    /// The feature of which this executable is the sample app; `nil` if it is not a sample app.
    package let sampleAppOf: String?
    /// How many protocols of each kind this library declares, for other libraries to provide. In their order, each goes to the next of
    /// the libraries that provide it.
    package let contracts: [ContractKind: Int]
    /// Dependencies whose protocols this library provides.
    package let provides: [String]
    /// Whether this executable has its own package in a folder `NAME.swiftpm`, like an app of Swift Playgrounds.
    package let isAppPackage: Bool

    /// - Parameter files: the number of files; by default, one for each 150 lines, at least one.
    package init(
      name: String, kind: Kind, layer: String? = nil, lines: Int, files: Int? = nil, dependencies: [String] = [],
      sampleAppOf: String? = nil, isAppPackage: Bool = false, contracts: [ContractKind: Int] = [:],
      provides: [String] = []
    ) {
      self.name = name
      self.kind = kind
      self.layer = layer
      self.lines = lines
      self.files = files ?? max(1, lines / Self.linesPerFile)
      self.dependencies = dependencies
      self.sampleAppOf = sampleAppOf
      self.isAppPackage = isAppPackage
      self.contracts = contracts.filter { $0.value > 0 }
      self.provides = provides
    }

    /// The default length of a file, in physical lines.
    package static let linesPerFile = 150
  }

  package let name: String
  /// Equal seeds and descriptions give the same bytes.
  package let seed: UInt64
  package let packages: Packages
  /// In the order of the manifest.
  package let modules: [Module]

  package init(name: String, seed: UInt64 = 1, packages: Packages = .one, modules: [Module]) {
    self.name = name
    self.seed = seed
    self.packages = packages
    self.modules = modules
  }
}
