/// The folders of modules, and the manifests. Manifests are literal, so that SwiftPM's own tools can edit them.
struct WorkspaceLayout {
  let description: WorkspaceDescription

  /// The folder of a module's sources, relative to the root.
  func folder(of module: WorkspaceDescription.Module) -> String {
    (ownFolder(of: module) ?? "") + (module.kind == .test ? "Tests/" : "Sources/") + module.name
  }

  /// The manifest of the root package, and those of other packages if there are any.
  func manifests() -> [SynthesizedFile] {
    let atRoot = description.modules.filter { ownFolder(of: $0) == nil }
    return [manifest(at: "", name: description.name, of: atRoot)]
      + description.modules.compactMap { module in
        ownFolder(of: module).map { manifest(at: $0, name: module.name, of: [module]) }
      }
  }

  /// The folder of the module's own package, with a slash; `nil` for a module of the root package.
  private func ownFolder(of module: WorkspaceDescription.Module) -> String? {
    if module.isAppPackage { return module.appPackageFolder + "/" }
    return module.kind == .library && description.packages == .each ? "Packages/\(module.name)/" : nil
  }

  private func manifest(
    at folder: String, name: String, of modules: [WorkspaceDescription.Module]
  ) -> SynthesizedFile {
    var lines = [
      "// swift-tools-version: 5.9", "import PackageDescription", "", "let package = Package(", "  name: \"\(name)\",",
      "  platforms: [.macOS(.v13)],",
    ]
    lines += list("products", modules.compactMap(product))
    lines += list("dependencies", packageDependencies(of: modules, at: folder))
    lines += list("targets", modules.map(target))
    // A comma after the last argument would be an error in Swift 5.9.
    lines[lines.count - 1] = "  ]"
    return SynthesizedFile(path: "\(folder)Package.swift", lines: lines + [")"])
  }

  private func packageDependencies(of modules: [WorkspaceDescription.Module], at folder: String) -> [String] {
    let used = Set(modules.flatMap(\.dependencies)).sorted()
    switch description.packages {
    case .each:
      let packages = folder.isEmpty ? "Packages" : folder.hasPrefix("Packages/") ? ".." : "../Packages"
      return used.map { ".package(path: \"\(packages)/\($0)\")" }
    // Named, since SwiftPM would otherwise identify the package by its folder, which may have any name.
    case .one: return folder.isEmpty || used.isEmpty ? [] : [".package(name: \"\(description.name)\", path: \"..\")"]
    }
  }

  private func product(_ module: WorkspaceDescription.Module) -> String? {
    switch module.kind {
    case .library: ".library(name: \"\(module.name)\", targets: [\"\(module.name)\"])"
    case .executable: ".executable(name: \"\(module.name)\", targets: [\"\(module.name)\"])"
    case .test: nil
    }
  }

  private func target(_ module: WorkspaceDescription.Module) -> String {
    let call =
      switch module.kind {
      case .library: "target"
      case .executable: "executableTarget"
      case .test: "testTarget"
      }
    guard !module.dependencies.isEmpty else { return ".\(call)(name: \"\(module.name)\")" }
    let dependencies = module.dependencies.map { name in
      switch description.packages {
      case .one where !module.isAppPackage: "\"\(name)\""
      case .one: ".product(name: \"\(name)\", package: \"\(description.name)\")"
      case .each: ".product(name: \"\(name)\", package: \"\(name)\")"
      }
    }
    let oneLine = ".\(call)(name: \"\(module.name)\", dependencies: [\(dependencies.joined(separator: ", "))])"
    if oneLine.count <= 110 { return oneLine }
    let eachLine = dependencies.map { "        \($0)," }.joined(separator: "\n")
    return ".\(call)(\n      name: \"\(module.name)\",\n      dependencies: [\n\(eachLine)\n      ])"
  }

  private func list(_ label: String, _ elements: [String]) -> [String] {
    elements.isEmpty ? [] : ["  \(label): ["] + elements.map { "    \($0)," } + ["  ],"]
  }
}
