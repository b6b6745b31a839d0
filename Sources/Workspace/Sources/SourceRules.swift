import ManifestSyntax

/// Decides which of a target's files SwiftPM compiles, by the rules of its `TargetSourcesBuilder` (6.3).
struct SourceRules {
  /// The target's folder and the package's, absolute.
  let folder: String
  let package: String
  private let tools: ToolsVersion
  private let excluded: Set<String>
  private let declared: Set<String>?
  private let resources: Set<String>
  private let copied: Set<String>

  init(of target: ManifestTarget, in folder: String, package: String, tools: ToolsVersion) {
    func absolute(_ path: String) -> String { Path.joined(folder, path) }
    self.folder = folder
    self.package = package
    self.tools = tools
    excluded = Set(target.exclude.map(absolute))
    declared = target.sources.map { Set($0.map(absolute)) }
    resources = Set(target.resources.map { absolute($0.path) })
    copied = Set(target.resources.filter { $0.rule == .copy }.map { absolute($0.path) })
  }

  /// The absolute paths that the manifest names, sorted, which are checked for existence.
  var declaredPaths: [String] { (declared ?? []).union(excluded).union(resources).sorted() }

  /// Whether SwiftPM ignores a file or folder completely.
  func isIgnored(_ path: String, named name: String, in parent: String) -> Bool {
    if name.hasPrefix(".") || excluded.contains(path) { return true }
    if let ending = Path.pathExtension(name) {
      if Self.projects.contains(ending) || (ending == "lproj" && tools < ToolsVersion(5, 3)) { return true }
    }
    return parent == package && (ManifestFile.isNamed(name) || name == "Package.resolved")
  }

  /// Whether a folder counts as one file, such as an asset catalog, so that SwiftPM does not search it.
  func isOpaque(_ path: String, named name: String, in parent: String) -> Bool {
    if copied.contains(path) || Path.pathExtension(parent.lastComponent) == "lproj" { return true }
    guard let ending = Path.pathExtension(name), ending != "lproj", path != folder,
      declared?.contains(path) != true
    else { return false }
    // From 5.3 until 5.6 any extension did; SwiftPM still applies that to manifests of these versions.
    return tools >= ToolsVersion(5, 6) ? Self.bundles.contains(ending) : tools >= ToolsVersion(5, 3)
  }

  /// Whether SwiftPM compiles a file.
  func isCompiled(_ path: String, named name: String) -> Bool {
    let ending = Path.pathExtension(name)
    if let declared {
      guard isBelow(path, declared) else { return false }
      if let ending, Self.headers.contains(ending) { return false }
      // A file that is declared as a source is one, whatever its extension.
      return tools >= ToolsVersion(5, 3) || ending.flatMap { SourceLanguage(ending: $0) } != nil
    }
    return ending.flatMap { SourceLanguage(ending: $0) } != nil && !isBelow(path, resources)
  }

  /// Whether a file, or a folder that counts as one, is a resource: it is declared, or Xcode includes it without a
  /// declaration.
  func isResource(_ path: String, named name: String, in parent: String) -> Bool {
    if isBelow(path, resources) { return true }
    guard tools >= ToolsVersion(5, 3), let ending = Path.pathExtension(name) else { return false }
    return Self.processed.contains(ending) || Path.pathExtension(parent.lastComponent) == "lproj"
  }

  /// Whether the manifest says what a file that SwiftPM does not know is there for.
  func isAccountedFor(_ path: String) -> Bool { isBelow(path, excluded) || isBelow(path, resources) }

  /// Whether the manifest names a path as one that is copied as it is.
  func isCopied(_ path: String) -> Bool { copied.contains(path) }

  /// Whether a path is one of the given ones, or below one of them.
  private func isBelow(_ path: String, _ roots: Set<String>) -> Bool {
    !roots.isEmpty && (roots.contains("/") || path.upwards.contains { roots.contains(String($0)) })
  }

  private static let projects: Set<Substring> = ["playground", "xcodeproj", "xcworkspace"]
  private static let headers: Set<Substring> = ["H", "def", "h", "h++", "hh", "hp", "hpp", "hxx", "ipp"]
  /// The files that Xcode's build system processes without a declaration: `FileRuleDescription.xcbuildFileTypes`.
  private static let processed: Set<Substring> = [
    "metal", "nib", "storyboard", "xcassets", "xcdatamodel", "xcdatamodeld", "xcmappingmodel", "xcstrings", "xib",
  ]
  private static let bundles: Set<Substring> = [
    "docc", "metal", "nib", "storyboard", "xcassets", "xcdatamodel", "xcdatamodeld", "xcmappingmodel", "xcprivacy",
    "xcstrings", "xib",
  ]
}

/// A language that SwiftPM compiles.
enum SourceLanguage: String, Hashable, Sendable {
  case assembly, c, cpp, objc, objcpp, swift

  /// - Returns: `nil` if the file's extension is not that of a source.
  init?(ofFile path: String) {
    guard let ending = Path.pathExtension(path.lastComponent) else { return nil }
    self.init(ending: ending)
  }

  /// - Parameter ending: a file's extension. It is case-sensitive: `.S` is assembly, `.C` is unknown.
  init?(ending: Substring) {
    switch ending {
    case "swift": self = .swift
    case "c": self = .c
    case "cc", "cpp", "cxx": self = .cpp
    case "m": self = .objc
    case "mm": self = .objcpp
    case "s", "S": self = .assembly
    default: return nil
    }
  }
}

extension String {
  /// The path after the last slash.
  var lastComponent: String {
    utf8.lastIndex(of: UInt8(ascii: "/")).map { String(self[index(after: $0)...]) } ?? self
  }
}
