/// The files that a target of an Xcode project compiles. Paths are relative to the project's folder, or absolute.
struct XcodeSourceList: Hashable, Sendable {
  /// The files in its build phases, without duplicates, in their order.
  let files: [String]
  /// The number of further files that cannot be counted: a build makes them, or nothing but a build rule of the target
  /// reads them, such as one that starts Cargo, which compiles whatever `Cargo.toml` describes.
  let uncounted: Int
  /// The folders whose files belong to it, all or in part.
  let folders: [XcodeSynchronizedFolder]

  init(of target: XcodeObject, _ phases: [XcodeObject], in objects: XcodeObjects, _ places: XcodePaths) {
    let named = phases.filter { $0.isa == "PBXSourcesBuildPhase" }.flatMap { objects.list("files", of: $0) }
      .compactMap { objects[$0.text("fileRef")] }.filter { $0.isa == "PBXFileReference" }
    var seen: Set<String> = []
    let distinct = named.filter { seen.insert($0.id).inserted }
    let compiled = distinct.filter { Self.isCompiled($0.text("path") ?? "") }
    var known: Set<String> = []
    files = compiled.compactMap { places.paths[$0.id] }.filter { known.insert($0).inserted }
    folders = XcodeSynchronizedFolder.all(of: target, phases, "PBXSourcesBuildPhase", in: objects, places)
    let isLeftToRules = compiled.isEmpty && folders.isEmpty && !target.list("buildRules").isEmpty
    uncounted = isLeftToRules ? distinct.count : compiled.count { places.paths[$0.id] == nil }
  }

  /// Whether Xcode compiles a file without a build rule of the target.
  static func isCompiled(_ path: String) -> Bool {
    guard let ending = Path.pathExtension(path.lastComponent) else { return false }
    return SourceLanguage(ending: ending) != nil || otherLanguages.contains(ending)
  }

  /// The file types of swift-build's compilers besides those of `SourceLanguage`: further names of C++ and assembly;
  /// AppleScript, DTrace, I/O Kit's and Mach's interfaces, Instruments, Lex, Metal, OpenCL, Rez, Yacc.
  private static let otherLanguages: Set<Substring> = [
    "C", "M", "asm", "c++", "cp", "tcc", "applescript", "d", "iig", "defs", "mig", "instrpkg", "l", "lm", "lmm", "lp",
    "lpp", "lxx", "metal", "cl", "r", "rez", "y", "ym", "ymm", "yp", "ypp", "yxx", "yy",
  ]
}

/// A folder of which all files of one sort belong to a target with exceptions, or none with exceptions: those that it
/// compiles, or its resources.
struct XcodeSynchronizedFolder: Hashable, Sendable {
  let path: String
  /// Whether files in it belong to the target by default.
  let isMember: Bool
  /// The files and folders that are exceptions from the default, relative to the folder.
  private let exceptions: Set<String>
  /// The folders that are copied as they are, so that nothing in them is compiled.
  private let opaque: Set<String>

  /// - Parameter phase: the class of the build phase that takes those files.
  static func all(
    of target: XcodeObject, _ phases: [XcodeObject], _ phase: String, in objects: XcodeObjects, _ places: XcodePaths
  ) -> [XcodeSynchronizedFolder] {
    let whole = Set(target.list("fileSystemSynchronizedGroups"))
    return places.synchronizedGroups.compactMap { group in
      XcodeSynchronizedFolder(
        group, of: target, phases, phase, isMember: whole.contains(group.id), in: objects, at: places.paths[group.id])
    }
  }

  /// - Returns: `nil` if the folder is unrelated to the target.
  private init?(
    _ group: XcodeObject, of target: XcodeObject, _ phases: [XcodeObject], _ phase: String, isMember: Bool,
    in objects: XcodeObjects, at path: String?
  ) {
    guard let path else { return nil }
    self.path = path
    self.isMember = isMember
    let phases = Dictionary(phases.map { ($0.id, $0.isa) }, uniquingKeysWith: { first, _ in first })
    let sets = objects.list("exceptions", of: group).filter { set in
      if let other = phases[set.text("buildPhase") ?? ""] { return (other == phase) != isMember }
      return set.text("target") == target.id
    }
    exceptions = Set(sets.flatMap { $0.list("membershipExceptions") })
    opaque = Set(group.list("explicitFolders"))
    guard isMember || !exceptions.isEmpty else { return nil }
  }

  /// Whether a file that is not in a folder that is copied as it is belongs to the target.
  /// - Parameter file: relative to the folder.
  func contains(_ file: String) -> Bool { holds(file) && !isCopied(file) }

  /// The same for any file.
  func holds(_ file: String) -> Bool { isBelow(file, exceptions) != isMember }

  /// Whether a file is in a folder that is copied as it is.
  func isCopied(_ file: String) -> Bool { isBelow(file, opaque) }

  private func isBelow(_ file: String, _ paths: Set<String>) -> Bool {
    !paths.isEmpty && file.upwards.contains { paths.contains(String($0)) }
  }
}
