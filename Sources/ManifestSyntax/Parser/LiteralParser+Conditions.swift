/// What determines the conditions of `#if`: the compiler and the host.
struct LiteralBuild: Sendable {
  let toolchain: ToolsVersion
  let toolsVersion: ToolsVersion
  /// `linux` or `macos`. Other systems are not supported.
  let os: String
  let arch: String

  /// The language version with which manifests are compiled; `nil` if it is not certain.
  var languageVersion: ToolsVersion? {
    switch toolsVersion.major {
    case 5: ToolsVersion(5, 10)
    case 6 where toolchain.major == 6: toolchain
    default: nil
    }
  }

  func canImport(_ module: String) -> Bool? {
    switch (os, module) {
    case (_, "PackageDescription"), (_, "Foundation"): true
    case ("linux", "FoundationEssentials"): toolchain >= ToolsVersion(6, 0) ? true : nil
    case ("macos", "FoundationEssentials"), ("macos", "Glibc"), ("macos", "Musl"), ("macos", "WinSDK"): false
    case ("macos", "Darwin"): true
    case ("linux", "Darwin"), ("linux", "WinSDK"), ("linux", "UIKit"), ("linux", "AppKit"), ("linux", "SwiftUI"),
      ("linux", "Combine"), ("linux", "ObjectiveC"), ("linux", "AppleProductTypes"):
      false
    default: nil
    }
  }

  /// The value of `os(…)`; `nil` for an unknown name.
  static func isOS(_ name: String, _ os: String) -> Bool? {
    switch name {
    case "Linux": os == "linux"
    case "macOS", "OSX": os == "macos"
    case "iOS", "tvOS", "watchOS", "visionOS", "Windows", "Android", "FreeBSD", "OpenBSD", "WASI": false
    default: nil
    }
  }
}

extension LiteralParser {
  /// The condition after `#if` or `#elseif`, up to the end of its line.
  mutating func buildCondition(onLine line: Int) throws(LiteralError) -> Bool {
    guard ["linux", "macos"].contains(build.os) else { throw refusal(.conditionalCompilation) }
    depth += 1
    defer { depth -= 1 }
    guard depth < Self.depthLimit else { throw refusal(.nesting) }
    var value = try buildTerm(onLine: line)
    guard case .operation(let first) = token.kind, token.line == line else { return value }
    while case .operation(let next) = token.kind, token.line == line {
      // The precedence of these two has changed between versions.
      guard next == first, next == .and || next == .or else { throw refusal(.conditionalCompilation) }
      try advanceOverOperator()
      let other = try buildTerm(onLine: line)
      value = next == .and ? value && other : value || other
    }
    return value
  }

  private mutating func buildTerm(onLine line: Int) throws(LiteralError) -> Bool {
    guard token.line == line else { throw refusal(.conditionalCompilation) }
    switch token.kind {
    case .exclamation:
      try advance()
      depth += 1
      defer { depth -= 1 }
      guard depth < Self.depthLimit, !token.hasSpaceBefore else { throw refusal(.conditionalCompilation) }
      return !(try buildTerm(onLine: line))
    case .leftParenthesis:
      try advance()
      let value = try buildCondition(onLine: line)
      guard token.line == line else { throw refusal(.conditionalCompilation) }
      try expect(.rightParenthesis)
      return value
    case .name: return try buildQuestion(onLine: line)
    default: throw refusal(.conditionalCompilation)
    }
  }

  /// `os(Linux)`, `compiler(>=6.0)`, or the name of a flag, none of which is set for manifests.
  private mutating func buildQuestion(onLine line: Int) throws(LiteralError) -> Bool {
    let unknown = refusal(.conditionalCompilation)
    guard let question = word else { throw unknown }
    try advance()
    guard token.kind == .leftParenthesis, !token.hasSpaceBefore, token.line == line else {
      if question == "true" || question == "false" { return question == "true" }
      guard !Self.keywords.contains(question), !question.hasPrefix("$") else { throw unknown }
      return false
    }
    try advance()
    let answer: Bool?
    switch question {
    case "os": answer = LiteralBuild.isOS(try takeName(), build.os)
    case "arch":
      let name = try takeName()
      answer =
        ["x86_64", "arm64", "i386", "arm"].contains(name) && ["x86_64", "arm64", "aarch64"].contains(build.arch)
        ? name == (build.arch == "aarch64" ? "arm64" : build.arch) : nil
    case "canImport": answer = build.canImport(try takeName())
    case "swift": answer = try isVersion(build.languageVersion)
    case "compiler": answer = try isVersion(build.toolchain)
    default: answer = nil
    }
    guard let answer, token.line == line else { throw unknown }
    try expect(.rightParenthesis)
    return answer
  }

  /// `>=5.9` or `<6`, followed by the closing parenthesis.
  private mutating func isVersion(_ version: ToolsVersion?) throws(LiteralError) -> Bool? {
    let isAtLeast = token.kind == .operation(.notLess)
    guard isAtLeast || token.kind == .less, let version else { return nil }
    try advance()
    guard token.kind == .version || token.kind == .integer else { return nil }
    let text = lexer.text(token.range)
    guard let stated = ToolsVersion(token.kind == .version ? text : text + ".0") else { return nil }
    try advance()
    return isAtLeast ? version >= stated : version < stated
  }
}
