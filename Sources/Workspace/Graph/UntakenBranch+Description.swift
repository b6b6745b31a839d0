import ManifestSyntax
import ModuleGraph

extension UntakenBranch {
  /// What a manifest omits on this host, as in `Package.onOtherHosts`; `nil` if it omits nothing.
  ///
  /// - Parameter file: the manifest's name.
  static func words(_ branches: [UntakenBranch], file: String?, of package: ReadPackage) -> String? {
    guard !branches.isEmpty, let file else { return nil }
    func sum(_ count: (UntakenBranch) -> Int, _ word: String, _ plural: String? = nil) -> String? {
      let sum = branches.reduce(0) { $0 + count($1) }
      return sum == 0 ? nil : sum.counted(word, plural)
    }
    let parts = [
      sum(\.targets, "target"), sum(\.products, "product"),
      sum(\.packages, "package dependency", "package dependencies"),
      sum(\.dependencies, "target dependency", "target dependencies"),
    ].compactMap { $0 }
    let place = package.folder.shown(package.folder.path + "/" + file)
    let lines = branches.map { "\($0.line)" }.joined(separator: ", ")
    return parts.joined(separator: ", ") + " (`\(branches[0].directive)`, \(place):\(lines))"
  }
}
