import ModuleGraph

/// Divides a module's lines between files, and fills them with declarations.
struct ModuleWriter {
  let module: WorkspaceDescription.Module
  let seed: UInt64
  /// Public models of the module's dependencies, by name of the dependency.
  let surfaces: [String: [Model]]
  /// Those of the module's dependencies.
  let contracts: Contracts

  /// The maximum number of public models that dependents of a module can use.
  private static let surfaceSize = 24
  /// The maximum number of dependencies that a file imports; the first file imports all.
  private static let importsPerFile = 3

  /// Generates the module's files.
  /// - Returns: the names and lines of the files, the models that dependents can use, at least one for a library, and the module's
  ///   own contracts.
  func written() -> (files: [(name: String, lines: [String])], surface: [Model], contracts: [Contract]) {
    var context = ModuleContext(module: module, seed: seed)
    var files: [(name: String, lines: [String])] = []
    let shares = shares(&context.random)
    let own = ownContracts(&context)
    var carried = 0
    for (index, share) in shares.enumerated() {
      var file = FileWriter(budget: share + carried, note: note)
      if index == 0 {
        writeEntrance(to: &file, &context)
        writeRegistries(of: own.map(\.contract), to: &file, &context)
      } else {
        let count = share < 60 ? 0 : context.random.below(Self.importsPerFile + 1)
        importModules(context.random.sample(count, of: module.dependencies), in: &file, &context)
      }
      // As far as possible, each contract is in a file of its own.
      for (place, one) in own.enumerated() where place % shares.count == index {
        file.append(one.declaration, &context)
      }
      file.fill(&context)
      carried = file.remaining
      files.append((index == 0 ? entranceName : file.name ?? "Part\(index).swift", file.lines))
    }
    let visible = context.models.filter(\.isPublic)
    return (files, Array(visible.prefix(Self.surfaceSize)), own.map(\.contract))
  }

  private func ownContracts(_ context: inout ModuleContext) -> [(contract: Contract, declaration: Declaration)] {
    WorkspaceDescription.ContractKind.allCases.flatMap { kind in
      (0..<(module.contracts[kind] ?? 0)).map { _ in context.contract(kind) }
    }
  }

  private func writeRegistries(of own: [Contract], to file: inout FileWriter, _ context: inout ModuleContext) {
    for kind in WorkspaceDescription.ContractKind.allCases {
      let contracts = own.filter { $0.kind == kind }
      if !contracts.isEmpty { file.append(context.registry(of: contracts, kind), &context) }
    }
  }

  /// What a library provides for its dependencies, and what it asks of others through them.
  private func writeContracts(to file: inout FileWriter, _ context: inout ModuleContext) {
    for dependency in module.dependencies {
      for contract in contracts.provided(by: module.name, of: dependency) {
        file.append(context.implementation(of: contract), &context)
      }
      for asked in contracts.requested(by: module.name, of: dependency) {
        file.append(context.requests(asked), &context)
      }
    }
  }

  private var note: String {
    let layer = module.layer.map { ", in the layer \($0)" } ?? ""
    return "// Part of \(module.name)\(layer). Written by modgauge synthesize."
  }

  /// The name of the first file. Other files are named after types, whose names have at least two more words.
  private var entranceName: String { "\(module.name)\(module.kind == .library ? "Environment" : "Start").swift" }

  private func writeEntrance(to file: inout FileWriter, _ context: inout ModuleContext) {
    importModules(module.dependencies, in: &file, &context)
    let inputs = module.dependencies.compactMap { context.random.element(of: surfaces[$0] ?? []) }
    let assembly = module.kind == .executable ? contracts.assembly(of: module) : []
    file.append(context.entrance(inputs: inputs, assembly: assembly), &context)
    guard module.kind == .library else { return }
    // A model that contains no other models, so that dependents can always use one.
    context.imported = []
    file.append(context.firstRecord(), &context)
    writeContracts(to: &file, &context)
    context.imported = module.dependencies.flatMap { surfaces[$0] ?? [] }
  }

  private func importModules(_ names: [String], in file: inout FileWriter, _ context: inout ModuleContext) {
    file.append(imports: (module.kind == .test ? ["XCTest"] : []) + names)
    context.imported = names.sorted().flatMap { surfaces[$0] ?? [] }
  }

  /// The number of lines of each file. The first one gets at least as many as it needs; the others vary around the
  /// average.
  private func shares(_ random: inout SeededGenerator) -> [Int] {
    let shortest = WorkspaceDescription.Limits.linesPerFile
    var shares: [Int] = []
    var left = module.lines
    for index in 0..<module.files {
      let others = module.files - index - 1
      let average = left / (others + 1)
      let wanted = others == 0 ? left : average * random.number(in: 70...130) / 100
      let needed = index == 0 ? module.fewestLines : shortest
      let share = min(max(wanted, needed), left - others * shortest)
      shares.append(share)
      left -= share
    }
    return shares
  }
}
