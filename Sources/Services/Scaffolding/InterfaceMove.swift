import Configuration
import Documents
import Foresight
import ModuleGraph
import Reports
import SymbolIndex
import Workspace

extension ScaffoldService {
  /// Puts an interface in front of a module: what can be moved there is, and those that need nothing else depend on it alone.
  /// - Throws: `ScaffoldFailure`, `IndexError`, `SelectionError`, and what adding a template throws.
  func addInterface(of word: String) async throws {
    let loaded = try await load(reading: [.imports, .interfaces])
    let all = SelectedGraph(loaded.graph, shown: Set(loaded.graph.modules.map(\.id)))
    let module = try all.nodes[all.node(named: word)].modules[0]
    let move = try await InterfaceMove(of: module, in: loaded, configuration.settings, by: workspace)
    let wanted = try move.request()
    warn(ScaffoldLocations(loaded, configuration.settings).warnings(for: wanted))
    let plan = try await plan(wanted, in: loaded)
    predict(module, of: loaded, isWhole: move.keepers.isEmpty)
    try await show(plan, in: loaded)
    try Terminal.write("\n" + move.text)
  }

  /// Tells what the interface gains, if there is a recorded build.
  private func predict(_ module: Module, of loaded: LoadedWorkspace, isWhole: Bool) {
    guard !workspace.isQuiet else { return }
    do {
      let recorded = try RecordedStructures(
        at: [], of: loaded, runs: FormerRuns(of: loaded.rootPath), isForced: false)
      let forecast = try Forecast(recorded.structures, Proposal([.interface(module.id.description)]))
      let report = WhatIfReport(forecast, from: recorded.structures, of: recorded.subject)
      Terminal.note(Text.verdict(of: report, .plain), terminator: "")
      if !isWhole { Terminal.note("That is for an interface that is enough for all dependents.") }
    } catch {
      let reason = "\(error)".visibleLines
      Terminal.note("note: the gain is not predicted: \(reason)")
    }
  }
}

/// What an interface of a module takes from it, and who then needs the interface alone.
struct InterfaceMove {
  private let module: Module
  private let loaded: LoadedWorkspace
  private let app: ModuleID?
  private let proposal: InterfaceProposal
  private let undeclared: [ImportFindings.Undeclared]
  /// Libraries that need the interface alone.
  private var freed: [ModuleID] = []
  /// Libraries that need the module, with the reason.
  private(set) var keepers: [(id: ModuleID, reason: String)] = []
  /// The new contents of the sources that change.
  private var sources: [ScaffoldPlan.ChangedFile] = []
  /// The modules that depend on the interface, sorted.
  private var dependents: Set<ModuleID> = []

  private var interface: String { module.name + "Interface" }
  private var imports: [ModuleID: [WorkspaceImports.Use]] { loaded.imports?.uses ?? [:] }

  init(
    of module: Module, in loaded: LoadedWorkspace, _ settings: WorkspaceConfiguration, by workspace: WorkspaceRequest
  ) async throws {
    (self.module, self.loaded) = (module, loaded)
    app = ScaffoldLocations(loaded, settings).app
    guard module.kind == .regular, module.languages == ["swift"], loaded.package(module.package) != nil else {
      throw ScaffoldFailure(
        reason: "\(module.name) gets no interface: it is no library of a package that is written in Swift alone.")
    }
    let name = (module.name + "Interface").lowercased()
    if let other = loaded.graph.modules.first(where: { $0.name.lowercased() == name }) {
      throw ScaffoldFailure(reason: "\(module.name) has a module \(other.name) already.")
    }
    let files = try await FileGraphSession(of: workspace)
    let symbols = try Self.symbols(of: module, in: loaded, files)
    var fixed: Set<String> = []
    for file in symbols {
      let text = try InputFile.read("\(loaded.rootPath)/\(file.path)", shownAs: file.path)
      if String(decoding: text, as: UTF8.self).contains("Bundle.module") { fixed.insert(file.path) }
    }
    proposal = InterfaceProposal(
      of: FileGraph(module: module.id, folder: module.path ?? ".", symbols), symbols,
      fixed: fixed)
    undeclared = loaded.imports.map { ImportFindings(of: loaded.graph, imports: $0).undeclared } ?? []
    try checkImports()
    try judgeUsers(files)
    if freed.isEmpty || proposal.moved.isEmpty { throw ScaffoldFailure(reason: refusal, advice: advice) }
    try changeOwn()
  }

  private static func symbols(
    of module: Module, in loaded: LoadedWorkspace, _ files: FileGraphSession
  ) throws -> [FileSymbols] {
    func failure(_ words: String) -> ScaffoldFailure {
      ScaffoldFailure(
        reason:
          "The compiler's index \(words), and without it nobody knows who needs what of whom. `swift build --build-tests` "
          + "makes it. A workspace with a cycle does not build: take out the dependency that closes it first.")
    }
    do { return try files.symbols(of: module, in: loaded) } catch let error as IndexError {
      switch error {
      case .notIndexed: throw failure("does not have \(module.name)")
      case .outdated(_, let changed, let missing, _, _):
        throw failure("is older than \((changed + missing).listed(atMost: 3)) of \(module.name)")
      case .noSources: return []
      case .libraryMissing, .storeUnreadable: throw error
      }
    }
  }

  private func checkImports() throws(ScaffoldFailure) {
    guard let first = undeclared.first(where: { $0.imported == module.id }) else { return }
    throw ScaffoldFailure(
      reason:
        "\(first.module.name) imports \(module.name) without declaring it (\(first.location.file):\(first.location.line)). "
        + "`modgauge check --fix` declares it, if a rule of .modgauge.yml demands that.")
  }

  // MARK: Users

  private mutating func judgeUsers(_ session: FileGraphSession) throws {
    let users = Set(loaded.graph.dependencies.filter { $0.to == module.id }.map(\.from))
    for user in loaded.graph.modules where users.contains(user.id) && user.id != module.id {
      let isLibrary = ![.app, .executable, .test, .snippet, .plugin].contains(user.kind)
      let symbols: [FileSymbols]?
      do { symbols = try Self.symbols(of: user, in: loaded, session) } catch is ScaffoldFailure where !isLibrary {
        // Without an index, every file may need the interface.
        symbols = nil
      }
      let needs = symbols.map(proposal.needs)
      let files = Dictionary(grouping: imports[user.id] ?? [], by: \.location.file).filter {
        $0.value.contains { $0.imported == .module(module.compiledName) }
      }
      if isLibrary, let needs {
        if let reason = obstacle(of: user, needs) {
          keepers.append((user.id, reason))
        } else {
          freed.append(user.id)
          dependents.insert(user.id)
          sources += try changed(files) { _, _, imports in imports.replace(by: Module.compiledName(interface)) }
          continue
        }
      }
      let more = try changed(files) { file, _, imports in
        if needs?.interfaceFiles.contains(file) ?? true { imports.add(beside: Module.compiledName(interface)) }
      }
      sources += more
      if !more.isEmpty, user.kind != .snippet { dependents.insert(user.id) }
    }
  }

  /// Why a library still needs the module; `nil` if it does not.
  private func obstacle(of user: Module, _ needs: InterfaceProposal.UserNeeds) -> String? {
    let types = needs.others.filter(\.isType)
    let others = types.isEmpty ? needs.others : types
    if let need = others.first {
      let more = others.dropFirst().map(\.declaration)
      return "needs \(need.declaration) (\(need.location.file):\(need.location.line))"
        + (more.isEmpty ? "" : " and \(more.listed(atMost: 4))")
    }
    let uses = (imports[user.id] ?? []).filter { $0.imported == .module(module.compiledName) }
    if let use = uses.first(where: \.isReexport) { return "re-exports it (\(use.location.file):\(use.location.line))" }
    if let use = uses.first(where: { $0.condition != nil }) {
      return "imports it under a condition (\(use.location.file):\(use.location.line))"
    }
    let below = loaded.graph.closure(of: neededModules.map(\.id))
    if below.contains(user.id) { return "is needed by \(interface) itself, which would be a cycle" }
    let direct = loaded.graph.dependencies.filter { $0.from == user.id && $0.to != module.id }.map(\.to)
    let reached = Set(below + loaded.graph.closure(of: direct))
    if let other = undeclared.first(where: { $0.module == user.id && !reached.contains($0.imported) }) {
      return "imports \(other.imported.name) without declaring it, and reaches it over \(module.name)"
    }
    let shared = loaded.graph.dependencies.first { one in
      one.from == user.id && one.to == module.id && one.product != nil
        && loaded.graph.dependencies.contains { $0.from == user.id && $0.product == one.product && $0.to != one.to }
    }
    if let product = shared?.product { return "has it from the product \(product), with other modules" }
    return loaded.package(user.package) == nil ? "is a target of an Xcode project, which is changed by hand" : nil
  }

  // MARK: Sources

  /// Those of some files of a module whose import lines change.
  private func changed(
    _ files: [String: [WorkspaceImports.Use]],
    by edit: (_ file: String, _ own: [WorkspaceImports.Use], _ imports: inout ImportLines) -> Void
  ) throws -> [ScaffoldPlan.ChangedFile] {
    try files.compactMap { file, uses in
      let path = "\(loaded.rootPath)/\(file)"
      let before = try InputFile.read(path, shownAs: file)
      var imports = ImportLines(before, uses: uses, of: module.compiledName)
      edit(file, uses, &imports)
      let after = imports.bytes
      return after == before ? nil : .init(path: path, shown: file, before: before, after: after)
    }
  }

  /// Lets the rest of the module see what was moved.
  private mutating func changeOwn() throws {
    dependents.insert(module.id)
    let uses = imports[module.id] ?? []
    let isPublic = uses.contains(where: \.isPublic)
    let own = Dictionary(grouping: uses, by: \.location.file)
    let files = Dictionary(uniqueKeysWithValues: proposal.remainingUsers.map { ($0, own[$0] ?? []) })
    sources += try changed(files) { _, own, imports in
      imports.add(Module.compiledName(interface), isPublic: isPublic, besides: own)
    }
  }

  // MARK: The request

  func request() throws -> ScaffoldRequest {
    let folder = (module.path ?? "") + "/"
    let files = proposal.moved.map { path in
      ScaffoldRequest.File(
        module: interface,
        path: path.hasPrefix(folder) ? String(path.dropFirst(folder.count)) : InputFile.lastPart(of: path),
        bytes: [], movedFrom: "\(loaded.rootPath)/\(path)")
    }
    var remedies = freed.map { id in
      Remedy.remove(loaded.graph.dependencies.filter { $0.from == id && $0.to == module.id }, usedBy: [])
    }
    // Nothing else may lead the app to the module any more.
    if let app, loaded.package(app.package) != nil, loaded.graph.closure(of: [app]).contains(module.id),
      !loaded.graph.dependencies.contains(where: { $0.from == app && $0.to == module.id })
    {
      remedies.append(.declare(module.id, by: app))
    }
    let needed = neededModules.map { $0.kind == .external ? $0.id.description : $0.name }
    return ScaffoldRequest(
      package: module.package,
      modules: [
        .init(
          name: interface, kind: .regular, dependencies: needed, resources: [], neighbours: [module.name],
          dependents: dependents.sorted())
      ],
      files: files, remedies: remedies, sources: sources.sorted { $0.shown < $1.shown })
  }

  /// The modules that the moved files import, of those that the module depends on.
  private var neededModules: [Module] {
    let moved = Set(proposal.moved)
    let names = Set(
      (imports[module.id] ?? []).filter { moved.contains($0.location.file) }.compactMap { use -> String? in
        if case .module(let name) = use.imported { name } else { nil }
      })
    let direct = Set(loaded.graph.dependencies.filter { $0.from == module.id }.map(\.to))
    return loaded.graph.modules.filter { direct.contains($0.id) && names.contains($0.compiledName) }
  }

  // MARK: What is told

  /// What the interface has, who needs it alone, and what is left to do.
  var text: String {
    "\(interface) has \(proposal.declarations.listed(atMost: 8)).\n"
      + "It is enough for \(freed.map(\.name).listed(atMost: 12)).\n"
      + advice.map { "\($0)\n" }.joined()
  }

  private var refusal: String {
    let dependents =
      keepers.isEmpty ? "No library depends on \(module.name)." : "No dependent would need \(interface) alone."
    if !proposal.moved.isEmpty { return dependents }
    return proposal.left.isEmpty
      ? "\(module.name) has no protocol that other modules see, so that there is nothing for \(interface). \(dependents)"
      : "No file of \(module.name) can be moved as a whole. \(dependents)"
  }

  /// What to do by hand, for more dependents and with a smaller rest.
  private var advice: [String] {
    proposal.left.map { left in
      let names = left.declarations.isEmpty ? "a conformance" : left.declarations.listed(atMost: 4)
      let reason =
        switch left.reason {
        case .needs(let name, let file): "the file needs \(name) of \(InputFile.lastPart(of: file)): split it"
        case .hidden(let names):
          // A member is shown with its type.
          "the rest needs \(names.filter { name in !names.contains { name.hasPrefix($0 + ".") } }.listed(atMost: 4)): make that public, "
            + "or split the file"
        case .resources: "the file looks up resources: split it"
        }
      return "\(left.file): \(names) belong\(left.declarations.count > 1 ? "" : "s") to the interface, but \(reason)."
    } + keepers.map { "\($0.id.name) \($0.reason): let it depend on a protocol, or move that to the interface." }
  }
}
