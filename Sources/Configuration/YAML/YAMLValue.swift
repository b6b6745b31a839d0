import ModuleGraph
import Yams

/// A value in a YAML file, with its line.
///
/// Nothing is converted implicitly: `no` and `1.10` are strings until a method such as ``number(in:)`` requests another
/// type.
struct YAMLValue {
  /// The value's name in errors: its key, or that of the list that contains it.
  let key: String
  let file: String
  private let node: Node
}

extension YAMLValue {
  /// In place of a key.
  static let whole = "the file"
  /// In bytes. A description of 10,000 modules has one or two million.
  static let largestFile = 8 << 20

  /// Parses a file with one document.
  ///
  /// Aliases are rejected, since they let a short file expand without bounds. The parser itself rejects deep nesting.
  /// - Throws: `ConfigurationError` if the file is empty, too large, or not valid YAML in UTF-8.
  init(bytes: [UInt8], file: String) throws(ConfigurationError) {
    guard bytes.count <= Self.largestFile else { throw .init(file: file, .tooLarge(bytes: bytes.count)) }
    guard let text = String(validating: bytes, as: UTF8.self) else { throw .init(file: file, .notUTF8) }
    if let line = YAMLAliases.firstLine(in: bytes) { throw .init(file: file, line: line, .aliases) }
    let root: Node?
    do { root = try compose(yaml: text, .basic, .default, .utf8) } catch let error as YamlError {
      throw .init(error, file: file, text: text)
    } catch {
      throw .init(file: file, .syntax("\(error)"))
    }
    guard let root else { throw .init(file: file, .empty) }
    if let (tag, line) = Self.firstTag(in: root) { throw .init(file: file, line: line, .tag(Self.shortened(tag))) }
    self.init(key: Self.whole, file: file, node: root)
  }

  /// The first explicit tag, such as `!!int`: values would be read without regard to it.
  private static func firstTag(in root: Node) -> (tag: String, line: Int?)? {
    var pending = [root]
    while let node = pending.popLast() {
      let (tag, implied): (Tag, String)
      switch node {
      case .scalar(let scalar): (tag, implied) = (scalar.tag, "!!str")
      case .alias(let alias): (tag, implied) = (alias.tag, "")
      case .sequence(let elements):
        (tag, implied) = (elements.tag, "!!seq")
        pending += elements.reversed()
      case .mapping(let pairs):
        (tag, implied) = (pairs.tag, "!!map")
        pending += pairs.reversed().flatMap { [$0.value, $0.key] }
      }
      // Yams replaces an absent tag by the implied one when it compares keys.
      let words = tag.description.replacing("tag:yaml.org,2002:", with: "!!")
      if !words.isEmpty, words != implied { return (words, node.mark?.line) }
    }
    return nil
  }

  /// Counted from 1.
  var line: Int? { node.mark?.line }

  func failure(_ problem: ConfigurationError.Problem) -> ConfigurationError {
    ConfigurationError(file: file, line: line, problem)
  }

  var isMapping: Bool { if case .mapping = node { true } else { false } }

  private func mismatch(_ expected: String) -> ConfigurationError {
    failure(.type(key: key, expected: expected, found: found))
  }

  private var found: String {
    switch node {
    case .mapping: "a mapping"
    case .sequence: "a list"
    case .scalar(let scalar) where scalar.string.isEmpty && scalar.style == .plain: "nothing"
    case .scalar, .alias: "a string"
    }
  }
}

extension YAMLValue {
  /// A non-empty string, quoted or not.
  /// - Parameter form: what it must be, for errors.
  func text(as form: String = "a string") throws(ConfigurationError) -> String {
    guard case .scalar(let scalar) = node else { throw mismatch(form) }
    guard !scalar.string.isEmpty else { throw failure(.type(key: key, expected: form, found: "nothing")) }
    return scalar.string
  }

  /// A string, which may be empty if it is quoted.
  func textOrEmpty() throws(ConfigurationError) -> String {
    if case .scalar(let scalar) = node, scalar.style != .plain { return scalar.string }
    return try text()
  }

  /// An unquoted integer in decimal digits.
  func number(in allowed: ClosedRange<UInt64>) throws(ConfigurationError) -> UInt64 {
    guard case .scalar(let scalar) = node, scalar.style == .plain, !scalar.string.isEmpty else {
      throw mismatch("a whole number")
    }
    guard let number = UInt64(scalar.string), allowed.contains(number) else {
      throw failure(.number(key: key, text: Self.shortened(scalar.string), allowed: allowed))
    }
    return number
  }

  func choice<Choice: RawRepresentable<String> & CaseIterable>(
    of type: Choice.Type = Choice.self
  ) throws(ConfigurationError) -> Choice {
    let word = try text()
    guard let choice = Choice(rawValue: word) else {
      throw failure(.choice(key: key, text: Self.shortened(word), allowed: Choice.allCases.map(\.rawValue)))
    }
    return choice
  }

  /// The elements of a list, which may be empty.
  func list() throws(ConfigurationError) -> [YAMLValue] {
    guard case .sequence(let elements) = node else { throw mismatch("a list") }
    return elements.map { YAMLValue(key: key, file: file, node: $0) }
  }

  /// The entries of a mapping with arbitrary keys, in the order of the file.
  func entries() throws(ConfigurationError) -> [(key: String, value: YAMLValue)] {
    guard case .mapping(let pairs) = node else { throw mismatch("a mapping") }
    var entries: [(key: String, value: YAMLValue)] = []
    for (key, value) in pairs {
      guard case .scalar(let scalar) = key else { throw mismatch("a mapping of strings") }
      entries.append((scalar.string, YAMLValue(key: scalar.string, file: file, node: value)))
    }
    return entries
  }

  /// The entries of a mapping. Unknown keys are errors.
  func mapping(of known: [String]) throws(ConfigurationError) -> YAMLMapping {
    guard case .mapping(let pairs) = node else { throw mismatch("a mapping") }
    var entries: [String: YAMLValue] = [:]
    for (key, value) in pairs {
      guard case .scalar(let scalar) = key, known.contains(scalar.string) else {
        let name = Self.shortened(key.scalar?.string ?? "?")
        let problem = ConfigurationError.Problem.unknownKey(name, nearest: known.nearest(to: name))
        throw .init(file: file, line: key.mark?.line, problem)
      }
      entries[scalar.string] = YAMLValue(key: scalar.string, file: file, node: value)
    }
    return YAMLMapping(entries: entries, whole: self)
  }

  static func shortened(_ text: String) -> String { text.count <= 60 ? text : "\(text.prefix(60))…" }
}

/// A mapping with known keys only.
struct YAMLMapping {
  fileprivate let entries: [String: YAMLValue]
  fileprivate let whole: YAMLValue

  subscript(key: String) -> YAMLValue? { entries[key] }

  /// - Throws: `ConfigurationError` with the mapping's line if the key is missing.
  func required(_ key: String) throws(ConfigurationError) -> YAMLValue {
    guard let value = entries[key] else { throw whole.failure(.missingKey(key)) }
    return value
  }
}
