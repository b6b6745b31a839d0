import Platform

/// The files below a folder that Xcode shows with all its contents.
struct XcodeFolderListing {
  /// Sources, relative to the folder.
  private(set) var files: [String] = []
  /// What Xcode can put into a bundle, relative to the folder.
  private(set) var resources: [String] = []
  private(set) var warnings: [SourceWarning] = []
  let isThere: Bool

  /// Lists a folder without recursion, since folders may nest as deep as a path is long. Packages in it do not belong
  /// to the target. Symbolic links are followed if they stay within the folder.
  ///
  /// - Parameter project: the project's folder. A folder that contains it is not listed, since it may be a whole disk.
  /// - Complexity: O(files below the folder).
  init(of folder: String, besides project: String, root: String) {
    let shown = Path.relative(folder, to: root)
    guard let canonical = Path.canonical(folder), Path.isFolder(canonical) else {
      isThere = false
      warnings = [
        SourceWarning(kind: .missingFolder, subject: "`\(shown)`", sentence: "the folder `\(shown)` does not exist")
      ]
      return
    }
    guard canonical == project || !(project + "/").hasPrefix(canonical == "/" ? "/" : canonical + "/") else {
      isThere = false
      let sentence = "the folder `\(shown)` contains the project, and was ignored"
      warnings = [SourceWarning(kind: .other, subject: shown, sentence: sentence)]
      return
    }
    isThere = true
    addFiles(below: canonical, root: root)
  }

  private mutating func addFiles(below canonical: String, root: String) {
    var walk = FolderWalk(canonical)
    while let place = walk.next()?.path {
      let path = place.remainder(below: canonical) ?? ""
      let entries = FolderEntries(of: place)
      if let failure = entries.failure {
        warnings.append(.unreadable(Path.relative(place, to: root), "\(failure)"))
      }
      if !path.isEmpty, entries.contains(where: { $0.name == ManifestFile.name }), ManifestFile.isIn(place) { continue }
      for entry in entries where !entry.name.hasPrefix(".") && entry.isUTF8 {
        let below = path.isEmpty ? entry.name : path + "/" + entry.name
        let ending = Path.pathExtension(entry.name) ?? ""
        switch entry.kind ?? Self.kind(ofLink: canonical + "/" + below, below: canonical) {
        case .folder:
          if !Self.bundles.contains(ending) { walk.add(canonical + "/" + below, isLink: entry.kind == nil) }
          if Self.resourceBundles.contains(ending) { resources.append(below) }
        case .file, .link, .characterDevice, .other:
          if XcodeSourceList.isCompiled(entry.name) {
            files.append(below)
          } else if !Self.settings.contains(ending), entry.name != "Info.plist" {
            resources.append(below)
          }
        case nil: break
        }
      }
    }
  }

  /// - Returns: `nil` for a link to nothing, or outside the folder.
  private static func kind(ofLink path: String, below folder: String) -> FileStatus.Kind? {
    guard let kind = FileStatus(at: path)?.kind else { return nil }
    guard kind == .folder else { return kind }
    return Path.canonical(path).flatMap { $0.hasPrefix(folder + "/") ? kind : nil }
  }

  /// Files that a build reads, and no bundle contains.
  private static let settings: Set<Substring> = [
    "def", "entitlements", "gyb", "h", "hh", "hpp", "hxx", "inc", "ipp", "md", "modulemap", "pch", "xcconfig",
    "xctestplan",
  ]
  private static let resourceBundles: Set<Substring> = [
    "bundle", "scnassets", "xcassets", "xcdatamodel", "xcdatamodeld", "xcmappingmodel",
  ]

  /// Folders that Xcode treats as one file.
  private static let bundles: Set<Substring> = [
    "app", "appex", "bundle", "docc", "framework", "playground", "scnassets", "xcassets", "xcdatamodel", "xcdatamodeld",
    "xcframework", "xcmappingmodel", "xcodeproj", "xcworkspace",
  ]
}
