import Advice
import ModuleGraph

/// The facts of a workspace from its packages: each has modules, and dependencies by the names of modules.
extension AdviceFacts {
  static func example(
    own: Set<String> = ["App"], packages: [Package] = [], modules: [Module], _ dependencies: [(String, String)] = [],
    plugins: [(String, String)] = [], products: [Product] = [], toolchain: String = "6.3.1"
  ) -> AdviceFacts {
    let known = Set(packages.map(\.key))
    let others = Set(modules.map(\.package)).union(own).subtracting(known).map { Package.example($0) }
    func edges(_ all: [(String, String)], _ kind: Dependency.Kind) -> [Dependency] {
      all.map { Dependency(from: id($0.0), to: id($0.1), kind: kind) }
    }
    return AdviceFacts(
      graph: ModuleGraph(
        environment: .init(os: "macos", arch: "arm64", toolchain: toolchain), packages: packages + others,
        products: products, modules: modules, dependencies: edges(dependencies, .target) + edges(plugins, .plugin)),
      own: own)
  }

  func findings(_ kind: String) -> [AdviceFinding] { advice().findings.filter { $0.kind == kind } }
}

extension Package {
  static func example(
    _ key: String, tools: String? = "5.9.0", requires: [(identity: String, requirement: String)] = []
  ) -> Package {
    Package(
      key: key, identity: key.lowercased(), name: key, path: key, toolsVersion: tools,
      dependencies: requires.map {
        PackageDependency(
          identity: $0.identity, requirement: $0.requirement, location: "https://example.com/\($0.identity)")
      })
  }
}

extension Module {
  /// - Parameter name: `package/Name`; without a package, of `App`.
  static func example(_ name: String, _ kind: Kind = .regular, lines: Int? = 100) -> Module {
    Module(id: ModuleID(name) ?? ModuleID(package: "App", name: name), kind: kind, lines: lines, languages: ["swift"])
  }
}

func id(_ name: String) -> ModuleID { ModuleID(name) ?? ModuleID(package: "App", name: name) }

extension WorkspaceImports {
  /// - Parameter exports: whether the imports are re-exports.
  static func example(_ imports: [String: [String]], exports: Bool = false) -> WorkspaceImports {
    var uses: [ModuleID: [Use]] = [:]
    for (name, others) in imports {
      uses[id(name)] = others.enumerated().map { index, other in
        Use(.module(other), isReexport: exports, location: .init(file: "\(name)/Exports.swift", line: index + 1))
      }
    }
    return WorkspaceImports(uses: uses)
  }
}

extension XcodeTargetFacts {
  /// A target with one configuration.
  static func example(
    _ name: String, _ settings: [String: String], kind: Module.Kind = .app, swiftFiles: Int = 100,
    configuration: String = "Debug", scripts: [Script] = [], bridgedHeaders: Int? = nil
  ) -> XcodeTargetFacts {
    let place = Dependency.Location(file: "App.xcodeproj/project.pbxproj", line: 7)
    var target = XcodeTargetFacts(
      module: id(name), kind: kind, swiftFiles: swiftFiles,
      configurations: [.init(name: configuration, settings: settings.mapValues { ($0, place) })])
    (target.scripts, target.bridgedHeaders) = (scripts, bridgedHeaders)
    return target
  }
}
