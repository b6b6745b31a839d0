import ImportSyntax
package import ModuleGraph

extension LoadedWorkspace {
  /// Reads the imports in the workspace's sources, on all processors.
  ///
  /// A source or header that cannot be read makes its module incomplete. For a source, loading the workspace has
  /// already warned about it.
  /// - Parameter chosen: the modules whose sources are read; all if absent.
  /// - Complexity: O(bytes of the sources and headers).
  package func readImports(of chosen: Set<ModuleID>? = nil) async -> WorkspaceImports {
    let modules = graph.modules.filter { chosen?.contains($0.id) ?? true }
    let settings = compilationSettings
    let scans = await withTaskGroup(of: (ModuleID, ModuleScan).self) { group in
      for module in modules where sources[module.id] != nil || module.kind == .system {
        let hasBareRegularExpressions = settings[module.id]?.hasBareRegularExpressions ?? true
        group.addTask {
          (module.id, ModuleScan(of: module, sources[module.id] ?? [], root: rootPath, hasBareRegularExpressions))
        }
      }
      return await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
    }
    let changed = scans.values.reduce(into: Set()) { $0.formUnion($1.changedMacros) }
    let defaults = scans.values.reduce(into: Set()) { $0.formUnion($1.defaultMacros) }
    let generating = Set(graph.dependencies.filter { $0.kind == .plugin }.map(\.from))
    return WorkspaceImports(
      uses: scans.mapValues(\.uses), mappedNames: scans.mapValues(\.mappedNames).filter { !$0.value.isEmpty },
      headers: scans.mapValues(\.interface.headers),
      incomplete: generating.union(scans.filter { !$0.value.isComplete }.keys),
      unreadHeaders: Set(scans.filter { !$0.value.interface.isComplete }.keys), settings: settings,
      macros: macroSettings(changed: changed, defaults: defaults),
      withoutCode: Set(scans.filter { !$0.value.hasCode }.keys), withResources: await modulesWithResources(),
      aliases: moduleAliases,
      comments: scans.values.flatMap(\.comments))
  }
}

/// The imports of one module.
private struct ModuleScan: Sendable {
  private(set) var uses: [WorkspaceImports.Use] = []
  private(set) var isComplete = true
  /// Whether there is anything but Swift sources with nothing but comments.
  private(set) var hasCode: Bool
  private(set) var interface = HeaderFolder()
  /// Empty without module maps.
  private(set) var mappedNames: Set<String> = []
  private(set) var comments: [IgnoreComment] = []
  private(set) var changedMacros: Set<String> = []
  private(set) var defaultMacros: Set<String> = []

  private let hasBareRegularExpressions: Bool

  init(of module: Module, _ files: [SourceFile], root: String, _ hasBareRegularExpressions: Bool) {
    self.hasBareRegularExpressions = hasBareRegularExpressions
    hasCode = files.isEmpty || files.contains { $0.language != "swift" }
    for file in files {
      guard let bytes = try? FileBytes.read("\(root)/\(file.path)") else {
        isComplete = false
        hasCode = true
        continue
      }
      switch file.language {
      case "swift": addSwift(bytes, path: file.path)
      case nil, "assembly": break
      default: addC(bytes, in: .c, path: file.path)
      }
    }
    guard let path = module.path, module.kind == .system || !module.languages.allSatisfy({ $0 == "swift" }) else {
      return
    }
    interface = HeaderFolder(at: "\(root)/\(path)")
    mappedNames = interface.names(of: module)
    addHeaders(at: path, root: root)
    uses.sort { ($0.location.file, $0.location.line) < ($1.location.file, $1.location.line) }
  }

  /// A header is not a source, but its module needs what it includes as well.
  private mutating func addHeaders(at path: String, root: String) {
    for header in interface.paths.sorted() {
      let shown = "\(path)/\(header)"
      guard let bytes = try? FileBytes.read("\(root)/\(shown)") else {
        interface.isComplete = false
        continue
      }
      addC(bytes, in: .header, path: shown)
    }
  }

  private mutating func addSwift(_ bytes: [UInt8], path: String) {
    comments += IgnoreComment.all(in: bytes, of: path)
    let source = SourceImports(swift: bytes, hasBareRegularExpressions: hasBareRegularExpressions)
    hasCode = hasCode || source.hasCode
    for found in source.imports {
      uses.append(
        WorkspaceImports.Use(
          .module(found.module), isReexport: found.isReexport,
          isPublic: found.access == .public || found.access == .open, condition: found.condition,
          location: Dependency.Location(file: path, line: found.line), column: found.column))
    }
  }

  private mutating func addC(_ bytes: [UInt8], in language: WorkspaceImports.Use.Language, path: String) {
    comments += IgnoreComment.all(in: bytes, of: path, .c)
    let source = bytes.withUnsafeBufferPointer { CSource($0) }
    changedMacros.formUnion(source.changedMacros)
    defaultMacros.formUnion(source.defaultMacros)
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

/// The public interface of a C module.
private struct HeaderFolder: Sendable {
  /// Relative to the folder.
  private(set) var paths: Set<String> = []
  /// The names in each module map.
  private var maps: [String: [String]] = [:]
  /// Whether all folders, headers and module maps could be read.
  var isComplete = true

  /// Names of files.
  var headers: Set<String> { Set(paths.map(\.lastComponent)) }

  init() {}

  init(at root: String) {
    var pending = [""]
    while let folder = pending.popLast() {
      let full = folder.isEmpty ? root : "\(root)/\(folder)"
      let entries = FolderEntries(of: full)
      if entries.failure != nil { isComplete = false }
      for entry in entries where entry.isUTF8 && !entry.name.hasPrefix(".") {
        let path = folder.isEmpty ? entry.name : "\(folder)/\(entry.name)"
        if entry.kind == .folder {
          pending.append(path)
        } else if entry.name.hasSuffix(".modulemap") {
          addMap(path, in: root)
        } else if Self.endings.contains(where: entry.name.hasSuffix) {
          paths.insert(path)
        }
      }
    }
  }

  private mutating func addMap(_ path: String, in root: String) {
    guard let bytes = try? FileBytes.read("\(root)/\(path)") else {
      isComplete = false
      return
    }
    maps[path] = Self.modules(inMap: String(decoding: bytes, as: UTF8.self))
  }

  /// The names that module maps give to a module; empty without any.
  ///
  /// SwiftPM writes a map that names the module after its target unless there is one where it looks for it. All others,
  /// such as `module.private.modulemap`, add names. A target may look for its map in another folder.
  func names(of module: Module) -> Set<String> {
    let own = module.kind == .system ? "module.modulemap" : "include/module.modulemap"
    let target = maps.isEmpty || maps[own] != nil ? [] : [module.compiledName]
    return maps.values.reduce(into: Set(target)) { $0.formUnion($1) }
  }

  private static let endings = [".h", ".hh", ".hpp", ".hxx", ".def", ".inc", ".ipp"]

  /// The names after the word `module`, including submodules.
  private static func modules(inMap text: String) -> [String] {
    let words = text.split { $0.isWhitespace || $0 == "{" || $0 == "[" || $0 == "\"" }
    return zip(words, words.dropFirst()).filter { $0.0 == "module" && $0.1 != "*" }.map {
      String($0.1.prefix { $0 != "." })
    }
  }
}
