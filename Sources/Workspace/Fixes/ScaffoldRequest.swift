package import ModuleGraph

/// Modules to make in one package of a workspace, and their files.
package struct ScaffoldRequest: Sendable {
  package struct NewModule: Sendable {
    package let name: String
    package let kind: Module.Kind
    /// Modules of the workspace or of this request, or `package/product`.
    package let dependencies: [String]
    package let resources: [String]
    /// The modules of the package that it should be beside.
    package let neighbours: [String]
    package let dependents: [ModuleID]

    package init(
      name: String, kind: Module.Kind, dependencies: [String], resources: [String], neighbours: [String],
      dependents: [ModuleID]
    ) {
      (self.name, self.kind, self.dependencies, self.resources) = (name, kind, dependencies, resources)
      (self.neighbours, self.dependents) = (neighbours, dependents)
    }
  }

  package struct File: Sendable {
    /// `nil` for a file of the workspace.
    package let module: String?
    package let path: String
    package let bytes: [UInt8]
    /// The absolute path from which it is moved; `nil` for a new file.
    package let source: String?

    package init(module: String?, path: String, bytes: [UInt8], movedFrom source: String? = nil) {
      (self.module, self.path, self.bytes, self.source) = (module, path, bytes, source)
    }
  }

  /// The package's key.
  package let package: String
  /// Whether the modules get packages of their own, beside that one.
  package let makesPackages: Bool
  package let modules: [NewModule]
  package let files: [File]
  /// Dependencies between modules that are there already, to add or to remove.
  package let remedies: [Remedy]
  /// Modules of the package that need a product.
  package let offered: [String]
  /// Sources that change with them.
  package let sources: [ScaffoldPlan.ChangedFile]

  package init(
    package: String, makesPackages: Bool = false, modules: [NewModule], files: [File], offered: [String] = [],
    remedies: [Remedy] = [], sources: [ScaffoldPlan.ChangedFile] = []
  ) {
    (self.package, self.makesPackages, self.modules, self.files) = (package, makesPackages, modules, files)
    (self.offered, self.remedies, self.sources) = (offered, remedies, sources)
  }

  var names: Set<String> { Set(modules.map(\.name)) }
}

/// What will be written. Nothing is yet.
package struct ScaffoldPlan: Sendable {
  package struct ChangedFile: Sendable {
    /// Absolute.
    package let path: String
    /// Relative to the workspace.
    package let shown: String
    package let before: [UInt8]
    package let after: [UInt8]

    package init(path: String, shown: String, before: [UInt8], after: [UInt8]) {
      (self.path, self.shown, self.before, self.after) = (path, shown, before, after)
    }
  }

  package struct NewFile: Sendable {
    let path: String
    package let shown: String
    package let bytes: [UInt8]
    /// The absolute path from which it is moved, and that path relative to the workspace; `nil` for a new file.
    var source: String?
    package internal(set) var moved: String?
  }

  /// A dependency that is not added, of a target of an Xcode project.
  package struct Manual: Sendable {
    let user: ModuleID
    let module: String
    /// What to do in which project, as a sentence.
    package let description: String
  }

  package let request: ScaffoldRequest
  /// Manifests of packages, and Xcode's project files.
  package let manifests: [ChangedFile]
  package let byHand: [Manual]
  /// In the order of the template.
  package let files: [NewFile]
}

/// Why nothing was made.
package struct ScaffoldFailure: Error, CustomStringConvertible {
  /// The reason as a sentence.
  package let reason: String
  /// What to write by hand, and where, as clauses.
  package var advice: [String] = []

  package init(reason: String, advice: [String] = []) {
    (self.reason, self.advice) = (reason, advice)
  }

  package var description: String {
    ([reason] + (advice.isEmpty ? [] : ["Nothing was changed. By hand:"]) + advice.map { "  " + $0 })
      .joined(separator: "\n")
  }
}
