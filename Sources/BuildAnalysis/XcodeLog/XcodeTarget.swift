/// A target of an Xcode project or of a package, as a build log names it.
package struct XcodeTarget: Hashable, Sendable {
  package let name: String
  /// The project or package; `nil` if the log does not say it.
  package let project: String?
}

extension XcodeTarget: Comparable {
  package static func < (left: XcodeTarget, right: XcodeTarget) -> Bool {
    (left.name, left.project ?? "") < (right.name, right.project ?? "")
  }
}

extension XcodeTarget {
  /// The target at the end of the first line of a command: `… (in target 'X' from project 'P')`, possibly with the project's path,
  /// or `… (in target: X)`, as Xcode 10 writes it.
  /// - Parameter line: the first line of a command.
  init?(command line: ArraySlice<UInt8>) {
    guard line.last == UInt8(ascii: ")") else { return nil }
    if let start = line.endOfLast(" (in target '") {
      let rest = line[start..<(line.endIndex - 1)]
      guard let middle = rest.firstRange("' from project '") else { return nil }
      var project = rest[middle.upperBound...]
      if let path = project.firstRange("' at path '") {
        project = project[..<path.lowerBound]
      } else {
        guard project.last == UInt8(ascii: "'") else { return nil }
        project = project.dropLast()
      }
      self.init(name: rest[..<middle.lowerBound].text, project: project.text)
      return
    }
    guard let start = line.endOfLast(" (in target: ") else { return nil }
    self.init(name: line[start..<(line.endIndex - 1)].text, project: nil)
  }

  /// The target of a group of steps.
  /// - Parameters:
  ///   - title: `Build target X`, or `=== BUILD TARGET X OF PROJECT P WITH CONFIGURATION C ===`.
  ///   - subtitle: `Project P | …` or `Package P | …`; empty if there is none.
  init?(groupTitle title: String, subtitle: String) {
    let plain = title.withoutColors
    if plain.hasPrefix("=== "), let heading = Self.heading(plain) {
      self = heading
      return
    }
    let prefixes = ["Build target ", "Build aggregate target "]
    guard let prefix = prefixes.first(where: plain.hasPrefix) else { return nil }
    let name = plain.dropFirst(prefix.count)
    if let middle = name.lastRange(of: " of project ") {
      let rest = name[middle.upperBound...]
      let end = rest.lastRange(of: " with configuration ")?.lowerBound ?? rest.endIndex
      self.init(name: String(name[..<middle.lowerBound]), project: String(rest[..<end]))
    } else {
      self.init(name: String(name), project: Self.project(subtitle: subtitle))
    }
  }

  private static func heading(_ title: String) -> XcodeTarget? {
    guard let start = title.lastRange(of: " TARGET ") ?? nil, title.hasSuffix(" ===") else { return nil }
    // The first one: a target's name may contain the words.
    let first = title.firstRange(of: " TARGET ") ?? start
    let rest = title[first.upperBound...].dropLast(" ===".count)
    guard let middle = rest.lastRange(of: " OF PROJECT ") else { return nil }
    let project = rest[middle.upperBound...]
    let end = project.lastRange(of: " WITH ")?.lowerBound ?? project.endIndex
    return XcodeTarget(name: String(rest[..<middle.lowerBound]), project: String(project[..<end]))
  }

  private static func project(subtitle: String) -> String? {
    for part in subtitle.split(separator: " | ") {
      for prefix in ["Project ", "Package "] where part.hasPrefix(prefix) {
        return String(part.dropFirst(prefix.count))
      }
    }
    return nil
  }

  /// The name of a target in a build system's signature of a step: `\0P2:target-X-HASH-:Debug:Ld …`, or
  /// `…-PACKAGE-TARGET:X-SDKROOT:…`.
  /// - Parameter hexadecimal: the signature as the log has it.
  static func name(signature hexadecimal: ArraySlice<UInt8>) -> String? {
    guard hexadecimal.starts(with: "00".utf8) else { return nil }
    let bytes = hexadecimal.hexadecimalBytes(atMost: 2048)[...]
    if let package = bytes.firstRange("PACKAGE-TARGET:") {
      let rest = bytes[package.upperBound...]
      guard let end = rest.firstRange("-SDKROOT:") else { return nil }
      return rest[..<end.lowerBound].text
    }
    guard let target = bytes.firstRange(":target-") else { return nil }
    let rest = bytes[target.upperBound...]
    guard let end = rest.firstRange("-:") else { return nil }
    let named = rest[..<end.lowerBound]
    guard let dash = named.lastIndex(of: UInt8(ascii: "-")) else { return nil }
    return named[..<dash].text
  }
}
