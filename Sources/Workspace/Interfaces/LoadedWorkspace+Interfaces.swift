import ImportSyntax
import ManifestSyntax
import ModuleGraph

extension LoadedWorkspace {
  /// Reads what the sources of the workspace show to one another, on all processors.
  /// - Complexity: O(bytes of the sources).
  func readInterfaces() async -> WorkspaceInterfaces {
    typealias Scan = (module: ModuleID, contents: WorkspaceInterfaces.Contents)
    let settings = compilerSettings
    let scans = await withTaskGroup(of: Scan.self) { group in
      for (module, files) in sources {
        group.addTask {
          var read: [String: WorkspaceInterfaces.File] = [:]
          for file in files {
            guard let bytes = try? FileBytes.read("\(rootPath)/\(file.path)") else { continue }
            read[file.path] = WorkspaceInterfaces.File(
              hash: Int(truncatingIfNeeded: bytes.stableHash), lines: file.lines ?? 0,
              interface: file.language == "swift" ? SwiftInterface(swift: bytes) : nil)
          }
          return (module, WorkspaceInterfaces.Contents(files: read, settings: settings[module] ?? ""))
        }
      }
      return await group.reduce(into: [Scan]()) { $0.append($1) }
    }
    return WorkspaceInterfaces(modules: Dictionary(scans.map { ($0.module, $0.contents) }) { first, _ in first })
  }

  /// What of a package's manifest becomes options of compilers: the language mode, which follows from the tools version as
  /// well, and the target's settings.
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
