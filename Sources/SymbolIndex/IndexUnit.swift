import CIndexStore

/// What an index contains about one compiled file.
struct IndexUnit {
  /// The path that the compiler was given; empty for a module that was not compiled from a single file.
  let mainFile: String
  /// Empty for files in C.
  let module: String
  /// Whether it belongs to the SDK or the toolchain.
  let isSystem: Bool
  /// When the unit was written, since 1970.
  let writtenNanoseconds: Int
  /// The records of the file and of the files that it includes.
  let records: [Record]
  /// The names of the modules that it depends on.
  let imports: [String]

  struct Record {
    let name: String
    let file: String
  }

  init(_ reader: modgauge_index_reader, _ functions: modgauge_index_functions) {
    mainFile = String(functions.unit_reader_get_main_file(reader))
    module = String(functions.unit_reader_get_module_name(reader))
    isSystem = functions.unit_reader_is_system_unit(reader)
    var (seconds, nanoseconds): (Int64, Int64) = (0, 0)
    functions.unit_reader_get_modification_time(reader, &seconds, &nanoseconds)
    writtenNanoseconds = Int(seconds) * 1_000_000_000 + Int(nanoseconds)
    var (records, imports): ([Record], [String]) = ([], [])
    Visit.each {
      switch functions.unit_dependency_get_kind($0) {
      case Self.unitKind: imports.append(String(functions.unit_dependency_get_modulename($0)))
      case Self.recordKind:
        records.append(
          Record(
            name: String(functions.unit_dependency_get_name($0)),
            file: String(functions.unit_dependency_get_filepath($0))))
      default: break
      }
    } apply: {
      functions.unit_reader_dependencies_apply_f(reader, $0, $1)
    }
    (self.records, self.imports) = (records, imports)
  }

  // The library's numbers for dependencies on a unit and on a record.
  private static let unitKind: Int32 = 1
  private static let recordKind: Int32 = 2
}
