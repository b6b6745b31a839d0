/// One import of a source file, as it stands there.
package struct SourceImport: Hashable, Sendable {
  /// What is imported of a module, where the import names more than the module: `import struct Foundation.URL`.
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    case `typealias`, `struct`, `class`, `enum`, `protocol`, `let`, `var`, `func`
  }

  /// The access level that stands before `import`; without one the language mode decides.
  package enum Access: String, Hashable, Sendable, CaseIterable {
    case `private`, `fileprivate`, `internal`, package, `public`, `open`
  }

  /// The module, and what follows it: `["Foundation", "URL"]`. Never empty; escaped names without their backticks.
  package let path: [String]
  package let kind: Kind?
  package let access: Access?
  /// Names of the attributes in their order, without `@` and arguments: `testable`, `_exported`, `preconcurrency`.
  package let attributes: [String]
  /// When the compiler sees the import; absent where it always does.
  package let condition: CompilationCondition?
  /// Of the module's name, from 1.
  package let line: Int
  /// Of the module's name, in bytes of UTF-8, from 1.
  package let column: Int

  package init(
    path: [String], kind: Kind? = nil, access: Access? = nil, attributes: [String] = [],
    condition: CompilationCondition? = nil, line: Int, column: Int
  ) {
    self.path = path
    self.kind = kind
    self.access = access
    self.attributes = attributes
    self.condition = condition
    self.line = line
    self.column = column
  }

  /// The name of the module.
  package var module: String { path[0] }

  /// Whether those who import this module see the imported one, too.
  package var isReexport: Bool { attributes.contains("_exported") }
}

/// What a source file imports.
package struct SourceImports: Hashable, Sendable {
  /// In the order of the file.
  package let imports: [SourceImport]
  /// The lines of `#if` without `#endif`, and of `#else`, `#elseif` and `#endif` without `#if`: the compiler refuses such
  /// a file, and conditions after the line are not certain.
  package let unbalancedLines: [Int]

  package init(imports: [SourceImport], unbalancedLines: [Int] = []) {
    self.imports = imports
    self.unbalancedLines = unbalancedLines
  }
}
