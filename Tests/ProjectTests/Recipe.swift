import Foundation

/// The commands of a file in `docs/ci` or of `action.yml`, as they stand there. It reads no more YAML than these files have.
struct Recipe {
  private let lines: [String]

  init(_ path: String) throws {
    lines = try String(contentsOfFile: Project.path(path), encoding: .utf8).components(separatedBy: "\n")
  }

  /// The commands of a list in a recipe for GitLab, such as `before_script`.
  func commands(of key: String) -> [String] {
    guard let start = lines.firstIndex(where: { $0.trimmed == key + ":" }) else { return [] }
    let block = lines[(start + 1)...].prefix { $0.indentation > lines[start].indentation }
    var commands: [String] = []
    var isLiteral = false
    for line in block where !line.trimmed.hasPrefix("#") {
      if line.trimmed.hasPrefix("- ") {
        let command = String(line.trimmed.dropFirst(2))
        isLiteral = command == "|"
        commands.append(isLiteral || command == ">-" ? "" : command.unquoted)
      } else {
        let isFirst = commands[commands.count - 1].isEmpty
        commands[commands.count - 1] += (isFirst ? "" : isLiteral ? "\n" : " ") + line.trimmed
      }
    }
    return commands
  }

  /// The values below a key, such as `variables` or `env`.
  func values(of key: String) -> [String: String] { Self.values(of: key, in: lines) }

  private static func values(of key: String, in lines: [String]) -> [String: String] {
    guard let start = lines.firstIndex(where: { $0.trimmed.hasPrefix(key + ":") }) else { return [:] }
    let inline = lines[start].trimmed.dropFirst(key.count + 1).trimmingCharacters(in: CharacterSet(charactersIn: "{ }"))
    let block = lines[(start + 1)...].prefix { $0.indentation > lines[start].indentation }.map(\.trimmed)
    let pairs = (inline.isEmpty ? block : [inline]).compactMap { line -> (String, String)? in
      guard !line.hasPrefix("#"), let colon = line.firstRange(of: ": ") else { return nil }
      return (String(line[..<colon.lowerBound]), String(line[colon.upperBound...]).withoutRemark.unquoted)
    }
    return Dictionary(uniqueKeysWithValues: pairs)
  }

  /// The step of a workflow or an action for GitHub whose text contains these words.
  /// - Returns: its commands, and the variables of its environment.
  func step(with words: String) -> (run: String, environment: [String: String])? {
    guard let place = lines.firstIndex(where: { $0.contains(words) }),
      let start = lines[...place].lastIndex(where: { $0.trimmed.hasPrefix("- ") })
    else { return nil }
    let end =
      lines[(start + 1)...].firstIndex { !$0.isEmpty && $0.indentation <= lines[start].indentation } ?? lines.endIndex
    let step = [lines[start].undashed] + lines[(start + 1)..<end]
    guard let index = step.firstIndex(where: { $0.trimmed.hasPrefix("run: ") || $0.trimmed.hasPrefix("script: ") })
    else {
      return nil
    }
    let value = step[index].trimmed.split(separator: ": ", maxSplits: 1)[1]
    let block = step[(index + 1)...].prefix { $0.isEmpty || $0.indentation > step[index].indentation }
    let dedented = block.map { $0.dropFirst(step[index].indentation + 2) }.joined(separator: "\n")
    return (value == "|" ? dedented : String(value).unquoted, Self.values(of: "env", in: step))
  }
}

extension String {
  fileprivate var trimmed: String { trimmingCharacters(in: .whitespaces) }

  fileprivate var indentation: Int { prefix { $0 == " " }.count }

  /// Without the dash of a list, which is indentation of the rest.
  fileprivate var undashed: String {
    trimmed.hasPrefix("- ") ? String(repeating: " ", count: indentation + 2) + trimmed.dropFirst(2) : self
  }

  fileprivate var withoutRemark: String { firstRange(of: "  #").map { String(self[..<$0.lowerBound]) } ?? self }

  fileprivate var unquoted: String {
    for quote in ["'", "\""] where count > 1 && hasPrefix(quote) && hasSuffix(quote) {
      return String(dropFirst().dropLast())
    }
    return self
  }
}
