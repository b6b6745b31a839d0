/// Checks the numbers of a JSON text by their keys before they are decoded: with others, sums of durations in nanoseconds
/// or of sizes would overflow.
///
/// Keys of documents carry the unit, so that one pass over the bytes checks documents of all kinds and versions.
struct JSONNumbers {
  private let bytes: [UInt8]
  private var position = 0
  /// The open objects and arrays, outermost first.
  private var open: [Level] = []

  private struct Level {
    let isArray: Bool
    /// The bytes of the current key; empty in an array.
    var key = 0..<0
    /// The place in an array.
    var index = 0
  }

  /// Three years: no build takes longer.
  private static let longestSeconds = 1e8
  /// Of rounds, builds and processors.
  private static let mostCounted = 1e6
  /// A petabyte, or 30 years in microseconds.
  private static let largest = 1e15
  private static let counts: Set<String> = [
    "rounds", "warmups", "retries", "maxBuilds", "round", "position", "session", "machine", "attempt", "cores", "lanes",
    "index", "count", "shards", "missing", "incomplete", "pairs", "comparisons", "alarms", "builds", "revision",
  ]
  /// The other whole numbers.
  private static let whole: Set<String> = [
    "amount", "bytes", "compiledFiles", "externalProducts", "files", "growth", "line", "lines",
    "machineCPUMicroseconds",
    "marginalLines", "memoryBytes", "modules", "peakBytes", "productBytes", "sources", "tasks",
  ]
  /// Differences, which may be negative; so may be what is within them.
  private static let signed: Set<String> = [
    "unusedPlaceSeconds", "savedSecondsWithout", "predictedGainSeconds", "relativeError", "preparedRelativeError",
    "replayRelativeError", "estimatedSecondsSaved", "marginalSeconds", "slowdown", "change", "ratioToOthers",
  ]

  /// - Throws: `DecodingError` with the path of a number that is out of range. What is not JSON is left to the decoder.
  /// - Complexity: O(bytes).
  static func check(_ bytes: [UInt8]) throws(DecodingError) {
    var numbers = JSONNumbers(bytes: bytes)
    try numbers.check()
  }

  private mutating func check() throws(DecodingError) {
    while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: "{"), UInt8(ascii: "["): open.append(Level(isArray: bytes[position] == UInt8(ascii: "[")))
      case UInt8(ascii: "}"), UInt8(ascii: "]"): _ = open.popLast()
      case UInt8(ascii: ","): if let last = open.indices.last { open[last].index += 1 }
      case UInt8(ascii: "\""): skipString()
      case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
        try checkNumber()
        continue
      default: break
      }
      position += 1
    }
  }

  /// Moves to the closing quote. In an object, every string might be a key; a value is never looked at as one.
  private mutating func skipString() {
    let start = position + 1
    position = start
    while position < bytes.count, bytes[position] != UInt8(ascii: "\"") {
      position += bytes[position] == UInt8(ascii: "\\") ? 2 : 1
    }
    if let last = open.indices.last, !open[last].isArray { open[last].key = start..<min(position, bytes.count) }
  }

  private mutating func checkNumber() throws(DecodingError) {
    let start = position
    while position < bytes.count, Self.isPart(bytes[position]) { position += 1 }
    // Of most numbers, which are small, only those with a fraction need a look at the key.
    let token = bytes[start..<position]
    let digits = token.prefix { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }
    if digits.count < 6, !token.contains(where: { $0 > UInt8(ascii: "9") }), token.first != UInt8(ascii: "-") {
      guard digits.count < token.count, let key = open.last(where: { !$0.key.isEmpty })?.key else { return }
      let own = String(decoding: bytes[key], as: UTF8.self)
      guard Self.counts.contains(own) || Self.whole.contains(own) || own == "seed" else { return }
    }
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    let keys = open.map { String(decoding: bytes[$0.key], as: UTF8.self) }.filter { !$0.isEmpty }
    guard let last = keys.last, let value = Double(text) else { return }
    // Below such a key, the keys are names.
    let unit = keys.dropLast().last { Self.isOfSeconds($0) } ?? last
    // Any 64 bits.
    if unit == "seed" { return try require(UInt64(text) != nil, "a whole number from 0 to \(UInt64.max)") }
    let isWhole = Self.counts.contains(unit) || Self.whole.contains(unit)
    let most =
      Self.counts.contains(unit) ? Self.mostCounted : Self.isOfSeconds(unit) ? Self.longestSeconds : Self.largest
    // The estimate in a prediction has the key `seconds`.
    let isSigned = Self.signed.contains(unit) || keys.dropLast().last == "seconds"
    let isFitting = ((isSigned ? -most : 0)...most).contains(value) && (!isWhole || value.rounded() == value)
    try require(
      isFitting, "a \(isWhole ? "whole " : "")number from \(isSigned ? "-\(Int(most))" : "0") to \(Int(most))")
  }

  private func require(_ condition: Bool, _ form: String) throws(DecodingError) {
    guard !condition else { return }
    throw .dataCorrupted(.init(codingPath: path, debugDescription: "it must be \(form)"))
  }

  private static func isOfSeconds(_ key: String) -> Bool {
    key.hasSuffix("econds") && !key.hasSuffix("Microseconds") || key == "savedSecondsWithout"
  }

  private static func isPart(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."),
      UInt8(ascii: "e"), UInt8(ascii: "E"):
      true
    default: false
    }
  }

  private var path: [any CodingKey] {
    open.map { level in
      level.isArray
        ? Key(intValue: level.index) : Key(stringValue: String(decoding: bytes[level.key], as: UTF8.self))
    }
  }

  private struct Key: CodingKey {
    let stringValue: String
    let intValue: Int?

    init(stringValue: String) { (self.stringValue, intValue) = (stringValue, nil) }
    init(intValue: Int) { (stringValue, self.intValue) = ("\(intValue)", intValue) }
  }
}
