import ModuleGraph
package import BuildAnalysis
package import Synthesis

/// An error in a YAML file, with its place.
package struct ConfigurationError: Error, Hashable, Sendable {
  package enum Problem: Hashable, Sendable {
    case notUTF8
    case tooLarge(bytes: Int)
    case empty
    case aliases
    /// An alias without an anchor: most often a pattern.
    case unquotedStar
    case tag(String)
    case tab
    case syntax(String)
    case duplicateKey(String)
    case unknownKey(String, nearest: [String])
    case missingKey(String)
    /// The value of `key` has another type than expected.
    case type(key: String, expected: String, found: String)
    case number(key: String, text: String, allowed: ClosedRange<UInt64>)
    case percentage(key: String, text: String)
    case time(key: String, text: String)
    case seconds(key: String, text: String)
    case command(key: String, CommandTemplate.Problem)
    case unquotedPlaceholder(key: String)
    case twoBuilders
    case noContainer
    case twoContainers
    /// What `xcodebuild` builds has another file extension than this one.
    case container(String, String)
    case choice(key: String, text: String, allowed: [String])
    /// The value of `key` leads out of the folder that it is relative to.
    case notBelow(key: String, text: String)
    case variable(String)
    case layerTwice(String)
    case emptyList(key: String)
    case unknownType(String, nearest: [String], all: [String])
    /// The rule on `line` has the same id. `isNamed`: whether the id is stated, instead of taken from the type.
    case ruleTwice(String, line: Int?, isNamed: Bool)
    /// A rule's id that a comment cannot name.
    case ruleID(String)
    /// A rule's id that is the name of a built-in check.
    case ownRule(String)
    case description(SynthesisError)
    /// An entry of a proposal has no key or more than one: these.
    case severalChanges([String])
    case change(key: String, text: String, form: String)
  }

  /// The file's path, as the user named it.
  package let file: String
  /// Counted from 1; `nil` for the whole file.
  package let line: Int?
  package let problem: Problem

  package init(file: String, line: Int? = nil, _ problem: Problem) {
    (self.file, self.line, self.problem) = (file, line, problem)
  }
}

extension ConfigurationError: CustomStringConvertible {
  package var description: String { "\(file):\(line.map { "\($0):" } ?? "") \(problem)" }
}

extension ConfigurationError.Problem: CustomStringConvertible {
  package var description: String {
    switch self {
    case .notUTF8: "the file is not UTF-8 text"
    case .tooLarge(let bytes): "the file has \(bytes) bytes; at most \(YAMLValue.largestFile) are read"
    case .empty: "the file is empty"
    case .aliases: "anchors (&name) and aliases (*name) are not supported; write the value out in each place"
    case .unquotedStar: #"a value that begins with * needs quotes, as in "*.swift": YAML takes it for an alias (*name)"#
    case .tag(let tag): "tags (\(tag)) are not supported; remove it"
    case .tab: "there is a tab where YAML allows only spaces, as in indentation; write spaces"
    case .syntax(let problem): "this is not valid YAML: \(problem)"
    case .duplicateKey(let key): "the key “\(key)” is given twice"
    case .unknownKey(let key, let nearest): "unknown key “\(key)”" + nearest.suggestionInSentence
    case .missingKey(let key): "the key “\(key)” is missing"
    case .type(let key, let expected, let found):
      "\(key == YAMLValue.whole ? key : "“\(key)”") must be \(expected), not \(found)"
    case .number(let key, let text, let allowed):
      "“\(key)” must be a whole number from \(allowed.lowerBound) to \(allowed.upperBound), not \(text)"
    case .percentage(let key, let text): "“\(key)” must be a percentage above 0 and below 100, not “\(text)”"
    case .time(let key, let text): "“\(key)” must be a duration with its unit, such as 90s, 15m or 1h30m, not “\(text)”"
    case .seconds(let key, let text): "“\(key)” must be a number of seconds, such as 0.5, not “\(text)”"
    case .command(let key, let problem): "“\(key)” \(problem.description)"
    case .unquotedPlaceholder(let key): "“\(key)” needs quotes around placeholders, as in \"{package}\""
    case .twoBuilders: "“command” and “builder” cannot be combined; remove one of them"
    case .noContainer:
      "“xcodebuild” needs a workspace or a project, as in builder: { xcodebuild: { workspace: App.xcworkspace } }"
    case .twoContainers: "“workspace” and “project” cannot be combined; remove one of them"
    case .container(let text, let ending):
      "“\(ending == ".xcodeproj" ? "project" : "workspace")” must be the path of an \(ending), not “\(text)”"
    case .choice(let key, let text, let allowed): "“\(key)” must be \(allowed.joined(separator: " or ")), not “\(text)”"
    case .notBelow(let key, let text):
      "“\(key)” takes paths below the folder, without a leading slash and without “..”, not “\(text)”"
    case .variable(let name): "“\(name)” cannot be the name of an environment variable"
    case .layerTwice(let name): "there are two layers “\(name)”; put their modules into one"
    case .emptyList(let key): "“\(key)” must not be an empty list"
    case .unknownType(let type, let nearest, let all):
      "there is no rule type “\(type)”"
        + (nearest.isEmpty ? "; there are \(all.joined(separator: ", "))" : nearest.suggestionInSentence)
    case .ruleTwice(let id, let line, let isNamed):
      "there are two rules “\(id)”" + (line.map { ", the other one on line \($0)" } ?? "")
        + (isNamed ? "; give one another id" : "; give each an “id”")
    case .ruleID(let id): "a rule's “id” is a word without spaces and commas, not “\(id)”"
    case .ownRule(let id): "“\(id)” is the name of a built-in check; give the rule another id"
    case .description(let error): "\(error)"
    case .severalChanges(let keys):
      "an entry of “changes” has one key, such as “cut”, not \(keys.isEmpty ? "none" : keys.joined(separator: " and "))"
    case .change(let key, let text, let form): "“\(key)” must be \(form), not “\(text)”"
    }
  }
}

extension CommandTemplate.Problem {
  /// The part of the message after the key.
  fileprivate var description: String {
    switch self {
    case .noProgram: "must begin with a program"
    case .unknownPlaceholder(let name):
      "has the unknown placeholder “{\(YAMLValue.shortened(name))}”; there are "
        + CommandTemplate.Placeholder.allCases.map { "{\($0.rawValue)}" }.joined(separator: ", ")
        + ", and {{\(YAMLValue.shortened(name))}} is the literal text"
    case .inScript:
      "has a placeholder in a shell script, where its value would be executed as code; pass it as an argument, as in "
        + "[sh, -c, 'make \"$1\"', sh, \"{product}\"]"
    case .zero: "contains a character that an argument cannot contain"
    }
  }
}
