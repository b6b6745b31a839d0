/// An import of a module that exists only on Apple's platforms.
package struct MissingImport: Sendable, Hashable {
  /// The file's name, without its folder.
  package let file: String
  package let framework: String

  package init(file: String, framework: String) {
    self.file = file
    self.framework = framework
  }
}

/// Why something cannot be built on the system for which the graph was read.
package enum BuildObstacle: Sendable, Hashable {
  /// A target of an Xcode project, which SwiftPM does not build.
  case xcodeTarget(ModuleID)
  /// The app of a `.swiftpm` package, which SwiftPM does not build either.
  case appPackage(ModuleID)
  /// An XCFramework, which contains nothing for this operating system.
  case appleBinary(ModuleID, os: String)
  /// A source imports a module that this operating system does not have.
  case missingImport(ModuleID, MissingImport, os: String)
}

extension BuildObstacle: CustomStringConvertible {
  package var description: String {
    switch self {
    case .xcodeTarget(let id): "\(id.name) is a target of an Xcode project, and Xcode on macOS builds those"
    case .appPackage(let id): "\(id) is an app package of Swift Playgrounds, and Xcode on macOS builds those"
    case .appleBinary(let id, let os): "\(id.name) is an XCFramework without a binary for \(os.capitalizedName)"
    case .missingImport(let id, let missing, let os):
      "\(missing.file) of \(id.name) imports \(missing.framework), which \(os.capitalizedName) does not have"
    }
  }
}

extension String {
  /// The display name of an operating system: `Linux` for `linux`.
  package var capitalizedName: String { prefix(1).uppercased() + dropFirst() }
}
