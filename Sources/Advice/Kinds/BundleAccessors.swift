import ModuleGraph

extension AdviceKind {
  private static let mostLines = 300
  private static let fewestModules = 10

  static let bundleAccessors = AdviceKind(
    "bundle-accessors", "resources in many small modules",
    reason:
      "Each module with resources gets a bundle that is made, copied and signed, and a source file that finds it.",
    remedy: "Collect the resources in a few modules, by team or by layer."
  ) { facts, kind, _ in
    let small = facts.ownModules.filter { module in
      facts.withResources.contains(module.id) && module.lines.map { $0 < mostLines } ?? false
    }.map(\.id)
    guard small.count >= fewestModules else { return [] }
    return [
      AdviceFinding(
        kind: kind, subject: ["resources"],
        message: "\(small.count) modules of fewer than \(mostLines) lines have a bundle of their own (\(small.names))",
        place: .module(small[0]), modules: small)
    ]
  }
}
