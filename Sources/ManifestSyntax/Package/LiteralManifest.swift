/// A manifest that was read without a compiler.
///
/// The reader is strict: it knows the declarations of `PackageDescription`, label by label and version by version, and
/// refuses a manifest if it is not certain of any part of it. Its result equals the answer of `swift package
/// dump-package` for the same file, and it refuses every file that SwiftPM rejects.
///
/// The reader ignores mirrors (`.swiftpm/configuration/mirrors.json`, of the package or the user), on which SwiftPM's
/// answer depends. If there are any, use SwiftPM.
package struct LiteralManifest: Hashable, Sendable {
  package let manifest: Manifest
  /// For each target, in the manifest's order, the line of each of its dependencies, counted from 1.
  package let dependencyLines: [[Int]]
  /// Folders that are declared as repositories, sorted. SwiftPM rejects the manifest if one of them exists and is not a
  /// repository.
  package let repositoryFolders: [String]
  /// Whether it asks for files, so that it may mean something else when they change.
  package let asksDisk: Bool

  /// In bytes; larger files are left to SwiftPM.
  package static let sizeLimit = 1 << 20
}
