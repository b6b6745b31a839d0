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

    package init(module: String?, path: String, bytes: [UInt8]) {
      (self.module, self.path, self.bytes) = (module, path, bytes)
    }
  }

  /// The package's key.
  package let package: String
  /// Whether the modules get packages of their own, beside that one.
  package let makesPackages: Bool
  package let modules: [NewModule]
  package let files: [File]

  package init(package: String, makesPackages: Bool = false, modules: [NewModule], files: [File]) {
    (self.package, self.makesPackages, self.modules, self.files) = (package, makesPackages, modules, files)
  }

  var names: Set<String> { Set(modules.map(\.name)) }
}

/// What will be written. Nothing is yet.
package struct ScaffoldPlan: Sendable {
  package struct ChangedManifest: Sendable {
    let path: String
    /// Relative to the workspace.
    package let shown: String
    package let before: [UInt8]
    package let after: [UInt8]
  }

  package struct NewFile: Sendable {
    let path: String
    package let shown: String
    package let bytes: [UInt8]
  }

  package let request: ScaffoldRequest
  package let manifests: [ChangedManifest]
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
