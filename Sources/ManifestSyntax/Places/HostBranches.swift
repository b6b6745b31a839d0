/// The tokens of a manifest without the `#if` branches that this host does not take.
struct HostBranches {
  /// A branch that is not taken because of the host.
  struct Untaken: Hashable {
    /// The line of the directive that begins it.
    let line: Int
    /// `#if os(macOS)`, or `#else of #if os(Linux)`.
    let directive: String
    /// The range of its tokens in the whole file.
    let tokens: Range<Int>
  }

  /// The tokens outside of untaken branches, without the directives.
  private(set) var tokens: [ManifestToken] = []
  /// The outermost untaken branches, in the order of the file.
  private(set) var untaken: [Untaken] = []

  private let all: [ManifestToken]
  private let text: LocationText
  private let condition: HostCondition
  private var frames: [Frame] = []

  /// An open `#if`.
  private struct Frame {
    /// Whether the branch is taken; `nil` if that is not known, in which case it counts as taken.
    var value: Bool?
    /// Whether an earlier branch is certainly taken.
    var isSettled = false
    /// Whether its condition, or one before it, depends on the host.
    var asksForHost: Bool
    /// The directive as written; for an `#else`, with the `#if` that it belongs to.
    var directive: String
    let isAroundActive: Bool
    var line: Int
    var start: Int

    var isActive: Bool { isAroundActive && value != false }
  }

  /// - Parameter os: `linux` or `macos`.
  /// - Complexity: O(tokens).
  init(_ tokens: [ManifestToken], in bytes: [UInt8], os: String) {
    all = tokens
    text = LocationText(bytes: bytes, tokens: tokens)
    condition = HostCondition(text: text, os: os)
    self.tokens.reserveCapacity(tokens.count)
    var index = 0
    while index < all.count {
      if all[index].kind == .directive {
        index = take(directive: index)
      } else {
        if frames.last?.isActive ?? true { self.tokens.append(all[index]) }
        index += 1
      }
    }
    while !frames.isEmpty { close(at: all.count) }
  }

  /// - Returns: the index after the directive.
  private mutating func take(directive index: Int) -> Int {
    var end = index + 1
    while end < all.count, !all[end].startsLine { end += 1 }
    switch text.text(index) {
    case "if": open(index, end)
    case "elseif": turn(index, end, to: condition.value(of: (index + 1)..<end))
    case "else": turn(index, end, to: true)
    case "endif": if !frames.isEmpty { close(at: index) }
    default: return index + 1
    }
    return end
  }

  private mutating func open(_ index: Int, _ end: Int) {
    let words = (index + 1)..<end
    frames.append(
      Frame(
        value: condition.value(of: words), asksForHost: condition.asksForHost(words),
        directive: source(index..<end),
        isAroundActive: frames.last?.isActive ?? true, line: all[index].line, start: end))
  }

  private mutating func turn(_ index: Int, _ end: Int, to value: Bool?) {
    guard var frame = frames.popLast() else { return }
    note(frame, end: index)
    if frame.value == true { frame.isSettled = true }
    let isOpen = frame.value == nil
    frame.value = frame.isSettled ? false : isOpen && value == true ? nil : value
    frame.asksForHost = frame.asksForHost || condition.asksForHost((index + 1)..<end)
    frame.line = all[index].line
    frame.directive = end > index + 1 ? source(index..<end) : "#else of \(frame.directive)"
    frame.start = end
    frames.append(frame)
  }

  private mutating func close(at end: Int) {
    if let frame = frames.popLast() { note(frame, end: end) }
  }

  private mutating func note(_ frame: Frame, end: Int) {
    guard frame.isAroundActive, frame.value == false, frame.asksForHost, frame.start < end else { return }
    untaken.append(Untaken(line: frame.line, directive: frame.directive, tokens: frame.start..<end))
  }

  /// The tokens as written in the file.
  private func source(_ range: Range<Int>) -> String {
    let bytes = text.bytes[all[range.lowerBound].range.lowerBound..<all[range.upperBound - 1].range.upperBound]
    return "#" + String(decoding: bytes, as: UTF8.self)
  }
}

/// The condition of an `#if`, as far as it depends on the host.
struct HostCondition {
  let text: LocationText
  let os: String

  /// Deeper conditions are not evaluated.
  private static let depthLimit = 16
  private static let hostWords: Set<String> = ["os", "canImport", "arch", "targetEnvironment"]
  /// Modules that exist only on Apple's platforms.
  private static let appleModules: Set<String> = [
    "Darwin", "AppKit", "UIKit", "SwiftUI", "Combine", "ObjectiveC", "CoreGraphics", "Cocoa",
  ]

  func asksForHost(_ range: Range<Int>) -> Bool {
    range.contains { text.word($0).map(Self.hostWords.contains) ?? false }
  }

  /// The value of a condition.
  /// - Returns: `nil` if it depends on more than the host, or cannot be parsed.
  func value(of range: Range<Int>) -> Bool? { value(of: range, depth: 0) }

  private func value(of range: Range<Int>, depth: Int) -> Bool? {
    guard depth < Self.depthLimit else { return nil }
    let alternatives = text.parts(of: range, separatedBy: "||")
    if alternatives.count > 1 {
      let values = alternatives.map { value(of: $0, depth: depth + 1) }
      return values.contains(true) ? true : values.contains(nil) ? nil : false
    }
    let conjuncts = text.parts(of: range, separatedBy: "&&")
    if conjuncts.count > 1 {
      let values = conjuncts.map { value(of: $0, depth: depth + 1) }
      return values.contains(false) ? false : values.contains(nil) ? nil : true
    }
    return operand(range, depth: depth)
  }

  private func operand(_ range: Range<Int>, depth: Int) -> Bool? {
    guard let first = range.first else { return nil }
    if text.isSign(first, "!") { return value(of: (first + 1)..<range.upperBound, depth: depth + 1).map { !$0 } }
    if text.isSign(first, "("), text.after(first) == range.upperBound {
      return value(of: text.inside(first), depth: depth + 1)
    }
    guard let word = text.word(first) else { return nil }
    if range.count == 1 { return word == "true" ? true : word == "false" ? false : nil }
    guard range.count == 4, text.isSign(first + 1, "("), let argument = text.word(first + 2) else { return nil }
    switch word {
    case "os": return LiteralBuild.isOS(argument, os)
    case "canImport": return canImport(argument)
    case "targetEnvironment": return false
    default: return nil
    }
  }

  private func canImport(_ module: String) -> Bool? {
    if Self.appleModules.contains(module) { return os == "macos" && module != "UIKit" }
    return module == "Glibc" ? os == "linux" : nil
  }
}
