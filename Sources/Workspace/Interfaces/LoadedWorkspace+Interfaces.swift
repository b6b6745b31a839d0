import ManifestSyntax
import ModuleGraph

extension LoadedWorkspace {
  /// The interfaces of the workspace's sources, and of the headers of its C modules, which are read.
  /// - Complexity: O(sources + bytes of headers), and O(modules + dependencies) for each C module.
  func readInterfaces() -> WorkspaceInterfaces {
    let (settings, headers, maps) = (compilerSettings, headers, moduleMaps)
    let modules = sources.map { module, files in
      let read = files.compactMap { file in file.contents?.interface.map { (file.path, $0) } }
      let contents = WorkspaceInterfaces.Contents(
        files: Dictionary(read) { first, _ in first },
        settings: (settings[module]?.all ?? "") + " \(maps[module] ?? [])",
        codeSettings: settings[module]?.code ?? "", headers: headers[module])
      return (module, contents)
    }
    return WorkspaceInterfaces(modules: Dictionary(uniqueKeysWithValues: modules))
  }

  /// The headers of each module that is not in Swift.
  private var headers: [ModuleID: WorkspaceInterfaces.Headers] {
    var headers: [ModuleID: WorkspaceInterfaces.Headers] = [:]
    for module in graph.modules where module.isInC && sources[module.id] != nil {
      guard let folder = module.path.map({ "\(rootPath)/\($0)" }) else { continue }
      headers[module.id] = HeaderFolder(at: folder).contents(of: module, in: folder)
    }
    return headers
  }

  /// The C modules below each module, sorted: compilers get a module map of each.
  private var moduleMaps: [ModuleID: [String]] {
    let linked = graph.dependencies.filter { $0.kind != .plugin }
    let dependents = Dictionary(grouping: linked, by: \.to).mapValues { $0.map(\.from) }
    var maps: [ModuleID: [String]] = [:]
    for module in graph.modules where module.isInC {
      for other in dependents.reached(from: module.id) { maps[other, default: []].append(module.id.name) }
    }
    return maps
  }

  /// The parts of a package's manifest that become compiler options on this platform, and those of them that change all
  /// object code. The package's name follows from the tools version, and so does the language mode of a target that
  /// neither its settings nor its package state.
  private var compilerSettings: [ModuleID: (all: String, code: String)] {
    let build = CompilationSettings.Build(platform: graph.environment?.os)
    func own(_ settings: [TargetSetting]) -> [TargetSetting] {
      settings.compactMap { $0.decided(platform: build.platform) }
    }
    let modules = Dictionary(uniqueKeysWithValues: graph.modules.map { ($0.id, $0) })
    var settings: [ModuleID: (String, String)] = [:]
    for package in packages {
      // Since 5.9, compilers get `-package-name`.
      let isNamed = package.manifest.parsedToolsVersion >= ToolsVersion(5, 9)
      // Since 5.5, the compilers of programs get `-entry-point-function-name`.
      let namesEntries = package.manifest.parsedToolsVersion >= ToolsVersion(5, 5)
      for target in package.manifest.targets {
        // Their module gets code that finds them.
        let hasResources = !target.resources.isEmpty
        let (c, cxx) = (own(target.cSettings), own(target.cxxSettings))
        let mode = package.manifest.compilationSettings(of: target).languageMode(in: build)
        // What is known of the mode stands for the settings that state it.
        let swift = own(target.swiftSettings).filter { mode == nil || !$0.kind.isLanguageMode }
        let id = ModuleID(package: package.key, name: target.name)
        let standards = modules[id]?.standards(of: package.manifest) ?? []
        let common =
          "\(mode ?? "") \(target.kind) \(swift.filter(\.kind.changesCode)) \(c) \(cxx) \(standards) \(hasResources)"
        settings[id] = ("\(common) \(swift) \(isNamed) \(target.kind == .executable && namesEntries)", common)
      }
    }
    return settings
  }
}

extension TargetSetting.Kind {
  /// Whether it changes the code of files that do not ask for it.
  fileprivate var changesCode: Bool {
    switch self {
    case .define, .feature: false
    case .languageMode, .flags: true
    }
  }

  fileprivate var isLanguageMode: Bool {
    if case .languageMode = self { true } else { false }
  }
}

extension Module {
  /// The language standards with which a package's manifest has its files compiled.
  fileprivate func standards(of manifest: Manifest) -> [String] {
    let standards = [(["c", "objc"], manifest.cLanguageStandard), (["cpp", "objcpp"], manifest.cxxLanguageStandard)]
    return standards.compactMap { names, standard in names.contains(where: languages.contains) ? standard : nil }
  }

  /// Whether SwiftPM writes a module map of its headers.
  fileprivate var isInC: Bool { kind == .regular && !languages.isEmpty && !languages.contains("swift") }
}
