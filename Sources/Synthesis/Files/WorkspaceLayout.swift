/// The folders of modules, and the manifests. Manifests are literal, so that SwiftPM's own tools can edit them.
struct WorkspaceLayout {
  private let description: WorkspaceDescription
  private let kinds: [String: WorkspaceDescription.Module.Kind]

  init(_ description: WorkspaceDescription) {
    self.description = description
    kinds = Dictionary(uniqueKeysWithValues: description.modules.map { ($0.name, $0.kind) })
  }

  /// The folder of a module's sources, relative to the root.
  func folder(of module: WorkspaceDescription.Module) -> String {
    switch module.kind {
    case .test: "Tests/\(module.name)"
    case .library where description.packages == .each: "Packages/\(module.name)/Sources/\(module.name)"
    case .library, .executable: "Sources/\(module.name)"
    }
  }

  /// The manifest of the root package, and those of the libraries' packages if there are any.
  func manifests() -> [SynthesizedFile] {
    guard description.packages == .each else {
      return [manifest(at: "", name: description.name, of: description.modules)]
    }
    let atRoot = description.modules.filter { $0.kind != .library }
    return [manifest(at: "", name: description.name, of: atRoot)]
      + description.modules.filter { $0.kind == .library }.map {
        manifest(at: "Packages/\($0.name)/", name: $0.name, of: [$0])
      }
  }

  private func manifest(
    at folder: String, name: String, of modules: [WorkspaceDescription.Module]
  ) -> SynthesizedFile {
    var lines = [
      "// swift-tools-version: 5.9", "import PackageDescription", "", "let package = Package(", "  name: \"\(name)\",",
      "  platforms: [.macOS(.v13)],",
    ]
    lines += list("products", modules.compactMap(product))
    if description.packages == .each {
      let used = Set(modules.flatMap(\.dependencies)).sorted()
      lines += list("dependencies", used.map { ".package(path: \"\(folder.isEmpty ? "Packages" : "..")/\($0)\")" })
    }
    lines += list("targets", modules.map(target))
    // A comma after the last argument would be an error in Swift 5.9.
    lines[lines.count - 1] = "  ]"
    return SynthesizedFile(path: "\(folder)Package.swift", lines: lines + [")"])
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
      description.packages == .one ? "\"\(name)\"" : ".product(name: \"\(name)\", package: \"\(name)\")"
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
