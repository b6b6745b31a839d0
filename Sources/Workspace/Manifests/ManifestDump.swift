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

  let name: String
  let toolsVersion: ToolsVersion
  let dependencies: [ManifestDumpDependency]
  let products: [ManifestDumpProduct]
  let targets: [ManifestDumpTarget]
  let traits: [Trait]?
  let swiftLanguageVersions: [String]?
  let cLanguageStandard: String?
  let cxxLanguageStandard: String?
}

extension Manifest {
  /// Decodes the output of `swift package dump-package`.
  /// - Throws: `DecodingError` if the text has another form.
  init(dump: [UInt8]) throws {
    let dump = try JSONDecoder().decode(ManifestDump.self, from: Data(dump))
    self.init(
      name: dump.name,
      toolsVersion: dump.toolsVersion._version,
      dependencies: dump.dependencies.map(\.dependency),
      products: dump.products.compactMap(\.product),
      targets: dump.targets.map(\.target),
      traits: (dump.traits ?? []).map {
        ManifestTrait(name: $0.name, enabledTraits: ($0.enabledTraits ?? []).sorted())
      }.sorted { $0.name < $1.name }, swiftLanguageModes: dump.swiftLanguageVersions,
      cLanguageStandard: dump.cLanguageStandard, cxxLanguageStandard: dump.cxxLanguageStandard)
  }
}

struct ManifestDumpProduct: Decodable {
  let product: ManifestProduct?

  private enum CodingKeys: String, CodingKey {
    case name, targets, type
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let type = try container.decode([String: [String]?].self, forKey: .type)
    guard let (word, payload) = type.first, let kind = Product.Kind(rawValue: word) else {
      product = nil  // `test`: SwiftPM creates it implicitly, no manifest declares it.
      return
    }
    product = ManifestProduct(
      name: try container.decode(String.self, forKey: .name),
      kind: kind,
      linkage: payload?.first.flatMap(Product.Linkage.init(rawValue:)),
      targets: try container.decode([String].self, forKey: .targets))
  }
}
