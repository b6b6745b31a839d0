/// A module's identity in the workspace: the key of its package and its name, written `key/Name`.
package struct ModuleID: Hashable, Comparable, Sendable, Codable, CustomStringConvertible {
  /// The package's key, which may contain `/` itself.
  package let package: String
  package let name: String

  package init(package: String, name: String) {
    self.package = package
    self.name = name
  }

  /// Parses `key/Name`; the name is what follows the last `/`.
  /// - Returns: `nil` if there is no `/`, or one side of it is empty.
  package init?(_ description: String) {
    // A search for a `Character` would take longer than all else that is done with a name in a document.
    let bytes = description.utf8
    guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")), slash > bytes.startIndex else { return nil }
    let name = description[bytes.index(after: slash)...]
    guard !name.isEmpty else { return nil }
    self.init(package: String(description[..<slash]), name: String(name))
  }

  package var description: String { "\(package)/\(name)" }

  /// The name alone: most modules of one name have it to themselves, and hashing is a large part of loading a graph.
  package func hash(into hasher: inout Hasher) { hasher.combine(name) }

  package static func < (left: ModuleID, right: ModuleID) -> Bool {
    (left.package, left.name) < (right.package, right.name)
  }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    guard let id = ModuleID(text) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "“\(text)” is not of the form `package/Module`")
    }
    self = id
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}

/// A target of SwiftPM or Xcode; most are a set of source files that are compiled to one module.
package struct Module: Hashable, Sendable, Codable, Identifiable {
  package enum Kind: String, Sendable, Codable, CaseIterable {
    // The names that SwiftPM uses.
    case regular, executable, test, system, binary, plugin, macro, snippet
    // Targets of Xcode projects; their test bundles are `test` as well.
    case app, framework, `extension`, bundle, tool
    case staticLibrary = "static-library"
    case dynamicLibrary = "dynamic-library"
    case xpcService = "xpc-service"
    /// Targets that only build their dependencies and run scripts.
    case aggregate
    /// Targets that a program such as `make` builds.
    case legacy
    /// An unknown type of product.
    case other
    /// A product of a package outside the workspace.
    case external
    /// A name in a manifest that nothing provides, as far as known.
    case unknown
    /// A source file in a graph of one module's files, not a target.
    case file

    /// The kinds that modules of a workspace have.
    package static let ofModules = allCases.filter { $0 != .file }

    /// Whether builds compile such modules, if they have sources; tests aside.
    package var isCompiled: Bool {
      switch self {
      case .regular, .executable, .macro, .app, .framework, .extension, .bundle, .tool, .staticLibrary, .dynamicLibrary,
        .xpcService:
        true
      case .test, .system, .binary, .plugin, .snippet, .aggregate, .legacy, .other, .external, .unknown, .file: false
      }
    }

    /// Whether such modules are no targets of the workspace.
    package var isOutside: Bool { self == .external || self == .unknown }
  }

  package let id: ModuleID
  package let kind: Kind
  /// The folder of the sources, relative to the workspace's root; `nil` if there is none on this disk.
  package let path: String?
  /// The number of files that the compiler reads. Like the two below, it is `nil` if there are no sources to count, and
  /// does not include missing files.
  package let sources: Int?
  /// Physical lines of those files.
  package let lines: Int?
  package let bytes: Int?
  /// The number of sources that cannot be read here, or that only another tool reads, so that the figures above are
  /// lower bounds; a folder that cannot be read counts as one. `nil` if there are none.
  package let missingSources: Int?
  /// Sorted: `assembly`, `c`, `cpp`, `objc`, `objcpp`, `swift`.
  package let languages: [String]

  package var name: String { id.name }
  /// The name of the module in source code: characters that an identifier cannot contain are `_`.
  package var compiledName: String { Module.compiledName(id.name) }
  package var package: String { id.package }
  /// Whether some of its sources could not be read.
  package var hasUnreadSources: Bool { missingSources != nil || sources != nil && lines == nil }

  package init(
    id: ModuleID, kind: Kind, path: String? = nil, sources: Int? = nil, lines: Int? = nil, bytes: Int? = nil,
    missingSources: Int? = nil, languages: [String] = []
  ) {
    self.id = id
    self.kind = kind
    self.path = path
    self.sources = sources
    self.lines = lines
    self.bytes = bytes
    self.missingSources = missingSources
    self.languages = languages
  }

  /// SwiftPM's “C99 name” of a target: characters that an identifier cannot contain, or not at its start, become `_`.
  package static func compiledName(_ name: String) -> String {
    // Most names are identifiers already, and it takes far longer to look up what a character is.
    if name.isPlainIdentifier { return name }
    let scalars = name.unicodeScalars.enumerated().map { index, scalar -> Unicode.Scalar in
      let allowed = index == 0 ? scalar.properties.isXIDStart : scalar.properties.isXIDContinue
      return allowed || scalar == "_" ? scalar : "_"
    }
    return String(String.UnicodeScalarView(scalars))
  }

  private enum CodingKeys: String, CodingKey {
    case id, name, package, kind, path, sources, lines, bytes, missingSources, languages
  }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      id: try container.decode(ModuleID.self, forKey: .id),
      kind: try container.decode(Kind.self, forKey: .kind),
      path: try container.decodeIfPresent(String.self, forKey: .path),
      sources: try container.decodeIfPresent(Int.self, forKey: .sources),
      lines: try container.decodeIfPresent(Int.self, forKey: .lines),
      bytes: try container.decodeIfPresent(Int.self, forKey: .bytes),
      missingSources: try container.decodeIfPresent(Int.self, forKey: .missingSources),
      languages: try container.decodeIfPresent([String].self, forKey: .languages) ?? [])
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(id, forKey: .id)
    try container.encode(name, forKey: .name)
    try container.encode(package, forKey: .package)
    try container.encode(kind, forKey: .kind)
    try container.encodeIfPresent(path, forKey: .path)
    try container.encodeIfPresent(sources, forKey: .sources)
    try container.encodeIfPresent(lines, forKey: .lines)
    try container.encodeIfPresent(bytes, forKey: .bytes)
    try container.encodeIfPresent(missingSources, forKey: .missingSources)
    if !languages.isEmpty { try container.encode(languages, forKey: .languages) }
  }
}

extension String {
  /// Whether it consists of ASCII letters, digits and underscores, and begins with no digit.
  fileprivate var isPlainIdentifier: Bool {
    guard let first = utf8.first, !first.isDigit else { return false }
    return utf8.allSatisfy { $0.isLetter || $0.isDigit || $0 == UInt8(ascii: "_") }
  }
}
