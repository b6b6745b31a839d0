extension WorkspaceDescription {
  /// Whether a text can be used in comments, manifests and paths unchanged: it consists of ASCII letters, digits and
  /// `extra`.
  package static func isName(_ text: String, allowing extra: Set<Unicode.Scalar>) -> Bool {
    guard !text.isEmpty, text.unicodeScalars.count <= Limits.name else { return false }
    return text.unicodeScalars.allSatisfy { $0.isASCIILetterOrDigit || extra.contains($0) }
  }

  /// Why a text cannot be the name of a module; `nil` if it can.
  package static func fault(of name: String) -> SynthesisError.NameFault? {
    if name.unicodeScalars.count > Limits.name { return .length }
    guard isName(name, allowing: ["_"]), let first = name.unicodeScalars.first, !("0"..."9").contains(first),
      name.unicodeScalars.contains(where: { $0 != "_" })
    else { return .characters }
    if keywords.contains(name) { return .keyword }
    return takenNames.contains(name.lowercased()) ? .taken : nil
  }

  /// Keywords that cannot be a module's name without backticks. Source: “The Swift Programming Language”, Lexical
  /// Structure, Keywords and Punctuation.
  static let keywords: Set<String> = words(
    """
    Any Protocol Self Type as associatedtype async await break case catch class continue default defer deinit do else
    enum extension fallthrough false fileprivate for func guard if import in init inout internal is let nil open
    operator precedencegroup private protocol public repeat rethrows return self some static struct subscript super
    switch throw throws true try typealias var where while _
    """)

  /// Names of the toolchain's modules, and of declarations in the standard library that the synthesized code uses, in
  /// lower case. A module with such a name would shadow them, or be shadowed.
  private static let takenNames: Set<String> = words(
    """
    swift swiftshims _concurrency _stringprocessing _differentiation _builtin_float builtin
    synchronization observation distributed regexbuilder cxx cxxstdlib foundation foundationessentials
    foundationnetworking foundationxml foundationinternationalization dispatch xctest testing glibc musl darwin
    winsdk android bionic wasilibc ucrt crt os corefoundation packagedescription packageplugin
    compilerplugin
    actor any array bool character codable codingkey comparable customstringconvertible decodable decoder dictionary
    double encodable encoder equatable error float hashable hasher identifiable int int64 iteratorprotocol never
    optional range result sendable sequence set string substring task uint64 unicode void xctestcase
    all package packages sources tests main test
    """)

  private static func words(_ text: String) -> Set<String> {
    Set(text.split(whereSeparator: \.isWhitespace).map(String.init))
  }
}

extension Unicode.Scalar {
  var isASCIILetterOrDigit: Bool {
    ("a"..."z").contains(self) || ("A"..."Z").contains(self) || ("0"..."9").contains(self)
  }
}
