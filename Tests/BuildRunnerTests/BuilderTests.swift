import BuildAnalysis
import BuildTrace
import ModuleGraph
import TestSupport
import Testing
import Workspace

@testable import BuildRunner

/// The programs of builds, and what they say when they fail.
struct BuilderTests {
  private static let swiftBuild = SwiftBuild(
    swift: "/swift", configuration: "release", jobs: 3, buildSystem: "native", extraArguments: ["-v"])

  private static func planned(_ name: String, _ target: BuildTarget, tests: [TestedPackage] = []) -> PlannedArm {
    var planned = PlannedArm(
      arm: Arm(name: name, role: .combined, targets: [], modules: []), package: "Shop", target: target, roots: nil)
    planned.tests = tests
    return planned
  }

  @Test func `swift build gets places, the product or the module, and whether it may resolve`() {
    let places = ["/swift", "build", "--package-path", "/p", "--scratch-path", "/s", "--configuration", "release"]
    let stated = ["--jobs", "3", "--build-system", "native", "-v"]
    #expect(Self.swiftBuild.statedArguments == stated)
    #expect(SwiftBuild(swift: "/swift").statedArguments == [] && SwiftBuild(swift: "/swift").configuration == "debug")
    #expect(
      Self.swiftBuild.command(package: "/p", scratch: "/s", product: nil, mayResolve: true) == places + stated)
    #expect(
      Self.swiftBuild.command(package: "/p", scratch: "/s", product: "App", mayResolve: false)
        == places + ["--product", "App", "--disable-automatic-resolution"] + stated)
    #expect(
      Self.swiftBuild.command(package: "/p", scratch: "/s", product: nil, module: "Core", mayResolve: true)
        == places + ["--target", "Core"] + stated)
    #expect(
      Self.swiftBuild.withProcessForEachFile.statedArguments
        == stated + ["-Xswiftc", "-driver-batch-size-limit", "-Xswiftc", "1"])
    let call = Builder(Self.swiftBuild, cores: 8).call(
      package: "/p", scratch: "/s", product: nil, mayResolve: true)
    #expect(call.arguments == places + stated && call.directory == nil && call.stepDirectory == "/p")
    #expect(call.scratch == "/s" && call.name == "the build" && call.prepare == nil && call.cleanup == nil)
  }

  @Test func `a command of the user's gets the values of its placeholders, and runs in the package's folder`() throws {
    let builder = Builder(
      SwiftBuild(swift: "/swift"),
      command: try CommandTemplate(["make", "{product}", "-j{jobs}", "{package}", "{scratch}", "{configuration}"]),
      prepare: try CommandTemplate(["before", "{product}"]), cleanup: try CommandTemplate(["after", "{scratch}"]),
      cores: 8)
    #expect(builder.name == "command" && builder.swiftBuild == nil && builder.xcodebuild == nil)
    #expect(builder.configuration == "debug" && builder.statedArguments.first == "make")
    let call = builder.call(package: "/p", scratch: "/s", product: "App", mayResolve: false)
    #expect(call.arguments == ["make", "App", "-j8", "/p", "/s", "debug"] && call.directory == "/p")
    #expect(call.prepare == ["before", "App"] && call.cleanup == ["after", "/s"])
    let whole = builder.call(package: "/p", scratch: "/s", product: nil, mayResolve: false)
    #expect(whole.arguments == [] && whole.prepare == nil && whole.cleanup == ["after", "/s"])
    #expect(
      Builder(Self.swiftBuild, command: try CommandTemplate(["make", "-j{jobs}"]), cores: 8)
        .call(package: "/p", scratch: "/s", product: nil, mayResolve: true).arguments == ["make", "-j3"])
  }

  @Test func `what a builder cannot build is refused before the first build`() throws {
    let swift = Builder(Self.swiftBuild, cores: 2)
    let product = try Builder(Self.swiftBuild, command: CommandTemplate(["make", "{product}"]), cores: 2)
    let option = try Builder(Self.swiftBuild, command: CommandTemplate(["make", "--product={product}"]), cores: 2)
    let prepared = try Builder(Self.swiftBuild, prepare: CommandTemplate(["echo", "{product}"]), cores: 2)
    let (app, all) = (Self.planned("App", .product("App")), Self.planned("all", .everything))
    let odd = Self.planned("-odd", .product("-odd"))
    for (builder, arms, scenarios, error) in [
      (swift, [app, all, odd], [.alone(module: "Core"), .tests, .clean], nil),
      (product, [app], [.clean, .null], nil), (option, [odd], [.clean], nil), (prepared, [app], [.tests], nil),
      (product, [app], [.clean, .alone(module: "Core")], .perModuleNeedsSwiftBuild),
      (product, [app], [.tests], .testsNeedSwiftBuild), (product, [app, all], [.clean], .commandNeedsProduct("all")),
      (prepared, [all], [.clean], .commandNeedsProduct("all")),
      (product, [app, odd], [.clean], .productLikeOption("-odd")),
    ] as [(Builder, [PlannedArm], [Scenario], ArmError?)] {
      let thrown: ArmError?
      do throws(ArmError) {
        try builder.check(arms, scenarios)
        thrown = nil
      } catch { thrown = error }
      #expect(thrown == error)
    }
  }

  @Test(
    arguments: [
      (nil, [], nil, true), (nil, [], "6.3.1", true), (nil, [], "6.4", false), (nil, [], "6.4-dev", false),
      (nil, [], "7.0", false), (nil, [], "dev", true), ("native", [], "6.4", true), ("swiftbuild", [], "6.3", false),
      (nil, ["--build-system=native"], "6.4", true), (nil, ["--build-system", "swiftbuild"], "6.3", false),
      ("native", ["--build-system", "swiftbuild"], "6.3", false), (nil, ["--build-system"], "6.3", true),
    ] as [(String?, [String], String?, Bool)])
  func `stand-ins are taken by the native build system, which is the default before 6.4`(
    system: String?, arguments: [String], version: String?, takes: Bool
  ) {
    let build = SwiftBuild(swift: "/swift", buildSystem: system, extraArguments: arguments)
    #expect(build.takesStandIns(version: version) == takes)
  }

  @Test(
    arguments: [
      (nil, .exited(code: 0), nil, .ok), (nil, .exited(code: 2), "the build exited with code 2", .failed),
      (nil, .signalled(number: 9), "the build was terminated by signal 9", .failed),
      (.timeout, .signalled(number: 9), "the build was still running after 7 s and was terminated", .timeout),
      (.unhalted, .exited(code: 0), "the build could not be paused to take turns and was terminated", .failed),
      (.interrupted, .exited(code: 0), "the build was interrupted", .failed),
      (.lifeline, .exited(code: 1), "the build was interrupted", .failed),
    ] as [(SupervisedBuild.StopReason?, Termination, String?, BuildMeasurement.Outcome)])
  func `how a build ended decides whether it counts`(
    stopped: SupervisedBuild.StopReason?, termination: Termination, reason: String?, outcome: BuildMeasurement.Outcome
  ) {
    let build = SupervisedBuild(
      startNanoseconds: 1_000_000_000, endNanoseconds: 3_500_000_000, userMicroseconds: 2_000_000,
      systemMicroseconds: 500_000, peakBytes: 12, termination: termination, stopped: stopped, survivors: 0)
    let result = BuildResult(build, timeoutSeconds: 7, reason: nil)
    #expect(result.reason == reason && result.outcome == outcome)
    #expect(result.seconds == 2.5 && result.cpuSeconds == 2.5 && result.systemSeconds == 0.5 && result.peakBytes == 12)
    #expect(result.turns == nil && result.elapsedSeconds == nil)
    let doubted = BuildResult(build, timeoutSeconds: 7, reason: "it compiled nothing")
    #expect(doubted.reason == reason ?? "it compiled nothing" && doubted.outcome == (reason == nil ? .failed : outcome))
    #expect(
      BuildResult(build, timeoutSeconds: 7, reason: "a", failure: "`cleanup` failed").reason == "`cleanup` failed")
  }

  // MARK: Products that only a copy has

  @Test func `what is appended to a manifest is the product of the arm`() {
    func statements(_ kind: AppendedProduct.Kind) -> String {
      AppendedProduct(kind: kind, package: "Shop", modules: ["A", "B"]).statements(variable: "shop")
    }
    #expect(
      statements(.staticLibrary)
        == #"shop.products.append(.library(name: "ModuleGaugeArm", type: .static, targets: ["A", "B"]))"#)
    #expect(
      statements(.executable) == #"shop.products.append(.executable(name: "ModuleGaugeArm", targets: ["A", "B"]))"#)
    let app = GeneratedApp(named: "A", importing: [], toolsVersion: "5.4.0")
    #expect(
      statements(.sampleApp(app)) == """
        shop.targets.append(.executableTarget(name: "ModuleGaugeArm", dependencies: [.target(name: "A"), .target(name: "B")], \
        path: ".modgauge/A"))
        shop.products.append(.executable(name: "ModuleGaugeArm", targets: ["ModuleGaugeArm"]))
        """)
    let made = [AppendedProduct.Kind.staticLibrary, .executable, .sampleApp(app)].map {
      AppendedProduct(kind: $0, package: "Shop", modules: []).madeModule
    }
    #expect(made == [nil, nil, "ModuleGaugeArm"])
    #expect(BuildTarget.everything.productName == nil && BuildTarget.product("App").productName == "App")
    #expect(BuildTarget.product("App").appended == nil)
  }

  @Test(arguments: [
    ("4.2.0", ".target(", false), ("5.0.0", ".target(", true), ("5.3.0", ".target(", true),
    ("5.4.0", ".executableTarget(", true), ("5.10.0", ".executableTarget(", true), ("6.0", ".executableTarget(", true),
  ])
  func `a program that is made is declared as its tools version can`(version: String, word: String, hasSettings: Bool) {
    let module = Module(id: ModuleID(package: "p", name: "Fast"), kind: .regular, languages: ["swift"])
    let app = GeneratedApp(named: "Fast", importing: [module], toolsVersion: version)
    let target = app.target(named: "Made", dependencies: ["Fast"], variable: "package")
    #expect(target.hasPrefix(word) && target.contains("swiftSettings") == hasSettings)
  }

  @Test(
    arguments: [
      ("let package = Package(name: \"A\")", "package"), ("\n  var kit: Package = Package (", "kit"),
      ("let a: PackageDescription.Package = PackageDescription.Package(\n", "a"), ("let package = make()", nil),
      ("// let other = Package(", nil), ("let deps: [Package.Dependency] = []\nlet it = Package(", "it"),
    ] as [(String, String?)])
  func `the variable of a package is found in its manifest`(manifest: String, variable: String?) {
    #expect(CopiedManifests.packageVariable(in: manifest) == variable)
  }

  // MARK: Words

  private static let log = """
    [1/2] Compiling
    warning: careful
    error: link command failed
    ld: error: undefined symbol
    /copy/Sources/A.swift:3:4: error: cannot find 'b'
    /copy/Sources/A.swift:5:4: error: cannot find 'c'
    """

  @Test func `the first error of a build is one in a source file, of a program, or any`() throws {
    let folder = try TestFolder()
    let lines = Self.log.split(separator: "\n")
    for (count, words) in [
      (6, "Sources/A.swift:3:4: error: cannot find 'b'"), (4, "ld: error: undefined symbol"),
      (3, "link command failed"), (2, nil),
    ] {
      try folder.write(["log": lines.prefix(count).joined(separator: "\n")])
      #expect(CompilerErrors.firstError(inLog: folder.path + "/log", copy: "/copy") == words)
    }
    #expect(CompilerErrors.firstError(inLog: folder.path + "/none", copy: "/copy") == nil)
    for (length, isCut) in [(300, false), (301, true)] {
      try folder.write(["log": "error: " + String(repeating: "x", count: length)])
      let words = try #require(CompilerErrors.firstError(inLog: folder.path + "/log", copy: "/copy"))
      #expect(words.hasSuffix("…") == isCut && words.count == (isCut ? 301 : 300))
    }
  }

  @Test func `where nothing would be built, the graph alone can answer`() {
    let leave: [ArmError] = [
      .obstructed(app: "App", obstacle: .xcodeTarget(ModuleID(package: "p", name: "App")), others: []),
      .onlyXcode(app: "App"),
      .xcodeTarget("App", kind: .app), .appPackage("App"), .noPackageAtRoot(project: nil), .noPackage,
    ]
    let others: [ArmError] = [
      .unknownName("A", nearest: []), .ambiguousName("A", candidates: []), .notBuildable(name: "A", kind: "plugin"),
      .armNamedTwice("A"), .nameTaken, .tooManyFeatures(app: "A", count: 101, first: "B"), .needsCopy("A"),
      .commandNeedsProduct("A"), .productLikeOption("-A"), .perModuleNeedsSwiftBuild, .testsNeedSwiftBuild, .noTests,
      .scenario(.testsOnlyInBench), .scheme(.noApp),
    ]
    #expect(leave.allSatisfy(\.leavesTheGraph) && !others.contains(where: \.leavesTheGraph))
  }

  @Test func `every error says what, where and what to do next`() throws {
    let id = ModuleID(package: "Shop", name: "App")
    let kinds: [Module.Kind] = [
      .app, .framework, .staticLibrary, .dynamicLibrary, .extension, .xpcService, .bundle, .tool, .test, .aggregate,
      .legacy, .regular,
    ]
    let arms: [ArmError] = [
      .unknownName("A", nearest: []), .unknownName("A", nearest: ["B"]),
      .ambiguousName("A", candidates: ["p/A", "q/A"]),
      .notBuildable(name: "A", kind: "plugin"), .armNamedTwice("A"), .nameTaken,
      .tooManyFeatures(app: "A", count: 101, first: "Feature1"),
      .obstructed(app: "App", obstacle: .xcodeTarget(id), others: []),
      .obstructed(app: "all", obstacle: .appPackage(id), others: ["A", "B", "C", "D", "E", "F"]),
      .appPackage("App"), .onlyXcode(app: "App"), .noPackageAtRoot(project: nil),
      .noPackageAtRoot(project: "A.xcodeproj"),
      .noPackage, .needsCopy("A"), .commandNeedsProduct("all"), .productLikeOption("-A"), .perModuleNeedsSwiftBuild,
      .testsNeedSwiftBuild, .noTests,
    ]
    let scenarios: [ScenarioError] = [
      .unknown("a", nearest: []), .unknown("cleen", nearest: ["clean"]), .moduleNotBuilt("A"), .noSources("A"),
      .changeNeedsSwift("A", "public"), .noFileToChange("A", refused: []),
      .noFileToChange("A", refused: ["`a` is b", "`c` is d"]),
      .testsOnlyInBench, .fileOfNoChange("/a"),
    ]
    let schemes: [SchemeError] = [
      .unknown("A", nearest: []), .unknown("A", nearest: ["B"]), .missing("A"), .noApp, .noTurns,
    ]
    let builds: [BenchmarkError] = [
      .fileSystem(doing: "read", path: "/a", reason: "it is gone"), .cacheUnusable(path: "/a", reason: "it is a file"),
      .keepsChanging(files: ["a", "b", "c", "d"]), .diskFull(path: "/a"), .leftoverProcesses([1, 2]),
      .recorderMissing(path: "/a"), .recorderFailed(words: "no"), .toolchainNotFound(swift: "/swift", words: "no"),
      .cannotObserve, .machineBusy(holder: "process 1", lock: "/lock"), .notResolved(words: "error: no"),
      .outsideCopy("/a"),
      .outputIsPackage("/a"), .noTurns(.command), .xcodebuildMissing, .xcodebuildFailed("It failed", log: "/log"),
      .xcodeLogMissing(folder: "/a"), .serverLeft(names: ["a", "b"]),
    ]
    let texts =
      (kinds.map { ArmError.xcodeTarget("A", kind: $0) } + arms).map(\.description) + scenarios.map(\.description)
      + schemes.map(\.description) + builds.map(\.description)
    try expectSnapshot(texts.joined(separator: "\n") + "\n", named: "errors.txt")
  }

  // MARK: Results of tests

  @Test func `the results of tests are those of their modules, and files are joined`() {
    var results = JUnitResults()
    #expect(results.text == "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n</testsuites>\n")
    results.add(
      """
      <?xml version="1.0"?>
      <testsuites>
      <testsuite name="a">
      <failure message="of nobody"/>
      <testcase classname="CartTests.TotalTests" name="a" time="0.5"/>
      <testcase classname="CartTests" name="b" time="0.25"><failure message="no"/><error/></testcase>
      <testcase classname="AppTests.A" name="c"/>
      </testsuite>
      </testsuites>
      """)
    #expect(results.modules.count == 2)
    #expect(results.modules["CartTests"].map { [Double($0.tests), Double($0.failures), $0.seconds] } == [2, 2, 0.75])
    #expect(results.modules["AppTests"].map { [Double($0.tests), Double($0.failures), $0.seconds] } == [1, 0, 0])
    var other = JUnitResults()
    other.add(
      "<testsuites>\n<testsuite name=\"b\"><testcase classname=\"PayTests.A\" time=\"1\"/></testsuite>\n</testsuites>")
    results.merge(other)
    #expect(results.modules.keys.sorted() == ["AppTests", "CartTests", "PayTests"])
    #expect(results.suites.contains("name=\"a\"") && results.suites.contains("name=\"b\""))
    #expect(results.text.hasPrefix("<?xml") && results.text.hasSuffix("</testsuite>\n</testsuites>\n"))
  }

  // MARK: Waiting

  @Test func `an event is waited for once, by all, and not by who is cancelled`() async {
    let event = Occurrence()
    #expect(!event.hasHappened)
    await event.wait(atMost: .milliseconds(1))
    let cancelled = Task { await event.wait() }
    cancelled.cancel()
    await cancelled.value
    #expect(!event.hasHappened)
    let waiters = (0..<3).map { _ in Task { await event.wait() } }
    for _ in 0..<20 { await Task.yield() }
    event.happen()
    event.happen()
    for waiter in waiters { await waiter.value }
    #expect(event.hasHappened)
    await event.wait()
    await event.wait(atMost: .seconds(3600))
  }
}
