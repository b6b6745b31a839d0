import ImportSyntax
import ModuleGraph

/// The requested contents of a source or header.
struct SourceContents: Hashable, Sendable {
  // MARK: For `FileReadings.imports`

  /// In the order of the file.
  private(set) var uses: [WorkspaceImports.Use] = []
  /// Whether these are all: a macro may name a header.
  private(set) var isComplete = true
  /// Whether there is anything but comments; always `true` for languages other than Swift.
  private(set) var hasCode = true
  private(set) var changedMacros: Set<String> = []
  private(set) var defaultMacros: Set<String> = []

  // MARK: For `FileReadings.types`

  private(set) var types: [WorkspaceTypes.Declared] = []
  /// Names of type aliases.
  private(set) var aliases: Set<String> = []

  // MARK: For both

  /// The comments that excuse violations.
  private(set) var comments: [IgnoreComment] = []

  // MARK: For `FileReadings.interfaces`

  private(set) var interface: WorkspaceInterfaces.File?

  /// - Parameter lines: the number of its lines.
  /// - Complexity: O(bytes).
  init(_ bytes: [UInt8], of source: SourceReading.Source, lines: Int, wanted: FileReadings) {
    let (path, language) = (source.shown, source.language)
    if wanted.contains(.imports) {
      switch language {
      case .swift: addImports(swift: bytes, path: path, source.hasBareRegularExpressions)
      // Only `.S` is preprocessed.
      case .assembly where !path.hasSuffix(".S"), nil: break
      default: addImports(of: bytes, in: .c, path: path)
      }
    }
    if wanted.contains(.types), language == .swift {
      let found = SourceTypes(swift: bytes)
      types = found.types.map { WorkspaceTypes.Declared($0, in: path) }
      aliases = found.aliases
    }
    if language == .swift, !wanted.isDisjoint(with: [.imports, .types]) {
      comments = IgnoreComment.all(in: bytes, of: path)
    }
    if wanted.contains(.interfaces) {
      interface = WorkspaceInterfaces.File(
        hash: Int(truncatingIfNeeded: bytes.stableHash), lines: lines,
        interface: language == .swift ? SwiftInterface(swift: bytes) { Self.answer($0, source.ownModules) } : nil)
    }
  }

  /// What is known of conditions in builds on this system.
  private static func answer(_ condition: CompilationCondition, _ ownModules: Set<String>) -> Bool? {
    switch condition {
    case .query("os", let name): SystemModules.isPlatform(WorkspaceLoader.os, named: name)
    // A package may have a module of its own that is called `Charts`.
    case .query("canImport", let argument) where !ownModules.contains(argument):
      SystemModules.isThere(argument, on: WorkspaceLoader.os)
    default: nil
    }
  }

  /// A header, of which only imports are read.
  init(header bytes: [UInt8], path: String) { addImports(of: bytes, in: .header, path: path) }

  private mutating func addImports(swift bytes: [UInt8], path: String, _ hasBareRegularExpressions: Bool) {
    let source = SourceImports(swift: bytes, hasBareRegularExpressions: hasBareRegularExpressions)
    hasCode = source.hasCode
    uses = source.imports.map { found in
      WorkspaceImports.Use(
        .module(found.module), isReexport: found.isReexport,
        isPublic: found.access == .public || found.access == .open, condition: found.condition,
        location: Dependency.Location(file: path, line: found.line), column: found.column)
    }
  }

  private mutating func addImports(of bytes: [UInt8], in language: WorkspaceImports.Use.Language, path: String) {
    comments = IgnoreComment.all(in: bytes, of: path, .c)
    let source = bytes.withUnsafeBufferPointer { CSource($0) }
    changedMacros = source.changedMacros
    defaultMacros = source.defaultMacros
    // Nothing sees what is under `#if 0`.
    for found in source.imports where found.condition?.value({ _ in nil }) != false {
      let location = Dependency.Location(file: path, line: found.line)
      switch found.form {
      case .quoted, .angled:
        uses.append(
          WorkspaceImports.Use(.header(found.name), in: language, condition: found.condition, location: location))
      case .module:
        uses.append(
          WorkspaceImports.Use(
            .module(String(found.name.prefix { $0 != "." })), in: language, condition: found.condition,
            location: location))
      case .macro: isComplete = false
      }
    }
  }
}
