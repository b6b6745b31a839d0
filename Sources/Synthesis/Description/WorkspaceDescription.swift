/// What a synthesized workspace is made of: names, sizes and dependencies, but no code.
///
/// `validate()` says whether code can be made of it; `synthesize(_:)` makes it.
package struct WorkspaceDescription: Hashable, Sendable {
  /// How the modules are divided into SwiftPM packages.
  package enum Packages: String, Hashable, Sendable, CaseIterable {
    /// All modules in the package at the root.
    case one
    /// A package in `Packages/` for each library; executables and tests in the one at the root.
    case each
  }

  /// One module: what SwiftPM calls a target.
  package struct Module: Hashable, Sendable {
    package enum Kind: String, Hashable, Sendable, CaseIterable {
      case library, executable, test
    }

    package let name: String
    package let kind: Kind
    /// Where the module stands in the workspace, in the team's own word; it ends up in comments only.
    package let layer: String?
    /// Physical lines of Swift over all files, about.
    package let lines: Int
    package let files: Int
    /// Names of libraries, in the order of the manifest.
    package let dependencies: [String]
    /// The feature that this executable runs alone.
    package let sampleAppOf: String?

    /// Makes a module; where `files` is not given, it is one for each 150 lines, and at least one.
    package init(
      name: String, kind: Kind, layer: String? = nil, lines: Int, files: Int? = nil, dependencies: [String] = [],
      sampleAppOf: String? = nil
    ) {
      self.name = name
      self.kind = kind
      self.layer = layer
      self.lines = lines
      self.files = files ?? max(1, lines / Self.linesPerFile)
      self.dependencies = dependencies
      self.sampleAppOf = sampleAppOf
    }

    /// How long a file is where the description does not say, in physical lines.
    package static let linesPerFile = 150
  }

  /// The name of the package at the root.
  package let name: String
  /// The same seed and description give the same bytes.
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
