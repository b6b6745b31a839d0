import BuildAnalysis

extension Proposal {
  /// The options of `modgauge what-if` that propose the same, in order; `nil` if options cannot, as for a file whose name
  /// contains a comma.
  package var options: [(kind: StructureChange.Kind, value: String)]? {
    let options = changes.map(\.option)
    let isSame = zip(changes, options).allSatisfy { change, option in
      let isPrintable = !option.value.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F || $0 == "`" }
      return isPrintable && StructureChange(option.kind, option.value) == change
    }
    return isSame ? options : nil
  }
}

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
          + parts.flatMap { part in (part.files.isEmpty ? [""] : part.files).map { "\(part.name):\($0)" } }
          .joined(separator: ",")
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
