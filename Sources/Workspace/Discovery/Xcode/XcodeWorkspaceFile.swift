/// What the `contents.xcworkspacedata` of an Xcode workspace names.
struct XcodeWorkspaceFile: Hashable, Sendable {
  enum Reference: Hashable, Sendable {
    /// Relative to the folder that contains the workspace, or absolute.
    case path(String)
    /// The project or package that the workspace is within.
    case container
  }

  /// In the order of the file. References into Xcode itself are left out.
  let references: [Reference]

  /// Reads the file's XML.
  ///
  /// Xcode writes no document types and nothing but UTF-8, so neither is accepted: entities that multiply, or that name
  /// other files, cannot be declared.
  /// - Complexity: O(bytes).
  init(bytes: [UInt8]) throws(XcodeFileError) {
    guard let text = String(validating: bytes, as: UTF8.self), !bytes.contains(0) else {
      throw XcodeFileError(reason: "it is not UTF-8 text")
    }
    guard !text.contains("<!DOCTYPE"), !text.contains("<!ENTITY") else {
      throw XcodeFileError(reason: "it declares a document type, which Xcode never does")
    }
    guard !text.dropFirst(text.hasPrefix("<?xml version") ? 2 : 0).contains("<?") else {
      throw XcodeFileError(reason: "it has processing instructions, which Xcode never writes")
    }
    let head = text.prefix { $0 != ">" }.lowercased()
    guard !head.contains("encoding") || head.contains("utf-8") else {
      throw XcodeFileError(reason: "it is not in UTF-8")
    }
    var scanner = XMLScanner(bytes)
    var reader = WorkspaceReader()
    do throws(XMLScanner.Malformed) {
      while let event = try scanner.next() { reader.take(event) }
    } catch {
      let line = bytes[..<scanner.position].count { $0 == UInt8(ascii: "\n") } + 1
      throw XcodeFileError(reason: "line \(line) is not the XML that Xcode writes")
    }
    guard reader.isWorkspace else { throw XcodeFileError(reason: "it has no `Workspace` in it") }
    references = reader.references
  }
}

/// Collects the references while the elements are gone through.
private struct WorkspaceReader {
  private(set) var isWorkspace = false
  private(set) var references: [XcodeWorkspaceFile.Reference] = []
  /// The folders of the groups around the present place; `nil` for one that is not on this disk.
  private var folders: [String?] = ["."]

  mutating func take(_ event: XMLScanner.Event) {
    switch event {
    case .start("Workspace", _): isWorkspace = true
    case .start("FileRef", let attributes):
      if let location = attributes["location"].flatMap(reference) { references.append(location) }
    case .start("Group", let attributes):
      // A group without a place of its own is where the one around it is.
      guard let location = attributes["location"] else { return folders.append(folders.last ?? nil) }
      folders.append(reference(location).flatMap { if case .path(let path) = $0 { path } else { nil } })
    case .end("Group"): folders.removeLast()
    case .start, .end: break
    }
  }

  /// Reads `group:Packages/Core`. What stands before the colon says where the path starts.
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
