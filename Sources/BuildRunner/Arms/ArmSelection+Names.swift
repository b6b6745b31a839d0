import BuildAnalysis
import ModuleGraph
import Workspace

/// The names that users give.
extension ArmSelection {
  /// Replaces each pattern by the modules of a kind that it matches, sorted, without those that are named already.
  func expanded(
    _ words: [String], of source: String?, to kind: Module.Kind, besides combined: String?
  ) throws(ArmError) -> [String] {
    var names: [String] = []
    for word in words {
      guard word.isPattern else {
        names.append(word)
        continue
      }
      let pattern = Glob(word)
      let matches = workspace.graph.modules.filter {
        kinds(like: kind).contains($0.kind) && isBuildable($0.package) && pattern.matches($0.id)
      }
      guard !matches.isEmpty else {
        guard kind == .regular, let source else { throw .unknownName(word, nearest: []) }
        throw .roles(.noLibrary(word, source: source))
      }
      for module in matches {
        let known = [module.name, module.id.description]
        if !names.contains(where: known.contains), !known.contains(combined ?? "") { names.append(known[1]) }
      }
    }
    return names
  }

  /// The names of what can be built.
  var buildableNames: [String] {
    let modules = workspace.graph.modules.filter {
      (kinds(like: .regular) + kinds(like: .executable)).contains($0.kind) && isBuildable($0.package)
    }
    let products = workspace.graph.products.filter { $0.kind == .library || $0.kind == .executable }
    return (rootKey == nil || xcodebuild != nil ? [] : [Self.everything]) + modules.map(\.name) + products.map(\.name)
      + schemes.map(\.name)
  }
}
