import CIndexStore

/// An index written by a compiler: a unit for each compiled file, and records of the symbols in files.
package final class IndexStore {
  let functions: modgauge_index_functions
  private let store: modgauge_index_reader
  /// The folder of the store, absolute.
  package let path: String

  /// - Throws: `IndexError.storeUnreadable`.
  package init(at path: String, with library: IndexLibrary) throws(IndexError) {
    (self.path, functions) = (path, library.functions)
    var failure: modgauge_index_error?
    guard let store = functions.store_create(path, &failure) else {
      throw .storeUnreadable(path: path, reason: Self.reason(failure, functions))
    }
    self.store = store
  }

  deinit { functions.store_dispose(store) }

  /// Sorted.
  func unitNames() -> [String] {
    var names: [String] = []
    withUnsafeMutablePointer(to: &names) { names in
      _ = functions.store_units_apply_f(store, 1, names) { context, name in
        context?.assumingMemoryBound(to: [String].self).pointee.append(String(name))
        return true
      }
    }
    return names
  }

  /// - Returns: `nil` if the unit cannot be read: a build may be writing it.
  func unit(named name: String) -> IndexUnit? {
    var failure: modgauge_index_error?
    guard let reader = functions.unit_reader_create(store, name, &failure) else {
      functions.error_dispose(failure)
      return nil
    }
    defer { functions.unit_reader_dispose(reader) }
    return IndexUnit(reader, functions)
  }

  /// Calls the closure with each symbol of a record, once.
  /// - Returns: whether the record could be read.
  @discardableResult
  func forEachSymbol(ofRecord name: String, _ body: (modgauge_index_reader) -> Void) -> Bool {
    forEach(ofRecord: name, body) { functions.record_reader_symbols_apply_f($0, true, $1, $2) }
  }

  /// Calls the closure with each occurrence of a symbol in a record, in the order of the file.
  /// - Returns: whether the record could be read.
  @discardableResult
  func forEachOccurrence(ofRecord name: String, _ body: (modgauge_index_reader) -> Void) -> Bool {
    forEach(ofRecord: name, body) { functions.record_reader_occurrences_apply_f($0, $1, $2) }
  }

  private func forEach(
    ofRecord name: String, _ body: (modgauge_index_reader) -> Void,
    apply: (modgauge_index_reader, UnsafeMutableRawPointer, modgauge_index_visitor) -> Bool
  ) -> Bool {
    var failure: modgauge_index_error?
    guard let reader = functions.record_reader_create(store, name, &failure) else {
      functions.error_dispose(failure)
      return false
    }
    defer { functions.record_reader_dispose(reader) }
    Visit.each(body) { apply(reader, $0, $1) }
    return true
  }

  private static func reason(_ failure: modgauge_index_error?, _ functions: modgauge_index_functions) -> String {
    defer { functions.error_dispose(failure) }
    return failure.flatMap { functions.error_get_description($0) }.map { String(cString: $0) } ?? "no reason is given"
  }
}

/// Calls a closure for each item that one of the library's functions visits.
enum Visit {
  private struct Body {
    let call: (modgauge_index_reader) -> Void
  }

  static func each(
    _ body: (modgauge_index_reader) -> Void,
    apply: (UnsafeMutableRawPointer, modgauge_index_visitor) -> Bool
  ) {
    withoutActuallyEscaping(body) { body in
      var body = Body(call: body)
      withUnsafeMutablePointer(to: &body) { body in
        _ = apply(body) { context, item in
          if let item { context?.assumingMemoryBound(to: Body.self).pointee.call(item) }
          return true
        }
      }
    }
  }
}

extension String {
  /// A copy.
  init(_ text: modgauge_index_text) {
    let bytes = UnsafeRawBufferPointer(start: text.data, count: text.length)
    self = String(decoding: bytes, as: UTF8.self)
  }
}
