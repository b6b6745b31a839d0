/// A SwiftPM package of the workspace, or an Xcode project in it.
package struct Package: Hashable, Sendable, Codable {
  /// The package's name in module ids: for the package at the workspace's root, the name in its manifest; otherwise its
  /// identity; where two collide, the path relative to the root, after `./` if that is the root's name.
  package let key: String
  /// SwiftPM's identity: the lowercased name of the package's folder. For an Xcode project, the lowercased name of the
  /// project.
  package let identity: String
  /// The name in the manifest; for an Xcode project, that of its file.
  package let name: String
  /// The package's folder, relative to the workspace's root, with `/`; `.` for the root itself. For an Xcode project
  /// the `.xcodeproj`.
  package let path: String
  /// As in `6.1.0`; `nil` for an Xcode project.
  package let toolsVersion: String?
  /// In the order of the manifest.
  package let dependencies: [PackageDependency]
  /// What the manifest declares only for other hosts than the one on which it was read, in words: as in `2 targets, 1
  /// product (`#if os(macOS)`, Package.swift:12)`. `nil` if there is nothing.
  package let onOtherHosts: String?

  package init(
    key: String, identity: String, name: String, path: String, toolsVersion: String?,
    dependencies: [PackageDependency], onOtherHosts: String? = nil
  ) {
    self.key = key
    self.identity = identity
    self.name = name
    self.path = path
    self.toolsVersion = toolsVersion
    self.dependencies = dependencies
    self.onOtherHosts = onOtherHosts
  }

  /// The warning about what the manifest omits on this host, as a sentence.
  package var hostWarning: String? {
    onOtherHosts.map {
      "\(key): its manifest depends on the host's system, and here leaves out what it declares for others: \($0)."
    }
  }
}

package struct PackageDependency: Hashable, Sendable, Codable {
  package let identity: String
  /// `1.1.0..<2.0.0`, `exact 1.2.3`, `branch main`, `revision …`, or `path` for a local folder.
  package let requirement: String
  /// A URL, a registry's id, or a path relative to the workspace's root.
  package let location: String
  /// The key of the package in the workspace that replaces it because it has the same identity; `nil` if there is none,
  /// and for a local folder.
  package let standIn: String?

  package init(identity: String, requirement: String, location: String, standIn: String? = nil) {
    self.identity = identity
    self.requirement = requirement
    self.location = location
    self.standIn = standIn
  }
}
