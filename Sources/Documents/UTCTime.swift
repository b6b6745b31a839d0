/// A time from a file: `2026-02-03T04:05:06Z`. Decoding fails if it has another form.
package struct UTCTime: Decodable {
  package let text: String

  package init(from decoder: any Decoder) throws {
    text = try decoder.singleValueContainer().decode(String.self)
    guard Self.isValid(text) else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "it is not a time such as 2026-02-03T04:05:06Z"))
    }
  }

  package static func isValid(_ text: String) -> Bool {
    let form = Array("0000-00-00T00:00:00Z".utf8)
    let digit = UInt8(ascii: "0")
    let isFormed = text.utf8.elementsEqual(form) { $1 == digit ? (digit...digit + 9).contains($0) : $0 == $1 }
    guard isFormed else { return false }
    let numbers = text.split { !$0.isNumber }.compactMap { Int($0) }
    return zip(numbers, [0...9999, 1...12, 1...31, 0...23, 0...59, 0...60]).allSatisfy { $1.contains($0) }
  }
}
