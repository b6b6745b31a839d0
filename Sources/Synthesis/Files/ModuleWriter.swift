import ModuleGraph

/// Divides a module's lines between files, and fills them with declarations.
struct ModuleWriter {
  let module: WorkspaceDescription.Module
  let seed: UInt64
  /// Public models of the module's dependencies, by name of the dependency.
  let surfaces: [String: [Model]]

  /// The maximum number of public models that dependents of a module can use.
  private static let surfaceSize = 24
  /// The maximum number of dependencies that a file imports; the first file imports all.
  private static let importsPerFile = 3

  /// Generates the module's files.
  /// - Returns: the names and lines of the files, and the models that dependents can use: at least one for a library.
  func written() -> (files: [(name: String, lines: [String])], surface: [Model]) {
    var context = ModuleContext(module: module, seed: seed)
    var files: [(name: String, lines: [String])] = []
    var carried = 0
    for (index, share) in shares(&context.random).enumerated() {
      var file = FileWriter(budget: share + carried, note: note)
      if index == 0 {
        writeEntrance(to: &file, &context)
      } else {
        let count = share < 60 ? 0 : context.random.below(Self.importsPerFile + 1)
        importModules(context.random.sample(count, of: module.dependencies), in: &file, &context)
      }
      file.fill(&context)
      carried = file.remaining
      files.append((index == 0 ? entranceName : file.name ?? "Part\(index).swift", file.lines))
    }
    let visible = context.models.filter(\.isPublic)
    return (files, Array(visible.prefix(Self.surfaceSize)))
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
    file.append(context.entrance(inputs: inputs), &context)
    guard module.kind == .library else { return }
    // A model that contains no other models, so that dependents can always use one.
    context.imported = []
    file.append(context.firstRecord(), &context)
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
