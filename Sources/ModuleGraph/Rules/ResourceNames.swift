import ImportSyntax

extension WorkspaceResources.Item {
  /// Whether a parameter `find` means it.
  func isMeant(_ find: String) -> Bool {
    switch kind {
    case .file: find == "all" || find == "files"
    case .asset, .color: find == "all" || find == "assets"
    case .string: find == "all" || find == "strings"
    }
  }

  /// Whether it is used by its name alone, and in programs: not what systems and tools look for themselves, and not what
  /// previews show.
  var isNamedToBeUsed: Bool {
    if location.file.contains("Preview Content/") || location.file.contains("Preview Assets.xcassets/") { return false }
    let (stem, ending) = name.splitEnding
    switch kind {
    case .color: return !["AccentColor", "WidgetBackground", "LaunchBackground"].contains(stem)
    case .asset: return ["dataset", "imageset", "symbolset"].contains(ending)
    case .file:
      return Self.endings.contains(ending.lowercased()) && !Self.wellKnown.contains { stem.lowercased().hasPrefix($0) }
        && !stem.hasSuffix("-Info")
    case .string:
      let table = location.file.split(separator: "/").last.map { String($0).splitEnding.stem } ?? ""
      return !table.hasSuffix("InfoPlist") && !["AppShortcuts", "Root", "ServicesMenu"].contains(table)
        && !name.isMadeByTools
    }
  }

  private static let endings: Set<String> = [
    "aif", "aiff", "caf", "css", "csv", "dae", "gif", "heic", "htm", "html", "jpeg", "jpg", "js", "json", "lottie",
    "m4a", "m4v", "mov", "mp3", "mp4", "nib", "obj", "otf", "pdf", "png", "riv", "scn", "sks", "storyboard", "svg",
    "tiff", "ttc", "ttf", "txt", "usdz", "wav", "webp", "xib",
  ]
  /// Systems and tools look for these, or licenses demand them.
  private static let wellKnown = [
    "acknowledgements", "amplify", "appicon", "aws", "branch", "credits", "default", "google", "icon", "itunesartwork",
    "launch", "license", "mainmenu", "onesignal", "readme", "version",
  ]
}

extension String {
  /// The name of a file without and with its ending; that is empty if there is none.
  fileprivate var splitEnding: (stem: String, ending: String) {
    guard let dot = lastIndex(of: "."), dot > startIndex else { return (self, "") }
    return (String(self[..<dot]), String(self[index(after: dot)...]))
  }

  /// Whether it is an object of an interface file with one of its properties, `7a2-Xc-9Qd.text`, or an id or a text in a
  /// definition of intents, `aB3dE9` or `${count} matches`: nobody writes these in code.
  fileprivate var isMadeByTools: Bool {
    if contains("${") { return true }
    let id = utf8.prefix { $0 != UInt8(ascii: ".") }
    func isPlain(_ byte: UInt8) -> Bool { byte.isLetter || byte.isDigit }
    if id.count == 10, Array(id)[3] == UInt8(ascii: "-"), Array(id)[6] == UInt8(ascii: "-") { return true }
    if id.count < utf8.count, !id.isEmpty, id.allSatisfy(\.isDigit) { return true }
    return utf8.count == 6 && utf8.allSatisfy(isPlain) && utf8.contains(where: \.isDigit)
      && utf8.contains(where: \.isUpper)
  }
}

/// Looks for names of resources in what several modules mention.
struct NameSearch {
  enum Answer: Hashable {
    case mentioned
    /// A text that is composed at run time may be the name; how that is composed, in words.
    case composed(String)
    case nowhere
  }

  private let mentions: [NameMentions]
  private let compositions: [NameComposition]

  init(_ mentions: [NameMentions]) {
    self.mentions = mentions
    let all = mentions.reduce(into: Set()) { $0.formUnion($1.compositions) }
    // The clearest one is told.
    compositions = all.map { ($0.parts.reduce(0) { $0 + $1.utf8.count }, $0) }
      .sorted { ($1.0, $0.1.description) < ($0.0, $1.1.description) }.map(\.1)
  }

  /// - Parameter name: of a file or a catalog entry with its ending, or the key of a string.
  func answer(_ name: String, _ kind: WorkspaceResources.Item.Kind) -> Answer {
    let (stem, ending) = kind == .string ? (name, "") : name.splitEnding
    let plain = kind == .file ? stem.withoutVariant : stem
    let keys = Set(spellings(of: plain, kind).map(NameMentions.key) + [NameMentions.key(of: name)])
    // Nothing but punctuation.
    if keys.contains(0) || mentions.contains(where: { some in keys.contains { some.mentions($0) } }) {
      return .mentioned
    }
    if let whole = wholeUse(of: kind, ending: ending) { return .composed(whole) }
    let base = String(plain.reversed().drop { $0.isNumber }.reversed())
    if kind != .string, base != plain, isKnown(base[...]) { return .composed("the sequence “\(base)…”") }
    let lowered = [plain.lowercased().unescaped, name.lowercased().unescaped]
    let composition = compositions.first { composition in
      lowered.contains { composition.matches($0) { composition.isWeak ? isKnown($0) : true } }
    }
    return composition.map { .composed("“\($0.description)”") } ?? .nowhere
  }

  /// How code may write a name, besides case and punctuation: generated accessors leave out what a type says, and have
  /// groups for dots.
  private func spellings(of name: String, _ kind: WorkspaceResources.Item.Kind) -> [String] {
    switch kind {
    case .asset, .color:
      [name]
        + ["image", "color", "colour", "icon"].filter { name.lowercased().hasSuffix($0) }.map {
          String(name.dropLast($0.count))
        }
    case .string:
      [name]
        + (name.contains(" ")
          ? []
          : name.indices.filter { name[$0] == "." }.map { String(name[name.index(after: $0)...]) }.filter {
            !$0.isEmpty
          })
    case .file: [name]
    }
  }

  /// Whether resources of a kind are used without their names, and how.
  private func wholeUse(of kind: WorkspaceResources.Item.Kind, ending: String) -> String? {
    switch kind {
    case .asset, .color:
      guard mentions.contains(where: \.hasAccessors) else { return nil }
      return ["allImages", "allColors", "allDataAssets", "allSymbols"].first { mentions($0) }.map { "`\($0)`" }
    case .string: return nil
    case .file:
      if let folder = ["bundlePath", "bundleURL", "resourcePath", "resourceURL"].first(where: mentions) {
        return "`\(folder)`"
      }
      guard mentions(ending) else { return nil }
      return Self.listings.first { mentions($0) }.map { "`\($0)` with the ending \(ending)" }
    }
  }

  private static let listings = [
    "forResourcesWithExtension", "URLsForResourcesWithExtension", "forResourcesOfType", "pathsForResourcesOfType",
    "contentsOfDirectory", "contentsOfDirectoryAtPath", "contentsOfDirectoryAtURL", "enumerator", "enumeratorAtPath",
    "enumeratorAtURL",
  ]

  private func mentions(_ name: String) -> Bool {
    let key = NameMentions.key(of: name)
    return mentions.contains { $0.mentions(key) }
  }

  /// Whether a part of a name can come from the code: it is a format, a number, or mentioned.
  private func isKnown(_ text: Substring) -> Bool {
    let key = NameMentions.key(of: text)
    return key == 0 || text.hasPrefix("%") || text.allSatisfy { $0.isNumber } || mentions.contains { $0.mentions(key) }
  }
}

extension String {
  /// Without the suffixes of a device or scale: `Logo@2x~ipad`.
  fileprivate var withoutVariant: String {
    let cut = firstIndex(of: "@") ?? firstIndex(of: "~") ?? endIndex
    return cut == startIndex ? self : String(self[..<cut])
  }
}
