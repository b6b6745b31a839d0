/// The owners of modules, by the files that each of them compiles.
package struct ModuleOwners: Hashable, Sendable {
  /// The path of the file that states them, relative to the repository's top; `nil` if the repository has none.
  package let file: String?
  /// The owners of most files first. Modules of which no file has an owner are missing.
  private let owners: [ModuleID: [String]]

  /// - Parameter files: the paths of each module's files, relative to the repository's top; of a module without files its
  ///   folder.
  /// - Complexity: O(files · lines of the stated owners).
  package init(_ stated: CodeOwners, in file: String, files: [ModuleID: [String]]) {
    self.file = file
    owners = files.compactMapValues { paths in
      var counts: [String: Int] = [:]
      for path in paths { for owner in stated.owners(of: path) { counts[owner, default: 0] += 1 } }
      return counts.isEmpty ? nil : counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map(\.key)
    }
  }

  private init(file: String?, owners: [ModuleID: [String]]) { (self.file, self.owners) = (file, owners) }

  /// Those of a repository in which nothing has an owner.
  package static let none = ModuleOwners(file: nil, owners: [:])

  package subscript(module: ModuleID) -> [String] { owners[module] ?? [] }

  /// The owners of several modules, each once.
  package func of(_ modules: some Sequence<ModuleID>) -> [String] {
    modules.reduce(into: []) { all, module in all += self[module].filter { !all.contains($0) } }
  }

  /// The same with renamed modules.
  package func renaming(_ moves: [ModuleMove]) -> ModuleOwners {
    ModuleOwners(file: file, owners: owners.renaming(moves))
  }
}
