import Foundation
import ManifestSyntax
import Testing

@testable import Workspace

/// Every manifest below a folder, read and evaluated. Takes a minute for each hundred of them, and so runs only where
/// `MODGAUGE_MANIFESTS` names such a folder; see `script/soak`.
@Suite struct CampaignTests {
  private static let folder = ProcessInfo.processInfo.environment["MODGAUGE_MANIFESTS"]

  private struct Found: Sendable {
    let path: String
    let package: String
    let bytes: [UInt8]

    /// The first part of the path below the folder: where it comes from.
    var origin: String { String(path.prefix { $0 != "/" }) }
  }

  @Test(.enabled(if: folder != nil)) func allThatIsReadIsWhatSwiftPMSays() async throws {
    let folder = try #require(Self.folder)
    let manifests = try Self.manifests(below: folder)
    let oracle = try await Oracle()
    var reasons: [String: [String]] = [:]
    var taken: [Found] = []
    for manifest in manifests {
      switch LiteralManifest.read(
        manifest.bytes, packageFolder: "/" + manifest.package, hasModuleMap: false, host: oracle.host)
      {
      case .success: taken.append(manifest)
      case .failure(let refusal):
        reasons[refusal.reason.rawValue, default: []].append("\(manifest.path):\(refusal.line)")
      }
    }
    Self.report(manifests, taken: taken, reasons: reasons)
    guard ProcessInfo.processInfo.environment["MODGAUGE_MANIFESTS_ASK"] != "no" else { return }
    let answers = try await oracle.ask(taken.map { ($0.package, $0.bytes) })
    let differences = zip(taken, answers).compactMap { found, answer in
      answer.disagreement.map { "\(found.path)\n\($0)" }
    }
    print("agreement: \(taken.count - differences.count) of \(taken.count)")
    #expect(differences.isEmpty, "\(differences.joined(separator: "\n\n"))")
  }

  /// The tolerant search for places against the strict reader, which knows them.
  @Test(.enabled(if: folder != nil)) func placesAreThoseThatTheReaderKnows() async throws {
    let host = try await Oracle().host
    var (found, missed) = (0, 0)
    for manifest in try Self.manifests(below: try #require(Self.folder))
    where !manifest.bytes.contains(UInt8(ascii: "{")) {
      let read = LiteralManifest.read(
        manifest.bytes, packageFolder: "/" + manifest.package, hasModuleMap: false, host: host)
      guard case .success(let literal) = read else { continue }
      let places = LocationScan(of: literal.manifest, in: manifest.bytes, of: "Package.swift", lines: nil, os: "linux")
        .places
      for (line, known) in zip(places.dependencies.joined(), literal.dependencyLines.joined()) {
        if line == nil { missed += 1 } else { found += 1 }
        #expect(line == nil || line == PlacedLine(known), "\(manifest.path):\(known)")
      }
    }
    print("places: \(found) were found, \(missed) not")
  }

  private static func report(_ manifests: [Found], taken: [Found], reasons: [String: [String]]) {
    let takenPaths = Set(taken.map(\.path))
    for (origin, found) in Dictionary(grouping: manifests, by: \.origin).sorted(by: { $0.key < $1.key }) {
      print("\(origin): \(found.count { takenPaths.contains($0.path) }) of \(found.count)")
    }
    print("all: \(taken.count) of \(manifests.count)")
    for (reason, paths) in reasons.sorted(by: { ($1.value.count, $0.key) < ($0.value.count, $1.key) }) {
      print("\(paths.count)  \(reason)\n    " + paths.sorted().joined(separator: "\n    "))
    }
  }

  private static func manifests(below folder: String) throws -> [Found] {
    let paths = try FileManager.default.subpathsOfDirectory(atPath: folder).sorted().filter { path in
      let name = URL(fileURLWithPath: path).lastPathComponent
      return name == "Package.swift" || (name.hasPrefix("Package@swift-") && name.hasSuffix(".swift"))
    }
    return try paths.map { path in
      let url = URL(fileURLWithPath: folder + "/" + path)
      // As much of the path as relative dependencies may speak of.
      let package = path.split(separator: "/").dropLast().suffix(3).joined(separator: "/")
      return Found(path: path, package: package, bytes: [UInt8](try Data(contentsOf: url)))
    }
  }
}
