import ModuleGraph

/// Writes random manifests out of all that `PackageDescription` declares, for any tools version.
///
/// Nothing in the grammar knows which version has what, so many of them do not compile: what the reader takes of them
/// is put to SwiftPM.
struct ManifestGrammar {
  private var random: SeededGenerator
  /// The forms of the last manifest, as in `semver 2`.
  private(set) var usedForms: Set<String> = []

  static var allForms: [String] {
    forms.keys.sorted().flatMap { name in (forms[name] ?? []).indices.map { "\(name) \($0)" } }
  }

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  mutating func manifest() -> String {
    usedForms = []
    // Braces of Swift are written otherwise in the forms, where they are for placeholders.
    return expand("manifest").replacing("«", with: "{").replacing("»", with: "}")
  }

  /// Replaces each `{name}` by one of its forms; `{name?}` is often left out, and `{name*}` is a list of some.
  private mutating func expand(_ name: Substring) -> String {
    guard let forms = Self.forms[String(name)] else { return "" }
    let choice = random.below(forms.count)
    usedForms.insert("\(name) \(choice)")
    var rest = forms[choice][...]
    var text = ""
    while let start = rest.firstIndex(of: "{"), let end = rest[start...].firstIndex(of: "}") {
      text += rest[..<start]
      text += part(rest[rest.index(after: start)..<end])
      rest = rest[rest.index(after: end)...]
    }
    return text + rest
  }

  private mutating func part(_ placeholder: Substring) -> String {
    switch placeholder.last {
    case "?": random.below(5) == 0 ? expand(placeholder.dropLast()) : ""
    case "*":
      (0..<random.below(3)).map { _ in expand(placeholder.dropLast()) }.joined(separator: ", ")
    default: expand(placeholder)
    }
  }

  private static let forms: [String: [String]] = [
    "manifest": [
      """
      // swift-tools-version:{version}
      import PackageDescription{macroImport?}{foundation?}
      {constants?}
      let package = Package(
        name: "P"{localization?}{platforms?}{pkgConfig?}{providers?}{products?}{traits?},
        dependencies: [.package(path: "../Near"), .package(url: "https://example.org/kit.git", from: "1.0.0")\
      {dependencies?}],
        targets: [.target(name: "A"{targetTail?}), .target(name: "B"{moreTargetTail?}){targets?}]\
      {modes?}{cStandard?}{cxxStandard?})
      {statements?}

      """
    ],
    "version": [
      "4.0", "4.2", "5.0", "5.1", "5.2", "5.3", "5.4", "5.5", "5.6", "5.7", "5.8", "5.9", "5.10", "6.0", "6.1", "6.2",
      "6.3", "5.6.1", "6.0;free text",
    ],
    "macroImport": ["\nimport CompilerPluginSupport"],
    "foundation": ["\nimport Foundation", "\nimport class Foundation.ProcessInfo", "; import Foundation"],
    "constants": [
      """
      let word = "A"
      let words = ["A", "B"]
      let text: String = "Text"
      let flag = true
      let first: Version = "1.2.3"
      let extra: [Target.Dependency] = ["B", .product(name: "Kit", package: "kit")]
      let one = Target.Dependency.target(name: "B")
      let flags: [SwiftSetting] = [.define("ONE"), .unsafeFlags(["-DTWO"])]
      let ones = [SwiftSetting.define("ONE")]
      """,
      "let near: Package.Dependency = .package(path: \"./Nearer\")\nvar more = [Target.target(name: \"M\")] + []",
      "let spare: [Package.Dependency] = []\nlet c = BuildSettingCondition.when(configuration: .debug)",
      """
      let isCI = ProcessInfo.processInfo.environment["CI"] != nil
      let extraName = isCI ? "CI" : "A"
      var computed: [Target.Dependency] « ["B"] + (isCI ? [] : [.target(name: extraName)]) »
      func named(_ name: String) -> Target « .target(name: name, dependencies: computed) »
      """,
      """
      let made: [SwiftSetting] = «
        var all: [SwiftSetting] = [{swiftSetting}]
        if {question} « all.append({swiftSetting}) »
        return all
      »()
      let pairs: KeyValuePairs<String, String> = ["k": "v", "l": ""]
      let fromPairs: [SwiftSetting] = pairs.map « name, value in .define("\\(name)=\\(value)") »
      """,
      """
      #if {hashQuestion}
      let chosen = "A"
      #else
      let chosen = "B"
      #endif
      func pick(_ x: String, or y: String = "B") -> Target.Dependency «
        if x.isEmpty « return .target(name: y) »
        return .byName(name: chosen)
      »
      let given: [Target.Dependency]
      if {question} « given = [pick("")] » else « given = [pick("B", or: chosen), "B"] »
      """,
      """
      extension Target.Dependency « static let kit: Self = .product(name: "Kit", package: "kit") »
      extension Array where Element == SwiftSetting « static var shared: Self « [{swiftSetting}] » »
      extension Target «
        func named(like other: String) -> Bool « name == other || name.hasPrefix(other + "-") »
      »
      """,
      "let condition: TargetDependencyCondition = .when(platforms: [.linux])\nlet libraries: [Product] = []",
    ],
    "localization": [", defaultLocalization: \"en\"", ", defaultLocalization: nil"],
    "platforms": [", platforms: [{platform}]", ", platforms: nil", ", platforms: [{platform}, .custom(\"x\")]"],
    "platform": [
      ".macOS(.v{number})", ".iOS(.v{number})", ".tvOS(.v{number})", ".watchOS(.v{number})", ".macCatalyst(.v{number})",
      ".visionOS(.v{number})", ".driverKit(.v{number})", ".macOS(\"{number}.4\")", ".iOS(\"13.4.1\")",
      ".macOS(\"10.15.x\")", ".macOS(\"{number}\")", "SupportedPlatform.iOS(.v12)",
    ],
    "number": [
      "10_10", "10_13", "10_15", "11", "12", "13", "14", "15", "26", "1", "2", "3", "5", "7", "8", "9", "10", "16",
      "17",
      "18", "19", "20", "22", "24", "25", "10_16",
    ],
    "pkgConfig": [", pkgConfig: \"p\"", ", pkgConfig: nil"],
    "providers": [", providers: [{provider*}]", ", providers: nil"],
    "provider": [".brew([\"x\"])", ".apt([])", ".yum([\"x\", \"y\"])", ".nuget([\"x\"])"],
    "products": [", products: [{product}]", ", products: [{product}, {product}]", ", products: libraries"],
    "product": [
      ".library(name: \"L\", targets: [\"A\"])", ".library(name: \"L\", type: .{linkage}, targets: [\"A\", \"B\"])",
      ".executable(name: \"E\", targets: [\"A\"])", ".plugin(name: \"G\", targets: [\"A\"])",
      ".library(name: \"L\", targets: words)", "Product.library(name: word, type: nil, targets: [word])",
      ".library(name: \"L\", targets: [\"Bin\"])", ".library(name: \"L\", type: .static, targets: [\"Bin\"])",
    ],
    "linkage": ["static", "dynamic", "automatic"],
    "traits": [
      ", traits: [\"T\", .default(enabledTraits: [\"T\"])]",
      ", traits: [.trait(name: \"T\", enabledTraits: [\"U\"]), \"U\"]",
      ", traits: [.init(name: \"T\", description: \"d\"), Trait(name: \"U\", enabledTraits: [\"T\", \"T\"])]",
      ", traits: [\"T\", \"T\"]", ", traits: [\"a-b\"]", ", traits: []",
    ],
    "dependencies": [
      ", {dependency}", ", {dependency}, {dependency}", "] + [{dependency}", "] + spare + [near", ", near",
    ],
    "dependency": [
      ".package({nick?}url: \"{url}\", {requirement}{dependencyTraits?})",
      ".package({nick?}path: \"{path}\"{dependencyTraits?})",
      ".package(id: \"{id}\", {requirement}{dependencyTraits?})",
      "Package.Dependency.package(url: \"{url}\", {requirement})",
    ],
    "nick": ["name: \"Nick\", "],
    "url": [
      "https://example.org/a/Other.git", "https://example.org/Other/", "git@example.org:a/b.git",
      "git@example.org:b.git",
      "ssh://git@example.org/a/b.git", "http://example.org/x.y", "https://example.org/Other.git/",
      "file:///tmp/nowhere",
    ],
    "path": [
      "../Other", "Other/", "./a/../b", "/tmp/Absolute", "/tmp/x/./y//z", "a.git", ".", "..", "../../..", "a b",
    ],
    "id": ["mona.linked-list", "Mona.List_1", "mona.a.b", "-x.y", "a--b.c"],
    "requirement": [
      "from: \"{semver}\"", "exact: \"{semver}\"", "branch: \"main\"", "revision: \"abc\"", ".exact(\"{semver}\")",
      ".branch(\"main\")", ".revision(\"abc\")", ".upToNextMajor(from: \"{semver}\")",
      ".upToNextMinor(from: \"{semver}\")", "\"1.2.3\"..<\"{semver}\"", "\"1.2.3\" ... \"{semver}\"",
      "from: Version(1, 2, 3)", "from: .init(1, 2, 3)", "from: Version.init(1, 2, 3)", "from: first",
      "\"{semver}\"...\"1.2.3\"", "first..<\"9.0.0\"",
    ],
    "semver": ["1.2.3", "2.0.0", "01.2.3", "1.2.3-beta.1", "1.2.3-a.b+build.5", "1.2", "3.0.0+x", "2.0.0-alpha"],
    "dependencyTraits": [
      ", traits: [\"X\"]", ", traits: []", ", traits: [.defaults, \"X\"]", ", traits: [.trait(name: \"X\")]",
      ", traits: [.trait(name: \"X\", condition: .when(traits: [\"T\"]))]",
      ", traits: [Package.Dependency.Trait(name: \"X\"), .init(name: \"Y\")]",
    ],
    "targets": [", {target}", ", {target}, {target}", "] + [{target}", "] + more + ["],
    "target": [
      ".target(name: \"C\"{targetTail})", ".executableTarget(name: \"X\"{targetTail})",
      ".testTarget(name: \"ATests\"{targetTail})", ".systemLibrary(name: \"S\"{pathArgument?}{pkgConfig?}{providers?})",
      ".binaryTarget(name: \"Bin\", path: \"{binary}\")",
      ".binaryTarget(name: \"Bin\", url: \"https://example.org/{binary}\", checksum: \"abc\")",
      ".plugin(name: \"G\", capability: {capability}{dependencyList?}{pathArgument?}{exclude?}{sources?}{access?})",
      ".macro(name: \"M\"{dependencyList?}{pathArgument?}{exclude?}{sources?}{access?}{swift?}{linker?}{plugins?})",
      "Target.target(name: text, dependencies: extra + [one])",
    ],
    "binary": ["a.zip", "b.xcframework", "x/c.artifactbundle", "d.artifactbundleindex", "e.tar.gz", "/f.zip", ".zip"],
    "targetTail": [
      "{dependencyList?}{pathArgument?}{exclude?}{sources?}{resources?}{headers?}{access?}{settings}{plugins?}"
    ],
    "settings": ["{c?}{cxx?}{swift?}{linker?}"],
    "moreTargetTail": ["{dependencyList}{swift?}{plugins?}", ", dependencies: extra, swiftSettings: flags"],
    "dependencyList": [", dependencies: [{targetDependency*}]", ", dependencies: [{targetDependency}]"],
    "targetDependency": [
      "\"B\"", ".target(name: \"B\"{condition?})", ".byName(name: \"kit\"{condition?})",
      ".product(name: \"Kit\", package: \"{package}\"{aliases?}{condition?})", ".product(name: \"Kit\")",
      "Target.Dependency.target(name: \"B\")", "one", ".product(name: \"Kit\", package: \"kit\", condition: condition)",
    ],
    "package": ["kit", "KIT", "near", "Nick", "other", "unknown", "mona.linked-list"],
    "aliases": [", moduleAliases: [\"A\": \"B\"]", ", moduleAliases: [:]", ", moduleAliases: nil"],
    "condition": [
      ", condition: .when(platforms: [{os*}])", ", condition: .when(platforms: [{os}], traits: [\"T\"])",
      ", condition: .when(traits: [\"T\", \"U\"])", ", condition: nil", ", condition: .when(platforms: [{os}])",
    ],
    "os": [
      ".linux", ".macOS", ".iOS", ".windows", ".android", ".wasi", ".openbsd", ".visionOS", ".driverKit",
      ".macCatalyst", ".custom(\"x\")", ".tvOS", ".watchOS", "Platform.linux", ".freebsd",
    ],
    "pathArgument": [", path: \"Some/Where\"", ", path: nil", ", path: \"\"", ", path: text"],
    "exclude": [", exclude: [\"x\", \"y/\"]", ", exclude: []", ", exclude: words", ", exclude: [\"/x\"]"],
    "sources": [", sources: [\"x\"]", ", sources: nil", ", sources: []"],
    "resources": [", resources: [{resource*}]", ", resources: nil", ", resources: [{resource}]"],
    "resource": [
      ".process(\"R\")", ".copy(\"./R//x/\")", ".process(\"a/../R\", localization: .base)", ".embedInCode(\"x.txt\")",
      ".copy(\"..\")", ".process(\"R\", localization: .default)", ".copy(\"../../up\")",
    ],
    "headers": [", publicHeadersPath: \"include\"", ", publicHeadersPath: nil"],
    "access": [", packageAccess: false", ", packageAccess: flag"],
    "c": [", cSettings: [{cSetting*}]", ", cSettings: nil"],
    "cxx": [", cxxSettings: [{cSetting*}]"],
    "cSetting": [
      ".define(\"X\"{when?})", ".define(\"X\", to: \"1\"{when?})", ".headerSearchPath(\"a\"{when?})",
      ".unsafeFlags([\"-O\"]{when?})", ".treatAllWarnings(as: .error)", ".treatWarning(\"w\", as: .warning{when?})",
      ".enableWarning(\"w\")", ".disableWarning(\"w\"{when?})", ".define(\"$(X)\")",
    ],
    "swift": [
      ", swiftSettings: [{swiftSetting*}]", ", swiftSettings: flags", ", swiftSettings: flags + [{swiftSetting}]",
      ", swiftSettings: ones", ", swiftSettings: nil",
    ],
    "swiftSetting": [
      ".define(\"X\"{when?})", ".unsafeFlags([\"-O\"]{when?})", ".enableUpcomingFeature(\"F\"{when?})",
      ".enableExperimentalFeature(\"F\")", ".strictMemorySafety({bareWhen?})", ".interoperabilityMode(.Cxx{when?})",
      ".swiftLanguageMode(.v{mode}{when?})", ".swiftLanguageVersion(.v{mode})", ".treatAllWarnings(as: .error{when?})",
      ".treatWarning(\"w\", as: .error)", ".defaultIsolation(MainActor.self{when?})", ".defaultIsolation(nil)",
      ".define(\"X\", c)",
    ],
    "linker": [", linkerSettings: [{linkerSetting*}]", ", linkerSettings: nil"],
    "linkerSetting": [
      ".linkedLibrary(\"z\"{when?})", ".linkedFramework(\"F\"{when?})", ".unsafeFlags([\"-x\"])",
    ],
    "when": [", {bareWhen}"],
    "bareWhen": [
      ".when(platforms: [{os}])", ".when(configuration: .debug)", ".when(platforms: [{os}], configuration: .release)",
      ".when(platforms: [{os}], configuration: .debug, traits: [\"T\"])", ".when(traits: [\"T\"])", "nil",
      ".when(configuration: .debug, traits: [\"U\"])", ".when(platforms: [])",
      "BuildSettingCondition.when(platforms: [.linux])",
    ],
    "plugins": [
      ", plugins: [.plugin(name: \"G\")]", ", plugins: [\"G\", .plugin(name: \"H\", package: \"kit\")]",
      ", plugins: nil",
      ", plugins: [.plugin(name: \"H\", package: nil)]",
    ],
    "capability": [
      ".buildTool()", ".buildTool", ".command(intent: {intent})",
      ".command(intent: {intent}, permissions: [{permission*}])",
    ],
    "intent": [
      ".documentationGeneration()", ".sourceCodeFormatting()", ".custom(verb: \"v\", description: \"d\")",
      ".documentationGeneration",
    ],
    "permission": [
      ".writeToPackageDirectory(reason: \"r\")", ".allowNetworkConnections(scope: {scope}, reason: \"r\")",
    ],
    "scope": [
      ".none", ".docker", ".unixDomainSocket", ".all(ports: [])", ".local(ports: [80, 443])", ".all()",
      ".all(ports: 1..<9)",
    ],
    "statements": ["{statement}", "{statement}\n{statement}"],
    "statement": [
      "package.targets.append(.target(name: \"D\"{targetTail}))", "package.targets.append(contentsOf: [{target}])",
      "package.dependencies += [{dependency}]", "package.products.append({product})",
      "package.platforms = [{platform}]", "package.traits.insert(\"U\")",
      """
      for target in package.targets «
        target.swiftSettings = (target.swiftSettings ?? []) + [{swiftSetting}]
      »
      """,
      """
      for target in package.targets where target.type != .{kind} «
        var settings = target.swiftSettings ?? []
        settings.append({swiftSetting})
        target.swiftSettings = settings
      »
      """,
      """
      for target in package.targets «
        target.swiftSettings = target.swiftSettings ?? []
        target.swiftSettings?.append(contentsOf: [{swiftSetting}])
      »
      """,
      """
      for target in package.targets «
        switch target.type «
        case .regular, .{kind}: target.dependencies.append({targetDependency})
        @unknown default: break
        »
      »
      """,
      "if {question} «\n  {statement}\n» else «\n  {statement}\n»", "if {question} «\n  {statement}\n»",
      "#if {hashQuestion}\n{statement}\n#else\n{statement}\n#endif",
      "package.targets.first(where: « $0.name == \"A\" »)?.dependencies += [{targetDependency}]",
      "package.targets.first « $0.name == \"B\" »!.exclude = [\"x\"]",
      "for name in [\"X\", \"Y\"] « package.targets.append(.target(name: name)) »",
      "package.targets += (1...2).map « .target(name: \"N\\($0)\") »",
      """
      package.targets.append(
        .testTarget(
          name: "All",
          dependencies: package.targets.compactMap «
            if $0.type == .{kind} « return nil » else « return .byName(name: $0.name) »
          »))
      """,
      "package.targets.append(named(\"Named\"))", "package.targets[0].dependencies = computed",
      "for target in package.targets « target.swiftSettings = made + fromPairs »",
      "package.targets.append(.target(name: \"Given\", dependencies: given + [pick(\"C\")]))",
      "for target in package.targets.filter(« $0.named(like: \"A\") ») « target.swiftSettings = .shared »",
      "package.targets.forEach « $0.dependencies.append(.kit) »",
      "for target in package.targets «\n  guard target.type == .{kind} else « continue »\n  target.path = nil\n»",
      "package.products = package.targets.map « .library(name: $0.name, targets: [$0.name]) »",
      "let later = package.targets.filter « !$0.isTest ».map(\\.name)\n"
        + "package.products.append(.library(name: \"All\", targets: later))",
    ],
    "kind": ["regular", "test", "executable", "plugin", "macro", "system", "binary"],
    "question": [
      "Context.environment[\"HOME\"] == nil", "Context.environment[\"X\"] != nil", "isCI", "true",
      "ProcessInfo.processInfo.environment[\"CI\"] == \"1\"", "!false && (1 < 2 || false)",
      "let value = Context.environment[\"LANG\"], value != \"0\"", "(Context.environment[\"X\"] ?? \"\").isEmpty",
      "[\"a\", \"b\"].contains(\"a\")", "let path = Context.environment[\"X\"], path.hasPrefix(\"/\")",
    ],
    "hashQuestion": [
      "os(Linux)", "os(macOS)", "canImport(Darwin)", "swift(>=5.9)", "swift(>=6.0)", "swift(>=6.3)", "swift(<5.10)",
      "compiler(>=6.0) && !os(Windows)", "compiler(<6)", "DEBUG || os(Linux)", "arch(x86_64)",
      "(canImport(FoundationEssentials))",
    ],
    "modes": [
      ", swiftLanguageVersions: [.v{mode}]", ", swiftLanguageModes: [.v{mode}, .v5]", ", swiftLanguageVersions: nil",
      ", swiftLanguageVersions: [.version(\"5\")]", ", swiftLanguageModes: []", ", swiftLanguageVersions: [4]",
      ", swiftLanguageModes: [SwiftLanguageMode.v5]", ", swiftLanguageVersions: [SwiftVersion.v5]",
    ],
    "mode": ["3", "4", "4_2", "5", "6"],
    "cStandard": [
      ", cLanguageStandard: .{c99}", ", cLanguageStandard: nil", ", cLanguageStandard: CLanguageStandard.c99",
    ],
    "c99": ["c89", "c99", "c11", "gnu99", "c17", "gnu2x", "iso9899_1999", "iso9899_2018"],
    "cxxStandard": [", cxxLanguageStandard: .{cxx11}"],
    "cxx11": ["cxx98", "cxx11", "cxx14", "cxx17", "cxx1z", "cxx20", "cxx2b", "gnucxx17", "gnucxx1z", "gnucxx2b"],
  ]
}
