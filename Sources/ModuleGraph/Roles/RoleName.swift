/// What a module's name says about its role, by common naming conventions.
struct RoleName {
  /// The words of the name, in lower case: `nfc`, `app`.
  let words: [String]
  private let name: String
  private let ranges: [Substring]

  init(_ name: String) {
    self.name = name
    ranges = name.words
    words = ranges.map { $0.lowercased() }
  }

  static let sampleWords: Set = ["demo", "sample", "example", "playground", "preview"]
  private static let interfaceWords: Set = ["interface", "interfaces", "contract", "contracts"]
  /// Endings of the names of interfaces that other modules have as well: the module that the rest of the name refers to
  /// must exist.
  private static let weakInterfaceEndings = [["api"], ["screen", "requests"], ["requests"], ["protocols"]]
  private static let implementationWords: Set = ["live", "impl", "implementation"]
  private static let supportWords: Set = ["testing", "test", "tests", "support", "mock", "mocks", "stubs", "fixtures"]
  private static let developerWords: Set = ["debug", "dev", "development", "staging"]
  private static let appNames: Set = [
    ["app"], ["application"], ["main", "app"], ["app", "feature"], ["root", "feature"], ["main", "feature"],
    ["app", "core"], ["app", "root"], ["app", "module"],
  ]

  /// The word that marks a sample app, as the name spells it: `Demo` in `NFCDemoApp` and `Demo-NFC`.
  var sampleWord: String? {
    let end = words.last == "app" ? words.count - 2 : words.count - 1
    return [end, 0].first { words.indices.contains($0) && Self.sampleWords.contains(words[$0]) }.map {
      String(ranges[$0])
    }
  }

  /// Whether it is made for the people who develop the app.
  var isForDevelopers: Bool { !Self.developerWords.isDisjoint(with: words) }

  var isTestHost: Bool { words.last == "host" }

  var isFeature: Bool { words.count > 1 && words.last == "feature" }

  /// Whether it is a name for an app, or for the module that is all of an app.
  var isApp: Bool { isNameOfApp || (words.count > 1 && words.last == "app") }

  /// Whether it calls the module an app without saying of what, as names of sample apps do.
  var isNameOfApp: Bool { Self.appNames.contains(words) }

  /// Whether the module serves tests or replaces others in them.
  var isSupport: Bool { words.last.map(Self.supportWords.contains) ?? false }

  /// The word that marks an interface on its own.
  var interfaceWord: String? {
    words.count > 1 && words.last.map(Self.interfaceWords.contains) == true ? ranges.last.map(String.init) : nil
  }

  /// What the name is an interface of, if a module of that name exists: `Shop` for `ShopAPI`.
  var weakInterfaceStem: RoleName? {
    for ending in Self.weakInterfaceEndings
    where words.count > ending.count && words.suffix(ending.count) == ending[...] {
      return prefix(words.count - ending.count)
    }
    return nil
  }

  /// What the module implements: `Client` for `ClientLive`.
  var implementedStem: RoleName? {
    words.count > 1 && words.last.map(Self.implementationWords.contains) == true ? prefix(words.count - 1) : nil
  }

  /// What an app is named after: `NFC` for `NFCApp`.
  var appStem: RoleName? { words.count > 1 && words.last == "app" ? prefix(words.count - 1) : nil }

  /// The words of the name without the one that marks a feature.
  var featureStem: [String] { isFeature ? words.dropLast() : words }

  /// Whether it begins with a feature's name, followed by further words.
  func isNamed(after feature: RoleName) -> Bool {
    let stem = feature.featureStem
    return !stem.isEmpty && words.count > stem.count && words.starts(with: stem)
  }

  private func prefix(_ count: Int) -> RoleName { RoleName(String(name[..<ranges[count - 1].endIndex])) }
}

/// What the folder of a module's sources says about its role.
struct RoleFolder {
  /// The components of the sources' path.
  private let parts: [Substring]

  init(_ module: Module, package: Package?) {
    parts = (module.path ?? "").split(separator: "/")
    isPlayground = package.map { $0.path.hasSuffix(".swiftpm") } ?? false
  }

  /// Whether it is in an app package of Swift Playgrounds.
  let isPlayground: Bool

  private static let sampleFolders: Set = [
    "demo", "demos", "demoapps", "example", "examples", "exampleapps", "sample", "samples", "sampleapps", "playground",
    "playgrounds", "previews",
  ]

  var sampleFolder: String? { parts.dropLast().first { Self.sampleFolders.contains($0.lowercased()) }.map(String.init) }

  /// The folder of features that it is in, and the part of the path that all modules of one feature share.
  var feature: (folder: String, key: String)? {
    guard let place = parts.dropLast().firstIndex(where: { ["feature", "features"].contains($0.lowercased()) }) else {
      return nil
    }
    let below = parts[(place + 1)...].firstIndex { !["sources", "source", "src"].contains($0.lowercased()) }
    return (String(parts[place]), parts[...(below ?? place)].joined(separator: "/"))
  }
}
