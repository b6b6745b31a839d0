/// The modules that a Swift source names in its import lines, in their order.
///
/// Reads our own sources, which are formatted: an import stands on a line of its own, and a line that looks like one
/// within a multi-line string belongs to a fixture.
func importedModules(in source: String) -> [String] {
  var isFixture = false
  var modules: [String] = []
  for line in source.split(separator: "\n") {
    let opensOrCloses = !line.count(of: "\"\"\"").isMultiple(of: 2)
    if opensOrCloses { isFixture.toggle() }
    guard !isFixture, !opensOrCloses else { continue }
    var words = line.split(separator: " ").drop { $0.hasPrefix("@") || accessLevels.contains($0) }
    guard words.popFirst() == "import" else { continue }
    if let kind = words.first, importKinds.contains(kind) { words.removeFirst() }
    guard let path = words.first else { continue }
    modules.append(String(path.prefix { $0 != "." }))
  }
  return modules
}

private let accessLevels: Set<Substring> = ["public", "package", "internal", "fileprivate", "private"]
private let importKinds: Set<Substring> = ["struct", "class", "enum", "protocol", "func", "var", "let", "typealias"]

extension Substring {
  fileprivate func count(of word: String) -> Int { ranges(of: word).count }
}
