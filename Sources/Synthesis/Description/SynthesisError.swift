import ModuleGraph

package enum SynthesisError: Error, Hashable, Sendable {
  package enum NameFault: Hashable, Sendable {
    case characters, length, keyword, taken
  }

  case workspaceName(String)
  case noModules
  /// The root package would be empty: every module is a library with `packages: each`, or in an app package.
  case nothingAtRoot
  /// The root's folder has the same name as one of the packages in it.
  case folder(String, package: String)
  case tooManyModules(Int)
  case tooManyLines(Int)
  case moduleName(String, NameFault)
  case duplicateModule(String)
  /// Two names differ only in case, so that they collide in case-insensitive file systems.
  case sameButForCase(String, other: String)
  case layer(String, of: String)
  case lines(Int, of: String, allowed: ClosedRange<Int>)
  case files(Int, of: String, allowed: ClosedRange<Int>)
  case unknownDependency(String, of: String, nearest: [String])
  case duplicateDependency(String, of: String)
  case selfDependency(String)
  case notALibrary(String, WorkspaceDescription.Module.Kind, of: String)
  /// The modules of the cycle, each depending on the next and the last on the first.
  case cycle([String])
  case sampleAppKind(String, WorkspaceDescription.Module.Kind)
  case appPackageKind(String, WorkspaceDescription.Module.Kind)
  case contractsKind(String, WorkspaceDescription.Module.Kind)
  case notProvided(String, by: String)
  case unknownFeature(String, of: String, nearest: [String])
  case sampleAppWithoutFeature(String, feature: String)

  /// The module whose description is invalid; `nil` for the description as a whole.
  package var module: String? {
    switch self {
    case .workspaceName, .noModules, .nothingAtRoot, .folder, .tooManyModules, .tooManyLines: nil
    case .moduleName(let name, _), .duplicateModule(let name), .sameButForCase(let name, _): name
    case .selfDependency(let name), .sampleAppKind(let name, _), .sampleAppWithoutFeature(let name, _): name
    case .appPackageKind(let name, _), .contractsKind(let name, _), .notProvided(_, let name): name
    case .layer(_, let name), .lines(_, let name, _), .files(_, let name, _), .duplicateDependency(_, let name): name
    case .unknownDependency(_, let name, _), .notALibrary(_, _, let name), .unknownFeature(_, let name, _): name
    case .cycle(let names): names.first
    }
  }
}

extension SynthesisError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .workspaceName(let name):
      "the workspace's name “\(name)” must be letters, digits, - and _, and start with a letter"
    case .noModules: "a workspace needs at least one module"
    case .nothingAtRoot:
      "the package at the root would be empty: it needs a module besides those in packages of their own"
    case .folder(let folder, let package):
      "SwiftPM would treat the folder \(folder) and the package \(package) in it as the same package; choose "
        + "a folder with another name"
    case .tooManyModules(let count):
      "\(count) modules are more than the \(WorkspaceDescription.Limits.modules) that are allowed"
    case .tooManyLines(let count):
      "\(count) lines in all are more than the \(WorkspaceDescription.Limits.totalLines) that are allowed"
    case .moduleName(let name, let fault): "the module name “\(name)” \(fault)"
    case .duplicateModule(let name): "there are two modules named \(name)"
    case .sameButForCase(let name, let other): "the module names \(other) and \(name) differ only in case"
    case .layer(let layer, let module):
      "the layer “\(layer)” of \(module) must be letters, digits, spaces, - and _, at most \(WorkspaceDescription.Limits.name)"
    case .lines(let lines, let module, let allowed):
      "\(module) has \(lines) lines; with its dependencies it can have \(allowed.lowerBound) to \(allowed.upperBound)"
    case .files(let files, let module, let allowed):
      "\(module) has \(files) files; with its lines it can have \(allowed.lowerBound) to \(allowed.upperBound)"
    case .unknownDependency(let dependency, let module, let nearest):
      "\(module) depends on \(dependency), which is not a module of this workspace\(nearest.suggestionInSentence)"
    case .duplicateDependency(let dependency, let module): "\(module) names its dependency \(dependency) twice"
    case .selfDependency(let module): "\(module) depends on itself"
    case .notALibrary(let dependency, let kind, let module):
      "\(module) depends on \(dependency), which is \(kind.withArticle); only libraries can be depended on"
    case .cycle(let names): "the dependencies form a cycle: \((names + names.prefix(1)).joined(separator: " → "))"
    case .sampleAppKind(let module, let kind):
      "\(module) is a sample app, so its kind must be executable, not \(kind.rawValue)"
    case .appPackageKind(let module, let kind):
      "\(module) has an app package, so its kind must be executable, not \(kind.rawValue)"
    case .contractsKind(let module, let kind):
      "\(module) declares or provides protocols for other modules, so its kind must be library, not \(kind.rawValue)"
    case .notProvided(let other, let module):
      "\(module) provides \(other), which must be among its dependencies and have `services` or `view-builders`"
    case .unknownFeature(let feature, let module, let nearest):
      "\(module) is the sample app of \(feature), which is not a library of this workspace\(nearest.suggestionInSentence)"
    case .sampleAppWithoutFeature(let module, let feature):
      "\(module) is the sample app of \(feature), but \(feature) is not among its dependencies"
    }
  }
}

extension SynthesisError.NameFault: CustomStringConvertible {
  package var description: String {
    switch self {
    case .characters: "must be letters, digits and _, and start with a letter or _"
    case .length: "is longer than \(WorkspaceDescription.Limits.name) characters"
    case .keyword: "is a keyword of Swift"
    case .taken: "is taken by Swift, its toolchain or its standard library"
    }
  }
}

extension WorkspaceDescription.Module.Kind {
  fileprivate var withArticle: String { self == .executable ? "an executable" : "a \(rawValue)" }
}
