import Foundation
import ManifestSyntax
import ModuleGraph
import Testing

@testable import Workspace

@Suite struct ScaffolderTests {
  /// A manifest of the modules Core, Home, Profile and App, and what it is with another feature, which App uses.
  struct Style: Sendable, CustomTestStringConvertible {
    let name: String
    let before: String
    let after: String

    var testDescription: String { name }
  }

  @Test(arguments: Self.styles)
  func `a feature is added in the style of the manifest`(style: Style) async throws {
    let work = try TemporaryWorkspace(["Package.swift": style.before])
    let before = try await work.load()
    let plan = try await work.scaffolder.plan(work.request(), in: before)
    let after = try await work.scaffolder.carryOut(plan, in: before) { _ in nil }
    #expect(try work.text("Package.swift") == Self.header + style.after)
    let new = after.graph.dependencies.filter { !before.graph.dependencies.contains($0) }
    #expect(Set(new.map { "\($0.from.name) \($0.to.name)" }).isSuperset(of: ["App Leaflet"]))
    #expect(!FileManager.default.fileExists(atPath: work.folder + "/state/journal"))
  }

  @Test func `every variant is changed`() async throws {
    let literal = Self.styles[0]
    let variant = "// swift-tools-version: 5.9\nimport PackageDescription\n" + literal.before
    let work = try TemporaryWorkspace(["Package.swift": literal.before, "Package@swift-5.9.swift": variant])
    let before = try await work.load()
    let plan = try await work.scaffolder.plan(work.request(), in: before)
    #expect(plan.manifests.map(\.shown) == ["Package.swift", "Package@swift-5.9.swift"])
  }

  @Test func `a package that uses the new module gets the product and the dependency`() async throws {
    let work = try TemporaryWorkspace([
      "App/Package.swift": #"let package = Package(name: "App", targets: [.target(name: "App")])"#,
      "Kit/Package.swift": #"let package = Package(name: "Kit", products: [], targets: [.target(name: "Home")])"#,
    ])
    let loader = WorkspaceLoader(toolchain: try Toolchain(), cacheFolder: work.cache)
    let all = DiscoveryOptions(includesAll: true)
    let scaffolder = Scaffolder(
      loader: loader, packagePath: work.path, discovery: all, stateFolder: work.folder + "/state")
    let before = try await work.load(discovery: all)
    let module = ScaffoldRequest.NewModule(
      name: "Leaflet", kind: .regular, dependencies: ["Home"], resources: [], neighbours: ["Home"],
      dependents: [ModuleID(package: "app", name: "App")])
    let plan = try await scaffolder.plan(
      ScaffoldRequest(package: "kit", modules: [module], files: []), in: before)
    let after = try await scaffolder.carryOut(plan, in: before) { _ in nil }
    #expect(after.graph.dependencies.contains { $0.from.name == "App" && $0.to.name == "Leaflet" })
    #expect(try work.text("App/Package.swift").contains(".package(path: \"../Kit\")"))
  }

  @Test func `what cannot be edited is told with what to write, and nothing is changed`() async throws {
    let text = """
      let package = Package(name: "Shop", targets: (0..<3).map { .target(name: ["Core", "Home", "App"][$0]) })

      """
    let work = try TemporaryWorkspace(["Package.swift": text])
    let before = try await work.load()
    do {
      _ = try await work.scaffolder.plan(work.request(), in: before)
      Issue.record("it was planned")
    } catch let failure as ScaffoldFailure {
      let code = #".target(name: "Leaflet", dependencies: ["Core"])"#
      #expect(failure.advice.first == "Package.swift: write `\(code)` into `targets:`")
    }
    #expect(try work.text("Package.swift") == Self.header + text)
  }

  @Test func `a result that is not wanted leaves nothing behind`() async throws {
    let work = try TemporaryWorkspace(["Package.swift": Self.styles[0].before])
    let before = try await work.load()
    let plan = try await work.scaffolder.plan(work.request(), in: before)
    let contents = try work.everything()
    await #expect(throws: ScaffoldFailure.self) {
      try await work.scaffolder.carryOut(plan, in: before) { _ in "a rule" }
    }
    #expect(try work.everything() == contents)
    // Another program changes the manifest after the plan.
    try work.write(Self.header + Self.styles[0].before + "// mine\n", to: "Package.swift")
    let changed = try work.everything()
    await #expect(throws: ScaffoldFailure.self) {
      try await work.scaffolder.carryOut(plan, in: before) { _ in nil }
    }
    #expect(try work.everything() == changed)
  }

  @Test func `a module that would depend on itself is not added`() async throws {
    let work = try TemporaryWorkspace(["Package.swift": Self.styles[0].before])
    let before = try await work.load()
    let module = ScaffoldRequest.NewModule(
      name: "Leaflet", kind: .regular, dependencies: ["Home"], resources: [], neighbours: ["Home", "Profile"],
      dependents: [ModuleID(package: "Shop", name: "Core")])
    let plan = try await work.scaffolder.plan(
      ScaffoldRequest(package: "Shop", modules: [module], files: []), in: before)
    let contents = try work.everything()
    do {
      _ = try await work.scaffolder.carryOut(plan, in: before) { _ in nil }
      Issue.record("it was added")
    } catch let failure as ScaffoldFailure {
      #expect(
        failure.reason
          == "Everything was put back, since Leaflet would depend on itself, through what it depends on.")
    }
    #expect(try work.everything() == contents)
  }

  @Test func `files move into a new module, and dependencies change with it`() async throws {
    let work = try TemporaryWorkspace([
      "Package.swift": """
      let package = Package(
        name: "Shop",
        targets: [
          .target(name: "Core"),
          .target(name: "Home", dependencies: ["Core"]),
          .executableTarget(name: "App", dependencies: ["Home"]),
        ]
      )

      """, "Sources/Core/Paying.swift": "public protocol Paying {}\n",
    ])
    let before = try await work.load()
    func id(_ name: String) -> ModuleID { ModuleID(package: "Shop", name: name) }
    let home = before.graph.dependencies.filter { $0.from.name == "Home" }
    let request = ScaffoldRequest(
      package: "Shop",
      modules: [
        .init(
          name: "CoreInterface", kind: .regular, dependencies: [], resources: [], neighbours: ["Core"],
          dependents: [id("Core"), id("Home")])
      ],
      files: [
        .init(
          module: "CoreInterface", path: "Paying.swift", bytes: [], movedFrom: work.path + "/Sources/Core/Paying.swift")
      ],
      remedies: [.remove(home, usedBy: []), .declare(id("Core"), by: id("App"))])
    let plan = try await work.scaffolder.plan(request, in: before)
    let contents = try work.everything()
    await #expect(throws: ScaffoldFailure.self) {
      try await work.scaffolder.carryOut(plan, in: before) { _ in "a rule" }
    }
    #expect(try work.everything() == contents)
    let after = try await work.scaffolder.carryOut(plan, in: before) { _ in nil }
    let edges = after.graph.dependencies.map { "\($0.from.name) \($0.to.name)" }.sorted()
    #expect(edges == ["App Core", "App Home", "Core CoreInterface", "Home CoreInterface"])
    #expect(try work.text("Sources/CoreInterface/Paying.swift") == "public protocol Paying {}\n")
    #expect(try work.text("Package.swift").contains(#".target(name: "Home", dependencies: ["CoreInterface"]),"#))
  }

  @Test func `an import line is replaced, or gets one beside it with the same attributes`() {
    let text = "// A comment.\n\nimport Alpha\n@testable import Core\nimport struct Core.Price\r\n\nlet one = 1\n"
    func use(_ name: String, _ line: Int, _ column: Int) -> WorkspaceImports.Use {
      .init(.module(name), location: .init(file: "A.swift", line: line), column: column)
    }
    let uses = [use("Alpha", 3, 8), use("Core", 4, 18), use("Core", 5, 15)]
    func changed(_ edit: (inout ImportLines) -> Void) -> String {
      var imports = ImportLines(Array(text.utf8), uses: uses, of: "Core")
      edit(&imports)
      return String(decoding: imports.bytes, as: UTF8.self)
    }
    #expect(changed { $0.replace(by: "CoreInterface") } == text.replacing("Core", with: "CoreInterface"))
    #expect(
      changed { $0.add(beside: "CoreInterface") }
        == text.replacing("import Core\n", with: "import Core\n@testable import CoreInterface\n")
        .replacing("Price\r\n", with: "Price\r\nimport CoreInterface\r\n"))
    #expect(
      changed { $0.add("Beta", isPublic: true, besides: uses) }
        == text.replacing("@testable", with: "public import Beta\n@testable"))
    var without = ImportLines(Array("// A\n\n/// B\nlet one = 1\n".utf8), uses: [], of: "Core")
    without.add("Beta", isPublic: false, besides: [])
    #expect(String(decoding: without.bytes, as: UTF8.self) == "// A\n\nimport Beta\n\n/// B\nlet one = 1\n")
  }

  @Test func `what exists, and what is behind a link, is not written`() async throws {
    let work = try TemporaryWorkspace([
      "Package.swift": Self.styles[0].before, "Sources/Leaflet/Leaflet.swift": "mine",
    ])
    let before = try await work.load()
    await #expect(throws: ScaffoldFailure.self) { try await work.scaffolder.plan(work.request(), in: before) }
    try FileManager.default.removeItem(atPath: work.path + "/Sources/Leaflet")
    try FileManager.default.createDirectory(atPath: work.folder + "/elsewhere", withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: work.path + "/Sources/Leaflet", withDestinationPath: work.folder + "/elsewhere")
    await #expect(throws: ScaffoldFailure.self) { try await work.scaffolder.plan(work.request(), in: before) }
  }

  /// Without its end, a journal is what a killed process leaves.
  @Test func `what a killed process has created is removed, but not what others put there`() throws {
    let work = try TemporaryWorkspace(["A.swift": "old", "Moved.swift": "there"])
    do {
      guard var journal = try ManifestJournal.held(in: work.folder + "/state") else { throw CancellationError() }
      try journal.create([
        .init(path: work.path + "/Sources/New/New.swift", shown: "New.swift", bytes: [1]),
        .init(path: work.path + "/Tests/New/Test.swift", shown: "Test.swift", bytes: [2]),
        .init(path: work.path + "/Tests/New/Gone.swift", shown: "Gone.swift", bytes: [3]),
        .init(
          path: work.path + "/Sources/New/Moved.swift", shown: "Moved.swift", bytes: [],
          source: work.path + "/Moved.swift"),
      ])
      try journal.replace(work.path + "/A.swift", holding: Array("old".utf8), by: [4], shownAs: "A.swift")
    }
    try FileManager.default.removeItem(atPath: work.path + "/Tests/New/Gone.swift")
    try work.write("mine", to: "Tests/New/Mine.swift")
    #expect(try work.text("Sources/New/Moved.swift") == "there")
    #expect(ManifestFixer.recover(in: work.folder + "/state").count == 4)
    #expect(try work.text("A.swift") == "old" && work.text("Moved.swift") == "there")
    #expect(try work.everything().keys.sorted() == ["A.swift", "Moved.swift", "Tests/New/Mine.swift"])
    #expect(!FileManager.default.fileExists(atPath: work.path + "/Sources"))
  }

  static let header = "// swift-tools-version: 6.0\nimport PackageDescription\n"
}

extension TemporaryWorkspace {
  fileprivate var scaffolder: Scaffolder {
    get throws {
      Scaffolder(
        loader: WorkspaceLoader(toolchain: try Toolchain(), cacheFolder: cache), packagePath: path,
        discovery: DiscoveryOptions(), stateFolder: folder + "/state")
    }
  }

  fileprivate func request() -> ScaffoldRequest {
    let module = ScaffoldRequest.NewModule(
      name: "Leaflet", kind: .regular, dependencies: ["Core"], resources: [], neighbours: ["Home", "Profile"],
      dependents: [ModuleID(package: "Shop", name: "App")])
    return ScaffoldRequest(
      package: "Shop", modules: [module],
      files: [.init(module: "Leaflet", path: "Leaflet.swift", bytes: Array("let one = 1\n".utf8))])
  }

  fileprivate func text(_ file: String) throws -> String {
    String(decoding: try required(FileManager.default.contents(atPath: path + "/" + file)), as: UTF8.self)
  }

  fileprivate func everything() throws -> [String: String] {
    let files = try FileManager.default.subpathsOfDirectory(atPath: path).filter { Path.isFile("\(path)/\($0)") }
    return Dictionary(uniqueKeysWithValues: try files.map { ($0, try text($0)) })
  }
}

extension ScaffolderTests {
  private static func style(_ name: String, _ text: String) -> Style {
    // A line that begins with `+` is new; `«…»` is new within a line.
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let before = lines.filter { !$0.hasPrefix("+") }.map { line in
      line.replacing(/«[^»]*»/, with: "")
    }
    let after = lines.map { ($0.hasPrefix("+") ? $0.dropFirst() : $0[...]).replacing(/[«»]/, with: "") }
    return Style(name: name, before: before.joined(separator: "\n"), after: after.joined(separator: "\n"))
  }

  static let styles = [
    style(
      "literal",
      """
      let package = Package(
        name: "Shop",
        targets: [
          .target(name: "Core"),
          .target(name: "Home", dependencies: ["Core"]),
      +    .target(name: "Leaflet", dependencies: ["Core"]),
          .target(name: "Profile", dependencies: ["Core"]),
          .executableTarget(name: "App", dependencies: ["Home", «"Leaflet", »"Profile"])
        ]
      )

      """),
    style(
      "several lines",
      """
      let package = Package(
        name: "Shop",
        products: [
          .library(name: "Profile", targets: ["Profile"]),
          .library(name: "Home", targets: ["Home"])«,»
      +    .library(name: "Leaflet", targets: ["Leaflet"])
        ],
        targets: [
          .target(
            name: "Profile",
            dependencies: [
              .target(name: "Core"),
            ],
            path: "Features/Profile"
          ),
          .target(
            name: "Home",
            dependencies: [
              .target(name: "Core"),
            ],
            path: "Features/Home"
          ),
      +    .target(
      +      name: "Leaflet",
      +      dependencies: [
      +        .target(name: "Core"),
      +      ],
      +      path: "Features/Leaflet"
      +    ),
          // Below all features
          .target(name: "Core"),
          .executableTarget(
            name: "App",
            dependencies: [
              .target(name: "Profile"),
              .target(name: "Home"),
      +        .target(name: "Leaflet"),
              .target(name: "Core"),
            ]
          ),
        ]
      )

      """),
    style(
      "helper",
      """
      extension Target {
        static func feature(_ name: String, _ more: [Target.Dependency] = []) -> Target {
          .target(name: name, dependencies: ["Core"] + more, path: "Features/\\(name)")
        }
      }
      let package = Package(
        name: "Shop",
        targets: [
          .target(name: "Core"),
          .feature("Home"),
      +    .feature("Leaflet"),
          .feature("Profile", ["Home"]),
          .executableTarget(name: "App", dependencies: ["Home", «"Leaflet", »"Profile"]),
        ])

      """),
    style(
      "a list of names",
      """
      let features = ["Home", «"Leaflet", »"Profile"]
      let package = Package(
        name: "Shop", products: features.map { .library(name: $0, targets: [$0]) },
        targets: [
          .target(name: "Core"),
          .executableTarget(name: "App", dependencies: features.map { .target(name: $0) }),
        ] + features.map { .target(name: $0, dependencies: ["Core"]) })

      """),
    style(
      "constants",
      """
      extension Target.Dependency {
        static let core: Self = "Core"
      }
      let package = Package(name: "Shop")
      package.targets.append(.target(name: "Core"))
      package.targets.append(.target(name: "Home", dependencies: [.core]))
      package.targets.append(.target(name: "Profile", dependencies: [.core]))
      +package.targets.append(.target(name: "Leaflet", dependencies: [.core]))
      package.targets += [.executableTarget(name: "App", dependencies: ["Home", «"Leaflet", »"Profile"])]

      """),
  ]
}
