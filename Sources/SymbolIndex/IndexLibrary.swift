import CIndexStore
import Platform

/// The toolchain's libIndexStore, the only library that reads the format of an index.
///
/// It is loaded at run time, since toolchains without it can be used for everything else.
package struct IndexLibrary: @unchecked Sendable {
  // Addresses of functions, which may be called from any thread.
  let functions: modgauge_index_functions

  /// Loads the library of a toolchain.
  /// - Parameter toolchain: the folder that contains `bin` and `lib`, absolute.
  /// - Throws: `IndexError.libraryMissing`.
  package init(ofToolchain toolchain: String) throws(IndexError) {
    try self.init(at: "\(toolchain)/lib/libIndexStore.\(DynamicLibrary.fileExtension)")
  }

  init(at path: String) throws(IndexError) {
    var loader: FunctionLoader
    do throws(DynamicLibrary.LoadError) {
      loader = FunctionLoader(try DynamicLibrary(at: path), prefix: "indexstore_")
    } catch {
      throw .libraryMissing(path: path, reason: error.reason)
    }
    functions = loader.index
    if let missing = loader.missing {
      throw .libraryMissing(path: path, reason: "it has no function \(missing)")
    }
  }
}

extension FunctionLoader {
  fileprivate var index: modgauge_index_functions {
    mutating get {
      modgauge_index_functions(
        error_get_description: find("error_get_description"), error_dispose: find("error_dispose"),
        store_create: find("store_create"), store_dispose: find("store_dispose"),
        store_units_apply_f: find("store_units_apply_f"),
        unit_reader_create: find("unit_reader_create"), unit_reader_dispose: find("unit_reader_dispose"),
        unit_reader_get_modification_time: find("unit_reader_get_modification_time"),
        unit_reader_is_system_unit: find("unit_reader_is_system_unit"),
        unit_reader_get_main_file: find("unit_reader_get_main_file"),
        unit_reader_get_module_name: find("unit_reader_get_module_name"),
        unit_reader_dependencies_apply_f: find("unit_reader_dependencies_apply_f"),
        unit_dependency_get_kind: find("unit_dependency_get_kind"),
        unit_dependency_get_filepath: find("unit_dependency_get_filepath"),
        unit_dependency_get_modulename: find("unit_dependency_get_modulename"),
        unit_dependency_get_name: find("unit_dependency_get_name"),
        record_reader_create: find("record_reader_create"), record_reader_dispose: find("record_reader_dispose"),
        record_reader_symbols_apply_f: find("record_reader_symbols_apply_f"),
        record_reader_occurrences_apply_f: find("record_reader_occurrences_apply_f"),
        occurrence_get_symbol: find("occurrence_get_symbol"), occurrence_get_roles: find("occurrence_get_roles"),
        occurrence_get_line_col: find("occurrence_get_line_col"),
        occurrence_relations_apply_f: find("occurrence_relations_apply_f"),
        symbol_relation_get_roles: find("symbol_relation_get_roles"),
        symbol_relation_get_symbol: find("symbol_relation_get_symbol"),
        symbol_get_kind: find("symbol_get_kind"), symbol_get_subkind: find("symbol_get_subkind"),
        symbol_get_properties: find("symbol_get_properties"), symbol_get_roles: find("symbol_get_roles"),
        symbol_get_name: find("symbol_get_name"), symbol_get_usr: find("symbol_get_usr"))
    }
  }
}
