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

/// Looks for what keeps modules from being built on the machine whose graph it is.
struct ObstacleSurvey {
  private let xcodeProjects: Set<String>
  private let imports: [ModuleID: MissingImport]
  /// Absent where nobody knows for which system the graph was read.
  private let os: String?

  init(_ graph: ModuleGraph, imports: [ModuleID: MissingImport]) {
    xcodeProjects = Set(graph.packages.filter { $0.toolsVersion == nil }.map(\.key))
    self.imports = imports
    os = graph.environment?.os
  }

  /// At most one of each kind, the first by module.
  func obstacles(to modules: [Module]) -> [BuildObstacle] {
    let xcode = modules.first { xcodeProjects.contains($0.package) }.map { BuildObstacle.xcodeTarget($0.id) }
    guard let os, os != "macos" else { return [xcode].compactMap(\.self) }
    let binary = modules.first { $0.kind == .binary && $0.path?.hasSuffix(".xcframework") == true }
    let missing = modules.first { imports[$0.id] != nil }
    return [
      xcode, binary.map { .appleBinary($0.id, os: os) },
      missing.flatMap { module in imports[module.id].map { .missingImport(module.id, $0, os: os) } },
    ].compactMap(\.self)
  }
}
