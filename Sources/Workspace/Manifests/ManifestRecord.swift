import ModuleGraph

/// The bytes are no valid record.
struct RecordDamage: Error {}

/// A record in a file of modgauge's own: its fields in order, each text after its length (`4:Core`), each list after its
/// count (`2:`).
struct RecordWriter {
  private(set) var bytes: [UInt8] = []

  /// The record with a checksum before it, since damaged bytes may still be a valid record.
  var checked: [UInt8] {
    var checked = RecordWriter()
    checked.add(String(bytes.stableHash, radix: 36))
    return checked.bytes + bytes
  }

  mutating func add(_ texts: String...) {
    for text in texts { add(bytes: text.utf8) }
  }

  /// As a list of one text, or none.
  mutating func add(ifAny text: String?) {
    add(count: text == nil ? 0 : 1)
    if let text { add(text) }
  }

  mutating func add(count: Int) { bytes += "\(count):".utf8 }

  mutating func add(bytes added: some Collection<UInt8>) {
    add(count: added.count)
    bytes += added
  }
}

struct RecordReader {
  private(set) var rest: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) {
    rest = bytes
  }

  /// - Parameter bytes: as ``RecordWriter/checked`` returns them.
  init(checked bytes: ArraySlice<UInt8>) throws(RecordDamage) {
    rest = bytes
    guard try text() == String(rest.stableHash, radix: 36) else { throw RecordDamage() }
  }

  mutating func count() throws(RecordDamage) -> Int {
    var count = 0
    for index in rest.indices.prefix(10) {
      let (byte, zero) = (rest[index], UInt8(ascii: "0"))
      if byte == UInt8(ascii: ":"), index > rest.startIndex {
        rest = rest[(index + 1)...]
        return count
      }
      guard (zero...zero + 9).contains(byte) else { break }
      count = 10 * count + Int(byte - zero)
    }
    throw RecordDamage()
  }

  mutating func text() throws(RecordDamage) -> String {
    guard let text = String(validating: try bytes(), as: UTF8.self) else { throw RecordDamage() }
    return text
  }

  mutating func textIfAny() throws(RecordDamage) -> String? {
    switch try count() {
    case 0: nil
    case 1: try text()
    default: throw RecordDamage()
    }
  }

  mutating func bytes() throws(RecordDamage) -> ArraySlice<UInt8> {
    let count = try count()
    guard count <= rest.count else { throw RecordDamage() }
    defer { rest = rest.dropFirst(count) }
    return rest.prefix(count)
  }
}
