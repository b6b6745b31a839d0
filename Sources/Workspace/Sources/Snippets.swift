import ModuleGraph
import Platform

/// The snippets of a package: SwiftPM makes a module of each `.swift` file below the folder `Snippets`, which no
/// manifest declares.
///
/// The rules are those of SwiftPM's `PackageBuilder.createSnippetModules` (6.3), which applies to root packages only.
struct Snippets: Sendable {
  /// One file each; sorted by path.
  let targets: [(name: String, scan: ScannedTarget)]
  let warnings: [SourceWarning]

  /// For packages that others depend on.
  static let none = Snippets(targets: [], warnings: [])

  /// - Complexity: O(entries below the folder, and bytes of the snippets).
  static func scan(_ package: PackageFolder, _ reading: SourceReading) async -> Snippets {
    let sources = paths(below: package.path + "/Snippets").map {
      SourceReading.Source(path: $0, shown: package.shown($0))
    }
    let (files, warnings) = package.divided(await reading.files(sources), of: sources)
    var names: Set<String> = []
    let (first, others) = files.reduce(into: ([SourceFile](), [SourceFile]())) { result, file in
      if names.insert(file.snippetName).inserted { result.0.append(file) } else { result.1.append(file) }
    }
    return Snippets(
      targets: first.map { file in
        (file.snippetName, ScannedTarget(folder: file.path.folder, files: [file], warnings: []))
      },
      warnings: warnings
        + others.map {
          let sentence = "`\($0.path)` was left out: another snippet has its name"
          return SourceWarning(kind: .other, subject: $0.path, sentence: sentence)
        })
  }

  /// SwiftPM searches hidden folders and bundles, but does not follow links to folders.
  private static func paths(below root: String) -> [String] {
    var found: [String] = []
    var pending = Path.isFolder(root) ? [root] : []
    while let folder = pending.popLast() {
      for entry in FolderEntries(of: folder) where entry.isUTF8 {
        let path = folder + "/" + entry.name
        let kind = entry.kind
        if kind == .folder { pending.append(path) }
        let isNamedSo = entry.name.hasSuffix(".swift") && entry.name != ".swift"
        if isNamedSo, (kind ?? FileStatus(at: path)?.kind) == .file { found.append(path) }
      }
    }
    return found.sorted()
  }
}

extension SourceFile {
  fileprivate var snippetName: String { String(path.lastComponent.dropLast(".swift".count)) }
}

extension String {
  /// The path before the last slash.
  fileprivate var folder: String {
    utf8.lastIndex(of: UInt8(ascii: "/")).map { String(self[..<$0]) } ?? "."
  }
}
