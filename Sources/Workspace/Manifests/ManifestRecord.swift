import ManifestSyntax
import ModuleGraph

/// A value in the manifest cache: its fields in order, each text after its length (`4:Core`), each list after its count
/// (`2:`), an absent value as an empty list.
///
/// JSON would do, but decoding it takes longer than everything else in a run whose manifests are all cached.
protocol Recorded {
  /// - Throws: `RecordDamage` if the bytes are no such value.
  init(from record: inout RecordReader) throws(RecordDamage)
  func write(to record: inout RecordWriter)
}

/// The bytes are no valid record.
struct RecordDamage: Error {}

struct RecordWriter {
  private(set) var bytes: [UInt8] = []

  mutating func add<each Value: Recorded>(_ values: repeat each Value) { repeat (each values).write(to: &self) }

  /// The record with a checksum before it, since damaged bytes may still be a valid record.
  var checked: [UInt8] {
    var checked = RecordWriter()
    checked.add(String(bytes.stableHash, radix: 36))
    return checked.bytes + bytes
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

  mutating func next<Value: Recorded>() throws(RecordDamage) -> Value { try Value(from: &self) }

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

  mutating func bytes() throws(RecordDamage) -> ArraySlice<UInt8> {
    let count = try count()
    guard count <= rest.count else { throw RecordDamage() }
    defer { rest = rest.dropFirst(count) }
    return rest.prefix(count)
  }
}

extension String: Recorded {
  init(from record: inout RecordReader) throws(RecordDamage) { self = try record.text() }

  func write(to record: inout RecordWriter) { record.add(bytes: utf8) }
}

extension Int: Recorded {
  init(from record: inout RecordReader) throws(RecordDamage) { self = try record.count() }

  func write(to record: inout RecordWriter) { record.add(count: self) }
}

extension Array: Recorded where Element: Recorded {
  init(from record: inout RecordReader) throws(RecordDamage) {
    self = []
    for _ in 0..<(try record.count()) { append(try record.next()) }
  }

  func write(to record: inout RecordWriter) {
    record.add(count: count)
    for element in self { element.write(to: &record) }
  }
}

extension Optional: Recorded where Wrapped: Recorded {
  init(from record: inout RecordReader) throws(RecordDamage) {
    let values: [Wrapped] = try record.next()
    guard values.count < 2 else { throw RecordDamage() }
    self = values.first
  }

  func write(to record: inout RecordWriter) { record.add(map { [$0] } ?? []) }
}

extension Recorded where Self: RawRepresentable<String> {
  init(from record: inout RecordReader) throws(RecordDamage) {
    guard let value = Self(rawValue: try record.text()) else { throw RecordDamage() }
    self = value
  }

  func write(to record: inout RecordWriter) { record.add(rawValue) }
}
