/// The folders of one package in a build, or of an Xcode workspace.
struct BuildPlace: Sendable {
  /// The package's key; the path of the Xcode workspace or project.
  let package: String
  /// The package's folder in the copy; that of the workspace.
  let path: String
  let scratch: Scratch
  /// Whether SwiftPM may resolve dependencies.
  let mayResolve: Bool
}
