/// An import declaration in a source file, as written.
package struct SourceImport: Hashable, Sendable {
  /// The kind of a scoped import: `import struct Foundation.URL`.
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    case `typealias`, `struct`, `class`, `enum`, `protocol`, `let`, `var`, `func`
  }

  /// The access level of the import; without one, the language mode decides.
  package enum Access: String, Hashable, Sendable, CaseIterable {
    case `private`, `fileprivate`, `internal`, package, `public`, `open`
  }

  /// The components of the imported path, beginning with the module: `["Foundation", "URL"]`. Never empty. Escaped
  /// names are without their backticks.
  package let path: [String]
  package let kind: Kind?
  package let access: Access?
  /// The names of the attributes, in order, without `@` and arguments: `testable`, `_exported`, `preconcurrency`.
  package let attributes: [String]
  /// The condition under which the compiler reads the import; `nil` if always.
  package let condition: CompilationCondition?
  /// The line of the module's name, counted from 1.
  package let line: Int
  /// The column of the module's name in UTF-8 bytes, counted from 1.
  package let column: Int

  package var module: String { path[0] }

  /// Whether files that import this module can also use the imported one.
  package var isReexport: Bool { attributes.contains("_exported") }
}

package struct SourceImports: Hashable, Sendable {
  /// In the order of the file.
  package let imports: [SourceImport]
  /// The lines of `#if` without `#endif`, and of `#else`, `#elseif` and `#endif` without `#if`, sorted. The compiler
  /// rejects such a file, and conditions after such a line may be wrong.
  package let unbalancedLines: [Int]

  /// Whether the file contains anything but white space and comments.
  package let hasCode: Bool

  package init(imports: [SourceImport], unbalancedLines: [Int] = [], hasCode: Bool = true) {
    self.imports = imports
    self.unbalancedLines = unbalancedLines
    self.hasCode = hasCode
  }
}
