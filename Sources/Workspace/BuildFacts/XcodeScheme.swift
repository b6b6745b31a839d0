package import ModuleGraph

/// A scheme of Xcode that is a file. Xcode has others, for targets and products, without one.
package struct XcodeScheme: Hashable, Sendable {
  package let name: String
  /// What it builds in order to run, as far as it is in the workspace, in the order of the file.
  package let targets: [ModuleID]

  package init(name: String, targets: [ModuleID]) { (self.name, self.targets) = (name, targets) }
}

extension LoadedWorkspace {
  /// The folders of the workspace's Xcode projects (`.xcodeproj`), absolute; sorted.
  package var xcodeProjects: [String] {
    graph.packages.filter { $0.toolsVersion == nil }.map { Path.joined(rootPath, $0.path) }.sorted()
  }

  /// The schemes of an Xcode workspace or project and of all projects in it, shared ones and the user's own; of equal
  /// names, the first. A file that cannot be read has no scheme.
  /// - Parameter container: relative to the workspace's folder.
  package func schemes(of container: String) -> [XcodeScheme] {
    var seen: Set<String> = []
    let places = ([Path.joined(rootPath, container)] + xcodeProjects).filter { seen.insert($0).inserted }
    let folders = places.flatMap { place in
      let users = FolderEntries(of: place + "/xcuserdata").map { "\(place)/xcuserdata/\($0.name)" }
      return (["\(place)/xcshareddata"] + users.sorted()).map { ($0 + "/xcschemes", Path.normalized(place + "/..")) }
    }
    var schemes: [XcodeScheme] = []
    for (folder, base) in folders {
      for name in FolderEntries(of: folder).map(\.name).sorted() where Path.pathExtension(name) == "xcscheme" {
        guard let bytes = try? FileBytes.read("\(folder)/\(name)"), let parts = try? XcodeXML.parts(of: bytes) else {
          continue
        }
        let scheme = XcodeScheme(name: String(name.dropLast(".xcscheme".count)), targets: targets(parts, base))
        if !schemes.contains(where: { $0.name == scheme.name }) { schemes.append(scheme) }
      }
    }
    return schemes.sorted { $0.name < $1.name }
  }

  /// - Parameter base: the folder that references to projects and packages are relative to.
  private func targets(_ parts: [XcodeXML.Part], _ base: String) -> [ModuleID] {
    var isRun = false
    var found: [ModuleID] = []
    for part in parts {
      switch part {
      case .start("BuildActionEntry", let attributes): isRun = attributes["buildForRunning"] != "NO"
      case .start("BuildableReference", let attributes) where isRun:
        guard let name = attributes["BlueprintName"] else { continue }
        let place = attributes["ReferencedContainer"]?.trimmingPrefix("container:")
        let modules = modules(named: name, in: place.flatMap { Path.stated(String($0), below: base) })
        found += modules.filter { !found.contains($0) }
      case .end("BuildActionEntry"): isRun = false
      default: continue
      }
    }
    return found
  }

  /// The target of that name, or the modules of the product; those of the given project or package, if it has any.
  private func modules(named name: String, in place: String?) -> [ModuleID] {
    let owners = Set(
      graph.packages.filter { package in place == Path.joined(rootPath, package.path) }.map(\.key))
    let modules = graph.modules.filter { $0.name == name && !$0.kind.isOutside }.map(\.id)
    let products = graph.products.filter { $0.name == name }.flatMap(\.modules)
    let own = [modules, products].map { $0.filter { owners.contains($0.package) } }
    return (own + [modules, products]).first { !$0.isEmpty } ?? []
  }
}
