import ManifestSyntax
import ModuleGraph

/// Why a manifest is not changed. `description` is a clause.
enum FixObstacle: Error, Hashable, Sendable {
  /// Plugins can depend only on programs.
  case plugin
  /// The platforms alone do not determine when it is imported.
  case undecidedCondition
  /// Too many platforms to list in a manifest.
  case manyPlatforms([String])
  /// The dependency depends on the module itself.
  case cycle(ModuleID, on: ModuleID)
  case packageCycle(package: String, on: String)
  /// No library of the package contains the module.
  case noProduct(package: String, target: String)
  /// Tests of another package use the dependency.
  case testElsewhere(ModuleID)
  /// It is not certain which of the files SwiftPM reads.
  case uncertainFile
  /// The manifest already has another dependency of that name.
  case namedAlready(String)
  case edit(EditObstacle, file: String)
  /// For SwiftPM, the new text does not have the intended meaning.
  case otherMeaning(file: String)
  case notEvaluated(file: String, words: String)
  case changedMeanwhile(file: String)
  case foreign(file: String)
  case unwritable(file: String, reason: String)
  /// The graph is not the intended one.
  case otherGraph
  case workspaceFails(words: String)
}

extension FixObstacle {
  /// The manifest, or variant of it, that stands in the way; `nil` if none does.
  var file: String? {
    switch self {
    case .edit(_, let file), .otherMeaning(let file), .notEvaluated(let file, _), .changedMeanwhile(let file),
      .foreign(let file), .unwritable(let file, _):
      file
    default: nil
    }
  }
}

extension FixObstacle: CustomStringConvertible {
  var description: String {
    switch self {
    case .plugin: "a plugin cannot depend on a library"
    case .undecidedCondition: "it is imported under an `#if` that does not depend only on the platform"
    case .manyPlatforms(let platforms): "it is imported on \(platforms.count) platforms and not on others"
    case .cycle(let module, let other): "\(module.name) depends on \(other.name), so that there would be a cycle"
    case .packageCycle(let package, let other):
      "the package \(package) depends on \(other), so that there would be a cycle of packages"
    case .noProduct(let package, let target):
      "no library product of the package \(package) has the target “\(target)”, which needs one first"
    case .testElsewhere(let test): "\(test) uses it, which is a test of another package"
    case .uncertainFile: "it is not certain which manifest SwiftPM reads"
    case .namedAlready(let name): "the manifest names another “\(name)” there already"
    case .edit(let obstacle, let file): "`\(file)`: \(obstacle)"
    case .otherMeaning(let file): "`\(file)` would not have the intended meaning"
    case .notEvaluated(let file, let words): "`\(file)` cannot be evaluated: \(words)"
    case .changedMeanwhile(let file): "`\(file)` was changed by another program in the meantime"
    case .foreign(let file): "`\(file)` belongs to another user"
    case .unwritable(let file, let reason): "`\(file)` cannot be written (\(reason))"
    case .otherGraph: "the graph would not be the intended one"
    case .workspaceFails(let words): "the workspace would not load: \(words)"
    }
  }
}
