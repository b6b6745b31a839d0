import Platform

extension Scratch {
  /// The size of a product that was built here: a program, or a library under any of the names that linkers use.
  ///
  /// Both build systems put it beside others of its kind; folders that are named after it contain its inputs.
  /// - Returns: `nil` if there is none.
  func productBytes(named product: String) throws(BenchmarkError) -> Int? {
    let names = [product] + ["a", "so", "dylib"].map { "lib\(product).\($0)" }
    let places = try builtFiles().filter { file in
      let parts = file.split(separator: "/").map(String.init)
      return parts.last.map(names.contains) == true
        && !parts.dropLast().contains { folder in Self.parts.contains(where: folder.hasSuffix) }
    }
    let sizes = places.compactMap { try? FileStatus(of: "\(path)/\($0)", followsLast: false) }
      .filter { $0.kind == .file }.map(\.bytes)
    return sizes.max()
  }

  private static let parts = [".build", ".product", ".dSYM", ".bundle"]
}
