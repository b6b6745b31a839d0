/// The declarations of a manifest in an `#if` branch for other hosts.
package struct UntakenBranch: Hashable, Sendable {
  package let line: Int
  /// The directive, as in `#if os(macOS)`.
  package let directive: String
  package let targets: Int
  package let products: Int
  /// The number of dependencies on packages.
  package let packages: Int
  /// The number of dependencies of targets that the branch itself does not declare.
  package let dependencies: Int

  package init(line: Int, directive: String, targets: Int, products: Int, packages: Int, dependencies: Int) {
    (self.line, self.directive) = (line, directive)
    (self.targets, self.products, self.packages, self.dependencies) = (targets, products, packages, dependencies)
  }

  private static let productCalls: Set<String> = ["library", "executable", "plugin"]

  /// - Returns: `nil` if the branch declares none of these.
  init?(_ branch: HostBranches.Untaken, among tokens: [ManifestToken], in bytes: [UInt8]) {
    let text = LocationText(bytes: bytes, tokens: Array(tokens[branch.tokens]))
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
      } else if PackageDescription.targetCalls[callee] != nil, labels.contains("name"), !labels.contains("package") {
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
