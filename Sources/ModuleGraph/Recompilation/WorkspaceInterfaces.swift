package import ImportSyntax

/// The interfaces of sources, and how modules are compiled: enough to determine what a build recompiles after a change
/// from one state to another.
package struct WorkspaceInterfaces: Sendable, Hashable {
  package struct File: Sendable, Hashable {
    package let hash: Int
    package let lines: Int
    /// `nil` for a file that is not in Swift.
    package let interface: SwiftInterface?

    /// The lines of code; of a file that is not in Swift, all.
    var codeLines: Int { interface?.codeLines ?? lines }

    package init(hash: Int, lines: Int, interface: SwiftInterface?) {
      (self.hash, self.lines, self.interface) = (hash, lines, interface)
    }
  }

  /// The headers of a module in C.
  package struct Headers: Sendable, Hashable {
    /// The hash of those that other modules see, and of module maps.
    let visible: Int
    /// The hash of all.
    let all: Int
    /// The names by which Swift imports the module.
    let names: Set<String>

    package init(visible: Int, all: Int, names: Set<String>) {
      (self.visible, self.all, self.names) = (visible, all, names)
    }
  }

  package struct Contents: Sendable, Hashable {
    /// By path, relative to the workspace's root. Sources that cannot be read are missing.
    package let files: [String: File]
    /// Equal for two states with the same compiler options, as far as manifests state them.
    package let settings: String
    /// The part of ``settings`` that can change the object code of every file.
    package let codeSettings: String
    /// `nil` if it is not a module in C.
    package let headers: Headers?

    package init(files: [String: File], settings: String = "", codeSettings: String = "", headers: Headers? = nil) {
      (self.files, self.settings, self.codeSettings) = (files, settings, codeSettings)
      self.headers = headers
    }

    /// The weighted lines of each file by its name, without folders; those of one of them if several have the same name.
    package var linesByName: [String: Int] {
      let weight = linesPerCodeLine
      let weighted = files.map { path, file in
        (String(path.split(separator: "/").last ?? ""), Self.rounded(weight * Double(file.codeLines)))
      }
      return Dictionary(weighted, uniquingKeysWith: max)
    }

    func lines(of paths: some Sequence<String>) -> Int {
      paths.reduce(0) { $0 + (files[$1]?.lines ?? 0) }
    }

    /// Like ``lines(of:)``, but files share the lines of all by their lines of code: compilers read comments fast.
    func weightedLines(of paths: some Sequence<String>) -> Int {
      Self.rounded(linesPerCodeLine * Double(paths.reduce(0) { $0 + (files[$1]?.codeLines ?? 0) }))
    }

    private var linesPerCodeLine: Double {
      let code = files.values.reduce(0) { $0 + $1.codeLines }
      return code > 0 ? Double(lines(of: files.keys)) / Double(code) : 0
    }

    /// Some code is at least a line.
    private static func rounded(_ lines: Double) -> Int { lines > 0 ? max(1, Int(lines.rounded())) : 0 }
  }

  package let modules: [ModuleID: Contents]

  package init(modules: [ModuleID: Contents]) { self.modules = modules }
}

extension WorkspaceInterfaces.File {
  /// The names that it declares and other files can use, and all that occur in it; `nil` for a file that is not in Swift.
  package var names: (declared: Set<String>, mentioned: Set<String>)? {
    interface.map { ($0.names.union($0.types.keys).union($0.nested.keys.map(\.name)), $0.mentioned) }
  }
}

extension WorkspaceInterfaces {
  /// The files of a module that declare something, sorted; empty if none is found.
  /// - Parameter name: as it is written in source code, with the types around it: `Cart`, `Cart.Item`, `Cart.total`.
  /// - Complexity: O(files of the module).
  package func files(of module: ModuleID, declaring name: String) -> [String] {
    let parts = name.split(separator: ".").map(String.init)
    guard let first = parts.first, let last = parts.last else { return [] }
    let ways: [(SwiftInterface) -> Bool] = [
      { $0.declaredTypes.contains(name) || $0.names.contains(name) },
      // A member of a type may be in any of its extensions.
      { parts.count > 1 && $0.types[first] != nil && $0.mentioned.contains(last) },
      { $0.declaredTypes.contains(first) || $0.names.contains(first) },
      { $0.types[first] != nil },
    ]
    let files = modules[module]?.files.compactMap { path, file in file.interface.map { (path, $0) } } ?? []
    for isDeclared in ways {
      let found = files.filter { isDeclared($0.1) }.map(\.0)
      if !found.isEmpty { return found.sorted() }
    }
    return []
  }
}
