import ModuleGraph

extension FileSymbols {
  /// Translates the occurrences of a record.
  ///
  /// - Parameters:
  ///   - source: the text of the file, from which access levels are read that the index lacks; `nil` if the text has
  ///     changed since it was indexed.
  ///   - moduleOf: returns the module that declares a symbol; `nil` if it is unknown.
  init(
    path: String, lines: Int?, _ occurrences: [RecordedOccurrence], source: SourceLines?,
    moduleOf: (RecordedSymbol) -> String?
  ) {
    let reading = RecordReading(occurrences, source)
    self.init(
      path: path, lines: lines, declarations: reading.declarations, uses: reading.uses(moduleOf: moduleOf),
      imports: occurrences.filter { $0.symbol.number == RecordedSymbol.moduleNumber }
        .map { String($0.symbol.name.prefix { $0 != "." }) })
  }
}

/// Interprets the occurrences of one file, which refer to each other. All keys are USRs unless stated otherwise.
private struct RecordReading {
  private let occurrences: [RecordedOccurrence]
  private let source: SourceLines?
  /// The extended type of each extension in this file.
  private var extended: [String: String] = [:]
  /// The access level written before each extension.
  private var extensionAccess: [String: AccessLevel] = [:]
  /// The property of each accessor in this file.
  private var properties: [String: String] = [:]
  private var protocols: Set<String> = []
  /// The enumeration with cases on a line, by line. An index does not relate the type of an associated value to its
  /// case.
  private var enumerations: [Int: String] = [:]

  init(_ occurrences: [RecordedOccurrence], _ source: SourceLines?) {
    (self.occurrences, self.source) = (occurrences, source)
    for occurrence in occurrences {
      let symbol = occurrence.symbol
      for name in occurrence.related(.extendedBy) { extended[name] = symbol.usr }
      if symbol.isAccessor, let property = occurrence.related(.accessorOf).first { properties[symbol.usr] = property }
      guard occurrence.roles.contains(.definition) else { continue }
      if symbol.kind == .protocol { protocols.insert(symbol.usr) }
      if symbol.kind == .case { enumerations[occurrence.line] = occurrence.related(.childOf).first }
      if symbol.number == RecordedSymbol.extensionNumber {
        extensionAccess[symbol.usr] = source?.access(beforeLine: occurrence.line, column: occurrence.column) ?? nil
      }
    }
  }

  var declarations: [FileSymbols.Declaration] {
    occurrences.compactMap { occurrence in
      guard let kind = occurrence.symbol.kind, occurrence.roles.contains(.definition) else { return nil }
      let parent = occurrence.related(.childOf).first
      return FileSymbols.Declaration(
        usr: occurrence.symbol.usr, name: occurrence.symbol.name, kind: kind, line: occurrence.line,
        access: access(of: occurrence, kind, in: parent), isRequirement: parent.map(protocols.contains) ?? false,
        isImplicit: occurrence.roles.contains(.implicit),
        container: parent.map { extended[$0] ?? $0 }, overrides: occurrence.related(.overrideOf))
    }
  }

  /// The access level in the index; else the stated one; else that of the extension; else internal. `nil` if it is
  /// unknown.
  private func access(of occurrence: RecordedOccurrence, _ kind: SymbolKind, in parent: String?) -> AccessLevel? {
    if let known = occurrence.symbol.access { return known }
    guard let source else { return nil }
    if occurrence.roles.contains(.implicit) { return .internal }
    // Cases and requirements have the access of their container, which limits them anyway: `open` adds no limit.
    if kind == .case || kind == .associatedType || parent.map(protocols.contains) == true { return .open }
    if let stated = source.access(beforeLine: occurrence.line, column: occurrence.column) { return stated }
    return parent.flatMap { extensionAccess[$0] } ?? .internal
  }

  func uses(moduleOf: (RecordedSymbol) -> String?) -> [FileSymbols.Use] {
    var modules: [String: String?] = [:]
    func module(_ symbol: RecordedSymbol) -> String? {
      if let known = modules[symbol.usr] { return known }
      let found = moduleOf(symbol)
      modules[symbol.usr] = found
      return found
    }
    return occurrences.flatMap { occurrence -> [FileSymbols.Use] in
      guard let kind = occurrence.symbol.kind, let (relation, user) = use(occurrence) else {
        return overrides(occurrence)
      }
      return [
        FileSymbols.Use(
          usr: occurrence.symbol.usr, name: occurrence.symbol.name, kind: kind, line: occurrence.line,
          relation: relation, user: user.map(declaration),
          requirement: relation == .witness ? occurrence.related(.overrideOf).first : nil,
          module: module(occurrence.symbol))
      ]
    }
  }

  /// How an occurrence uses its symbol, and the declaration that contains it; `nil` if it does not use the symbol.
  private func use(_ occurrence: RecordedOccurrence) -> (FileSymbols.Use.Relation, String?)? {
    if occurrence.roles.contains(.definition) { return nil }
    let user = occurrence.related([.containedBy, .calledBy]).first
    if !occurrence.related(.overrideOf).isEmpty { return (.witness, user) }
    guard occurrence.roles.contains(.reference) else { return nil }
    if let heir = occurrence.related(.baseOf).first { return (.base, heir) }
    if let name = occurrence.related(.extendedBy).first { return (.extension, name) }
    if user == nil, let enumeration = enumerations[occurrence.line] { return (.payload, enumeration) }
    return (.reference, user)
  }

  /// The declarations that a definition overrides or implements.
  private func overrides(_ occurrence: RecordedOccurrence) -> [FileSymbols.Use] {
    guard let kind = occurrence.symbol.kind, occurrence.roles.contains(.definition) else { return [] }
    return occurrence.related(.overrideOf).map {
      FileSymbols.Use(
        usr: $0, name: occurrence.symbol.name, kind: kind, line: occurrence.line, relation: .override,
        user: occurrence.symbol.usr)
    }
  }

  /// The property of an accessor, or the extended type of an extension; any other declaration unchanged.
  private func declaration(_ usr: String) -> String { properties[usr] ?? extended[usr] ?? usr }
}
