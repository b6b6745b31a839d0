/// A platform whose minimum version a package can declare, as in `SupportedPlatform`.
struct PlatformVersions {
  let since: ToolsVersion
  /// The lowest version number that SwiftPM accepts in a string.
  let minimum: Int
  /// The tools version that introduced each member, such as `v10_15`.
  let members: [String: ToolsVersion]

  /// - Parameter members: the members by the tools version that introduced them.
  private init(_ since: ToolsVersion = ToolsVersion(5, 0), minimum: Int, _ members: KeyValuePairs<String, [String]>) {
    self.since = since
    self.minimum = minimum
    var sinceByMember: [String: ToolsVersion] = [:]
    for (version, names) in members {
      for name in names { sinceByMember["v" + name] = ToolsVersion(version) }
    }
    self.members = sinceByMember
  }

  /// Whether SwiftPM accepts the string as a version: one or two numbers, possibly followed by other components.
  func allows(_ version: String) -> Bool {
    let parts = version.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard let first = parts.first?.literalNumber else { return false }
    return first >= minimum && parts.prefix(2).allSatisfy { $0.literalNumber != nil }
      && parts.allSatisfy { !$0.isEmpty && $0.allSatisfy(LiteralInterpreter.isPlain) }
  }

  static let all: [String: PlatformVersions] = [
    "macOS": PlatformVersions(
      minimum: 10,
      [
        "5.0": ["10_10", "10_11", "10_12", "10_13", "10_14"], "5.1": ["10_15"], "5.3": ["11"], "5.5": ["12"],
        "5.7": ["13"], "5.9": ["14"], "6.0": ["15"], "6.2": ["26"],
      ]),
    "iOS": PlatformVersions(
      minimum: 2,
      [
        "5.0": ["8", "9", "10", "11", "12"], "5.1": ["13"], "5.3": ["14"], "5.5": ["15"], "5.7": ["16"], "5.9": ["17"],
        "6.0": ["18"], "6.2": ["26"],
      ]),
    "tvOS": PlatformVersions(
      minimum: 9,
      [
        "5.0": ["9", "10", "11", "12"], "5.1": ["13"], "5.3": ["14"], "5.5": ["15"], "5.7": ["16"], "5.9": ["17"],
        "6.0": ["18"], "6.2": ["26"],
      ]),
    "macCatalyst": PlatformVersions(
      ToolsVersion(5, 5), minimum: 13,
      ["5.5": ["13", "14", "15"], "5.7": ["16"], "5.9": ["17"], "6.0": ["18"], "6.2": ["26"]]),
    "watchOS": PlatformVersions(
      minimum: 2,
      [
        "5.0": ["2", "3", "4", "5"], "5.1": ["6"], "5.3": ["7"], "5.5": ["8"], "5.7": ["9"], "5.9": ["10"],
        "6.0": ["11"], "6.2": ["26"],
      ]),
    "visionOS": PlatformVersions(ToolsVersion(5, 9), minimum: 1, ["5.9": ["1"], "6.0": ["2"], "6.2": ["26"]]),
    "driverKit": PlatformVersions(
      ToolsVersion(5, 5), minimum: 19,
      ["5.5": ["19", "20", "21"], "5.7": ["22"], "5.9": ["23"], "6.0": ["24"], "6.2": ["25"]]),
  ]
}
