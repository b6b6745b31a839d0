import ManifestSyntax
import ModuleGraph

/// The packages and targets in a `project.pbxproj`. Paths are relative to the project's folder, or absolute.
struct XcodeProjectFile: Hashable, Sendable {
  /// In the order of the file.
  let targets: [XcodeTarget]
  /// The packages that the project declares, in its order.
  let packages: [XcodePackage]
  /// References that are packages if they contain a manifest.
  let folders: [XcodeFolder]
  /// Folders that Xcode shows with all their contents, including packages.
  let synchronizedFolders: [String]
  /// Other projects that it refers to.
  let projects: [String]

  /// - Complexity: O(bytes).
  init(bytes: [UInt8]) throws(FileFailure) {
    let objects = try XcodeObjects(bytes: bytes)
    let places = XcodePaths(of: objects)
    packages = objects.list("packageReferences", of: objects.project).compactMap { XcodePackage($0) }
    targets = objects.list("targets", of: objects.project).compactMap { XcodeTarget($0, in: objects, places) }
    folders = places.folders
    synchronizedFolders = places.synchronizedGroups.compactMap { places.paths[$0.id] }
    projects = places.projects
  }
}

/// A reference to a file or folder that may be a package.
struct XcodeFolder: Hashable, Sendable {
  let path: String
  /// Whether Xcode treats it as a bundle, as it does packages.
  let isWrapper: Bool
}

/// A package that a project declares.
enum XcodePackage: Hashable, Sendable {
  case local(path: String)
  case remote(location: String, requirement: String)

  init?(_ object: XcodeObject) {
    switch object.isa {
    case "XCLocalSwiftPackageReference":
      guard let path = object.text("relativePath") ?? object.text("path") else { return nil }
      self = .local(path: Path.normalized(path))
    case "XCRemoteSwiftPackageReference":
      guard let location = object.text("repositoryURL") else { return nil }
      self = .remote(location: location, requirement: Self.requirement(object.fields("requirement")))
    default: return nil
    }
  }

  /// SwiftPM's identity of the package.
  var identity: String {
    switch self {
    case .local(let path): ManifestDependency.identity(ofLocation: path)
    case .remote(let location, _): ManifestDependency.identity(ofLocation: location)
    }
  }

  /// In the form in which manifests' requirements are shown.
  private static func requirement(_ fields: [String: String]) -> String {
    let lowest = fields["minimumVersion"] ?? fields["version"] ?? ""
    let numbers = lowest.split(separator: ".").prefix(2).map { Int($0.prefix { $0.isNumber }) ?? 0 }
    let major = min(numbers.first ?? 0, 1 << 30)
    let minor = min(numbers.dropFirst().first ?? 0, 1 << 30)
    return switch fields["kind"] {
    case "upToNextMajorVersion": "\(lowest)..<\(major + 1).0.0"
    case "upToNextMinorVersion": "\(lowest)..<\(major).\(minor + 1).0"
    case "versionRange": "\(lowest)..<\(fields["maximumVersion"] ?? "")"
    case "exactVersion": "exact \(lowest)"
    case "branch": "branch \(fields["branch"] ?? "")"
    case "revision": "revision \(fields["revision"] ?? "")"
    default: "unknown"
    }
  }
}
