/// What a user's word that matches nothing most likely stands for, best first.
extension ModuleGraph {
  /// The keys of packages that are near, or whose names in their manifests, identities or folders are.
  func packages(nearestTo word: String) -> [String] {
    var keys = Dictionary(Set(modules.map(\.package)).map { ($0, [$0]) }) { first, _ in first }
    for package in packages where keys[package.key] == [package.key] {
      let folder = package.path.split(separator: "/").last.map(String.init) ?? package.name
      for name in Set([package.name, package.identity, folder]) where name != package.key {
        keys[name, default: []].append(package.key)
      }
    }
    let near = keys.keys.nearest(to: word, limit: keys.count).flatMap { keys[$0] ?? [] }
    return Array(near.uniqued.prefix(3))
  }

  /// The ids of modules if the word looks like one, otherwise names. A package may be written as its manifest calls it.
  func modules(nearestTo word: String) -> [String] {
    guard let slash = word.lastIndex(of: "/") else { return modules.map(\.name).nearest(to: word) }
    let ofNamed = packages(nearestTo: String(word[..<slash])).map { $0 + word[slash...] }
    let found = ofNamed.filter { id in modules.contains { Glob(id).matches($0.id) } }
    return found.isEmpty ? modules.map(\.id.description).nearest(to: word) : found
  }
}
