import ActivityLog

/// What a log says in texts: its graph, the hash of its description, its SDKs.
struct XcodeNotes {
  private(set) var graph: XcodeTargetGraph?
  private(set) var descriptionHash: String?
  let sdks: [String]

  /// The part of a text that is searched for SDKs.
  private static let longestText = 200_000

  init(_ log: ActivityLog, steps: [XcodeStep]) {
    // A build that reuses a description repeats the step that made it.
    let own = steps.filter { $0.target == nil }
    for step in own.filter({ !$0.isStale }) + own.filter(\.isStale) {
      let text = log.bytes[log.sections[step.section].text.range]
      if graph == nil { graph = XcodeTargetGraph(text: text) }
      if descriptionHash == nil, let label = text.firstRange("Build description signature: ") {
        let hash = text[label.upperBound...].prefix { $0 > 0x20 }.text
        // It becomes part of a path.
        if !hash.isEmpty, hash.utf8.allSatisfy({ $0.isDigit || (0x61...0x66).contains($0) }) {
          descriptionHash = hash
        }
      }
    }
    var names: Set<String> = []
    for section in log.sections {
      for text in [section.commandDetails, section.text] where !text.isEmpty {
        Self.findSDKs(in: log.bytes[text.range].prefix(Self.longestText), &names)
      }
    }
    sdks = names.sorted()
  }

  /// Finds names such as `/SDKs/iPhoneOS26.2.sdk`.
  private static func findSDKs(in text: ArraySlice<UInt8>, _ names: inout Set<String>) {
    var rest = text
    while let found = rest.firstRange("/SDKs/") {
      rest = rest[found.upperBound...]
      let name = rest.prefix { $0.isLetter }
      let version = rest[name.endIndex...].prefix { $0.isDigit || $0 == UInt8(ascii: ".") }
      // The dot before the suffix is among them.
      guard !name.isEmpty, version.count > 1, version.last == UInt8(ascii: "."),
        rest[version.endIndex...].starts(with: "sdk".utf8)
      else { continue }
      names.insert(name.text + " " + version.dropLast().text)
    }
  }
}

/// What was built, as the titles say it; they are localized, so that it may remain unknown.
struct XcodeSubject {
  private(set) var scheme: String?
  private(set) var container: String?
  private(set) var configuration: String?

  init(title: String, _ log: ActivityLog) {
    for prefix in [" workspace ", " project "] {
      guard let start = title.firstRange(of: prefix) else { continue }
      let rest = title[start.upperBound...]
      guard let middle = rest.firstRange(of: " with scheme ") else { continue }
      container = String(rest[..<middle.lowerBound])
      let named = rest[middle.upperBound...]
      let end = named.firstRange(of: " and configuration ")
      scheme = String(named[..<(end?.lowerBound ?? named.endIndex)])
      configuration = end.map { String(named[$0.upperBound...]) }
      return
    }
    for section in log.sections where section.type == 1 && !section.subtitle.isEmpty {
      for part in log.text(section.subtitle).split(separator: " | ") {
        if container == nil, part.hasPrefix("Workspace ") { container = String(part.dropFirst("Workspace ".count)) }
        if scheme == nil, part.hasPrefix("Scheme ") { scheme = String(part.dropFirst("Scheme ".count)) }
      }
      if scheme != nil { return }
    }
    // Up to Xcode 9, only the title says it.
    for action in ["Build ", "Test ", "Archive ", "Analyze ", "Profile "] where title.hasPrefix(action) {
      scheme = String(title.dropFirst(action.count))
    }
  }
}
