import Foresight
import ModuleGraph

/// Where the costs of the files of divided modules come from.
extension [DividedModule] {
  /// For people; empty without divided modules.
  var sentences: [Phrase] {
    let measured = filter { $0.costs == .measured }.map(\.module.name)
    let others = filter { $0.costs == .lines }.map(\.module.name)
    var sentences: [Phrase] = []
    if !measured.isEmpty {
      sentences.append("Costs of the files of \(measured.joined(separator: ", ")): measured file by file.")
    }
    if !others.isEmpty {
      sentences.append(
        "Costs of the files of \(others.joined(separator: ", ")): estimated by their lines; `modgauge record --per-file` "
          + "measures them.")
    }
    return sentences
  }

  /// For programs; `nil` without divided modules.
  var json: [JSON.Object]? { isEmpty ? nil : map { ["module": $0.module, "costs": $0.costs.rawValue] } }
}
