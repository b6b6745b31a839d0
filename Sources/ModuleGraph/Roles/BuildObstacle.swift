/// An import of what only Apple's platforms have.
package struct MissingImport: Sendable, Hashable {
  /// The file's name.
  package let file: String
  package let framework: String

  package init(file: String, framework: String) {
    self.file = file
    self.framework = framework
  }
}

/// Why something cannot be built where the graph was read.
package enum BuildObstacle: Sendable, Hashable {
  /// A target of an Xcode project, which no package manager builds.
  case xcodeTarget(ModuleID)
  /// An XCFramework, which has nothing for this operating system.
  case appleBinary(ModuleID, os: String)
  /// Sources that import what this operating system does not have.
  case missingImport(ModuleID, MissingImport, os: String)
}

extension BuildObstacle: CustomStringConvertible {
  package var description: String {
    switch self {
    case .xcodeTarget(let id): "\(id.name) is a target of an Xcode project, and Xcode on macOS builds those"
    case .appleBinary(let id, let os): "\(id.name) is an XCFramework, which has nothing for \(os.capitalizedName)"
    case .missingImport(let id, let missing, let os):
      "\(missing.file) of \(id.name) imports \(missing.framework), which \(os.capitalizedName) does not have"
    }
  }
}

extension String {
  /// An operating system's name as people write it: `Linux` for `linux`.
  package var capitalizedName: String { prefix(1).uppercased() + dropFirst() }
}
