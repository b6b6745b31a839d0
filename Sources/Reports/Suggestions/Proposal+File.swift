import BuildAnalysis
import Foresight

extension Proposal {
  /// The YAML of a file for `modgauge what-if --proposal`.
  package var yaml: String {
    let title = name.map { "name: \(YAML.scalar($0))\n" } ?? ""
    return title + "changes:\n" + changes.map { "  - \($0.yaml)\n" }.joined()
  }
}

extension StructureChange {
  /// A key and its value, indented as an item of a list.
  fileprivate var yaml: String {
    let key = option.kind.rawValue
    func list(_ texts: [String], indent: Int) -> String {
      texts.map { "\n" + String(repeating: " ", count: indent) + "- \(YAML.scalar($0))" }.joined()
    }
    switch self {
    case .merge(let modules, let name):
      return "\(key):\n      modules:" + list(modules, indent: 8) + "\n      into: \(YAML.scalar(name))"
    case .split(let module, let parts):
      return "\(key):\n      module: \(YAML.scalar(module))\n      into:"
        + parts.map { part in
          "\n        \(YAML.scalar(part.name)):" + (part.files.isEmpty ? " []" : list(part.files, indent: 10))
        }.joined()
    case .move(let files, let from, let to):
      return "\(key):\n      files:" + list(files, indent: 8)
        + "\n      from: \(YAML.scalar(from))\n      to: \(YAML.scalar(to))"
    case .cost(let module, let factor):
      return "\(key): { module: \(YAML.scalar(module)), factor: \(factor) }"
    case .cut, .add, .remove, .interface, .unblock: return "\(key): \(YAML.scalar(option.value))"
    case .cores(let count), .jobs(let count): return "\(key): \(count)"
    }
  }
}
