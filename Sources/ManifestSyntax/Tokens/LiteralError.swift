/// Why the reader refused a manifest, which may nevertheless be valid.
package struct LiteralError: Error, Hashable, Sendable, CustomStringConvertible {
  package enum Reason: String, Hashable, Sendable, CaseIterable {
    case tooLarge = "it is larger than 1 MiB"
    case notText = "it is not UTF-8, or contains control characters"
    case noToolsVersion = "its tools version is not on the first line, or unusual"
    case otherToolsVersion = "its tools version is older than 4.0, or newer than the toolchain or this reader"
    case conditionalCompilation = "`#if` or another directive"
    case controlFlow = "`if`, `for` or another statement"
    case declaration = "a function, type or extension"
    case closure = "braces"
    case interpolation = "a string with an interpolation"
    case unusualString = "a raw or multi-line string, or an unusual escape"
    case operators = "an operator"
    case unusualImport = "an import of something unusual"
    case nesting = "deep nesting"
    case syntax = "another expression that is not a literal"
    case unknownName = "a name that is not a literal constant of the file"
    case unknownMember = "a member or type that the reader does not know"
    case arguments = "arguments that the reader does not know"
    case wrongType = "a literal of an unexpected type"
    case unavailable = "something that this tools version does not have"
    case invalidValue = "a value that SwiftPM may refuse"
    case dependsOnDisk = "its meaning depends on the disk"
    case invalidPackage = "a package that SwiftPM may refuse"
  }

  package let reason: Reason
  /// Counted from 1; 0 for the whole file.
  package let line: Int

  package init(_ reason: Reason, line: Int) {
    self.reason = reason
    self.line = line
  }

  /// As in `line 12: an operator`.
  package var description: String { line == 0 ? reason.rawValue : "line \(line): \(reason.rawValue)" }
}
