/// What a manifest says under an `#if` for other hosts than this one.
struct UntakenBranch: Hashable, Sendable {
  /// Of the directive.
  let line: Int
  /// As in `#if os(macOS)`.
  let directive: String
  let targets: Int
  let products: Int
  /// Packages that it depends on.
  let packages: Int
  /// Dependencies of targets that the branch does not declare itself.
  let dependencies: Int

  private static let targetCalls: Set<String> = [
    "target", "executableTarget", "testTarget", "macro", "plugin", "systemLibrary", "binaryTarget",
  ]
  private static let productCalls: Set<String> = ["library", "executable", "plugin"]

  /// - Returns: `nil` for a branch without any of these.
  init?(_ branch: HostBranches.Untaken, among tokens: [PlaceToken], in bytes: [UInt8]) {
    let text = PlaceText(bytes: bytes, tokens: Array(tokens[branch.tokens]))
    var (targets, products, packages, dependencies) = (0, 0, 0, 0)
    var index = 0
    while index < text.tokens.count {
      guard let callee = text.word(index), text.isSign(index + 1, "("), text.kind(index - 1) == .period else {
        index += 1
        continue
      }
      let labels = Set(text.arguments(index + 1).compactMap(\.label))
      var isCounted = true
      if Self.productCalls.contains(callee), labels.contains("targets") {
        products += 1
      } else if callee == "package", !labels.isDisjoint(with: ["url", "path", "id"]) {
        packages += 1
      } else if callee == "product" || callee == "byName"
        || (callee == "target" && labels.contains("condition"))
      {
        dependencies += 1
      } else if Self.targetCalls.contains(callee), labels.contains("name"), !labels.contains("package") {
        targets += 1
      } else {
        isCounted = false
      }
      index = isCounted ? text.after(index + 1) : index + 1
    }
    guard targets + products + packages + dependencies > 0 else { return nil }
    (line, directive) = (branch.line, branch.directive)
    (self.targets, self.products, self.packages, self.dependencies) = (targets, products, packages, dependencies)
  }
}

extension UntakenBranch {
  /// What a manifest leaves out on this host, in one sentence; `nil` where it leaves nothing out.
  ///
  /// - Parameter file: the manifest's name.
  static func sentence(_ branches: [UntakenBranch], file: String?, of package: FoundPackage) -> String? {
    guard !branches.isEmpty, let file else { return nil }
    func sum(_ count: (UntakenBranch) -> Int, _ word: String) -> String? {
      let sum = branches.reduce(0) { $0 + count($1) }
      return sum == 0 ? nil : "\(sum) \(word)\(sum == 1 ? "" : "s")"
    }
    let parts = [
      sum(\.targets, "target"), sum(\.products, "product"),
      sum(\.packages, "package dependency")
        .map { $0.replacing("dependencys", with: "dependencies") },
      sum(\.dependencies, "target dependency").map { $0.replacing("dependencys", with: "dependencies") },
    ].compactMap { $0 }
    let place = package.folder.shown(package.folder.path + "/" + file)
    let lines = branches.map { "\($0.line)" }.joined(separator: ", ")
    return "its manifest asks for its host, and here leaves out what it declares for others: "
      + parts.joined(separator: ", ") + " (`\(branches[0].directive)`, \(place):\(lines))."
  }
}
