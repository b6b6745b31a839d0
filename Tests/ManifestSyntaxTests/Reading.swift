import Testing

@testable import ManifestSyntax

/// Reads a manifest in `/work/App`, with a toolchain of 6.3.1.
///
/// - Parameter text: what follows the first two lines, or all of a manifest that begins with `//`.
func read(
  _ text: String, tools: String = "6.0", hasModuleMap: Bool = false, toolchain: ToolsVersion = ToolsVersion(6, 3, 1),
  exists: ((String) -> Bool)? = nil
) -> Result<LiteralManifest, LiteralError> {
  let header = text.hasPrefix("//") ? "" : "// swift-tools-version:\(tools)\nimport PackageDescription\n"
  return LiteralManifest.read(
    Array((header + text).utf8), packageFolder: "/work/App", hasModuleMap: hasModuleMap,
    host: ManifestHost(toolchain: toolchain, os: "linux", arch: "x86_64", environment: ["KNOWN": "1"]),
    exists: exists)
}

/// Reads a package of one target, whose arguments after the name these are.
func readTarget(_ arguments: String, tools: String = "6.0") -> Result<LiteralManifest, LiteralError> {
  read(
    """
    let package = Package(
      name: "App", dependencies: [.package(url: "https://example.org/kit", from: "1.0.0")],
      targets: [.target(name: "A", \(arguments)), .target(name: "B")])
    """, tools: tools)
}

/// Why a manifest is given up on; `nil` where it is read.
func refusal(_ result: Result<LiteralManifest, LiteralError>) -> LiteralError.Reason? {
  if case .failure(let refusal) = result { refusal.reason } else { nil }
}
