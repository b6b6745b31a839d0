import CExpat

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
    let head = text.prefix { $0 != ">" }.lowercased()
    guard !head.contains("encoding") || head.contains("utf-8") else {
      throw XcodeFileError(reason: "it is not in UTF-8")
    }
    let reader = WorkspaceReader()
    try reader.read(bytes)
    guard reader.isWorkspace else { throw XcodeFileError(reason: "it contains no `Workspace` element") }
    references = reader.references
  }
}

/// Collects the references while elements are visited.
private final class WorkspaceReader {
  private(set) var isWorkspace = false
  private(set) var references: [XcodeWorkspaceFile.Reference] = []
  /// The folders of the groups around the current position; `nil` for one that is not on this disk.
  private var folders: [String?] = ["."]

  /// - Throws: `XcodeFileError`, with the line at which the XML is not well-formed.
  func read(_ bytes: [UInt8]) throws(XcodeFileError) {
    guard let parser = XML_ParserCreate("UTF-8") else { throw XcodeFileError(reason: "there is not enough memory") }
    defer { XML_ParserFree(parser) }
    XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
    XML_SetElementHandler(
      parser,
      { WorkspaceReader.from($0)?.start($1.map { String(cString: $0) } ?? "", WorkspaceReader.attributes($2)) },
      { WorkspaceReader.from($0)?.end($1.map { String(cString: $0) } ?? "") })
    let status = bytes.withUnsafeBytes {
      XML_Parse(parser, $0.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(clamping: $0.count), 1)
    }
    guard status == XML_STATUS_OK else {
      let line = max(1, XML_GetCurrentLineNumber(parser))
      throw XcodeFileError(reason: "line \(line) is not the XML that Xcode writes")
    }
  }

  private static func from(_ data: UnsafeMutableRawPointer?) -> WorkspaceReader? {
    data.map { Unmanaged.fromOpaque($0).takeUnretainedValue() }
  }

  /// - Parameter list: names and values by turns, with a null pointer at the end.
  private static func attributes(_ list: UnsafeMutablePointer<UnsafePointer<CChar>?>?) -> [String: String] {
    var (result, index): ([String: String], Int) = ([:], 0)
    while let name = list?[index], let value = list?[index + 1] {
      result[String(cString: name)] = String(cString: value)
      index += 2
    }
    return result
  }

  private func start(_ element: String, _ attributes: [String: String]) {
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

  private func end(_ element: String) {
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
