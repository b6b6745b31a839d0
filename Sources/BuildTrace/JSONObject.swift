/// A parsed record: a JSON object.
struct JSONObject {
  private let members: [JSONValue.Member]

  private init(members: [JSONValue.Member]) { self.members = members }

  /// - Throws: `TraceError` if the line is not one JSON object.
  init(line: some Sequence<UInt8>) throws(TraceError) {
    guard case .object(let members) = try JSONReader.value(of: Array(line)) else { throw .foreign }
    self.members = members
  }

  /// - Throws: `TraceError` if the line is not one JSON object of this schema.
  init(line: some Sequence<UInt8>, schema: String) throws(TraceError) {
    try self.init(line: line)
    try require(schema: schema)
  }

  func require(schema: String) throws(TraceError) {
    guard case .string(let found)? = try value("schema") else { throw .foreign }
    guard found == schema else { throw .otherSchema(found: found, expected: schema) }
  }

  /// A required number that is not negative.
  func count(_ key: String, in range: ClosedRange<Int> = 0...Int.max) throws(TraceError) -> Int {
    guard let count = try integer(key, in: range) else { throw .missing(key: key) }
    return count
  }

  /// A required time of the machine's clock, in nanoseconds.
  func nanoseconds(_ key: String) throws(TraceError) -> Int { try count(key, in: BuildTrace.nanoseconds) }

  /// A required CPU time, in microseconds.
  func microseconds(_ key: String) throws(TraceError) -> Int { try count(key, in: BuildTrace.microseconds) }

  /// An integer; `nil` if the key is absent.
  func integer(_ key: String, in range: ClosedRange<Int>) throws(TraceError) -> Int? {
    guard let value = try value(key) else { return nil }
    guard case .integer(let integer) = value, range.contains(integer) else {
      throw .invalid(key: key, expected: "a whole number from \(range.lowerBound) to \(range.upperBound)")
    }
    return integer
  }

  /// A list of integers; `nil` if the key is absent.
  func integers(_ key: String) throws(TraceError) -> [Int]? {
    try list(key, of: "whole numbers") { if case .integer(let integer) = $0 { integer } else { nil } }
  }

  /// A string; `nil` if the key is absent.
  func string(_ key: String) throws(TraceError) -> String? {
    guard let value = try value(key) else { return nil }
    guard case .string(let text) = value else { throw .invalid(key: key, expected: "a string") }
    return text
  }

  /// An object; `nil` if the key is absent.
  func object(_ key: String) throws(TraceError) -> JSONObject? {
    guard let value = try value(key) else { return nil }
    guard case .object(let members) = value else { throw .invalid(key: key, expected: "an object") }
    return JSONObject(members: members)
  }

  func bool(_ key: String) throws(TraceError) -> Bool? {
    guard let value = try value(key) else { return nil }
    guard case .bool(let bool) = value else { throw .invalid(key: key, expected: "true or false") }
    return bool
  }

  /// A list of strings; `nil` if the key is absent.
  func strings(_ key: String) throws(TraceError) -> [String]? {
    try list(key, of: "strings") { if case .string(let text) = $0 { text } else { nil } }
  }

  private func list<Element>(
    _ key: String, of kind: String, element: (JSONValue) -> Element?
  ) throws(TraceError) -> [Element]? {
    guard let value = try value(key) else { return nil }
    guard case .array(let values) = value, case let elements = values.compactMap(element),
      elements.count == values.count
    else { throw .invalid(key: key, expected: "a list of \(kind)") }
    return elements
  }

  private func value(_ key: String) throws(TraceError) -> JSONValue? {
    let found = members.filter { $0.key == key }
    guard found.count < 2 else { throw .invalid(key: key, expected: "given only once") }
    return found.first?.value
  }
}
