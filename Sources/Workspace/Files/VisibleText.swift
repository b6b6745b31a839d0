extension String {
  /// The text with control characters written out, as in `\\n` and `\\u{1b}`, so that a name can neither break a line nor
  /// tell a terminal what to do. Tabs stay.
  /// - Complexity: O(length).
  package var visible: String { writingOut { $0 != "\t" } }

  /// The same for a text of several lines.
  package var visibleLines: String { writingOut { $0 != "\t" && $0 != "\n" } }

  /// The text as one word that can be typed into a shell.
  var shellWord: String {
    let isPlain = utf8.allSatisfy {
      ($0 | 0x20 >= UInt8(ascii: "a") && $0 | 0x20 <= UInt8(ascii: "z")) || "0123456789/._-~^@+".utf8.contains($0)
    }
    return isPlain && !isEmpty ? self : "'" + replacing("'", with: "'\\''") + "'"
  }

  private func writingOut(_ isMeant: (Unicode.Scalar) -> Bool) -> String {
    func isWrittenOut(_ scalar: Unicode.Scalar) -> Bool {
      scalar.properties.generalCategory == .control && isMeant(scalar)
    }
    guard unicodeScalars.contains(where: isWrittenOut) else { return self }
    return unicodeScalars.map { isWrittenOut($0) ? $0.escaped(asASCII: true) : String($0) }.joined()
  }
}
