package import ModuleGraph
import Platform

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A module whose files are looked up in an index.
package struct IndexedModule: Sendable {
  package struct Source: Hashable, Sendable {
    /// Relative to the workspace's root.
    package let path: String
    package let lines: Int?

    package init(path: String, lines: Int?) {
      (self.path, self.lines) = (path, lines)
    }
  }

  private let id: ModuleID
  private let compiledName: String
  /// The workspace's root, absolute, without symbolic links.
  private let root: String
  private let sources: [Source]
  /// The command that builds the module with an index, for errors.
  private let command: String

  /// - Parameters:
  ///   - root: the workspace's root, absolute, without symbolic links.
  ///   - sources: the files that a compiler indexes.
  ///   - command: the command that builds the module with an index, for errors.
  package init(_ module: Module, root: String, sources: [Source], command: String) {
    (id, compiledName, self.root, self.sources) = (module.id, module.compiledName, root, sources)
    self.command = command
  }

  /// Reads the symbols of the module's files from one of several indexes: the one that is up to date for most files.
  ///
  /// - Parameters:
  ///   - places: the indexes, in order of preference.
  ///   - isForced: whether to accept files that changed after they were indexed, or are missing.
  /// - Returns: one element for each source, in their order; a source that is not in the index declares and uses
  ///   nothing.
  /// - Complexity: O(occurrences in the module's files), and O(symbols of the modules that it depends on).
  package func symbols(
    in places: [IndexLocation], with library: IndexLibrary, isForced: Bool = false
  ) throws(IndexError) -> [FileSymbols] {
    guard !sources.isEmpty else { throw .noSources(module: id.name) }
    var best: Coverage?
    for place in places {
      let coverage = Coverage(of: try IndexStore(at: place.path, with: library), files: files, in: place, compiledName)
      if coverage.rank > best?.rank ?? (0, 0) { best = coverage }
    }
    guard let best else { throw .notIndexed(module: id.name, looked: places.map(\.path), command: command) }
    if !isForced, !(best.changed.isEmpty && best.missing.isEmpty) {
      throw .outdated(
        module: id.name, changed: best.changed, missing: best.missing, store: best.store.path, command: command)
    }
    return symbols(in: best)
  }

  /// The relative paths of the sources, by absolute path.
  private var files: [String: String] {
    Dictionary(sources.map { ("\(root)/\($0.path)", $0.path) }, uniquingKeysWith: { first, _ in first })
  }

  private func symbols(in coverage: Coverage) -> [FileSymbols] {
    let store = coverage.store
    var occurrences: [String: [RecordedOccurrence]] = [:]
    for (path, unit) in coverage.units {
      var found: [RecordedOccurrence] = []
      for record in unit.records where record.file == unit.mainFile {
        store.forEachOccurrence(ofRecord: record.name) { found.append(RecordedOccurrence($0, store.functions)) }
      }
      occurrences[path] = found
    }
    let modules = ForeignModules(of: occurrences.values.joined(), in: store, but: compiledName)
    return sources.map { source in
      let text = coverage.changed.contains(source.path) ? nil : SourceLines(at: "\(root)/\(source.path)")
      return FileSymbols(path: source.path, lines: source.lines, occurrences[source.path] ?? [], source: text) {
        modules.module(of: $0.usr)
      }
    }
  }
}

/// The units of a module's files in one store.
private struct Coverage {
  let store: IndexStore
  /// The latest unit of each file, by the file's path.
  let units: [String: IndexUnit]
  /// Files that are newer than their unit, and files without a unit; both sorted.
  let changed: [String]
  let missing: [String]

  /// - Parameter files: the relative paths of the module's files, by absolute path.
  init(of store: IndexStore, files: [String: String], in place: IndexLocation, _ module: String) {
    self.store = store
    let stems = Set(files.keys.map(Self.stem))
    var units: [String: IndexUnit] = [:]
    for name in store.unitNames() where stems.contains(Self.stem(name)) {
      guard let unit = store.unit(named: name), unit.module == module || unit.module.isEmpty else { continue }
      let file = place.place(of: unit.mainFile)
      guard let path = files[file] ?? FileSystem.canonicalPath(of: file).flatMap({ files[$0] }) else { continue }
      if units[path].map({ $0.writtenNanoseconds < unit.writtenNanoseconds }) ?? true { units[path] = unit }
    }
    self.units = units
    missing = files.values.filter { units[$0] == nil }.sorted()
    changed = files.compactMap { file, path in
      guard let unit = units[path], let status = try? FileStatus(of: file) else { return nil }
      return status.modifiedNanoseconds > unit.writtenNanoseconds ? path : nil
    }.sorted()
  }

  /// The beginning of a unit's name: the name of its file up to the first dot.
  private static func stem(_ path: String) -> Substring {
    let name = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { path[path.index(after: $0)...] } ?? path[...]
    return name.prefix { $0 != "." }
  }

  /// The number of files for which the index is up to date, then the number of files that it contains.
  var rank: (Int, Int) { (units.count - changed.count, units.count) }
}

extension SourceLines {
  /// - Returns: `nil` if the file cannot be read.
  init?(at path: String) {
    guard let bytes = FileManager.default.contents(atPath: path) else { return nil }
    self.init([UInt8](bytes))
  }
}
