import ModuleGraph
import Platform

/// The items of a resource that may be in several modules.
struct ResourceItems {
  private typealias Item = WorkspaceResources.Item

  /// - Returns: `nil` for another file than a catalog or a table of strings.
  private static func entries(of bytes: [UInt8], ending: Substring?) -> [StringEntry]? {
    switch ending {
    case "strings": StringTable.entries(of: bytes)
    case "stringsdict": PluralTable.entries(of: bytes)
    case "xcstrings": StringCatalog.entries(of: bytes)
    default: nil
    }
  }

  /// - Returns: the entries of a catalog or a table, otherwise the file. Nothing for a file that is unreadable, empty,
  ///   or required in every bundle.
  static func all(in found: ResourceFiles.Resource, root: String) -> [WorkspaceResources.Item] {
    let ending = Path.pathExtension(found.path.lastComponent)
    if found.isFolder {
      return switch ending {
      case "xcassets": AssetCatalog.items(in: found.path, root: root)
      case "docc": []
      default: [folder(found.path, root: root)].compactMap { $0 }
      }
    }
    guard ending != "xcprivacy", let bytes = try? FileBytes.read(found.path), !bytes.isEmpty else { return [] }
    let shown = Path.relative(found.path, to: root)
    guard let entries = entries(of: bytes, ending: ending) else {
      return [
        Item(
          .file, name: shown.lastComponent, contents: bytes.contentsHash, bytes: bytes.contentsBytes,
          location: .init(file: shown, line: 1))
      ]
    }
    let language = found.path.split(separator: "/").last { $0.hasSuffix(".lproj") }.map { String($0.dropLast(6)) }
    return entries.map { entry in
      Item(
        .string, name: entry.key, language: entry.language ?? language, contents: entry.value.stableHash,
        bytes: entry.key.utf8.count + entry.value.utf8.count, location: .init(file: shown, line: entry.line))
    }
  }

  /// A folder that counts as one file, such as a data model.
  private static func folder(_ path: String, root: String) -> WorkspaceResources.Item? {
    let files = FolderContents(of: path)
    guard files.bytes > 0 else { return nil }
    return Item(
      .file, name: path.lastComponent, contents: files.hash(withNames: true), bytes: files.bytes,
      location: .init(file: Path.relative(path, to: root), line: 1))
  }
}

extension [UInt8] {
  /// The hash and the size of the contents; for what stands for a file in Git LFS, of that file.
  fileprivate var contentsHash: UInt64 { LFSPointer(self)?.hash.stableHash ?? stableHash }
  fileprivate var contentsBytes: Int { LFSPointer(self)?.bytes ?? count }
}

/// The contents of a folder.
struct FolderContents {
  /// By path relative to the folder.
  private var files: [(path: String, hash: UInt64, bytes: Int)] = []

  /// - Parameter isLeftOut: whether to skip a file, by its name.
  init(of folder: String, where isLeftOut: (String) -> Bool = { _ in false }) {
    var walk = FolderWalk(folder)
    while let parent = walk.next()?.path {
      for entry in FolderEntries(of: parent) where entry.isUTF8 && !entry.name.hasPrefix(".") {
        let path = "\(parent)/\(entry.name)"
        if (entry.kind ?? FileStatus(at: path)?.kind) == .folder {
          walk.add(path, isLink: entry.kind == nil)
        } else if !isLeftOut(entry.name), let bytes = try? FileBytes.read(path), !bytes.isEmpty {
          files.append((String(path.dropFirst(folder.count)), bytes.contentsHash, bytes.contentsBytes))
        }
      }
    }
  }

  var bytes: Int { files.reduce(0) { $0 + $1.bytes } }

  /// - Parameter withNames: whether file names are part of the hash.
  func hash(withNames: Bool) -> UInt64 {
    files.map { "\(withNames ? $0.path : "") \($0.hash)" }.sorted().joined(separator: "\n").stableHash
  }
}

/// The entries of an asset catalog: images, colours, data, symbols.
enum AssetCatalog {
  static func items(in catalog: String, root: String) -> [WorkspaceResources.Item] {
    var items: [WorkspaceResources.Item] = []
    var walk = FolderWalk(catalog)
    while let folder = walk.next()?.path {
      for entry in FolderEntries(of: folder) where entry.isUTF8 && !entry.name.hasPrefix(".") {
        let path = "\(folder)/\(entry.name)"
        guard (entry.kind ?? FileStatus(at: path)?.kind) == .folder else { continue }
        // A folder without an extension only groups entries.
        if Path.pathExtension(entry.name) == nil {
          walk.add(path, isLink: entry.kind == nil)
        } else if let item = item(path, root: root) {
          items.append(item)
        }
      }
    }
    return items.sorted { $0.location.file < $1.location.file }
  }

  /// - Returns: `nil` for an entry that Xcode created and that is still empty.
  private static func item(_ path: String, root: String) -> WorkspaceResources.Item? {
    let location = Dependency.Location(file: Path.relative(path, to: root) + "/Contents.json", line: 1)
    let payload = FolderContents(of: path) { $0 == "Contents.json" }
    if payload.bytes > 0 {
      return WorkspaceResources.Item(
        .asset, name: path.lastComponent, contents: payload.hash(withNames: false), bytes: payload.bytes,
        location: location)
    }
    guard let text = try? FileBytes.read(path + "/Contents.json") else { return nil }
    let plain = text.filter { $0 > UInt8(ascii: " ") }
    guard plain.firstRange(of: Array("\"color\":".utf8)) != nil else { return nil }
    return WorkspaceResources.Item(
      .color, name: path.lastComponent, contents: plain.stableHash, bytes: plain.count, location: location)
  }
}
