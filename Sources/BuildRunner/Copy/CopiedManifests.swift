#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The manifests of a private copy, in their original form and with what an arm needs appended.
struct CopiedManifests: Sendable {
  /// Path of every manifest and variant (`Package@swift-6.0.swift`) in the copy, with its original text.
  private let originals: [String: String]
  private let packagePaths: [String: String]

  init(of copy: PrivateCopy) throws(BenchmarkError) {
    var originals: [String: String] = [:]
    for folder in copy.packagePaths.values {
      let names = try FileTree.doing("read", folder) { try FileManager.default.contentsOfDirectory(atPath: folder) }
      for name in names where name == "Package.swift" || (name.hasPrefix("Package@swift-") && name.hasSuffix(".swift"))
      {
        let path = "\(folder)/\(name)"
        originals[path] = try FileTree.doing("read", path) { try String(contentsOfFile: path, encoding: .utf8) }
      }
    }
    self.originals = originals
    packagePaths = copy.packagePaths
  }

  /// Writes the manifests for an arm; unchanged files are not written again.
  func install(_ target: BuildTarget) throws(BenchmarkError) {
    if let product = target.appended, case .sampleApp(let app) = product.kind,
      let package = packagePaths[product.package]
    {
      let path = "\(package)/\(app.folder)/main.swift"
      if !FileManager.default.fileExists(atPath: path) {
        try FileTree.makeFolder("\(package)/\(app.folder)")
        try FileTree.write(app.source.utf8, to: path)
      }
    }
    for (path, original) in originals.sorted(by: { $0.key < $1.key }) {
      let text = text(of: path, original: original, for: target)
      let present = try FileTree.doing("read", path) { try String(contentsOfFile: path, encoding: .utf8) }
      if present != text { try FileTree.write(text.utf8, to: path) }
    }
  }

  private func text(of path: String, original: String, for target: BuildTarget) -> String {
    guard let product = target.appended, let folder = packagePaths[product.package],
      path.hasPrefix(folder + "/Package"), let variable = Self.packageVariable(in: original)
    else { return original }
    return original + "\n\n" + product.statements(variable: variable) + "\n"
  }

  /// The variable that holds the manifest's package: nearly always `package`.
  static func packageVariable(in manifest: String) -> String? {
    let declaration =
      #/(?m)^\s*(?:let|var)\s+(\w+)\s*(?::\s*(?:PackageDescription\.)?Package\s*)?=\s*(?:PackageDescription\.)?Package\s*\(/#
    return manifest.firstMatch(of: declaration).map { String($0.1) }
  }
}
