import BuildAnalysis
import ModuleGraph
import Workspace

/// Arms that are schemes of Xcode.
extension ArmSelection {
  /// The kinds of modules that can be built as a library, or as a program.
  /// - Parameter kind: `regular` or `executable`.
  func kinds(like kind: Module.Kind) -> [Module.Kind] {
    if xcodebuild == nil { return [kind] }
    return kind == .regular ? [.regular, .framework, .staticLibrary, .dynamicLibrary] : [.executable, .app, .tool]
  }

  func arm(_ scheme: XcodeScheme, isCombined: Bool) -> PlannedArm {
    // An extension is built with its app anyway.
    let main = workspace.graph.modules.first { scheme.targets.contains($0.id) && $0.name == scheme.name }?.id
    let built = Set(main.map { closure(of: [$0]) } ?? [])
    let roots = [main].compactMap(\.self) + scheme.targets.filter { !built.contains($0) }
    let isProgram = workspace.graph.modules.contains {
      roots.contains($0.id) && kinds(like: .executable).contains($0.kind)
    }
    return planned(
      name: scheme.name, role: isCombined ? .combined : isProgram ? .sampleApp : .feature,
      in: xcodebuild?.container ?? "", target: .product(scheme.name), roots: roots)
  }

  /// The scheme of a target: the one of its name, else the only one that builds it first, else the one that Xcode has for
  /// each target without a file. Xcode has one for a package's products as well, but not for its other modules.
  func schemeArm(_ module: Module, isCombined: Bool) throws(ArmError) -> PlannedArm {
    let named = schemes.filter { $0.name == module.name && $0.targets.contains(module.id) }
    let first = schemes.filter { $0.targets.first == module.id }
    if let scheme = named.first ?? (first.count == 1 ? first.first : nil) { return arm(scheme, isCombined: isCombined) }
    guard module.kind.isCompiled || module.kind == .aggregate, module.kind != .macro else {
      throw .notBuildable(name: module.name, kind: module.kind.rawValue)
    }
    if workspace.package(module.package) != nil {
      let products = workspace.graph.products.filter { $0.package == module.package && $0.modules == [module.id] }
      guard let product = products.first(where: { $0.name == module.name }) ?? products.first else {
        throw .scheme(.missing(module.name))
      }
      return arm(XcodeScheme(name: product.name, targets: product.modules), isCombined: isCombined)
    }
    return arm(XcodeScheme(name: module.name, targets: [module.id]), isCombined: isCombined)
  }
}
