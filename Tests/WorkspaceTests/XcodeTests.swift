import Documents
import Foundation
import ModuleGraph
import TestSupport
import Testing

@testable import Workspace

@Suite struct XcodeTests {
  private static let packages = [
    "Packages/Core/Package.swift": libraryManifest("Core"), "Packages/Core/Sources/Core/a.swift": "",
    "Packages/Cart/Package.swift": libraryManifest("Cart", using: [("Core", "../Core")]),
    "Packages/Cart/Sources/Cart/a.swift": "",
    "Packages/Unused/Package.swift": libraryManifest("Unused"), "Packages/Unused/Sources/Unused/a.swift": "",
  ]

  private func workspace(_ parts: [String: String]...) throws -> TemporaryWorkspace {
    let files = parts.reduce(into: Self.packages) { $0.merge($1) { $1 } }
    return try TemporaryWorkspace(files)
  }

  @Test func aProjectsTargetsAreModulesThatUsePackagesProducts() async throws {
    let workspace = try workspace(
      ["App/Sources/App.swift": ""],
      XcodeFixture.project(
        "Store",
        targets: [
          .init(
            "Store", products: ["Cart", "local1/Core", "remote1/Charts", "plugin:Lint", "Nowhere"],
            dependencies: ["Widget"], folder: "App/Sources"),
          .init("Widget", type: "app-extension", products: ["Core"]),
          .init("Kit", type: "framework"), .init("StoreTests", type: "bundle.unit-test", dependencies: ["Store"]),
        ],
        locals: ["Packages/Core"], remotes: ["https://example.com/Someone/Charts.git"], references: ["Packages/Cart"]),
      ["App/Sources/a.swift": ""])
    let loaded = try await workspace.load("Store.xcodeproj")
    let graph = loaded.graph
    #expect(loaded.rootPath == workspace.path)
    #expect(
      graph.packages.map { "\($0.key) \($0.identity) \($0.path) \($0.toolsVersion ?? "-")" } == [
        "Store store Store.xcodeproj -", "cart cart Packages/Cart 6.0.0", "core core Packages/Core 6.0.0",
      ])
    try #require(!graph.packages.isEmpty)
    #expect(
      graph.packages[0].dependencies == [
        PackageDependency(identity: "core", requirement: "path", location: "Packages/Core"),
        PackageDependency(
          identity: "charts", requirement: "1.2.3..<2.0.0", location: "https://example.com/Someone/Charts.git"),
      ])
    #expect(
      graph.edges == [
        "Store/Store -> Store/Widget", "Store/Store -> cart/Cart product Cart",
        "Store/Store -> charts/Charts product Charts", "Store/Store -> core/Core product Core",
        "Store/Store -> unknown/Lint plugin Lint", "Store/Store -> unknown/Nowhere product Nowhere",
        "Store/StoreTests -> Store/Store", "Store/Widget -> core/Core product Core",
        "cart/Cart -> core/Core product Core",
      ])
    #expect(
      graph.modules.filter { $0.package == "Store" }.map { "\($0.name) \($0.kind.rawValue) \($0.path ?? "-")" } == [
        "Kit framework -", "Store app App/Sources", "StoreTests test -", "Widget extension -",
      ])
    #expect(graph.warnings == [])
  }

  @Test(arguments: [
    ("application", "app"), ("application.watchapp2-container", "app"), ("framework.static", "framework"),
    ("library.static", "static-library"), ("library.dynamic", "dynamic-library"), ("tool", "tool"),
    ("app-extension.messages", "extension"), ("watchkit2-extension", "extension"), ("system-extension", "extension"),
    ("extensionkit-extension", "extension"), ("xpc-service", "xpc-service"), ("bundle", "bundle"),
    ("bundle.ui-testing", "test"), ("instruments-package", "bundle"), ("of-tomorrow", "other"), ("", "other"),
  ])
  func whatATargetBuildsIsItsKind(type: String, kind: String) {
    let whole = "com.apple.product-type." + type
    #expect(Module.Kind(ofTarget: "PBXNativeTarget", productType: whole).rawValue == kind)
    #expect(Module.Kind(ofTarget: "PBXAggregateTarget", productType: whole) == .aggregate)
    #expect(Module.Kind(ofTarget: "PBXLegacyTarget", productType: whole) == .legacy)
  }

  @Test func aWorkspaceMeansWhatItsReferencesAndGroupsName() async throws {
    let body = """
      <FileRef location = "group:Apps/Store.xcodeproj"></FileRef>
      <FileRef location = "container:Kits/Kit.xcodeproj"/>
      <Group location = "group:Packages" name = "Packages">
        <FileRef location = "group:Cart"/>
        <Group location = "group:../readme-folder" name = "Notes"><FileRef location = "group:notes.md"/></Group>
        <Group name = "Nothing"><FileRef location = "group:Core"/></Group>
        <FileRef location = "developer:Somewhere"/>
        <FileRef location = "container:Pods/Pods.xcodeproj"/>
      </Group>
      <Group location = "group:Gone" name = "Gone &amp; lost"><FileRef location = "group:Lost"/></Group>
      """
    let workspace = try workspace(
      ["All.xcworkspace/contents.xcworkspacedata": XcodeFixture.workspaceData(body), "readme-folder/notes.md": ""],
      XcodeFixture.project("Apps/Store", targets: [.init("Store", products: ["Cart"], links: ["Kit.framework"])]),
      XcodeFixture.project("Kits/Kit", targets: [.init("Kit", type: "framework", products: ["Core"])]))
    let graph = try await workspace.load("All.xcworkspace").graph
    #expect(
      graph.packages.map { "\($0.key) \($0.path)" } == [
        "Kit Kits/Kit.xcodeproj", "Store Apps/Store.xcodeproj", "cart Packages/Cart", "core Packages/Core",
      ])
    #expect(
      graph.edges == [
        "Kit/Kit -> core/Core product Core", "Store/Store -> Kit/Kit product Kit",
        "Store/Store -> cart/Cart product Cart", "cart/Cart -> core/Core product Core",
      ])
    #expect(graph.warnings == ["`All.xcworkspace` refers to `Gone/Lost`, which does not exist."])
  }

  @Test func absoluteReferencesAndWorkspacesWithinProjectsAreFollowed() async throws {
    let workspace = try workspace(XcodeFixture.project("Store", targets: [.init("Store", products: ["Core"])]))
    try workspace.write(
      XcodeFixture.workspaceData("<FileRef location = \"absolute:\(workspace.path)/Packages/Core\"/>"),
      to: "elsewhere/All.xcworkspace/contents.xcworkspacedata")
    let absolute = try await workspace.load("elsewhere/All.xcworkspace").graph
    #expect(absolute.packages.map(\.path) == ["../Packages/Core"])
    let within = XcodeFixture.workspaceData("<FileRef location = \"self:\"></FileRef>")
    try workspace.write(within, to: "Store.xcodeproj/project.xcworkspace/contents.xcworkspacedata")
    let project = try await workspace.load("Store.xcodeproj/project.xcworkspace")
    #expect(project.graph.packages.map(\.key) == ["Store"])
    #expect(project.rootPath == workspace.path)
    try workspace.write(within, to: "Packages/Cart/.swiftpm/xcode/package.xcworkspace/contents.xcworkspacedata")
    let package = try await workspace.load("Packages/Cart/.swiftpm/xcode/package.xcworkspace").graph
    #expect(package.packages.map(\.key) == ["Cart", "core"])
  }

  @Test func packagesInFoldersThatXcodeShowsWholeAreFoundAndAllOthersWithAll() async throws {
    let workspace = try workspace(
      XcodeFixture.project("Store", targets: [.init("Store", products: ["Core"])], synchronized: ["Packages"]),
      XcodeFixture.project("Other", targets: [.init("Other")]))
    #expect(
      try await workspace.load("Store.xcodeproj").graph.packages.map(\.key) == ["Store", "cart", "core", "unused"])
    let all = try await workspace.load("Other.xcodeproj", discovery: DiscoveryOptions(includesAll: true))
    #expect(all.graph.packages.map(\.key) == ["Other", "cart", "core", "unused"])
  }

  @Test func aReferenceToNothingIsAWarning() async throws {
    let workspace = try workspace(
      XcodeFixture.project(
        "Store", targets: [.init("Store", products: ["local1/Gone", "local2/Core"])],
        locals: ["Packages/Gone", "../moved/Core"], references: ["Packages/Lost", "Packages/Core"]))
    let graph = try await workspace.load("Store.xcodeproj").graph
    #expect(graph.edges == ["Store/Store -> core/Core product Core", "Store/Store -> gone/Gone product Gone"])
    #expect(
      graph.warnings == [
        "`Store.xcodeproj` refers to 3 paths that do not exist: `../moved/Core`, `Packages/Gone`, `Packages/Lost`."
      ])
  }

  @Test func namesThatCollideAreToldApart() async throws {
    let workspace = try workspace(
      XcodeFixture.project("a/core", targets: [.init("App/Beta", products: ["Core"])]),
      XcodeFixture.project("b/Same", targets: [.init("Same")]),
      XcodeFixture.project("c/Same", targets: [.init("Same")]),
      ["Twin/Package.swift": libraryManifest("Core"), "Twin/Sources/Core/a.swift": ""],
      XcodeFixture.workspace(
        "All",
        references: [
          "group:a/core.xcodeproj", "group:b/Same.xcodeproj", "group:c/Same.xcodeproj", "group:Packages/Core",
          "group:Twin",
        ]))
    let graph = try await workspace.load("All.xcworkspace").graph
    #expect(
      graph.packages.map(\.key) == ["a/core.xcodeproj", "b/Same.xcodeproj", "c/Same.xcodeproj", "core", "twin"])
    #expect(graph.edges == ["a/core.xcodeproj/App:Beta -> core/Core product Core"])
    #expect(
      graph.warnings == [
        "a/core.xcodeproj/App:Beta uses the product `Core`, which `Packages/Core` and `Twin` have; the first is shown."
      ])
  }

  @Test func clonesInFoldersOfOtherNamesGiveTheSameBytes() async throws {
    let files = Self.packages.merging(
      XcodeFixture.project("App/Store", targets: [.init("Store", products: ["Cart", "Whole"])], references: [".."])
        .merging(["Package.swift": libraryManifest("Whole"), "Sources/Whole/a.swift": ""]) { $1 }
    ) { $1 }
    let workspace = try TemporaryWorkspace(
      Dictionary(
        uniqueKeysWithValues: ["whole", "Another name"].flatMap { clone in files.map { ("\(clone)/\($0)", $1) } }))
    let first = try await workspace.load("whole/App/Store.xcodeproj").graph
    let second = try await workspace.load("Another name/App/Store.xcodeproj").graph
    #expect(try first.json() == second.json())
    #expect(first.packages.map { "\($0.key) \($0.path)" } == ["Store Store.xcodeproj", "whole .."])
  }

  @Test(
    arguments: [
      ("A.xcworkspace", "`contents.xcworkspacedata` in it: No such file or directory", nil),
      ("A.xcodeproj", "`project.pbxproj` in it: No such file or directory", nil),
      ("A.xcworkspace", "it is not UTF-8 text", "<Workspace\u{0}/>"),
      ("A.xcworkspace", "line 2 is not the XML that Xcode writes", "<Workspace>\n<Group></Workspace>"),
      ("A.xcworkspace", "line 1 is not the XML that Xcode writes", ""),
      ("A.xcworkspace", "it contains no `Workspace` element", "<Other/>"),
      ("A.xcworkspace", "it is not in UTF-8", "<?xml version=\"1.0\" encoding=\"UTF-7\"?><Workspace/>"),
      (
        "A.xcworkspace", "it declares a document type, which Xcode never does",
        "<!DOCTYPE x [<!ENTITY a SYSTEM \"file:///etc/passwd\">]><Workspace>&a;</Workspace>"
      ),
      ("A.xcodeproj", "it is a binary property list", "bplist00"),
      ("A.xcodeproj", "it is a property list, but not of an Xcode project", "{ objects = {}; }"),
      (
        "A.xcodeproj", "it is not a property list (Missing ';' on line 1)", "{ objects = {} }"
      ),
    ] as [(String, String, String?)])
  func aFileThatCannotBeReadIsAnError(bundle: String, reason: String, text: String?) async throws {
    let workspace = try TemporaryWorkspace(["\(bundle)/readme": ""])
    let file = bundle.hasSuffix("j") ? "project.pbxproj" : "contents.xcworkspacedata"
    if let text { try workspace.write(text, to: "\(bundle)/\(file)") }
    let failure = await workspace.failure(bundle)
    #expect(failure == "`WORK/\(bundle)` cannot be read: \(reason). Open it with Xcode and save it again.")
  }

  @Test func aWorkspaceThatNamesNothingIsAnError() async throws {
    let workspace = try TemporaryWorkspace(XcodeFixture.workspace("Empty", references: ["group:Gone"]))
    #expect(
      await workspace.failure("Empty.xcworkspace")
        == "`WORK/Empty.xcworkspace` refers to no existing target or package. "
        + "`Empty.xcworkspace` refers to `Gone`, which does not exist. \(placeAdvice)")
  }

  @Test func nestingWithoutEndIsRefusedAndNotFollowed() {
    for (opening, closing) in [("(", ")"), ("{a=", ";}")] {
      let deep = String(repeating: opening, count: 200_000) + String(repeating: closing, count: 200_000)
      #expect(throws: FileFailure.self) { try XcodeProjectFile(bytes: Array("{ objects = \(deep); }".utf8)) }
    }
    let groups = String(repeating: "<Group location=\"group:a\">", count: 100_000)
    #expect(throws: FileFailure.self) {
      try XcodeWorkspaceFile(bytes: Array("<Workspace>\(groups)</Workspace>".utf8))
    }
  }

  @Test func groupsThatAreInThemselvesAreGoneThroughOnce() throws {
    let text = """
      { objects = {
          p = { isa = PBXProject; mainGroup = a; targets = (t, t, gone); };
          a = { isa = PBXGroup; children = (b, a); path = x; };
          b = { isa = PBXGroup; children = (a, b, r); path = y; };
          r = { isa = PBXFileReference; lastKnownFileType = folder; path = z; };
          t = { isa = PBXNativeTarget; name = T; dependencies = (d); packageProductDependencies = (t, a); };
          d = { isa = PBXTargetDependency; target = t; };
        }; rootObject = p; }
      """
    let file = try XcodeProjectFile(bytes: Array(text.utf8))
    #expect(file.folders == [XcodeFolder(path: "x/y/z", isWrapper: false)])
    #expect(file.targets.map(\.name) == ["T", "T"])
  }
}
