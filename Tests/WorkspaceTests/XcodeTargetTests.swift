import Documents
import Foundation
import ModuleGraph
import TestSupport
import Testing

@testable import Workspace

/// What targets of Xcode projects compile, link and copy.
@Suite struct XcodeTargetTests {
  /// A project's file with these objects; groups and files stand for themselves.
  static func project(_ objects: String, targets: [String], shown: [String] = []) -> String {
    """
    // !$*UTF8*$!
    { objects = {
      main = {isa = PBXGroup; children = (\(shown.joined(separator: ", "))); sourceTree = "<group>"; };
      project = {isa = PBXProject; mainGroup = main; targets = (\(targets.joined(separator: ", "))); };
      \(objects)
    }; rootObject = project; }
    """
  }

  private static func target(_ id: String, _ type: String, product: String, _ rest: String = "") -> String {
    """
    \(id) = {isa = PBXNativeTarget; name = "\(id)"; productType = "com.apple.product-type.\(type)"; \
    productReference = \(id)Product; \(rest) };
    \(id)Product = {isa = PBXFileReference; path = "\(product)"; sourceTree = BUILT_PRODUCTS_DIR; };
    """
  }

  private static func settings(_ id: String, sdk: String) -> String {
    """
    \(id)List = {isa = XCConfigurationList; buildConfigurations = (\(id)Settings); };
    \(id)Settings = {isa = XCBuildConfiguration; buildSettings = {SDKROOT = \(sdk); }; };
    """
  }

  private func loaded(
    _ objects: String, targets: [String], _ files: [String: String] = [:], shown: [String] = []
  )
    async throws -> LoadedWorkspace
  {
    let text = Self.project(objects, targets: targets, shown: shown)
    let workspace = try TemporaryWorkspace(files.merging(["A.xcodeproj/project.pbxproj": text]) { $1 })
    return try await workspace.load("A.xcodeproj")
  }

  private func edges(_ graph: ModuleGraph) -> [String] {
    graph.dependencies.map { edge in
      let condition = edge.condition.map { " if \($0)" } ?? ""
      return "\(edge.from.name) \(edge.kind.rawValue) \(edge.to.name)\(condition)"
    }
  }

  @Test func whatIsCopiedAndNotLinkedIsEmbedded() async throws {
    let app = """
      dependencies = (onWidget, onMaker); buildPhases = (link, copy, resources);
      """
    let objects =
      Self.target("App", "application", product: "App.app", app)
      + Self.target("Kit", "framework", product: "Kit.framework")
      + Self.target("Widget", "app-extension", product: "Widget.appex")
      + Self.target("Cmd", "tool", product: "cmd") + Self.target("Maker", "tool", product: "maker")
      + Self.target("Looks", "bundle", product: "Looks.bundle") + """
        onWidget = {isa = PBXTargetDependency; target = Widget; platformFilter = ios; };
        onMaker = {isa = PBXTargetDependency; target = Maker; };
        link = {isa = PBXFrameworksBuildPhase; files = (linkKit, linkSystem); };
        linkKit = {isa = PBXBuildFile; fileRef = KitProduct; };
        linkSystem = {isa = PBXBuildFile; fileRef = system; };
        system = {isa = PBXFileReference; path = "System/Library/Frameworks/Looks.bundle"; sourceTree = SDKROOT; };
        copy = {isa = PBXCopyFilesBuildPhase; files = (copyKit, copyWidget, copyCmd); };
        copyKit = {isa = PBXBuildFile; fileRef = KitProduct; };
        copyWidget = {isa = PBXBuildFile; fileRef = WidgetProduct; platformFilters = (ios, xros); };
        copyCmd = {isa = PBXBuildFile; fileRef = CmdProduct; };
        resources = {isa = PBXResourcesBuildPhase; files = (copyLooks); };
        copyLooks = {isa = PBXBuildFile; fileRef = LooksProduct; };
        """
    let targets = ["App", "Kit", "Widget", "Cmd", "Maker", "Looks"]
    #expect(
      edges(try await loaded(objects, targets: targets).graph) == [
        "App embed Cmd", "App target Kit", "App embed Looks", "App target Maker", "App embed Widget if ios, visionos",
      ])
  }

  @Test func theProductOfANamedTargetIsThatTargetsWhateverTheFileSays() async throws {
    let watch = "dependencies = (onWatchKit); buildPhases = (link); buildConfigurationList = WatchList;"
    let objects =
      Self.target("Watch", "application", product: "Watch.app", watch)
      + Self.target("KitPhone", "framework", product: "Kit.framework")
      + Self.target("KitWatch", "framework", product: "Kit.framework") + """
        onWatchKit = {isa = PBXTargetDependency; target = KitWatch; };
        link = {isa = PBXFrameworksBuildPhase; files = (linkKit); };
        linkKit = {isa = PBXBuildFile; fileRef = KitPhoneProduct; };
        """ + Self.settings("Watch", sdk: "watchos")
    let graph = try await loaded(objects, targets: ["Watch", "KitPhone", "KitWatch"]).graph
    #expect(edges(graph) == ["Watch target KitWatch"])
    let unnamed = objects.replacing("dependencies = (onWatchKit); ", with: "")
    let other = try await loaded(unnamed, targets: ["Watch", "KitPhone", "KitWatch"]).graph
    #expect(edges(other) == ["Watch target KitPhone"])
  }

  @Test func aFileThatOnlyItsNameTellsIsOfATargetForTheSamePlatforms() async throws {
    let watch = "buildPhases = (link); buildConfigurationList = WatchList;"
    let objects =
      Self.target("Watch", "application", product: "Watch.app", watch)
      + Self.target("KitPhone", "framework", product: "Kit.framework", "buildConfigurationList = PhoneList;")
      + Self.target("KitWatch", "framework", product: "Kit.framework", "buildConfigurationList = WatchList;") + """
        link = {isa = PBXFrameworksBuildPhase; files = (linkKit); };
        linkKit = {isa = PBXBuildFile; fileRef = some; };
        some = {isa = PBXFileReference; path = Kit.framework; sourceTree = BUILT_PRODUCTS_DIR; };
        """ + Self.settings("Watch", sdk: "watchos") + Self.settings("Phone", sdk: "iphoneos")
    let graph = try await loaded(objects, targets: ["Watch", "KitPhone", "KitWatch"]).graph
    #expect(edges(graph) == ["Watch target KitWatch"])
  }

  @Test func sourcesArePhasesAndFoldersWithoutExceptions() async throws {
    let objects =
      Self.target(
        "App", "application", product: "App.app", "buildPhases = (compile); fileSystemSynchronizedGroups = (code); ")
      + Self.target("Widget", "app-extension", product: "Widget.appex") + """
        Gen = {isa = PBXAggregateTarget; name = Gen; };
        compile = {isa = PBXSourcesBuildPhase; files = (b1, b1, b2, b3); };
        b1 = {isa = PBXBuildFile; fileRef = one; };
        b2 = {isa = PBXBuildFile; fileRef = picture; };
        b3 = {isa = PBXBuildFile; fileRef = other; };
        group = {isa = PBXGroup; path = Old; sourceTree = "<group>"; children = (one, picture, other); };
        one = {isa = PBXFileReference; path = one.swift; sourceTree = "<group>"; };
        picture = {isa = PBXFileReference; path = Model.xcdatamodeld; sourceTree = "<group>"; };
        other = {isa = PBXFileReference; path = Lib/two.m; sourceTree = SOURCE_ROOT; };
        code = {isa = PBXFileSystemSynchronizedRootGroup; path = Code; sourceTree = "<group>"; exceptions = (out, in); \
        explicitFolders = (Whole); };
        out = {isa = PBXFileSystemSynchronizedBuildFileExceptionSet; target = App; membershipExceptions = (not.swift, Off); };
        in = {isa = PBXFileSystemSynchronizedBuildFileExceptionSet; target = Widget; membershipExceptions = (Sub/w.swift); };
        """
    let files = [
      "Old/one.swift": "a\nb", "Lib/two.m": "c\n", "Code/a.swift": "d\n", "Code/not.swift": "e\n",
      "Code/Off/b.swift": "f",
      "Code/Whole/c.swift": "g", "Code/Sub/w.swift": "h\ni\nj\n", "Code/.hidden.swift": "k", "Code/readme.md": "l",
      "Code/Look.xcassets/d.swift": "m", "Code/Package/Package.swift": libraryManifest("P"),
      "Code/Package/e.swift": "n",
      "Code/Package/Sources/P/p.swift": "",
    ]
    let loaded = try await loaded(objects, targets: ["App", "Widget", "Gen"], files, shown: ["group", "code"])
    let own = loaded.graph.modules.filter { $0.package == "A" }
    #expect(
      own.map { "\($0.name) \($0.sources ?? -1) \($0.lines ?? -1) \($0.languages) \($0.path ?? "-")" } == [
        "App 4 7 [\"objc\", \"swift\"] Code", "Gen -1 -1 [] -", "Widget 1 3 [\"swift\"] Code/Sub",
      ])
    #expect(
      loaded.sources[ModuleID(package: "A", name: "App")]?.map(\.path) == [
        "Code/Sub/w.swift", "Code/a.swift", "Lib/two.m", "Old/one.swift",
      ])
  }

  @Test func resourcesArePhasesAndFoldersWithoutExceptions() async throws {
    let objects =
      Self.target(
        "App", "application", product: "App.app",
        "buildPhases = (compile, copy); fileSystemSynchronizedGroups = (code); ")
      + Self.target("Widget", "app-extension", product: "Widget.appex", "buildPhases = (copyWidget); ") + """
        compile = {isa = PBXSourcesBuildPhase; files = (b1, b2); };
        b1 = {isa = PBXBuildFile; fileRef = one; };
        b2 = {isa = PBXBuildFile; fileRef = model; };
        copy = {isa = PBXResourcesBuildPhase; files = (b3, b4, b4, b5); };
        b3 = {isa = PBXBuildFile; fileRef = texts; };
        b4 = {isa = PBXBuildFile; fileRef = logo; };
        b5 = {isa = PBXBuildFile; fileRef = made; };
        copyWidget = {isa = PBXResourcesBuildPhase; files = (b6); };
        b6 = {isa = PBXBuildFile; fileRef = web; };
        group = {isa = PBXGroup; path = Old; sourceTree = "<group>"; children = (one, model, texts, logo, web); };
        one = {isa = PBXFileReference; path = one.swift; sourceTree = "<group>"; };
        model = {isa = XCVersionGroup; path = M.xcdatamodeld; sourceTree = "<group>"; children = (); };
        texts = {isa = PBXVariantGroup; name = L.strings; sourceTree = "<group>"; children = (en, de); };
        en = {isa = PBXFileReference; path = en.lproj/L.strings; sourceTree = "<group>"; };
        de = {isa = PBXFileReference; path = de.lproj/L.strings; sourceTree = "<group>"; };
        logo = {isa = PBXFileReference; path = logo.png; sourceTree = "<group>"; };
        web = {isa = PBXFileReference; path = web; lastKnownFileType = folder; sourceTree = "<group>"; };
        made = {isa = PBXFileReference; path = made.json; sourceTree = DERIVED_FILE_DIR; };
        code = {isa = PBXFileSystemSynchronizedRootGroup; path = Code; sourceTree = "<group>"; exceptions = (out, in); \
        explicitFolders = (Whole); };
        out = {isa = PBXFileSystemSynchronizedBuildFileExceptionSet; target = App; membershipExceptions = (not.json, Off); };
        in = {isa = PBXFileSystemSynchronizedBuildFileExceptionSet; target = Widget; membershipExceptions = (Sub/w.json); };
        """
    let files = [
      "Old/one.swift": "a", "Old/M.xcdatamodeld/M.xcdatamodel/contents": "<m/>",
      "Old/en.lproj/L.strings": "\"a\" = \"b\";",
      "Old/de.lproj/L.strings": "\"a\" = \"c\";", "Old/logo.png": "12", "Old/web/index.html": "<p>",
      "Code/a.swift": "d", "Code/x.json": "{}", "Code/not.json": "[]", "Code/Off/y.json": "1",
      "Code/Whole/c.swift": "g",
      "Code/Sub/w.json": "[1]", "Code/.hidden": "h", "Code/a.h": "i", "Code/Info.plist": "j", "Code/readme.md": "k",
      "Code/Look.xcassets/B.imageset/b.png": "b", "Code/Guide.docc/g.png": "l",
    ]
    let text = Self.project(objects, targets: ["App", "Widget"], shown: ["group", "code"])
    let workspace = try TemporaryWorkspace(files.merging(["A.xcodeproj/project.pbxproj": text]) { $1 })
    let loader = WorkspaceLoader(toolchain: try Toolchain(), cacheFolder: workspace.cache, reads: .resources)
    let loaded = try await loader.load(packagePath: workspace.path + "/A.xcodeproj")
    let found = try required(loaded.resources).items.map { module, items in
      "\(module.name): " + items.map { "\($0.name) \($0.location.file)" }.joined(separator: ", ")
    }
    #expect(
      found.sorted() == [
        "App: B.imageset Code/Look.xcassets/B.imageset/Contents.json, w.json Code/Sub/w.json, c.swift Code/Whole/c.swift, "
          + "x.json Code/x.json, M.xcdatamodeld Old/M.xcdatamodeld, a Old/de.lproj/L.strings, a Old/en.lproj/L.strings, "
          + "logo.png Old/logo.png", "Widget: w.json Code/Sub/w.json, web Old/web",
      ])
  }

  @Test func whatIsNotThereMakesFiguresLowerBoundsAndNeverZero() async throws {
    let objects =
      Self.target("App", "application", product: "App.app", "buildPhases = (compile);")
      + Self.target("Gone", "framework", product: "Gone.framework", "buildPhases = (compileGone);")
      + Self.target("Folder", "framework", product: "Folder.framework", "fileSystemSynchronizedGroups = (lost);") + """
        compile = {isa = PBXSourcesBuildPhase; files = (b1, b2, b3); };
        compileGone = {isa = PBXSourcesBuildPhase; files = (b2); };
        b1 = {isa = PBXBuildFile; fileRef = here; };
        b2 = {isa = PBXBuildFile; fileRef = made; };
        b3 = {isa = PBXBuildFile; fileRef = built; };
        here = {isa = PBXFileReference; path = here.swift; sourceTree = "<group>"; };
        made = {isa = PBXFileReference; path = made.swift; sourceTree = "<group>"; };
        built = {isa = PBXFileReference; path = built.swift; sourceTree = DERIVED_FILE_DIR; };
        lost = {isa = PBXFileSystemSynchronizedRootGroup; path = Lost; sourceTree = "<group>"; };
        """
    let graph = try await loaded(
      objects, targets: ["App", "Gone", "Folder"], ["here.swift": "a\n"], shown: ["here", "made", "built", "lost"]
    ).graph
    #expect(
      graph.modules.map { [$0.sources, $0.lines, $0.bytes, $0.missingSources] } == [
        [1, 1, 2, 2], [nil, nil, nil, nil], [nil, nil, nil, 1],
      ])
    #expect(
      graph.warnings == [
        "A: 2 targets (App: `made.swift`, Gone: `made.swift`) compile files that cannot be read here.",
        "A: the folder `Lost` does not exist.",
      ])
    let app = graph.modules.filter { $0.name == "App" }
    #expect(app.tally(of: \.lines) == Tally(value: 1, isExact: false))
    #expect(try await JSONSchema.graph.complaints(about: graph.json()) == "")
  }

  @Test func whatOnlyXcodeCompilesIsCountedAndWhatARuleHandsToAnotherToolIsUnknown() async throws {
    let rules = "buildPhases = (compileRust); buildRules = (cargo);"
    let objects =
      Self.target("App", "application", product: "App.app", "buildPhases = (compile); buildRules = (cargo);")
      + Self.target("Rust", "library.static", product: "librust.a", rules)
      + Self.target("Ruled", "framework", product: "Ruled.framework", rules.replacing("compileRust", with: ""))
      + Self.target("Unruled", "framework", product: "Unruled.framework", "buildPhases = (compileRust);")
      + Self.target("Tools", "instruments-package", product: "T.instrdst", "buildPhases = (compileTools);")
      + Self.target("Shaders", "metal-library", product: "S.metallib", "fileSystemSynchronizedGroups = (code);") + """
        cargo = {isa = PBXBuildRule; fileType = pattern.proxy; filePatterns = "*/Cargo.toml"; };
        compile = {isa = PBXSourcesBuildPhase; files = (b1, b2); };
        compileRust = {isa = PBXSourcesBuildPhase; files = (b2); };
        compileTools = {isa = PBXSourcesBuildPhase; files = (b3); };
        b1 = {isa = PBXBuildFile; fileRef = app; };
        b2 = {isa = PBXBuildFile; fileRef = crate; };
        b3 = {isa = PBXBuildFile; fileRef = tools; };
        app = {isa = PBXFileReference; path = app.swift; sourceTree = "<group>"; };
        crate = {isa = PBXFileReference; path = Cargo.toml; sourceTree = "<group>"; };
        tools = {isa = PBXFileReference; path = T.instrpkg; sourceTree = "<group>"; };
        code = {isa = PBXFileSystemSynchronizedRootGroup; path = Code; sourceTree = "<group>"; };
        """
    let files = [
      "app.swift": "a\n", "Cargo.toml": "[lib]\n", "T.instrpkg": "<package>\n</package>\n",
      "Code/a.metal": "a\nb\nc\n", "Code/look.json": "{}",
    ]
    let targets = ["App", "Rust", "Ruled", "Unruled", "Tools", "Shaders"]
    let loaded = try await loaded(objects, targets: targets, files, shown: ["app", "crate", "tools", "code"])
    #expect(
      loaded.graph.modules.map { "\($0.name) \($0.sources ?? -1) \($0.lines ?? -1) \($0.missingSources ?? 0)" } == [
        "App 1 1 0", "Ruled 0 0 0", "Rust -1 -1 1", "Shaders 1 3 0", "Tools 1 2 0", "Unruled 0 0 0",
      ])
  }

  @Test func aFolderAroundTheProjectAndLinksOutOfAFolderAreNotGoneThrough() async throws {
    let objects =
      Self.target("App", "application", product: "App.app", "fileSystemSynchronizedGroups = (up, root, code);") + """
        up = {isa = PBXFileSystemSynchronizedRootGroup; path = ".."; sourceTree = "<group>"; };
        root = {isa = PBXFileSystemSynchronizedRootGroup; path = "/"; sourceTree = "<absolute>"; };
        code = {isa = PBXFileSystemSynchronizedRootGroup; path = Code; sourceTree = "<group>"; };
        """
    let text = Self.project(objects, targets: ["App"], shown: ["code"])
    let workspace = try TemporaryWorkspace(["A.xcodeproj/project.pbxproj": text, "Code/a.swift": "a\n"])
    let manager = FileManager.default
    for (link, end) in [("Code/up", ".."), ("Code/self", "."), ("Code/all", "/"), ("Code/gone.swift", "nowhere")] {
      try manager.createSymbolicLink(atPath: workspace.path + "/" + link, withDestinationPath: end)
    }
    let graph = try await workspace.load("A.xcodeproj").graph
    #expect(graph.modules.map(\.sources) == [1])
    for place in ["..", "/"] {
      let listing = XcodeFolderListing(
        of: Path.joined(workspace.path, place), besides: workspace.path, root: workspace.path)
      #expect(!listing.isThere && listing.files.isEmpty)
    }
  }

  @Test func twoTargetsOfOneNameAreToldAndTheFirstIsShown() async throws {
    let objects =
      Self.target("First", "application", product: "First.app")
      + Self.target("Kit", "framework", product: "Kit.framework")
        + """
        Second = {isa = PBXNativeTarget; name = First; productType = "com.apple.product-type.tool"; dependencies = (on); };
        on = {isa = PBXTargetDependency; target = Kit; };
        """
    let graph = try await loaded(objects, targets: ["First", "Second", "Kit"]).graph
    #expect(graph.modules.map { "\($0.name) \($0.kind.rawValue)" } == ["First app", "Kit framework"])
    #expect(graph.dependencies.isEmpty)
    #expect(graph.warnings == ["A has two targets named `First`; the first is shown."])
  }

  @Test func aFolderThatOnlyXcodeKnowsSaysWhatToType() async throws {
    let workspace = try TemporaryWorkspace(XcodeFixture.project("My Shop", targets: [.init("Shop")]))
    #expect(
      await workspace.failure()
        == "There is no Swift package in `WORK`. Name `--package-path 'WORK/My Shop.xcodeproj'` for the Xcode project there."
    )
    try workspace.write("let package = Package(name: \"Kit\")", to: "Kit/Package.swift")
    #expect(
      try await workspace.load().graph.warnings == [
        "The targets of `My Shop.xcodeproj` are not shown: give it with --package-path for them and the packages that "
          + "they use."
      ])
  }

  @Test func aParserThatSharesNoCodeReadsTheSame() async throws {
    let fixture = XcodeFixture.project(
      "Store",
      targets: [
        .init("Store", products: ["Core", "remote1/Charts", "plugin:Lint"], dependencies: ["Kit"], folder: "App"),
        .init("Kit", type: "framework"), .init("Tests", type: "bundle.unit-test", dependencies: ["Store"]),
        .init("Tool", type: "tool", links: ["Kit.framework"]),
      ],
      remotes: ["https://example.com/Charts.git"])
    let workspace = try TemporaryWorkspace(fixture.merging(["App/a.swift": "a\nb\n", "App/b.m": "c"]) { $1 })
    let graph = try await workspace.load("Store.xcodeproj").graph
    let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Oracles/xcode_projects.py")
      .path()
    func complaints(_ graph: ModuleGraph) async throws -> String {
      try workspace.write(try graph.json(), to: "graph.json")
      return try await Tool.named("python3")([
        script, workspace.path + "/Store.xcodeproj", workspace.path + "/graph.json",
      ]).output
    }
    #expect(try await complaints(graph) == "")
    let without = ModuleGraph(packages: graph.packages, modules: graph.modules)
    #expect(try await complaints(without).contains("Store.xcodeproj: Tests: the graph lacks "))
  }
}
