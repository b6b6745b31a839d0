package import Advice
import ManifestSyntax
import ModuleGraph

extension LoadedWorkspace {
  /// The folders of dependencies that SwiftPM or Xcode has fetched for the workspace.
  package var checkouts: [String] {
    let folders = packages.map { "\($0.path)/.build/checkouts" } + ["\(rootPath)/SourcePackages/checkouts"]
    var seen: Set<String> = []
    return folders.flatMap { folder in FolderEntries(of: folder).map { "\(folder)/\($0.name)" } }
      .filter { ManifestFile.isIn($0) && seen.insert($0.lastComponent.lowercased()).inserted }
  }

  /// What advice needs to know.
  /// - Parameters:
  ///   - whole: the same workspace with its checkouts.
  ///   - path: of the package, folder, Xcode project or Xcode workspace, as the user named it.
  /// - Complexity: O(bytes) of projects, configuration files, manifests and sources of plugins.
  package func adviceFacts(with whole: LoadedWorkspace, openedAs path: String) -> AdviceFacts {
    var facts = AdviceFacts(graph: whole.graph, own: Set(graph.packages.map(\.key)))
    facts.imports = imports
    for package in whole.packages { facts.languageModes[package.key] = package.manifest.swiftLanguageModes }
    for package in packages {
      for target in package.manifest.targets where target.resources.contains(where: { $0.rule != .embedInCode }) {
        facts.withResources.insert(ModuleID(package: package.key, name: target.name))
      }
      if let file = package.manifestFile, let bytes = try? FileBytes.read(Path.joined(rootPath, file)) {
        facts.unsafeFlags += LocationScan.unsafeFlags(in: bytes, os: graph.environment?.os ?? "").compactMap { use in
          let names = package.manifest.targets.filter { $0.debugFlags.contains(use.flags) }.map(\.name)
          let modules = names.map { ModuleID(package: package.key, name: $0) }
          return modules.isEmpty ? nil : (modules, use.flags, Dependency.Location(file: file, line: use.line))
        }
      }
    }
    var projects = [path]
    // CocoaPods makes its project anew.
    for project in graph.packages where project.toolsVersion == nil && project.name != "Pods" {
      projects.append(Path.joined(rootPath, project.path))
      guard let settings = XcodeBuildSettings(at: Path.joined(rootPath, project.path), root: rootPath) else { continue }
      facts.targets += settings.targets(package: project.key) { id in
        (sources[id] ?? []).count { $0.path.hasSuffix(".swift") }
      }
    }
    facts.prebuildCommands = whole.prebuildCommands
    facts.pinFiles = pinFiles(of: XcodeContainer(at: Path.canonical(path) ?? path))
    let ci = CIBuilds(projects: projects)
    facts.indexingBuilds = ci.withIndex(root: rootPath, top: Path.topOfRepository(rootPath) ?? rootPath)
    return facts
  }

  /// Where the sources of plugins create such commands.
  private var prebuildCommands: [ModuleID: Dependency.Location] {
    var found: [ModuleID: Dependency.Location] = [:]
    for module in graph.modules where module.kind == .plugin {
      for file in sources[module.id] ?? [] where found[module.id] == nil {
        let text = String(decoding: (try? FileBytes.read(Path.joined(rootPath, file.path))) ?? [], as: UTF8.self)
        let line = text.split(separator: "\n", omittingEmptySubsequences: false).firstIndex { line in
          line.contains(".prebuildCommand(") && !line.drop(while: \.isWhitespace).hasPrefix("//")
        }
        found[module.id] = line.map { Dependency.Location(file: file.path, line: $0 + 1) }
      }
    }
    return found
  }

  /// The `Package.resolved` files that builds read: of the Xcode project or workspace, or else of each package that no other one
  /// needs.
  private func pinFiles(of container: XcodeContainer?) -> [AdviceFacts.PinFile] {
    let needed = Set(packages.flatMap(\.dependencies))
    let paths =
      container.map { [$0.path + ($0.isWorkspace ? "" : "/project.xcworkspace") + "/xcshareddata/swiftpm"] }
      ?? packages.filter { !needed.contains($0.key) }.map(\.path)
    return paths.map { $0 + "/Package.resolved" }.compactMap { path in
      guard let bytes = try? FileBytes.read(path), let pins = PinnedVersions(bytes) else { return nil }
      let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
      let found = pins.pins.map { identity, pin -> (String, AdviceFacts.Pin) in
        let words = pin.words
        let version = words.prefix { $0 != " " }
        let isVersion = version.first?.isNumber ?? false && version.contains(".")
        let line = lines.firstIndex { $0.lowercased().contains("/\(identity)") || $0.contains("\"\(identity)\"") } ?? 0
        return (identity, (isVersion ? String(version) : nil, words, line + 1))
      }
      return (Path.relative(path, to: rootPath), Dictionary(found) { first, _ in first })
    }
  }
}

extension ManifestTarget {
  /// The arguments that compilers get in every debug build, by their `unsafeFlags`.
  fileprivate var debugFlags: [[String]] {
    (swiftSettings + cSettings + cxxSettings).compactMap { setting in
      guard case .flags(let flags) = setting.kind,
        setting.condition == nil || setting.condition == Condition(configuration: "debug")
      else { return nil }
      return flags
    }
  }
}
