import ManifestSyntax
import ModuleGraph

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The JSON of `swift package dump-package`, in which an enum's case is an object with one key, and its payload an
/// array with `null` for absent values. Only what ``Manifest`` needs is decoded.
struct ManifestDump: Decodable {
  struct ToolsVersion: Decodable {
    let _version: String
  }

  struct Trait: Decodable {
    let name: String
    let enabledTraits: [String]?
  }

  struct DumpedProduct: Decodable {
    let name: String
    /// As in `{ "library": ["automatic"] }` and `{ "executable": null }`.
    let type: [String: [String]?]
    let targets: [String]
  }

  let name: String
  let toolsVersion: ToolsVersion
  let dependencies: [DumpedDependency]
  let products: [DumpedProduct]
  let targets: [DumpedTarget]
  let traits: [Trait]?
  let swiftLanguageVersions: [String]?
  let cLanguageStandard: String?
  let cxxLanguageStandard: String?

  /// What SwiftPM says in a form that this version does not know.
  static func unknown(_ what: String) -> DecodingError {
    .dataCorrupted(.init(codingPath: [], debugDescription: "\(what) of an unknown kind"))
  }
}

extension Manifest {
  /// Decodes the output of `swift package dump-package`.
  /// - Throws: `DecodingError` if the text has another form.
  init(dump: [UInt8]) throws {
    let dump = try JSONDecoder().decode(ManifestDump.self, from: Data(dump))
    self.init(
      name: dump.name,
      toolsVersion: dump.toolsVersion._version,
      dependencies: try dump.dependencies.map(ManifestDependency.init),
      products: dump.products.compactMap(ManifestProduct.init),
      targets: try dump.targets.map(ManifestTarget.init),
      traits: (dump.traits ?? []).map {
        ManifestTrait(name: $0.name, enabledTraits: ($0.enabledTraits ?? []).sorted())
      }.sorted { $0.name < $1.name }, swiftLanguageModes: dump.swiftLanguageVersions,
      cLanguageStandard: dump.cLanguageStandard, cxxLanguageStandard: dump.cxxLanguageStandard)
  }
}

extension ManifestProduct {
  /// - Returns: `nil` for `test`: SwiftPM creates it implicitly, no manifest declares it.
  fileprivate init?(_ product: ManifestDump.DumpedProduct) {
    guard let (word, payload) = product.type.first, let kind = Product.Kind(rawValue: word) else { return nil }
    self.init(
      name: product.name, kind: kind, linkage: payload?.first.flatMap(Product.Linkage.init(rawValue:)),
      targets: product.targets)
  }
}
