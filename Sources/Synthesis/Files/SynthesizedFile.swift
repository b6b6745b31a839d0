package struct SynthesizedFile: Hashable, Sendable {
  /// Relative to the workspace's root, with `/`; only ASCII letters, digits, `.`, `-` and `_`.
  package let path: String
  /// UTF-8 with a newline at the end.
  package let bytes: [UInt8]

  init(path: String, lines: [String]) {
    self.path = path
    bytes = Array((lines.joined(separator: "\n") + "\n").utf8)
  }
}

/// Generates the workspace of a description.
///
/// The same description gives the same bytes on every machine. A module's code depends on the seed, the module's own
/// description and the public types of its dependencies, and not on other modules, except for contracts that several modules
/// provide: these are divided among them.
/// - Returns: the files, sorted by path. Paths are unique even if case is ignored.
/// - Throws: `SynthesisError` if the description is invalid.
/// - Complexity: O(lines), and for each file O(dependencies) of its module.
package func synthesize(_ description: WorkspaceDescription) throws(SynthesisError) -> [SynthesizedFile] {
  let order = try description.validate()
  let layout = WorkspaceLayout(description: description)
  var surfaces: [String: [Model]] = [:]
  var contracts = Contracts(description)
  var files = layout.manifests() + [SynthesizedFile(path: ".gitignore", lines: [".build/"])]
  for module in order {
    let writer = ModuleWriter(module: module, seed: description.seed, surfaces: surfaces, contracts: contracts)
    let written = writer.written()
    files += written.files.map { SynthesizedFile(path: "\(layout.folder(of: module))/\($0.name)", lines: $0.lines) }
    surfaces[module.name] = written.surface
    contracts.declare(written.contracts, in: module.name)
  }
  return files.sorted { $0.path < $1.path }
}
