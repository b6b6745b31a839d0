import ImportSyntax
import ModuleGraph
import Testing

@Suite struct UnusedResourceRuleTests {
  private typealias Item = WorkspaceResources.Item

  private func id(_ name: String) -> ModuleID { ModuleID(package: "Example", name: name) }

  /// - Parameters:
  ///   - items: `kind file#name`, of App.
  ///   - texts: what each module says; `-` is for files of none.
  private func example(_ items: [String], _ texts: KeyValuePairs<String, String>) -> RuleExample {
    var example = RuleExample(["App": ["Core"], "Core": [], "Other": [], "AppTests": ["App"]])
    let found = items.map { text -> Item in
      let (kind, rest) = (text.prefix { $0 != " " }, text.drop { $0 != " " }.dropFirst())
      let (file, name) = (rest.prefix { $0 != "#" }, rest.drop { $0 != "#" }.dropFirst())
      let language = file.split(separator: "/").first { $0.hasSuffix(".lproj") }.map { String($0.dropLast(6)) }
      return Item(
        Item.Kind(rawValue: String(kind)) ?? .file, name: String(name.isEmpty ? file : name), language: language,
        contents: 1, bytes: 100, location: .init(file: "App/\(file)", line: 1))
    }
    example.settings.resources = WorkspaceResources(items: [id("App"): found])
    let read = texts.map { ($0.key, NameMentions(Array($0.value.utf8))) }
    example.settings.mentions = WorkspaceMentions(
      modules: Dictionary(uniqueKeysWithValues: read.filter { $0.0 != "-" }.map { (id($0.0), $0.1) }),
      others: read.first { $0.0 == "-" }?.1 ?? NameMentions())
    return example
  }

  private func undecided(_ example: RuleExample) throws -> [String] {
    try example.check([Rule(id: "r", type: "unused-resources")]).undecided.map(\.message)
  }

  private static let logo = "asset M.xcassets/Logo.imageset/Contents.json#Logo.imageset"

  @Test func `what nothing in its programs mentions is unused, with its bytes`() throws {
    let other = example([Self.logo], ["App": "let a = 1", "Other": "Image(\"Logo\")"])
    #expect(
      try other.messages("unused-resources") == [
        "nothing mentions Logo.imageset of App: 100 bytes"
      ])
    let violation = try #require(try other.check([Rule(id: "r", type: "unused-resources")]).violations.first)
    #expect(violation.amount == Violation.Amount(100, limit: 0, unit: "bytes that nothing uses"))
    #expect(violation.places.map(\.file) == ["App/M.xcassets/Logo.imageset/Contents.json"])
    #expect(try other.messages("unused-resources", ["find": .choice("strings")]).isEmpty)
    #expect(try other.messages("unused-resources", ["min-bytes": .number(101)]).isEmpty)
    #expect(try other.messages("unused-resources", ["except": .patterns(NamePatterns(["Lo*"]))]).isEmpty)
    #expect(
      other.problems("unused-resources", ["except": .patterns(NamePatterns(["Lego.imageset"]))]).first?
        .contains("did you mean “Logo.imageset”") == true)
    #expect(try other.messages("unused-resources", ["modules": .named("Core")]).isEmpty)
  }

  @Test(arguments: ["App", "Core", "AppTests", "-"])
  func `a mention anywhere in the programs is a use`(module: String) throws {
    for text in ["Image(\"Logo\")", "Image(.logo)", "<image name=\"Logo\"/>", "UILaunchImage = Logo;"] {
      #expect(try example([Self.logo], [module: text]).messages("unused-resources").isEmpty)
    }
  }

  @Test func `what may be composed at run time is not decided`() throws {
    let icons = ["home", "mail"].map { "asset M.xcassets/\($0)#icon_\($0).imageset" }
    let composed = example(icons, ["App": "Image(\"icon_\\(kind)\")"])
    #expect(try composed.messages("unused-resources").isEmpty)
    #expect(
      try undecided(composed) == [
        "2 resources of App that nothing mentions may be named at run time: “icon_…” (icon_home.imageset, icon_mail.imageset)"
      ])
    // About everything matches, so that the parts must come from somewhere.
    #expect(try example(icons, ["App": "\"\\(a)_\\(b)\""]).messages("unused-resources").count == 2)
    #expect(try undecided(example(icons, ["App": "\"\\(a)_\\(b)\"; case icon, home"])).count == 1)
    var whole = example([Self.logo], ["App": "Asset.allImages.map(show)"])
    #expect(try undecided(whole).isEmpty)
    whole.settings.mentions = WorkspaceMentions(
      modules: whole.settings.mentions?.modules ?? [:], others: NameMentions(hasAccessors: true))
    #expect(try undecided(whole).first?.hasSuffix("`allImages` (Logo.imageset)") == true)
    let frames = example(["asset M.xcassets/a#spin12.imageset"], ["App": "UIImage.animatedImageNamed(\"spin\")"])
    #expect(try undecided(frames).first?.contains("the sequence “spin…”") == true)
    let listed = example(["file Songs/a.mp3"], ["App": "bundle.urls(forResourcesWithExtension: \"mp3\")"])
    #expect(try undecided(listed).count == 1)
  }

  @Test func `the way in which most resources may be named comes first`() throws {
    let names = ["flag_de", "icon_home", "icon_mail"]
    let items = names.map { "asset M.xcassets/\($0)#\($0).imageset" }
    #expect(
      try undecided(example(items, ["App": "\"flag_\\(code)\"; \"icon_\\(kind)\""])) == [
        "3 resources of App that nothing mentions may be named at run time: “icon_…” (icon_home.imageset, icon_mail.imageset), "
          + "“flag_…” (flag_de.imageset)"
      ])
  }

  @Test func `names that seem to come from data are not decided`() throws {
    let codes = (0..<12).map { "code\($0)" }
    let table = example(codes.map { "string ISO639.strings#\($0)" } + ["string ISO639.strings#de"], ["App": "\"de\""])
    #expect(try table.messages("unused-resources").isEmpty)
    #expect(try undecided(table).first?.contains("the names in App/ISO639.strings") == true)
    let flags = example(codes.map { "asset M.xcassets/Flags/\($0)/Contents.json#\($0).imageset" }, ["App": ""])
    #expect(try undecided(flags).first?.contains("the names in App/M.xcassets/Flags") == true)
    #expect(
      try example(["string L.strings#a.b", "string Localizable.strings#a.b"], ["App": ""]).messages("unused-resources")
        .count == 1)
  }

  @Test func `a module whose sources are not all known decides nothing`() throws {
    var example = example([Self.logo], ["App": ""])
    example.graph = ModuleGraph(
      modules: example.graph.modules.map {
        Module(id: $0.id, kind: $0.kind, missingSources: $0.name == "Core" ? 1 : nil)
      }, dependencies: example.graph.dependencies)
    #expect(try example.messages("unused-resources").isEmpty)
    #expect(try undecided(example) == ["Core may mention resources of App in sources that could not be read"])
  }

  @Test func `texts are one finding for all languages, by their keys or by the last part of them`() throws {
    let keys = ["title.old", "title.new", "Sign %@ in"]
    let items = ["de", "en"].flatMap { language in keys.map { "string \(language).lproj/Localizable.strings#\($0)" } }
    let texts = example(items, ["App": "L10n.Title.new; Text(\"Sign \\(name) in\")"])
    #expect(
      try texts.messages("unused-resources") == [
        "nothing mentions the string “title.old” (de, en) of App: 200 bytes"
      ])
  }

  @Test func `what systems and tools look for is left out`() throws {
    let items = [
      "color M.xcassets/a#AccentColor.colorset", "asset M.xcassets/b#AppIcon.appiconset",
      "file GoogleService-Info.plist",
      "file Default@2x.png", "file Model.xcdatamodeld", "file Settings.bundle", "file LICENSE.txt",
      "string de.lproj/InfoPlist.strings#NSCameraUsageDescription", "string de.lproj/Main.strings#7a2-Xc-9Qd.text",
      "string de.lproj/Intents.strings#aB3dE9", "asset Preview Content/Preview Assets.xcassets/x#Face.imageset",
    ]
    #expect(try example(items, ["App": ""]).messages("unused-resources").isEmpty)
    #expect(try example(["file Old.xib", "file a@2x.png"], ["App": ""]).messages("unused-resources").count == 2)
  }
}
