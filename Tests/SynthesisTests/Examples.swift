import Synthesis

/// An app over two features and a core, small enough to be built in a test.
/// - Parameters:
///   - hasDemo: whether one of the features has a demo app in an app package.
///   - hasContracts: whether the features provide services and a view builder for the core.
func example(
  seed: UInt64 = 1, packages: WorkspaceDescription.Packages = .one, hasDemo: Bool = false, hasContracts: Bool = false
) -> WorkspaceDescription {
  let contracts: [WorkspaceDescription.ContractKind: Int] = hasContracts ? [.service: 3, .viewBuilder: 1] : [:]
  let provides = hasContracts ? ["Core"] : []
  let demo = WorkspaceDescription.Module(
    name: "QRDemo", kind: .executable, lines: 30, dependencies: ["QR"], sampleAppOf: "QR", isAppPackage: true)
  return WorkspaceDescription(
    name: "Example", seed: seed, packages: packages,
    modules: [
      .init(name: "Core", kind: .library, layer: "core", lines: 300, contracts: contracts),
      .init(name: "NFC", kind: .library, lines: 400, dependencies: ["Core"], provides: provides),
      .init(name: "QR", kind: .library, lines: 200, dependencies: ["Core"], provides: provides),
      .init(name: "App", kind: .executable, layer: "app", lines: 120, dependencies: ["NFC", "QR", "Core"]),
      .init(name: "NFCApp", kind: .executable, lines: 30, dependencies: ["NFC"], sampleAppOf: "NFC"),
      .init(name: "NFCTests", kind: .test, lines: 80, dependencies: ["NFC", "Core"]),
    ] + (hasDemo ? [demo] : []))
}

extension SynthesizedFile {
  var text: String { String(decoding: bytes, as: UTF8.self) }
  var lineCount: Int { bytes.count { $0 == UInt8(ascii: "\n") } }
}

extension [SynthesizedFile] {
  /// The Swift files of a module, wherever its package lies.
  func sources(of module: String) -> [SynthesizedFile] {
    filter {
      $0.path.hasSuffix(".swift") && ($0.path.contains("Sources/\(module)/") || $0.path.hasPrefix("Tests/\(module)/"))
    }
  }

  func text(at path: String) -> String? { first { $0.path == path }?.text }
}
