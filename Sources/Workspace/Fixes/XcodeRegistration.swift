import ModuleGraph

/// The dependencies of targets of Xcode projects on new modules: added to the project as those on other products of the same
/// package are, where there are such ones; else told.
struct XcodeRegistration {
  private(set) var changed: [ScaffoldPlan.ChangedFile] = []
  private(set) var byHand: [ScaffoldPlan.Manual] = []

  private let registration: Registration
  private var request: ScaffoldRequest { registration.request }
  private var package: LoadedPackage { registration.package }
  private var workspace: LoadedWorkspace { registration.workspace }

  init(_ registration: Registration) throws(ScaffoldFailure) {
    self.registration = registration
    for project in workspace.graph.packages where project.toolsVersion == nil { try add(to: project) }
  }

  private mutating func add(to project: Package) throws(ScaffoldFailure) {
    let uses = request.modules.flatMap { module in
      module.dependents.filter { $0.package == project.key }.map { (module: module, user: $0) }
    }
    guard !uses.isEmpty else { return }
    let shown = project.path + "/project.pbxproj"
    let path = Path.normalized("\(workspace.rootPath)/\(shown)")
    do {
      let before = try FileBytes.read(path)
      var text = try XcodeProjectText(before)
      let source = Self.source(of: "\(workspace.rootPath)/\(project.path)")
      let products = Set(package.manifest.products.map(\.name))
      for use in uses {
        if source == nil, !request.makesPackages,
          try text.add(use.module.name, to: use.user.name, like: products)
        {
          continue
        }
        let line = text.line(ofProductsOf: use.user.name).map { ":\($0)" } ?? ""
        byHand.append(
          ScaffoldPlan.Manual(
            user: use.user, module: use.module.name,
            description: words(use.module, use.user, in: project, at: shown + line, source)))
      }
      if text.bytes != before { changed.append(.init(path: path, shown: shown, before: before, after: text.bytes)) }
    } catch {
      throw ScaffoldFailure(reason: "`\(shown)` cannot be read (\(error.reason)).")
    }
  }

  /// The file from which a project is generated, so that changes of the project would be lost; `nil` if there is none beside it.
  private static func source(of project: String) -> String? {
    ["project.yml", "project.yaml", "Project.swift"].first { Path.isFile(Path.normalized("\(project)/../\($0)")) }
  }

  private func words(
    _ module: ScaffoldRequest.NewModule, _ user: ModuleID, in project: Package, at place: String, _ source: String?
  ) -> String {
    let need = "\(project.path): the target \(user.name) needs the product \(module.name)"
    let below = Path.relative(registration.folder(of: module), to: workspace.rootPath)
    if let source {
      return "\(need) of the package in `\(below)`: write that into `\(source)`, from which the project is generated."
    }
    let isKnown = workspace.graph.dependencies.contains {
      $0.from.package == project.key && $0.to.package == package.key
    }
    let first =
      isKnown && !request.makesPackages ? "" : "File > Add Package Dependencies… > Add Local… > `\(below)`, then "
    return "\(need): in Xcode, \(first)the target's General > Frameworks, Libraries, and Embedded Content > + > "
      + "\(module.name) (packageProductDependencies, \(place))."
  }
}

/// A `project.pbxproj` as Xcode writes it, to which products of packages are added: what declares another one is written again.
struct XcodeProjectText {
  private(set) var bytes: [UInt8]
  private var objects: XcodeObjects

  init(_ bytes: [UInt8]) throws(FileFailure) {
    (self.bytes, objects) = (bytes, try XcodeObjects(bytes: bytes))
  }

  private func target(_ name: String) -> XcodeObject? {
    objects.list("targets", of: objects.project).first { $0.text("name").map(XcodeTarget.moduleName) == name }
  }

  private var lines: [Substring] {
    String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
  }

  /// The line where a target's products are listed, or at least its own; `nil` if the text has another form.
  func line(ofProductsOf name: String) -> Int? {
    guard let id = target(name)?.id else { return nil }
    let lines = lines
    guard let start = lines.firstIndex(where: { $0.trimmed.hasPrefix(id) && $0.contains("= {") }) else { return nil }
    let block = Self.block(at: start, in: lines)
    return (lines[block].firstIndex { $0.contains("packageProductDependencies") } ?? start) + 1
  }

  /// Lets a target link a product.
  /// - Parameter others: products of the same package, of which one is the model.
  /// - Returns: `false` if the target links none of them in the form that Xcode writes.
  mutating func add(_ product: String, to name: String, like others: Set<String>) throws(FileFailure) -> Bool {
    guard let target = target(name) else { return false }
    let linked = objects.list("buildPhases", of: target).filter { $0.isa == "PBXFrameworksBuildPhase" }
      .flatMap { objects.list("files", of: $0) }
    for model in objects.list("packageProductDependencies", of: target).reversed() {
      guard let old = model.text("productName"), others.contains(old),
        let file = linked.first(where: { $0.text("productRef") == model.id })
      else { continue }
      func id(_ old: String) -> String {
        String(SHA256.hexadecimal(Array("\(old) \(product)".utf8)).prefix(24)).uppercased()
      }
      let new = [model.id: id(model.id), file.id: id(file.id)]
      guard let text = cloned(new, old, product) else { continue }
      self = try XcodeProjectText(text)
      return true
    }
    return false
  }

  /// The text with each line that mentions one of two objects, or begins one of them, once more.
  /// - Returns: `nil` if others mention them as well.
  private func cloned(_ ids: [String: String], _ old: String, _ new: String) -> [UInt8]? {
    let lines = lines
    let places = lines.indices.filter { index in ids.keys.contains { lines[index].contains($0) } }
    // The declarations of both, the phase and the target.
    guard places.count == 4, !lines.contains(where: { line in ids.values.contains { line.contains($0) } }) else {
      return nil
    }
    var (made, next): ([String], Int) = ([], 0)
    for place in places {
      let block = Self.block(at: place, in: lines)
      made += lines[next..<block.upperBound].map(String.init)
      made += lines[block].map { line in
        if line.trimmed.hasPrefix("productName = ") {
          return line.prefix(while: \.isWhitespace) + "productName = \(new);"
        }
        return ids.reduce(String(line)) { $0.replacing($1.key, with: $1.value) }.replacing(
          "/* \(old) ", with: "/* \(new) ")
      }
      next = block.upperBound
    }
    made += lines[next...].map(String.init)
    return Array(made.joined(separator: "\n").utf8)
  }

  /// The lines of an object that begins in a line, or that line alone.
  private static func block(at start: Int, in lines: [Substring]) -> Range<Int> {
    let indent = lines[start].prefix(while: \.isWhitespace)
    guard lines[start].trimmed.hasSuffix("{") else { return start..<(start + 1) }
    let end = lines[start...].firstIndex { $0.prefix(while: \.isWhitespace) == indent && $0.trimmed == "};" }
    return start..<((end ?? start) + 1)
  }
}
