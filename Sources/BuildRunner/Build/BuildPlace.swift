/// The folders of one package in a build.
struct BuildPlace: Sendable {
  /// The package's key.
  let package: String
  /// The package's folder in the copy.
  let path: String
  let scratch: Scratch
  /// Whether SwiftPM may resolve dependencies.
  let mayResolve: Bool
}
