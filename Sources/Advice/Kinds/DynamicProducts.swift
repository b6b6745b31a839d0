import ModuleGraph

extension AdviceKind {
  private static let mostLines = 1000
  private static let fewestProducts = 10

  static let dynamicProducts = AdviceKind(
    "dynamic-products", "dynamic products of small modules",
    reason:
      "Each dynamic library is linked, copied and signed by itself in every build that changes it, and loaded when the app starts.",
    remedy: "Link small modules statically, or join them to a few dynamic products."
  ) { facts, kind, _ in
    let small = facts.graph.products.filter { product in
      facts.own.contains(product.package) && product.linkage == .dynamic
        && product.modules.reduce(0) { $0 + (facts.module($1)?.lines ?? mostLines) } < mostLines
    }
    guard small.count >= fewestProducts, let first = small.lazy.compactMap(\.modules.first).first else { return [] }
    return [
      AdviceFinding(
        kind: kind, subject: ["products"],
        message: "\(small.count) dynamic products have fewer than \(mostLines) lines each "
          + "(\(small.map(\.name).listed(atMost: 5)))", place: .module(first),
        modules: small.flatMap(\.modules).sorted(), change: AdviceChange(edits: small.map { linking($0, facts) }))
    ]
  }

  private static func linking(_ product: Product, _ facts: AdviceFacts) -> AdviceChange.Edit {
    let folder = facts.graph.packages.first { $0.key == product.package }?.path ?? "."
    return AdviceChange.Edit(
      file: folder == "." ? "Package.swift" : "\(folder)/Package.swift",
      action: .linkAutomatically(product: product.name))
  }
}
