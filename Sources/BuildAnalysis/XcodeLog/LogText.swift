/// Searches in the bytes of a log, most of which are never decoded.
extension ArraySlice<UInt8> {
  var text: String { String(decoding: self, as: UTF8.self) }

  /// The first line; lines end in CR alone.
  var firstLine: ArraySlice<UInt8> { prefix { $0 != 13 && $0 != 10 } }

  /// - Complexity: O(count).
  func firstRange(_ pattern: StaticString) -> Range<Int>? {
    let length = pattern.utf8CodeUnitCount
    let first = pattern.utf8Start[0]
    guard count >= length else { return nil }
    var index = startIndex
    let last = endIndex - length
    while index <= last {
      if self[index] == first, matches(pattern, at: index) { return index..<(index + length) }
      index += 1
    }
    return nil
  }

  func endOfLast(_ pattern: StaticString) -> Int? {
    let length = pattern.utf8CodeUnitCount
    let first = pattern.utf8Start[0]
    var index = endIndex - length
    while index >= startIndex {
      if self[index] == first, matches(pattern, at: index) { return index + length }
      index -= 1
    }
    return nil
  }

  private func matches(_ pattern: StaticString, at index: Int) -> Bool {
    for offset in 0..<pattern.utf8CodeUnitCount where self[index + offset] != pattern.utf8Start[offset] { return false }
    return true
  }

  /// The bytes that pairs of hexadecimal digits stand for; up to the first other character.
  func hexadecimalBytes(atMost most: Int) -> [UInt8] {
    func digit(_ byte: UInt8) -> UInt8? {
      switch byte {
      case 0x30...0x39: byte - 0x30
      case 0x41...0x46: byte - 0x37
      case 0x61...0x66: byte - 0x57
      default: nil
      }
    }
    var bytes: [UInt8] = []
    var index = startIndex
    while index + 1 < endIndex, bytes.count < most, let high = digit(self[index]), let low = digit(self[index + 1]) {
      bytes.append(high << 4 | low)
      index += 2
    }
    return bytes
  }
}

extension StringProtocol {
  /// Without the escape sequences that colour a terminal.
  var withoutColors: String {
    guard utf8.contains(27) else { return String(self) }
    var result: [UInt8] = []
    var isEscape = false
    for byte in utf8 {
      if byte == 27 {
        isEscape = true
      } else if isEscape {
        if byte == UInt8(ascii: "m") { isEscape = false }
      } else {
        result.append(byte)
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  func lastRange(of pattern: String) -> Range<Index>? {
    var start = endIndex
    while start > startIndex {
      start = index(before: start)
      if self[start...].hasPrefix(pattern) { return start..<(index(start, offsetBy: pattern.count)) }
    }
    return nil
  }
}
