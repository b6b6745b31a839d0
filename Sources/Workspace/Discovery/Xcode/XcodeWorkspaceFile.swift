import Foundation

#if canImport(FoundationXML)
  import FoundationXML
#endif

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

  /// Parses the file's XML.
  ///
  /// Xcode writes only UTF-8 without document types, so that nothing else is accepted: entities that multiply, or that
  /// include other files, cannot be declared.
  /// - Complexity: O(bytes).
  init(bytes: [UInt8]) throws(XcodeFileError) {
    guard let text = String(validating: bytes, as: UTF8.self), !bytes.contains(0) else {
      throw XcodeFileError(reason: "it is not UTF-8 text")
    }
    guard !text.contains("<!DOCTYPE"), !text.contains("<!ENTITY") else {
      throw XcodeFileError(reason: "it declares a document type, which Xcode never does")
    }
    // On Linux the parser dereferences a null pointer for an instruction without a text, `<?a?>`.
    guard !text.dropFirst(text.hasPrefix("<?xml version") ? 2 : 0).contains("<?") else {
      throw XcodeFileError(reason: "it has processing instructions, which Xcode never writes")
    }
    let head = text.prefix { $0 != ">" }.lowercased()
    guard !head.contains("encoding") || head.contains("utf-8") else {
      throw XcodeFileError(reason: "it is not in UTF-8")
    }
    let reader = WorkspaceReader()
    let parser = XMLParser(data: Data(bytes))
    parser.delegate = reader
    guard parser.parse(), parser.parserError == nil else {
      throw XcodeFileError(reason: "line \(max(1, parser.lineNumber)) is not the XML that Xcode writes")
    }
    guard reader.isWorkspace else { throw XcodeFileError(reason: "it contains no `Workspace` element") }
    references = reader.references
  }
}

/// Collects the references while elements are visited.
private final class WorkspaceReader: NSObject, XMLParserDelegate {
  private(set) var isWorkspace = false
  private(set) var references: [XcodeWorkspaceFile.Reference] = []
  /// The folders of the groups around the current position; `nil` for one that is not on this disk.
  private var folders: [String?] = ["."]

  func parser(
    _: XMLParser, didStartElement element: String, namespaceURI _: String?, qualifiedName _: String?,
    attributes: [String: String]
  ) {
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

  func parser(
    _: XMLParser, didEndElement element: String, namespaceURI _: String?, qualifiedName _: String?
  ) {
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
