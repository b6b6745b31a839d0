/// Escapes text in XML, HTML and Graphviz's HTML-like labels.
package enum Markup {
  /// The escaped text for an element or an attribute; control characters become spaces, and what turns text has a sign.
  package static func escaped(_ text: String) -> String {
    guard !isPlain(text) else { return text }
    var result = ""
    result.reserveCapacity(text.utf8.count * 9 / 8)
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      case _ where scalar.isControl: result += " "
      case _ where scalar.turnsText: result += "\u{FFFD}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// For example `12.5%`: a position on an axis, so that a chart can have any width.
  static func percentage(_ part: Double, of whole: Double) -> String { "\((part / whole * 1e4).rounded() / 100)%" }

  /// Whether all characters are ASCII ones that mean nothing in markup, and control nothing.
  static func isPlain(_ text: String) -> Bool {
    text.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""), UInt8(ascii: "'"): false
      default: byte >= 0x20 && byte < 0x7F
      }
    }
  }
}

extension String {
  /// - Parameter replacement: what stands for a character; `nil` for itself.
  func escaping(_ replacement: (Unicode.Scalar) -> String?) -> String {
    unicodeScalars.reduce(into: "") { result, scalar in
      if let text = replacement(scalar) { result += text } else { result.unicodeScalars.append(scalar) }
    }
  }
}
