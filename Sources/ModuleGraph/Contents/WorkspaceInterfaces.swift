package import ImportSyntax

/// What the sources of modules show to one another, and how modules are compiled: enough to tell what a build recompiles
/// after a change from one state to another.
package struct WorkspaceInterfaces: Sendable, Hashable {
  package struct File: Sendable, Hashable {
    /// Of its bytes.
    package let hash: Int
    package let lines: Int
    /// `nil` for a file that is not in Swift.
    package let interface: SwiftInterface?

    package init(hash: Int, lines: Int, interface: SwiftInterface?) {
      (self.hash, self.lines, self.interface) = (hash, lines, interface)
    }
  }

  package struct Contents: Sendable, Hashable {
    /// By path, relative to the workspace's root. Sources that cannot be read are missing.
    package let files: [String: File]
    /// Equal for two states whose compilers get the same options, as far as manifests say them.
    package let settings: String

    package init(files: [String: File], settings: String = "") {
      self.files = files
      self.settings = settings
    }
  }

  package let modules: [ModuleID: Contents]

  package init(modules: [ModuleID: Contents]) { self.modules = modules }
}
