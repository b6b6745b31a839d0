import Advice
import ModuleGraph

/// The build settings of a project's targets as they take effect in each configuration.
///
/// Only certain values are returned: a setting with conditions, or that a file may change that cannot be read, has none.
struct XcodeBuildSettings {
  private let objects: XcodeObjects
  private let places: XcodePaths
  private let text: ProjectText
  /// The folder that paths in the project are relative to.
  private let folder: String
  private let root: String

  /// - Parameter path: of the `.xcodeproj`, absolute.
  /// - Returns: `nil` if it cannot be read.
  init?(at path: String, root: String) {
    let file = path + "/project.pbxproj"
    guard let bytes = try? FileBytes.read(file), let objects = try? XcodeObjects(bytes: bytes) else { return nil }
    (self.objects, places, self.root, folder) = (objects, XcodePaths(of: objects), root, Path.normalized(path + "/.."))
    text = ProjectText(bytes, file: Path.relative(file, to: root))
  }

  /// One source of settings; later ones are only asked if this one says nothing.
  private struct Level {
    var settings: [String: XcodeTargetFacts.Setting] = [:]
    var conditional: Set<String> = []
    var isComplete = true
    /// The number of files that were read; files may include one another.
    var files = 0

    mutating func set(_ key: String, _ setting: XcodeTargetFacts.Setting) {
      let name = key.prefix { $0 != "[" }
      if name.count == key.count { settings[key] = setting } else { conditional.insert(String(name)) }
    }
  }

  /// - Parameter swiftFiles: the number of Swift files of a target.
  func targets(package key: String, swiftFiles: (ModuleID) -> Int) -> [XcodeTargetFacts] {
    objects.list("targets", of: objects.project).compactMap { object in
      guard let target = XcodeTarget(object, in: objects, places) else { return nil }
      let id = ModuleID(package: key, name: target.name)
      var facts = XcodeTargetFacts(
        module: id, kind: target.kind, swiftFiles: swiftFiles(id), configurations: configurations(of: object))
      facts.scripts = scripts(of: object)
      let header = facts.configurations.lazy.compactMap { $0.settings["SWIFT_OBJC_BRIDGING_HEADER"]?.value }.first
      facts.bridgedHeaders = header.flatMap(includes)
      return facts
    }
  }

  private func configurations(of target: XcodeObject) -> [XcodeTargetFacts.Configuration] {
    func all(_ object: XcodeObject) -> [XcodeObject] {
      objects[object.text("buildConfigurationList")].map { objects.list("buildConfigurations", of: $0) } ?? []
    }
    let shared = all(objects.project)
    return all(target).compactMap { own in
      guard let name = own.text("name") else { return nil }
      let all = [own] + shared.filter { $0.text("name") == name }.prefix(1)
      let levels = all.flatMap { [level(of: $0), file(of: $0)] }
      let settings = Self.keys.compactMap { key in Self.value(of: key, in: levels).map { (key, $0) } }
      return XcodeTargetFacts.Configuration(name: name, settings: Dictionary(settings) { first, _ in first })
    }
  }

  private static let keys = [
    "ARCHS", "COMPILATION_CACHE_ENABLE_CACHING", "COMPILER_INDEX_STORE_ENABLE", "DEBUG_INFORMATION_FORMAT",
    "EXCLUDED_ARCHS", "ONLY_ACTIVE_ARCH", "OTHER_SWIFT_FLAGS", "SWIFT_COMPILATION_MODE", "SWIFT_ENABLE_COMPILE_CACHE",
    "SWIFT_ENABLE_EXPLICIT_MODULES", "SWIFT_OBJC_BRIDGING_HEADER", "SWIFT_OPTIMIZATION_LEVEL",
    "SWIFT_WHOLE_MODULE_OPTIMIZATION",
  ]

  private static func value(of key: String, in levels: [Level]) -> XcodeTargetFacts.Setting? {
    for level in levels {
      if level.conditional.contains(key) {
        // What excludes architectures under a condition excludes them.
        return key == "EXCLUDED_ARCHS" ? ("conditional", .init(file: "", line: 1)) : nil
      }
      if let setting = level.settings[key], setting.value != "$(inherited)" { return setting }
      if !level.isComplete { return nil }
    }
    return nil
  }

  private func level(of configuration: XcodeObject) -> Level {
    var level = Level()
    for (key, value) in configuration.fields("buildSettings") {
      level.set(key, (value, text.location(of: key, in: configuration.id)))
    }
    return level
  }

  /// The settings in the `.xcconfig` of a configuration.
  private func file(of configuration: XcodeObject) -> Level {
    var level = Level()
    let key = "baseConfigurationReference"
    guard let id = configuration.text(key) ?? configuration.text(key + "Anchor") else { return level }
    let path = places.paths[id].map { Path.joined($0, configuration.text(key + "RelativePath") ?? ".") }
    read(path.map { Path.joined(folder, $0) } ?? "", into: &level)
    return level
  }

  private func read(_ path: String, into level: inout Level) {
    level.files += 1
    guard level.files <= 100, let bytes = try? FileBytes.read(path) else { return level.isComplete = false }
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      let line = (line.firstRange(of: "//").map { line[..<$0.lowerBound] } ?? line).trimmed
      if line.hasPrefix("#include") {
        let parts = line.split(separator: "\"", omittingEmptySubsequences: false)
        let other = parts.count == 3 ? Path.joined(Path.normalized(path + "/.."), String(parts[1])) : ""
        // An optional file that is not here is not read by Xcode either.
        let isSkipped = line.hasPrefix("#include?") && parts.count == 3 && !Path.isFile(other)
        if !isSkipped { read(other, into: &level) }
      } else if let sign = line.firstIndex(where: { "=[".contains($0) }) {
        let location = Dependency.Location(file: Path.relative(path, to: root), line: index + 1)
        level.set(line[..<sign].trimmed + (line[sign] == "[" ? "[" : ""), (line[sign...].dropFirst().trimmed, location))
      }
    }
  }

  private func scripts(of target: XcodeObject) -> [XcodeTargetFacts.Script] {
    objects.list("buildPhases", of: target).filter {
      $0.isa == "PBXShellScriptBuildPhase" && $0.text("runOnlyForDeploymentPostprocessing") != "1"
    }.map { phase in
      (
        phase.text("name") ?? "Run Script", !(phase.list("outputPaths") + phase.list("outputFileListPaths")).isEmpty,
        phase.text("alwaysOutOfDate") == "1", text.location(in: phase.id)
      )
    }
  }

  /// The number of files that a header includes; `nil` if it cannot be read.
  private func includes(_ header: String) -> Int? {
    let path = ["$(SRCROOT)/", "$(PROJECT_DIR)/", "${SRCROOT}/"].reduce(header) { String($0.trimmingPrefix($1)) }
    guard let bytes = try? FileBytes.read(Path.joined(folder, path)) else { return nil }
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(\.trimmed)
      .count { $0.hasPrefix("#import ") || $0.hasPrefix("#include ") }
  }
}

/// The lines of a `project.pbxproj`.
private struct ProjectText {
  let file: String
  private let lines: [Substring]
  /// The line of each object, from 0.
  private let objects: [Substring: Int]

  init(_ bytes: [UInt8], file: String) {
    self.file = file
    lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
    let begun = lines.enumerated().lazy.filter { $1.hasSuffix("= {") }.map { index, line in
      (line.drop { $0.isWhitespace || $0 == "\"" }.prefix { !$0.isWhitespace && $0 != "\"" }, index)
    }
    objects = Dictionary(begun) { first, _ in first }
  }

  /// The line of an object, or of a key in it; the first one if it is not found.
  func location(of key: String? = nil, in id: String) -> Dependency.Location {
    guard let start = objects[id[...]] else { return Dependency.Location(file: file, line: 1) }
    let indent = lines[start].prefix(while: \.isWhitespace)
    let end = lines[start...].firstIndex { $0 == indent + "};" } ?? start
    let line = key.flatMap { key in
      lines[start...end].firstIndex { $0.drop { $0.isWhitespace || $0 == "\"" }.hasPrefix(key + " = ") }
    }
    return Dependency.Location(file: file, line: (line ?? start) + 1)
  }
}
