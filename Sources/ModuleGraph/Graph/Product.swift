/// What a package offers to others: a library, an executable, a plugin or a macro made of its modules.
package struct Product: Hashable, Sendable, Codable, Identifiable {
  package enum Kind: String, Sendable, Codable {
    case library, executable, plugin, macro, snippet
  }

  /// How a library is linked. SwiftPM decides for itself where the manifest leaves it `automatic`.
  package enum Linkage: String, Sendable, Codable {
    case automatic, `static`, `dynamic`
  }

  /// `package key/Product`. Products and modules have separate names: one of each may share an id.
  package let id: String
  package let name: String
  /// The package's key.
  package let package: String
  package let kind: Kind
  /// Only libraries have one.
  package let linkage: Linkage?
  /// In the order of the manifest.
  package let modules: [ModuleID]

  package init(name: String, package: String, kind: Kind, linkage: Linkage? = nil, modules: [ModuleID]) {
    self.id = "\(package)/\(name)"
    self.name = name
    self.package = package
    self.kind = kind
    self.linkage = linkage
    self.modules = modules
  }
}
