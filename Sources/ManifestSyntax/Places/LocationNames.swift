/// A string that an expression in a manifest may have as its value.
struct LocationValue: Hashable {
  let text: String
  /// Whether the value is an element that a loop or closure iterates over, or contains one. One line then produces
  /// several values.
  var isComputed = false
}

/// The strings that an expression in a manifest may have as values, determined from literals, constants and their sums.
struct LocationNames {
  let text: LocationText
  let definitions: [String: [LocationDefinition]]
  /// The names of all targets in SwiftPM's answer.
  let targets: Set<String>

  private var declared: [String: [LocationValue]] = [:]
  private var known: [String: [LocationValue]] = [:]
  private var open: Set<String> = []

  /// The limits on the number of values, on their length in bytes, and on the depth of definitions.
  private static let limit = 64
  private static let lengthLimit = 256
  private static let depthLimit = 16

  init(text: LocationText, definitions: [String: [LocationDefinition]], targets: Set<String>) {
    self.text = text
    self.definitions = definitions
    self.targets = targets
  }

  /// The names of the targets in a list (`package.targets`, or a constant of the file), as elements.
  mutating func targetNames(in list: [String]) -> [LocationValue] {
    if list == ["package", "targets"] { return targets.sorted().map { LocationValue(text: $0, isComputed: true) } }
    guard list.count == 1, let definitions = definitions[list[0]] else { return [] }
    if let names = declared[list[0]] { return names }
    declared[list[0]] = []
    let calls = definitions.filter { $0.parameters == nil }.flatMap(\.value).filter { text.isSign($0 + 1, "(") }
    let names = calls.compactMap { text.arguments($0 + 1).first }.filter { $0.label == "name" }
      .flatMap { values(of: $0.value) }.filter { targets.contains($0.text) }
      .map { LocationValue(text: $0.text, isComputed: true) }
    declared[list[0]] = names
    return names
  }

  /// The possible values of an expression: `"Core"`, `.core`, `name + "Tests"`, `"\(name)Tests"`, or a list of them.
  ///
  /// - Parameter bindings: the possible values of the parameters of the enclosing function.
  /// - Returns: empty if the values are not known.
  mutating func values(of range: Range<Int>, bindings: [String: [LocationValue]] = [:]) -> [LocationValue] {
    var sum = [LocationValue.empty]
    var index = range.lowerBound
    while index < range.upperBound {
      if text.isSign(index, "[") { return elements(of: text.inside(index), bindings: bindings) }
      guard let (values, next) = operand(index, range, bindings) else { return [] }
      sum = Self.joined(sum, values)
      guard next < range.upperBound else { break }
      guard text.isSign(next, "+"), next + 1 < range.upperBound else { return [] }
      index = next + 1
    }
    return range.isEmpty ? [] : sum
  }

  private mutating func elements(of range: Range<Int>, bindings: [String: [LocationValue]]) -> [LocationValue] {
    var values: [LocationValue] = []
    for part in text.parts(of: range) where !part.isEmpty && !text.isSign(part.lowerBound, "[") {
      if values.count >= Self.limit { break }
      values += self.values(of: part, bindings: bindings)
    }
    return Array(values.prefix(Self.limit))
  }

  private static func joined(_ heads: [LocationValue], _ tails: [LocationValue]) -> [LocationValue] {
    guard heads == [.empty] || heads.count * tails.count <= limit else { return [] }
    return heads.flatMap { head in tails.map { head + $0 } }.filter { $0.text.utf8.count <= lengthLimit }
  }

  /// A string, or a name with its chain of members.
  private mutating func operand(
    _ start: Int, _ range: Range<Int>, _ bindings: [String: [LocationValue]]
  ) -> (values: [LocationValue], next: Int)? {
    if case .string(let isPlain) = text.kind(start) {
      return (isPlain ? [LocationValue(text: text.text(start))] : interpolated(start, bindings), start + 1)
    }
    var index = start
    var (name, path): (String?, [String]) = (nil, [])
    while index < range.upperBound {
      if text.kind(index) == .period {
        index += 1
      } else if let word = text.word(index), index == start || text.kind(index - 1) == .period {
        if word != "rawValue" { name = word }
        path.append(word)
        index += 1
      } else {
        break
      }
    }
    if let values = bindings[path.joined(separator: ".")] { return (values, index) }
    return name.map { (bindings[$0] ?? values(ofName: $0), index) }
  }

  mutating func values(ofName name: String) -> [LocationValue] {
    if let values = known[name] { return values }
    guard let definitions = definitions[name], open.count < Self.depthLimit, open.insert(name).inserted else {
      return []
    }
    var values: [LocationValue] = []
    for definition in definitions.prefix(Self.limit) where definition.parameters == nil {
      for var value in self.values(of: definition.value) {
        if definition.isElement { value.isComputed = true }
        if !values.contains(value), values.count < Self.limit { values.append(value) }
      }
    }
    open.remove(name)
    known[name] = values
    return values
  }

  /// A string whose interpolations are single names.
  private mutating func interpolated(_ index: Int, _ bindings: [String: [LocationValue]]) -> [LocationValue] {
    let bytes = text.bytes[text.tokens[index].range]
    guard bytes.count <= Self.lengthLimit, !bytes.contains(UInt8(ascii: "\n")) else { return [] }
    var sum = [LocationValue.empty]
    var rest = String(decoding: bytes, as: UTF8.self)[...]
    while let start = rest.firstRange(of: "\\(") {
      guard let end = rest[start.upperBound...].firstIndex(of: ")") else { return [] }
      let name = String(rest[start.upperBound..<end])
      let head = LocationValue(text: String(rest[..<start.lowerBound]))
      sum = Self.joined(Self.joined(sum, [head]), bindings[name] ?? values(ofName: name))
      rest = rest[rest.index(after: end)...]
    }
    return rest.contains("\\") ? [] : Self.joined(sum, [LocationValue(text: String(rest))])
  }
}

extension LocationValue {
  static let empty = LocationValue(text: "")

  static func + (head: LocationValue, tail: LocationValue) -> LocationValue {
    LocationValue(text: head.text + tail.text, isComputed: head.isComputed || tail.isComputed)
  }
}
