/// A group of modules that is shown as one node.
package struct ModuleGroup: Hashable, Sendable, Comparable {
  package enum Kind: String, Sendable, CaseIterable {
    /// The modules of a package or a layer, or those that match a pattern.
    case package, layer, pattern
    /// Modules whose sources share a folder, or whose names share words at their beginning or end.
    case folder, word
    /// Modules without edges, in one folder or package.
    case alone
    case rest
  }

  package let kind: Kind
  /// What its members share.
  package let shared: String
  /// The layer of its members, if they share something else as well.
  package let layer: String?
  /// The number of this group among those of its kind and name, from 1.
  package let part: Int

  init(kind: Kind, name: String, layer: String? = nil, part: Int = 1) {
    self.kind = kind
    shared = name
    self.layer = layer
    self.part = part
  }

  package var name: String { layer.map { "\(shared), \($0)" } ?? shared }

  /// Different from every module's id and every other group's: `package:swift-nio`, `word:*Client#2`.
  package var id: String { "\(kind.rawValue):\(name)" + (part == 1 ? "" : "#\(part)") }

  package static func < (left: ModuleGroup, right: ModuleGroup) -> Bool { left.id < right.id }
}

/// The groups that `--collapse` forms.
struct Folding {
  private enum Rule {
    case package, layer
    case pattern(Glob)
  }

  private let rules: [Rule]
  private let layers: Layers

  /// - Throws: `SelectionError` for a pattern that matches no module, and for layers if none are configured.
  init(words: [String], graph: ModuleGraph, layers: Layers) throws(SelectionError) {
    self.layers = layers
    var rules: [Rule] = []
    for word in words {
      switch word {
      case "package": rules.append(.package)
      case "layer":
        if layers.isEmpty { throw .noLayers(flag: "--collapse layer") }
        rules.append(.layer)
      default:
        _ = try ModuleNames(graph: graph).modules([word], flag: "--collapse")
        rules.append(.pattern(Glob(word)))
      }
    }
    self.rules = rules
  }

  func group(of module: Module) -> ModuleGroup? {
    for rule in rules {
      switch rule {
      case .package: return ModuleGroup(kind: .package, name: module.package)
      case .layer:
        if let index = layers.index(of: module.id) { return ModuleGroup(kind: .layer, name: layers.all[index].name) }
      case .pattern(let glob):
        if glob.matches(module.id) { return ModuleGroup(kind: .pattern, name: glob.description) }
      }
    }
    return nil
  }
}
