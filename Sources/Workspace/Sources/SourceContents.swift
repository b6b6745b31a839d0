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

  // MARK: For `FileReadings.mentions`

  private(set) var mentions: NameMentions?

  // MARK: For `FileReadings.interfaces`

  private(set) var interface: WorkspaceInterfaces.File?

  /// - Parameters:
  ///   - lines: the number of its lines.
  ///   - build: what is known of the builds in which the conditions of its interface hold.
  /// - Complexity: O(bytes).
  init(
    _ bytes: [UInt8], of source: SourceReading.Source, lines: Int, wanted: FileReadings,
    in build: CompilationSettings.Build
  ) {
    let (path, language) = (source.shown, source.language)
    if wanted.contains(.imports) {
      switch language {
      // Without known settings, there may be some.
      case .swift: addImports(swift: bytes, path: path, source.target.settings?.hasBareRegularExpressions ?? true)
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
    if wanted.contains(.mentions) { mentions = NameMentions(source: bytes) }
    if wanted.contains(.interfaces) {
      interface = WorkspaceInterfaces.File(
        hash: Int(truncatingIfNeeded: bytes.stableHash), lines: lines,
        interface: language == .swift ? SwiftInterface(swift: bytes) { source.target.answer($0, in: build) } : nil)
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

extension SourceReading.Target {
  /// The value of a flag or query of a condition; `nil` if it is unknown.
  fileprivate func answer(_ condition: CompilationCondition, in build: CompilationSettings.Build) -> Bool? {
    (settings ?? .none).answer(condition, in: build) { module in
      // A package may have a module of its own that is called `Charts`.
      ownModules.contains(module) ? nil : build.platform.flatMap { SystemModules.isThere(module, on: $0) }
    }
  }
}
