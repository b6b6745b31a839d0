/// Response files, which contain arguments of compilers.
enum ResponseFile {
  /// The words, with each readable `@file` replaced by the words in it. Response files named in a response file are not
  /// expanded.
  static func expanded(_ arguments: [String], contents: (String) -> [UInt8]?) -> [String] {
    arguments.flatMap { word in
      guard word.utf8.first == UInt8(ascii: "@"), let bytes = contents(String(word.dropFirst())) else { return [word] }
      return self.arguments(of: bytes)
    }
  }

  /// The lines of a file; empty if it cannot be read.
  static func lines(_ path: String?, _ contents: (String) -> [UInt8]?) -> [String] {
    guard let path, let bytes = contents(path) else { return [] }
    return bytes.split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Splits at white space, with quotes and backslashes as in a shell.
  static func arguments(of bytes: [UInt8]) -> [String] {
    var arguments: [String] = []
    var word: [UInt8]?
    var quote: UInt8?
    var rest = bytes[...]
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "\\") where quote != UInt8(ascii: "'"):
        word = (word ?? []) + [rest.popFirst() ?? byte]
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        if quote == byte { quote = nil } else if quote == nil { quote = byte } else { word?.append(byte) }
        word = word ?? []
      case 0x09...0x0D where quote == nil, 0x20 where quote == nil:
        if let whole = word { arguments.append(String(decoding: whole, as: UTF8.self)) }
        word = nil
      default:
        if word?.append(byte) == nil { word = [byte] }
      }
    }
    if let whole = word { arguments.append(String(decoding: whole, as: UTF8.self)) }
    return arguments
  }
}
