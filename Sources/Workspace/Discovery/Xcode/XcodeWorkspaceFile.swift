/// The references in the `contents.xcworkspacedata` of an Xcode workspace.
struct XcodeWorkspaceFile: Hashable, Sendable {
  enum Reference: Hashable, Sendable {
    /// Relative to the folder that contains the workspace, or absolute.
    case path(String)
    /// The project or package that contains the workspace.
    case container
  }

  /// In the order of the file, without references into Xcode itself.
  let references: [Reference]

  /// - Throws: `FileFailure`, also for XML that Xcode does not write.
  /// - Complexity: O(bytes).
  init(bytes: [UInt8]) throws(FileFailure) {
    var reader = WorkspaceReader()
    for part in try XcodeXML.parts(of: bytes) {
      switch part {
      case .start(let element, let attributes): reader.start(element, attributes)
      case .end(let element): reader.end(element)
      }
    }
    guard reader.isWorkspace else { throw FileFailure(reason: "it contains no `Workspace` element") }
    references = reader.references
  }
}

/// Collects the references while elements are visited.
private struct WorkspaceReader {
  private(set) var isWorkspace = false
  private(set) var references: [XcodeWorkspaceFile.Reference] = []
  /// The folders of the groups around the current position; `nil` for one that is not on this disk.
  private var folders: [String?] = ["."]

  mutating func start(_ element: String, _ attributes: [String: String]) {
    let location = attributes["location"].flatMap(reference)
    switch element {
    case "Workspace": isWorkspace = true
    case "FileRef": if let location { references.append(location) }
    case "Group":
      // A group without a location inherits that of the enclosing group.
      guard attributes["location"] != nil else { return folders.append(folders.last ?? nil) }
      folders.append(location.flatMap { if case .path(let path) = $0 { path } else { nil } })
    default: break
    }
  }

  mutating func end(_ element: String) {
    if element == "Group", folders.count > 1 { folders.removeLast() }
  }

  /// Parses `group:Packages/Core`. The part before the colon says what the path is relative to.
  private func reference(_ location: String) -> XcodeWorkspaceFile.Reference? {
    guard let colon = location.firstIndex(of: ":") else { return nil }
    let path = String(location[location.index(after: colon)...])
    switch location[..<colon] {
    case "self": return .container
    case "absolute": return path.hasPrefix("/") ? .path(Path.normalized(path)) : nil
    case "container": return Path.stated(path, below: ".").map { .path($0) }
    case "group": return (folders.last ?? nil).flatMap { Path.stated(path, below: $0) }.map { .path($0) }
    default: return nil
    }
  }
}
