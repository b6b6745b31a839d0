import ModuleGraph

package struct ModuleFile: Hashable, Sendable {
  /// The path relative to the module's folder; only the name if the file is known only from a trace.
  package let path: String
  /// Physical lines; `nil` if unknown.
  package let lines: Int?
  /// The modules that it imports, by their names in code; `nil` if unknown.
  package let imports: Set<String>?
  /// `nil` if unknown, or not in Swift.
  package let names: Names?

  /// The names in a file, by which Swift's driver decides what a change recompiles.
  package struct Names: Hashable, Sendable {
    /// Those that it declares and other files can use.
    package let declared: Set<String>
    package let mentioned: Set<String>

    package init(declared: Set<String>, mentioned: Set<String>) {
      (self.declared, self.mentioned) = (declared, mentioned)
    }
  }

  package init(path: String, lines: Int? = nil, imports: Set<String>? = nil, names: Names? = nil) {
    self.path = path
    self.lines = lines
    self.imports = imports
    self.names = names
  }

  /// The name without folders, which is unique among the Swift files of a module.
  package var name: String { path.split(separator: "/").last.map(String.init) ?? path }

  /// Whether a pattern matches the path, or if it has no slash, the name.
  package func matches(_ pattern: String) -> Bool {
    let isName = !pattern.utf8.contains { $0 == UInt8(ascii: "*") || $0 == UInt8(ascii: "?") }
    if isName, !pattern.hasPrefix("/"), !pattern.hasSuffix("/") { return pattern == path || pattern == name }
    let glob = Glob(pattern)
    return glob.matches(path) || (!pattern.contains("/") && glob.matches(name))
  }
}
