extension String {
  /// The text with control characters escaped, as in `\\n` and `\\u{1b}`, so that a name cannot break a line or control
  /// a terminal. Tabs stay.
  /// - Complexity: O(length).
  package var visible: String { writingOut { $0 != "\t" } }

  /// The same for a text of several lines: newlines stay as well.
  package var visibleLines: String { writingOut { $0 != "\t" && $0 != "\n" } }

  /// The text quoted as one word for a shell.
  package var shellWord: String {
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
