/// What a package offers to others: a library, an executable, a plugin or a macro that consists of its modules.
package struct Product: Hashable, Sendable, Codable, Identifiable {
  package enum Kind: String, Sendable, Codable {
    case library, executable, plugin, macro, snippet
  }

  /// How a library is linked. SwiftPM decides if the manifest says `automatic`.
  package enum Linkage: String, Sendable, Codable {
    case automatic, `static`, `dynamic`
  }

  /// `package key/Product`. A product and a module may have the same id.
  package let id: String
  package let name: String
  /// The package's key.
  package let package: String
  package let kind: Kind
  /// `nil` for products that are not libraries.
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
