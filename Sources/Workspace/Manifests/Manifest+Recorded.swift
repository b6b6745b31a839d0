import ManifestSyntax
import ModuleGraph

extension Manifest: Recorded {
  init(from record: inout RecordReader) throws(RecordDamage) {
    self.init(
      name: try record.next(), toolsVersion: try record.next(), dependencies: try record.next(),
      products: try record.next(), targets: try record.next(), traits: try record.next(),
      swiftLanguageModes: try record.next(), cLanguageStandard: try record.next(),
      cxxLanguageStandard: try record.next())
  }

  func write(to record: inout RecordWriter) {
    record.add(
      name, toolsVersion, dependencies, products, targets, traits, swiftLanguageModes, cLanguageStandard,
      cxxLanguageStandard)
  }
}

extension ManifestDependency: Recorded {
  init(from record: inout RecordReader) throws(RecordDamage) {
    self.init(
      identity: try record.next(), name: try record.next(), source: try record.next(), traits: try record.next())
  }

  func write(to record: inout RecordWriter) { record.add(identity, name, source, traits) }
}

extension ManifestDependency.Source: Recorded {
  init(from record: inout RecordReader) throws(RecordDamage) {
    self =
      switch try record.text() {
      case "folder": .folder(path: try record.next())
      case "repository": .repository(location: try record.next(), requirement: try record.next())
      case "registry": .registry(id: try record.next(), requirement: try record.next())
      default: throw RecordDamage()
      }
  }

  func write(to record: inout RecordWriter) {
    switch self {
    case .folder(let path): record.add("folder", path)
    case .repository(let location, let requirement): record.add("repository", location, requirement)
    case .registry(let id, let requirement): record.add("registry", id, requirement)
    }
  }
}

extension ManifestDependency.TraitRequest: Recorded {
  init(from record: inout RecordReader) throws(RecordDamage) {
    self.init(name: try record.next(), condition: try record.next())
  }

  func write(to record: inout RecordWriter) { record.add(name, condition) }
}

extension ManifestProduct: Recorded {
  init(from record: inout RecordReader) throws(RecordDamage) {
    self.init(
      name: try record.next(), kind: try record.next(), linkage: try record.next(), targets: try record.next())
  }

  func write(to record: inout RecordWriter) { record.add(name, kind, linkage, targets) }
}

extension ManifestTrait: Recorded {
  init(from record: inout RecordReader) throws(RecordDamage) {
    self.init(name: try record.next(), enabledTraits: try record.next())
  }

  func write(to record: inout RecordWriter) { record.add(name, enabledTraits) }
}

extension ManifestTarget: Recorded {
  init(from record: inout RecordReader) throws(RecordDamage) {
    self.init(
      name: try record.next(), kind: try record.next(), path: try record.next(), url: try record.next(),
      sources: try record.next(), exclude: try record.next(), resources: try record.next(),
      dependencies: try record.next(), pluginUsages: try record.next(), swiftSettings: try record.next(),
      cSettings: try record.next(), cxxSettings: try record.next())
  }

  func write(to record: inout RecordWriter) {
    record.add(name, kind, path, url, sources, exclude, resources, dependencies, pluginUsages)
    record.add(swiftSettings, cSettings, cxxSettings)
  }
}

extension TargetSetting: Recorded {
  init(from record: inout RecordReader) throws(RecordDamage) {
    let kind: Kind =
      switch try record.text() {
      case "define": .define(try record.next())
      case "feature": .feature(try record.next())
      case "languageMode": .languageMode(try record.next())
      case "flags": .flags(try record.next())
      default: throw RecordDamage()
      }
    self.init(kind, condition: try record.next())
  }

  func write(to record: inout RecordWriter) {
    switch kind {
    case .define(let name): record.add("define", name, condition)
    case .feature(let name): record.add("feature", name, condition)
    case .languageMode(let mode): record.add("languageMode", mode, condition)
    case .flags(let flags): record.add("flags", flags, condition)
    }
  }
}

extension ManifestResource: Recorded {
  init(from record: inout RecordReader) throws(RecordDamage) {
    self.init(path: try record.next(), rule: try record.next())
  }

  func write(to record: inout RecordWriter) { record.add(path, rule) }
}

extension ManifestTargetDependency: Recorded {
  init(from record: inout RecordReader) throws(RecordDamage) {
    let (reference, condition): (Reference, Condition?) = (try record.next(), try record.next())
    var aliases: [String: String] = [:]
    for _ in 0..<(try record.count()) { aliases[try record.text()] = try record.text() }
    self.init(reference: reference, condition: condition, moduleAliases: aliases)
  }

  func write(to record: inout RecordWriter) {
    record.add(reference, condition)
    record.add(count: moduleAliases.count)
    for (name, alias) in moduleAliases.sorted(by: { $0.key < $1.key }) { record.add(name, alias) }
  }
}

extension ManifestTargetDependency.Reference: Recorded {
  init(from record: inout RecordReader) throws(RecordDamage) {
    self =
      switch try record.text() {
      case "target": .target(try record.next())
      case "product": .product(try record.next(), package: try record.next())
      case "byName": .byName(try record.next())
      default: throw RecordDamage()
      }
  }

  func write(to record: inout RecordWriter) {
    switch self {
    case .target(let name): record.add("target", name)
    case .product(let name, let package): record.add("product", name, package)
    case .byName(let name): record.add("byName", name)
    }
  }
}

extension Condition: Recorded {
  init(from record: inout RecordReader) throws(RecordDamage) {
    let condition = Condition(
      platforms: try record.next(), configuration: try record.next(), traits: try record.next())
    guard let condition else { throw RecordDamage() }
    self = condition
  }

  func write(to record: inout RecordWriter) { record.add(platforms ?? [], configuration, traits ?? []) }
}

extension ManifestPluginUsage: Recorded {
  init(from record: inout RecordReader) throws(RecordDamage) {
    self.init(name: try record.next(), package: try record.next())
  }

  func write(to record: inout RecordWriter) { record.add(name, package) }
}

extension Module.Kind: Recorded {}
extension Product.Kind: Recorded {}
extension Product.Linkage: Recorded {}
extension ManifestResource.Rule: Recorded {}
