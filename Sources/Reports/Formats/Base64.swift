import ModuleGraph

/// Base64 according to RFC 4648, section 4.
enum Base64 {
  private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  static func text(_ bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count + 2) / 3 * 4)
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let count = min(3, bytes.count - start)
      var number = 0
      for place in 0..<3 { number = number << 8 | (place < count ? Int(bytes[start + place]) : 0) }
      for place in 0..<4 { text.append(place > count ? UInt8(ascii: "=") : alphabet[number >> (18 - 6 * place) & 63]) }
    }
    return String(decoding: text, as: UTF8.self)
  }
}

extension SHA256 {
  /// The hash of a script or a style in the form that a Content-Security-Policy uses.
  /// - Complexity: O(bytes).
  static func base64(_ text: String) -> String { Base64.text(digest(Array(text.utf8))) }
}
