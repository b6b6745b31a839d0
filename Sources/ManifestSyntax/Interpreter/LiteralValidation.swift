internal import ModuleGraph

/// The checks that SwiftPM makes of a manifest that compiles. The reader refuses manifests that would fail them.
struct LiteralValidation {
  let manifest: Manifest
  let toolsVersion: ToolsVersion
  /// The traits that are named in conditions of settings.
  let settingTraits: Set<String>

  /// - Parameter line: the line of the package, for the error.
  func validate(line: Int) throws(LiteralError) {
    let identities = Set(manifest.dependencies.map { $0.identity.lowercased() })
    guard identities.count == manifest.dependencies.count, hasGoodTargets, hasGoodProducts, hasGoodTraits,
      toolsVersion < ToolsVersion(5, 2) || (hasKnownPackages && hasGoodBinaries)
    else { throw LiteralError(.invalidPackage, line: line) }
  }

  private var hasGoodTargets: Bool { Set(manifest.targets.map(\.name)).count == manifest.targets.count }

  private var hasGoodProducts: Bool {
    let kinds = Dictionary(manifest.targets.map { ($0.name, $0.kind) }, uniquingKeysWith: { first, _ in first })
    return manifest.products.allSatisfy { product in
      let known = product.targets.compactMap { kinds[$0] }
      guard !known.isEmpty, known.count == product.targets.count else { return false }
      return !known.allSatisfy { $0 == .binary } || product.linkage == .automatic || product.kind == .executable
    }
  }

  private var hasGoodTraits: Bool {
    let names = Set(manifest.traits.map(\.name))
    return names.count == manifest.traits.count && names.count <= 300 && names.allSatisfy(Self.isIdentifier)
      && manifest.traits.allSatisfy { names.isSuperset(of: $0.enabledTraits) } && names.isSuperset(of: settingTraits)
  }

  private static func isIdentifier(_ name: String) -> Bool {
    guard let first = name.utf8.first, !first.isDigit else { return false }
    return name.utf8.allSatisfy { $0.isLetter || $0.isDigit || $0 == UInt8(ascii: "_") }
  }

  /// Whether the package of every product is a dependency, by its given name or its identity.
  private var hasKnownPackages: Bool {
    let names = Set(manifest.dependencies.map { ($0.name ?? $0.identity).lowercased() })
    return manifest.targets.allSatisfy { target in
      target.dependencies.allSatisfy { dependency in
        guard case .product(_, let package?) = dependency.reference else { return true }
        return names.contains(package.lowercased())
      }
    }
  }

  private var hasGoodBinaries: Bool {
    manifest.targets.allSatisfy { target in
      guard target.kind == .binary else { return true }
      if let path = target.path {
        let endings = [".zip", ".xcframework", ".artifactbundle"]
        return !path.hasPrefix("/") && !path.hasPrefix("~") && path.utf8.allSatisfy(LiteralInterpreter.isPlain)
          && endings.contains { hasNamedEnding(path, $0) }
      }
      guard let url = target.url, url.hasPrefix("https://"), url.utf8.allSatisfy(Self.isPlainInAddress) else {
        return false
      }
      // Ports and users are left to SwiftPM, which refuses some.
      let host = url.dropFirst("https://".count).prefix { $0 != "/" }
      guard !host.isEmpty, !host.contains(where: { ":@".contains($0) }) else { return false }
      return [".zip", ".artifactbundleindex"].contains { hasNamedEnding(url, $0) }
    }
  }

  /// Whether the last component of a path has this extension and a name before it.
  private func hasNamedEnding(_ path: String, _ ending: String) -> Bool {
    path.hasSuffix(ending) && !path.hasSuffix("/" + ending) && path != ending
  }

  private static func isPlainInAddress(_ byte: UInt8) -> Bool {
    byte.isLetter || byte.isDigit || "/:.-_~+@".utf8.contains(byte)
  }
}
