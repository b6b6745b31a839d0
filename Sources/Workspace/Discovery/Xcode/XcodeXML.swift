import CExpat

/// Reads the XML that Xcode writes.
enum XcodeXML {
  /// The beginning or the end of an element.
  enum Part {
    case start(String, [String: String])
    case end(String)
  }

  /// The elements of a file, in its order.
  ///
  /// Xcode writes only UTF-8 without document types, so that nothing else is accepted: entities that multiply, or that
  /// include other files, cannot be declared.
  /// - Throws: `FileFailure`, with the line at which the XML is not well-formed.
  /// - Complexity: O(bytes).
  static func parts(of bytes: [UInt8]) throws(FileFailure) -> [Part] {
    guard let text = String(validating: bytes, as: UTF8.self), !bytes.contains(0) else {
      throw FileFailure(reason: "it is not UTF-8 text")
    }
    guard !text.contains("<!DOCTYPE"), !text.contains("<!ENTITY") else {
      throw FileFailure(reason: "it declares a document type, which Xcode never does")
    }
    let head = text.prefix { $0 != ">" }.lowercased()
    guard !head.contains("encoding") || head.contains("utf-8") else {
      throw FileFailure(reason: "it is not in UTF-8")
    }
    let reader = PartReader()
    try reader.read(bytes)
    return reader.parts
  }
}

/// Collects elements while they are visited.
private final class PartReader {
  private(set) var parts: [XcodeXML.Part] = []

  func read(_ bytes: [UInt8]) throws(FileFailure) {
    guard let parser = XML_ParserCreate("UTF-8") else { throw FileFailure(reason: "there is not enough memory") }
    defer { XML_ParserFree(parser) }
    XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
    XML_SetElementHandler(
      parser,
      {
        let start = XcodeXML.Part.start($1.map { String(cString: $0) } ?? "", PartReader.attributes($2))
        PartReader.from($0)?.parts.append(start)
      },
      { PartReader.from($0)?.parts.append(.end($1.map { String(cString: $0) } ?? "")) })
    let status = bytes.withUnsafeBytes {
      XML_Parse(parser, $0.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(clamping: $0.count), 1)
    }
    guard status == XML_STATUS_OK else {
      let line = max(1, XML_GetCurrentLineNumber(parser))
      throw FileFailure(reason: "line \(line) is not the XML that Xcode writes")
    }
  }

  private static func from(_ data: UnsafeMutableRawPointer?) -> PartReader? {
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
}
