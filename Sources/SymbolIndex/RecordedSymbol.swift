import CIndexStore
import ModuleGraph

/// A symbol of a record.
struct RecordedSymbol {
  let usr: String
  let name: String
  /// `nil` for symbols that the graph of files ignores: parameters, local variables, accessors, extensions.
  let kind: SymbolKind?
  /// The library's number for the kind.
  let number: Int32
  private let subkind: Int32
  private let properties: UInt64

  init(_ symbol: modgauge_index_reader?, _ functions: modgauge_index_functions) {
    usr = String(functions.symbol_get_usr(symbol))
    name = String(functions.symbol_get_name(symbol))
    number = functions.symbol_get_kind(symbol)
    subkind = functions.symbol_get_subkind(symbol)
    properties = functions.symbol_get_properties(symbol)
    let isLocal = properties & Self.localProperty != 0
    kind = isLocal || Self.isAccessor(subkind) ? nil : Self.kind(number, subkind)
  }

  static let moduleNumber: Int32 = 1
  static let extensionNumber: Int32 = 9
  private static let localProperty: UInt64 = 1 << 7

  var isAccessor: Bool { Self.isAccessor(subkind) }

  /// Whether the symbol is a getter, a setter, an observer or the like. A use of one is also a use of its property.
  private static func isAccessor(_ subkind: Int32) -> Bool {
    switch subkind {
    case 3, 4, 1000...1003, 1014...1018: true
    default: false
    }
  }

  private static func kind(_ number: Int32, _ subkind: Int32) -> SymbolKind? {
    switch (number, subkind) {
    case (_, 1008...1010): .operator
    case (_, 1011): .subscript
    case (_, 1012): .associatedType
    case (_, 1013): nil  // A parameter of a generic declaration.
    case (4, _): .macro
    case (5, _): .enum
    case (6, _): .struct
    case (7, _): .class
    case (8, _): .protocol
    case (10, _): .union
    case (11, _): .typealias
    case (12, _): .function
    case (13, _): .variable
    case (14, _): .field
    case (15, _): .case
    case (16...18, _): .method
    case (19...21, _): .property
    case (22, _): .initializer
    case (23, _): .deinitializer
    case (moduleNumber, _), (extensionNumber, _), (25, _), (1000, _): nil
    default: .other
    }
  }

  /// The access level in the index; `nil` if it has none, as with libIndexStore of Swift 6.3.
  var access: AccessLevel? {
    switch properties >> 17 & 7 {
    case 1: .private
    case 2: .fileprivate
    case 3: .internal
    case 4: .package
    case 5, 6: .public
    default: nil
    }
  }
}

/// The roles of occurrences and relations, as far as they are used here.
struct SymbolRoles: OptionSet {
  let rawValue: UInt64

  static let declaration = SymbolRoles(rawValue: 1 << 0)
  static let definition = SymbolRoles(rawValue: 1 << 1)
  static let reference = SymbolRoles(rawValue: 1 << 2)
  static let implicit = SymbolRoles(rawValue: 1 << 8)
  static let childOf = SymbolRoles(rawValue: 1 << 9)
  static let baseOf = SymbolRoles(rawValue: 1 << 10)
  static let overrideOf = SymbolRoles(rawValue: 1 << 11)
  static let calledBy = SymbolRoles(rawValue: 1 << 13)
  static let extendedBy = SymbolRoles(rawValue: 1 << 14)
  static let accessorOf = SymbolRoles(rawValue: 1 << 15)
  static let containedBy = SymbolRoles(rawValue: 1 << 16)
}

/// One occurrence of a symbol in a record.
struct RecordedOccurrence {
  let symbol: RecordedSymbol
  let roles: SymbolRoles
  /// The position, counted from 1; the column is in bytes.
  let line: Int
  let column: Int
  private let relations: [(roles: SymbolRoles, usr: String)]

  init(_ occurrence: modgauge_index_reader, _ functions: modgauge_index_functions) {
    symbol = RecordedSymbol(functions.occurrence_get_symbol(occurrence), functions)
    roles = SymbolRoles(rawValue: functions.occurrence_get_roles(occurrence))
    var (line, column): (UInt32, UInt32) = (0, 0)
    functions.occurrence_get_line_col(occurrence, &line, &column)
    (self.line, self.column) = (Int(line), Int(column))
    var relations: [(roles: SymbolRoles, usr: String)] = []
    Visit.each {
      let roles = SymbolRoles(rawValue: functions.symbol_relation_get_roles($0))
      let usr = String(functions.symbol_get_usr(functions.symbol_relation_get_symbol($0)))
      relations.append((roles, usr))
    } apply: {
      functions.occurrence_relations_apply_f(occurrence, $0, $1)
    }
    self.relations = relations
  }

  /// The USRs of the symbols that have one of these relations to this one.
  func related(_ wanted: SymbolRoles) -> [String] {
    relations.filter { !$0.roles.isDisjoint(with: wanted) }.map(\.usr)
  }
}
