import ModuleGraph

/// Writes an item of a list again for another name, in the same layout.
struct ItemClone {
  let text: LocationText
  let item: CloneSite.Item
  /// The argument that lists its dependencies.
  let dependencies: LocationText.Argument?

  /// One argument of the new item.
  private struct Piece {
    var code: String
    /// The argument of the model in whose place it is; `nil` for a new one.
    let model: Range<Int>?
  }

  /// What belongs to the model alone.
  private static let own: Set<String> = ["exclude", "sources", "publicHeadersPath", "plugins", "resources"]
  private static let order = [
    "name", "dependencies", "path", "exclude", "sources", "resources", "publicHeadersPath", "packageAccess",
    "cSettings",
    "cxxSettings", "swiftSettings", "linkerSettings", "plugins",
  ]

  /// - Parameters:
  ///   - list: the code of its dependencies; `nil` for none.
  ///   - keepsOthers: whether arguments are kept whose meaning is not known.
  /// - Returns: `nil` if the model does not show how to state them.
  func code(for target: NewTarget, dependencies list: String?, keepsOthers: Bool) -> String? {
    guard let opening = item.opening else { return mapped(target, list) }
    let arguments = text.arguments(opening)
    let isStandard = PackageDescription.takesDependencies(item.callee)
    var pieces: [Piece] = []
    var isStated = list == nil
    var place = 1
    for argument in arguments {
      let start = argument.value.lowerBound - (argument.label == nil ? 0 : 2)
      let whole = start..<argument.value.upperBound
      func keep(_ value: String) {
        pieces.append(Piece(code: (argument.label.map { $0 + ": " } ?? "") + value, model: whole))
      }
      if argument.value.contains(item.nameRange.lowerBound) {
        place = pieces.count + 1
        keep(SwiftString.quoted(target.name))
      } else if argument.value == dependencies?.value {
        if let list { keep(list) } else if argument.label == nil { keep("[]") }
        isStated = true
      } else if argument.label == "targets" {
        keep("[\(SwiftString.quoted(target.name))]")
      } else if argument.label == "path" {
        let path = renamed(argument.value, to: target.name)
        if path != text.code(argument.value) { keep(path) }
      } else if !(argument.label.map(Self.own.contains) ?? false),
        keepsOthers || Self.order.contains(argument.label ?? "")
      {
        keep(renamed(argument.value, to: target.name))
      }
    }
    if !isStated {
      guard isStandard, let list else { return nil }
      pieces.insert(Piece(code: "dependencies: " + list, model: nil), at: place)
    }
    if !target.resources.isEmpty {
      guard isStandard else { return nil }
      let place = pieces.firstIndex { piece in
        Self.order.firstIndex { piece.code.hasPrefix($0 + ":") }.map { $0 > 5 } ?? false
      }
      pieces.insert(Piece(code: "resources: [\(target.resourceCode)]", model: nil), at: place ?? pieces.count)
    }
    return laidOut(pieces, opening)
  }

  private func laidOut(_ pieces: [Piece], _ opening: Int) -> String {
    let layout = TextLayout(bytes: text.bytes)
    func space(before token: Int) -> String? {
      guard text.tokens[token].startsLine else { return nil }
      let start = text.source(token).lowerBound
      return layout.newline(before: start) + layout.indent(around: start)
    }
    let spaces = pieces.map { $0.model.flatMap { space(before: $0.lowerBound) } }
    let usual = spaces.dropFirst().compactMap { $0 }.first ?? spaces.first ?? nil
    var code = text.code(item.range.lowerBound..<(opening + 1))
    for (index, piece) in pieces.enumerated() {
      let own = piece.model == nil ? usual : spaces[index]
      code += (index > 0 ? "," : "") + (own ?? (index > 0 ? " " : "")) + piece.code
    }
    let closing = text.partners[opening]
    let isOneLine = pieces.count == 1 && spaces[0] == nil
    if text.kind(closing - 1) == .comma { code += "," }
    return code + (isOneLine ? "" : space(before: closing) ?? "") + ")"
  }

  /// `"Home": [...]`, an entry of a dictionary.
  private func mapped(_ target: NewTarget, _ list: String?) -> String? {
    let colon = item.nameRange.upperBound
    guard text.kind(colon) == .colon, colon + 1 < item.range.upperBound else { return nil }
    let value = (colon + 1)..<item.range.upperBound
    if text.isSign(value.lowerBound, "[") { return "\(SwiftString.quoted(target.name)): \(list ?? "[]")" }
    return list == nil ? "\(SwiftString.quoted(target.name)): \(renamed(value, to: target.name))" : nil
  }

  /// The code of an argument, in which the model's name is replaced: as a string, and as a part of a path.
  private func renamed(_ range: Range<Int>, to name: String) -> String {
    var code = ""
    var place = text.source(range.lowerBound).lowerBound
    for index in range {
      guard case .string = text.kind(index) else { continue }
      let token = text.tokens[index].range
      let words = text.text(index)
      let parts = words.split(separator: "/", omittingEmptySubsequences: false)
      let changed = parts.map { $0.replacing(item.name, with: name) }.joined(separator: "/")
      code += String(decoding: text.bytes[place..<token.lowerBound], as: UTF8.self) + changed
      place = token.upperBound
    }
    return code + String(decoding: text.bytes[place..<text.source(range.upperBound - 1).upperBound], as: UTF8.self)
  }
}

/// Writes dependencies as the manifest writes them elsewhere.
struct DependencyCode {
  let text: LocationText
  private let known: [String: String]

  init(text: LocationText, places: EditLocations) {
    self.text = text
    var mentions = LocationMentions(text: text, names: places.names)
    var known: [String: String] = [:]
    for value in places.declarations.flatMap({ $0.values(for: .dependencies) }) {
      guard text.isSign(value.lowerBound, "["), let list = ItemList(text, opening: value.lowerBound) else { continue }
      for item in list.items where !item.contains(where: { text.word($0) == "condition" }) {
        let names = Set(mentions.found(in: item).map(\.name))
        guard names.count == 1, let name = names.first, known[name] == nil, !text.code(item).contains("\n") else {
          continue
        }
        known[name] = text.code(item)
      }
    }
    self.known = known
  }

  /// - Parameter model: a list whose layout the new one gets.
  func list(_ dependencies: [ManifestTargetDependency], like model: Range<Int>?) -> String {
    let codes = dependencies.map { known[$0.reference.name] ?? $0.code }
    guard let model, text.isSign(model.lowerBound, "["), text.kind(model.lowerBound + 1) != .closing,
      text.tokens[model.lowerBound + 1].startsLine
    else { return "[\(codes.joined(separator: ", "))]" }
    let layout = TextLayout(bytes: text.bytes)
    let first = text.source(model.lowerBound + 1).lowerBound
    let closing = text.partners[model.lowerBound]
    let newline = layout.newline(before: first)
    let lines = codes.map { newline + layout.indent(around: first) + $0 }.joined(separator: ",")
    let comma = text.kind(closing - 1) == .comma ? "," : ""
    let end = text.tokens[closing].startsLine ? newline + layout.indent(around: text.source(closing).lowerBound) : ""
    return "[\(lines)\(comma)\(end)]"
  }
}
