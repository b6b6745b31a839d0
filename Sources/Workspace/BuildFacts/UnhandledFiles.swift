import ManifestSyntax
package import ModuleGraph

extension LoadedWorkspace {
  /// The targets in whose folders files lie that SwiftPM does not know, and warns of: `found 1 file(s) which are unhandled`.
  /// - Parameter paths: of the files, absolute, without symbolic links.
  /// - Returns: in the order of the packages, with the paths relative to the target's folder.
  package func targets(withUnhandled paths: [String]) -> [(module: ModuleID, files: [String])] {
    packages.flatMap { package in
      let layout = SourceLayout(of: package.manifest, in: package.path)
      return package.manifest.targets.compactMap { target -> (module: ModuleID, files: [String])? in
        guard layout.tools >= ToolsVersion(5, 3), ![.binary, .system, .plugin].contains(target.kind),
          let folder = layout.folder(of: target).flatMap({ Path.canonical($0) })
        else { return nil }
        let rules = SourceRules(of: target, in: folder, package: package.path, tools: layout.tools)
        let files = paths.filter { $0.hasPrefix(folder + "/") && !rules.isAccountedFor($0) }
        let id = ModuleID(package: package.key, name: target.name)
        return files.isEmpty ? nil : (id, files.map { String($0.dropFirst(folder.count + 1)) })
      }
    }
  }
}
