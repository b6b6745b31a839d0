import BuildAnalysis

/// Reads the mangled name of a type, such as `4Core5StoreV`, as described in `docs/ABI/Mangling.rst` of Swift.
///
/// Reads the parts of nongeneric types' names: identifiers, in which words of earlier ones are substituted,
/// substitutions of a whole identifier, and the letters of the standard library and its types. The name of an extension,
/// such as `SqsRi_zrlE`, is read as that of its type.
struct MangledTypeName {
  private var rest: ArraySlice<UInt8>
  private var names: [String] = []
  /// What `A…` may refer to: identifiers, and `nil` for types.
  private var substitutions: [String?] = []
  /// The words of the identifiers, which later ones may refer to.
  private var words: [ArraySlice<UInt8>] = []

  private static let mostWords = 26

  /// The names from the module to the type: `["Core", "Store"]`.
  /// - Parameter mangled: with or without `$s`, and `@` with a discriminator, which is ignored.
  /// - Returns: `nil` if the name contains anything else.
  static func path(_ mangled: String) -> [String]? {
    let text = (mangled.hasPrefix("$s") ? mangled.dropFirst(2) : mangled[...]).prefix { $0 != "@" }
    var name = Self(rest: Array(text.utf8)[...])
    while let first = name.rest.first {
      guard name.read(first) else { return nil }
      // The type is followed by the module of the extension, and by its requirements.
      let isType = name.names.count > 1 && !first.isDigit
      if isType, name.rest.last == UInt8(ascii: "E") { break }
    }
    return name.names
  }

  private init(rest: ArraySlice<UInt8>) {
    self.rest = rest
  }

  private mutating func read(_ first: UInt8) -> Bool {
    if first.isDigit { return readIdentifier() }
    rest.removeFirst()
    if names.isEmpty { return readStandard(first) }
    if first == UInt8(ascii: "A") { return readSubstitutions() }
    // The letter of the type's kind.
    guard "VCOPa".utf8.contains(first) else { return false }
    substitutions.append(nil)
    return true
  }

  /// Reads `s`, the standard library; `SS`, a type of it; `So`, the module of imported C.
  private mutating func readStandard(_ first: UInt8) -> Bool {
    if first == UInt8(ascii: "s") {
      names = ["Swift"]
      return true
    }
    guard first == UInt8(ascii: "S"), let letter = rest.popFirst() else { return false }
    if letter == UInt8(ascii: "o") {
      names = ["__C"]
    } else if let type = Self.standardTypes[Character(UnicodeScalar(letter))] {
      names = ["Swift", type]
    }
    return !names.isEmpty
  }

  private static let standardTypes: [Character: String] = [
    "A": "AutoreleasingUnsafeMutablePointer", "a": "Array", "B": "BinaryFloatingPoint", "b": "Bool",
    "c": "UnicodeScalar", "D": "Dictionary", "d": "Double", "E": "Encodable", "e": "Decodable", "F": "FloatingPoint",
    "f": "Float", "G": "RandomNumberGenerator", "H": "Hashable", "h": "Set", "I": "DefaultIndices", "i": "Int",
    "J": "Character", "j": "Numeric", "K": "BidirectionalCollection", "k": "RandomAccessCollection",
    "L": "Comparable", "l": "Collection", "M": "MutableCollection", "m": "RangeReplaceableCollection",
    "N": "ClosedRange", "n": "Range", "O": "ObjectIdentifier", "P": "UnsafePointer", "p": "UnsafeMutablePointer",
    "Q": "Equatable", "q": "Optional", "R": "UnsafeBufferPointer", "r": "UnsafeMutableBufferPointer", "S": "String",
    "s": "Substring", "T": "Sequence", "t": "IteratorProtocol", "U": "UnsignedInteger", "u": "UInt",
    "V": "UnsafeRawPointer", "v": "UnsafeMutableRawPointer", "W": "UnsafeRawBufferPointer",
    "w": "UnsafeMutableRawBufferPointer", "X": "RangeExpression", "x": "Strideable", "Y": "RawRepresentable",
    "y": "StringProtocol", "Z": "SignedInteger", "z": "BinaryInteger",
  ]

  /// Each is a letter, of which the last one is a capital.
  private mutating func readSubstitutions() -> Bool {
    while let letter = rest.popFirst(), let place = letter.placeInAlphabet, place < substitutions.count {
      guard let name = substitutions[place] else { return false }
      names.append(name)
      if letter.isUpper { return true }
    }
    return false
  }

  /// Reads `4Core`, or with words of earlier identifiers, of which the last one is a capital, `0A5Store`.
  private mutating func readIdentifier() -> Bool {
    var name: [UInt8] = []
    var hasWords = rest.first == UInt8(ascii: "0")
    if hasWords { rest.removeFirst() }
    repeat {
      while hasWords, let letter = rest.first, let place = letter.placeInAlphabet {
        guard place < words.count else { return false }
        name += words[place]
        rest.removeFirst()
        hasWords = !letter.isUpper
      }
      if !name.isEmpty, rest.first == UInt8(ascii: "0") {
        rest.removeFirst()
        break
      }
      guard let text = readText() else { return false }
      name += text
      findWords(in: text)
    } while hasWords
    names.append(String(decoding: name, as: UTF8.self))
    substitutions.append(names.last)
    return true
  }

  /// Reads a length and as many bytes. A second 0 means Punycode, which is not read.
  private mutating func readText() -> ArraySlice<UInt8>? {
    let digits = rest.prefix { $0.isDigit }
    guard digits.first != UInt8(ascii: "0"), let length = Int(String(decoding: digits, as: UTF8.self)),
      length <= rest.count - digits.count
    else { return nil }
    let text = rest.dropFirst(digits.count).prefix(length)
    rest = rest[text.endIndex...]
    return text
  }

  /// A word has two bytes or more, and ends before `_` and before a capital behind another letter.
  private mutating func findWords(in text: ArraySlice<UInt8>) {
    var start: Int?
    for index in text.startIndex...text.endIndex {
      let byte = index < text.endIndex ? text[index] : UInt8(ascii: "_")
      if let begin = start, byte == UInt8(ascii: "_") || (byte.isUpper && !text[index - 1].isUpper) {
        if index - begin >= 2, words.count < Self.mostWords { words.append(text[begin..<index]) }
        start = nil
      }
      if start == nil, byte != UInt8(ascii: "_"), !byte.isDigit { start = index }
    }
  }
}

extension UInt8 {
  /// From 0, of ASCII letters.
  fileprivate var placeInAlphabet: Int? {
    isLetter ? Int(self - (isUpper ? UInt8(ascii: "A") : UInt8(ascii: "a"))) : nil
  }
}
