import ModuleGraph

/// Why the symbols of a module cannot be read. `description` is the sentence for the user.
package enum IndexError: Error, Hashable, Sendable {
  /// The toolchain's libIndexStore is missing or cannot be used.
  case libraryMissing(path: String, reason: String)
  /// The store's folder cannot be read as an index.
  case storeUnreadable(path: String, reason: String)
  /// No index contains the module.
  /// - Parameter looked: the paths of the stores that were searched.
  case notIndexed(module: String, looked: [String], command: String)
  /// Files of the module that changed after they were indexed, or are not in the index; both sorted.
  case outdated(module: String, changed: [String], missing: [String], store: String, command: String)
  /// The module has no files that an index could contain.
  case noSources(module: String)
}

extension IndexError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .libraryMissing(let path, let reason):
      "The toolchain's libIndexStore cannot be loaded, and without it an index cannot be read: \(path): \(reason). Choose a "
        + "toolchain that has it with --toolchain."
    case .storeUnreadable(let path, let reason):
      "`\(path)` is not a readable index store: \(reason). Specify the folder that contains v5, such as "
        + ".build/debug/index/store."
    case .notIndexed(let module, let looked, let command):
      (looked.isEmpty
        ? "There is no compiler index below .build." : "No file of \(module) is in \(Self.list(looked)).")
        + " Build one with `\(command)`, create one in a private copy with --build-index, or specify one with --index-store."
    case .outdated(let module, let changed, let missing, let store, let command):
      "The index `\(store)` is out of date for \(module)."
        + (changed.isEmpty ? "" : " Changed since they were indexed: \(Self.list(changed)).")
        + (missing.isEmpty ? "" : " Not in the index: \(Self.list(missing)).")
        + " Build with `\(command)`, create a new index with --build-index, or use this one anyway with --force."
    case .noSources(let module): "\(module) has no sources that a compiler indexes."
    }
  }

  private static func list(_ names: [String]) -> String { names.listed(atMost: 5) }
}
