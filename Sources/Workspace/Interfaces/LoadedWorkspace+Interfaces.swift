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
        files: Dictionary(read) { first, _ in first }, settings: settings[module] ?? "")
      return (module, contents)
    }
    return WorkspaceInterfaces(modules: Dictionary(uniqueKeysWithValues: modules))
  }

  /// The parts of a package's manifest that become compiler options: the language mode, which also follows from the
  /// tools version, and the target's settings.
  private var compilerSettings: [ModuleID: String] {
    var settings: [ModuleID: String] = [:]
    for package in packages {
      let tools = package.manifest.toolsVersion.prefix { $0 != "." }
      let modes = package.manifest.swiftLanguageModes.map { $0.joined(separator: ",") } ?? "tools \(tools)"
      for target in package.manifest.targets {
        let id = ModuleID(package: package.key, name: target.name)
        settings[id] = "\(modes) \(target.kind) \(target.swiftSettings) \(target.cSettings) \(target.cxxSettings)"
      }
    }
    return settings
  }
}
