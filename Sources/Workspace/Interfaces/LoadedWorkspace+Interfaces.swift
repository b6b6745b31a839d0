import ManifestSyntax
import ModuleGraph

extension LoadedWorkspace {
  /// The interfaces of the workspace's sources.
  /// - Complexity: O(sources).
  func readInterfaces() -> WorkspaceInterfaces {
    let settings = compilerSettings
    let modules = sources.map { module, files in
      let read = files.compactMap { file in file.contents?.interface.map { (file.path, $0) } }
      let contents = WorkspaceInterfaces.Contents(
        files: Dictionary(read) { first, _ in first }, settings: settings[module]?.all ?? "",
        codeSettings: settings[module]?.code ?? "")
      return (module, contents)
    }
    return WorkspaceInterfaces(modules: Dictionary(uniqueKeysWithValues: modules))
  }

  /// The parts of a package's manifest that become compiler options, and those of them that change all object code. The
  /// language mode and the package's name follow from the tools version.
  private var compilerSettings: [ModuleID: (all: String, code: String)] {
    var settings: [ModuleID: (String, String)] = [:]
    for package in packages {
      let tools = package.manifest.parsedToolsVersion
      // Compilers get the highest mode.
      let mode = package.manifest.swiftLanguageModes?.max() ?? "\(tools.major)"
      // Since 5.9, compilers get `-package-name`.
      let isNamed = tools >= ToolsVersion(5, 9)
      for target in package.manifest.targets {
        // Their module gets code that finds them.
        let hasResources = !target.resources.isEmpty
        let code = target.swiftSettings.filter(\.kind.changesCode)
        let common = "\(mode) \(target.kind) \(code) \(target.cSettings) \(target.cxxSettings) \(hasResources)"
        let id = ModuleID(package: package.key, name: target.name)
        settings[id] = ("\(common) \(target.swiftSettings) \(isNamed)", common)
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
}
