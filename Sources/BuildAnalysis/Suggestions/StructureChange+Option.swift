extension StructureChange {
  /// The option of `modgauge what-if` for this change, and its value. Parsed by `StructureChange.init(_:_:)`.
  package var option: (kind: Kind, value: String) {
    switch self {
    case .cut(let from, let to): (.cut, "\(from)->\(to)")
    case .add(let from, let to): (.add, "\(from)->\(to)")
    case .remove(let module): (.remove, module)
    case .interface(let module): (.interface, module)
    case .merge(let modules, let name): (.merge, "\(modules.joined(separator: ","))=\(name)")
    case .split(let module, let parts):
      (
        .split,
        "\(module)="
          + parts.flatMap { part in part.files.map { "\(part.name):\($0)" } }.joined(separator: ",")
      )
    case .move(let files, let from, let to): (.moveFiles, "\(files.joined(separator: ","))=\(from)->\(to)")
    case .cost(let module, let factor): (.cost, "\(module)=×\(factor)")
    case .cores(let count): (.cores, String(count))
    case .jobs(let count): (.jobs, String(count))
    case .unblock(.atModuleEnd): (.unblock, "all")
    case .unblock(.atEmitModule): (.unblock, "emit-module")
    }
  }
}
