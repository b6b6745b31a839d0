/// Finds the modules that declare the symbols that a module uses but does not declare.
struct ForeignModules {
  private var modules: [String: String] = [:]

  /// Searches the modules of the same index that the files import, directly or indirectly.
  ///
  /// - Parameter own: the compiled name of the module that uses the symbols; it is not searched.
  /// - Complexity: O(units of the index + symbols of those modules).
  init(of occurrences: some Sequence<RecordedOccurrence>, in store: IndexStore, but own: String) {
    var declared: Set<String> = []
    var wanted: Set<String> = []
    var imported: Set<String> = []
    for occurrence in occurrences {
      if occurrence.symbol.number == RecordedSymbol.moduleNumber {
        imported.insert(String(occurrence.symbol.name.prefix { $0 != "." }))
      } else if occurrence.roles.contains(.definition) {
        declared.insert(occurrence.symbol.usr)
      } else if occurrence.symbol.kind != nil {
        wanted.insert(occurrence.symbol.usr)
      }
    }
    wanted.subtract(declared)
    guard !wanted.isEmpty, !imported.isEmpty else { return }
    let units = Dictionary(grouping: store.unitNames().compactMap(store.unit).filter { !$0.isSystem }, by: \.module)
    let reached = imported.closed { (units[$0] ?? []).flatMap(\.imports) }
    for module in reached.sorted() where module != own && !module.isEmpty {
      let records = Set((units[module] ?? []).flatMap(\.records).map(\.name))
      for record in records {
        store.forEachSymbol(ofRecord: record) { symbol in
          let roles = SymbolRoles(rawValue: store.functions.symbol_get_roles(symbol))
          guard !roles.isDisjoint(with: [.declaration, .definition]) else { return }
          let usr = String(store.functions.symbol_get_usr(symbol))
          if wanted.contains(usr), modules[usr] == nil { modules[usr] = module }
        }
      }
    }
  }

  /// The module that declares a symbol; `nil` if it is not known.
  func module(of usr: String) -> String? { modules[usr] ?? Self.module(inUSR: usr) }

  /// The module at the beginning of a USR. For a member that another module adds by an extension, this is the module of
  /// the type.
  static func module(inUSR usr: String) -> String? {
    guard usr.hasPrefix("s:") else { return nil }
    let name = usr.dropFirst(2)
    if name.first == "s" || name.first == "S" { return "Swift" }
    let digits = name.prefix { ("1"..."9").contains($0) || $0 == "0" }
    guard let count = Int(digits), count > 0 else { return nil }
    let module = name.dropFirst(digits.count).prefix(count)
    return module.count == count ? String(module) : nil
  }
}
