import Platform
import Workspace

/// The manifests of a private copy, in their original form or with the declarations that an arm needs.
struct CopiedManifests: Sendable {
  /// Every manifest and variant (`Package@swift-6.0.swift`) in the copy, sorted by path.
  private let originals: [Original]
  private let packagePaths: [String: String]

  private struct Original {
    let path: String
    /// The package's key.
    let package: String
    let text: String
  }

  init(of copy: PrivateCopy) throws(BenchmarkError) {
    var originals: [Original] = []
    for (package, folder) in copy.packagePaths {
      let names = try FileTree.doing("read", folder) { try FolderListing.entries(of: folder).map(\.name) }
      for name in names where ManifestFiles.isManifest(name) {
        let path = "\(folder)/\(name)"
        originals.append(Original(path: path, package: package, text: try FileTree.text(of: path)))
      }
    }
    self.originals = originals.sorted { $0.path < $1.path }
    packagePaths = copy.packagePaths
  }

  /// Writes the manifests for an arm; unchanged files are not written again.
  func install(_ target: BuildTarget) throws(BenchmarkError) {
    if let product = target.appended, case .sampleApp(let app) = product.kind,
      let package = packagePaths[product.package]
    {
      let path = "\(package)/\(app.folder)/main.swift"
      if !Path.isFile(path) {
        try FileTree.makeFolder("\(package)/\(app.folder)")
        try FileTree.write(app.source.utf8, to: path)
      }
    }
    try install { package, variable in
      target.appended.flatMap { $0.package == package ? $0.statements(variable: variable) : nil }
    }
  }

  /// Removes all other tests from the packages that contain these.
  func install(_ tests: [TestedPackage]) throws(BenchmarkError) {
    try install { package, variable in tests.first { $0.package == package }?.statement(variable: variable) }
  }

  /// - Parameter statements: what to append to a manifest, by its package's key and its variable for the package.
  private func install(
    _ statements: (_ package: String, _ variable: String) -> String?
  ) throws(BenchmarkError) {
    for original in originals {
      let added = Self.packageVariable(in: original.text).flatMap { statements(original.package, $0) }
      let text = added.map { original.text + "\n\n" + $0 + "\n" } ?? original.text
      if try FileTree.text(of: original.path) != text { try FileTree.write(text.utf8, to: original.path) }
    }
  }

  /// The variable that holds the manifest's package: nearly always `package`.
  static func packageVariable(in manifest: String) -> String? {
    let declaration =
      #/(?m)^\s*(?:let|var)\s+(\w+)\s*(?::\s*(?:PackageDescription\.)?Package\s*)?=\s*(?:PackageDescription\.)?Package\s*\(/#
    return manifest.firstMatch(of: declaration).map { String($0.1) }
  }
}
