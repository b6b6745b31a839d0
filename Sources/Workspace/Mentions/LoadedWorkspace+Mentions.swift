import ImportSyntax
import ModuleGraph
import Platform

extension LoadedWorkspace {
  /// The names that sources, resources and other texts of the workspace mention, read on all processors.
  /// - Parameter resources: the files of each module.
  /// - Complexity: O(files below the workspace's folder + bytes of texts).
  func readMentions(resources: [(module: ModuleID, files: [ResourceFiles.Resource])]) async -> WorkspaceMentions {
    var owners: [String: [ModuleID]] = [:]
    for (module, files) in resources { for file in files { owners[file.path, default: []].append(module) } }
    let sourcePaths = Set(sources.values.lazy.joined().map { "\(rootPath)/\($0.path)" })
    let paths = Set(owners.keys.filter(MentioningFiles.mayBeText))
      .union(MentioningFiles.all(below: rootPath)).subtracting(sourcePaths).sorted()
    let read = await paths.inPieces { paths in
      paths.map { path in (path, (try? FileBytes.read(path)).map { NameMentions($0, of: path) } ?? NameMentions()) }
    }
    var modules = sources.mapValues { files in
      files.lazy.compactMap { $0.contents?.mentions }.reduce(into: NameMentions()) { $0.formUnion($1) }
    }
    var others = NameMentions()
    for (path, mentions) in read {
      for module in owners[path] ?? [] { modules[module, default: NameMentions()].formUnion(mentions) }
      if owners[path] == nil { others.formUnion(mentions) }
    }
    return WorkspaceMentions(modules: modules, others: others)
  }
}

/// The files besides sources and resources that may mention names of resources.
private enum MentioningFiles {
  static func all(below root: String) -> [String] {
    var found: [String] = []
    var walk = FolderWalk(root)
    while let folder = walk.next()?.path {
      for entry in FolderEntries(of: folder) where entry.isUTF8 && !entry.name.hasPrefix(".") {
        let path = "\(folder)/\(entry.name)"
        let ending = Path.pathExtension(entry.name).map { $0.lowercased() } ?? ""
        if (entry.kind ?? FileStatus(at: path)?.kind) == .folder {
          if !leftOut.contains(entry.name), !opaque.contains(ending) { walk.add(path, isLink: entry.kind == nil) }
        } else if endings.contains(ending), !ManifestFiles.isManifest(entry.name) {
          // What a manifest declares, nobody uses by that.
          found.append(path)
        }
      }
    }
    return found
  }

  /// Whether a resource can mention names: it is a text, and not one whose names are its own.
  static func mayBeText(_ path: String) -> Bool {
    let ending = Path.pathExtension(path.lastComponent).map { $0.lowercased() } ?? ""
    return endings.contains(ending) || ["csv", "json", "md", "txt", "xml"].contains(ending)
  }

  private static let endings: Set<String> = [
    "c", "cc", "cpp", "css", "dart", "entitlements", "h", "hpp", "htm", "html", "intentdefinition", "js", "jsx", "m",
    "metal", "mm", "pbxproj", "pch", "plist", "sdef", "storyboard", "swift", "ts", "tsx", "xcconfig", "xib", "yaml",
    "yml",
  ]
  /// What tools download or make.
  private static let leftOut: Set<String> = [
    "Carthage", "DerivedData", "Pods", "SourcePackages", "build", "node_modules", "vendor", "xcuserdata",
  ]
  private static let opaque: Set<String> = ["app", "docc", "framework", "playground", "xcassets", "xcframework"]
}

extension NameMentions {
  /// Of a source, unless it consists of generated accessors: whether these are used is seen elsewhere.
  init(source bytes: [UInt8]) {
    let head = bytes.prefix(1000)
    let isAccessors = Self.generators.contains { head.firstRange(of: Array($0.utf8)) != nil }
    self = isAccessors ? NameMentions(hasAccessors: true) : NameMentions(bytes)
  }

  /// Of a file that is no source of a module. A project names all of its files, of which nothing follows; its settings
  /// may name one.
  fileprivate init(_ bytes: [UInt8], of path: String) {
    switch Path.pathExtension(path.lastComponent) {
    case "pbxproj":
      let lines = bytes.split(separator: UInt8(ascii: "\n")).filter { line in
        let line = line.drop { $0 <= UInt8(ascii: " ") || $0 == UInt8(ascii: "\"") }
        let key = line.prefix { $0 > UInt8(ascii: " ") && $0 != UInt8(ascii: "[") }
        return key.contains(UInt8(ascii: "_")) && line.dropFirst(key.count).contains(UInt8(ascii: "="))
      }
      self.init(Array(lines.joined(separator: [UInt8(ascii: "\n")])))
    case "swift": self.init(source: bytes)
    default: self.init(bytes)
    }
  }

  /// How the files of SwiftGen, R.swift, Tuist and XCStrings Tool begin.
  private static let generators = ["using SwiftGen", "by R.swift", "using tuist", "by xcstrings-tool", "by XCStrings"]
}
