// swift-tools-version: 6.0
import PackageDescription

/// Where a release has the programs, and the sum of that file. `script/release` fills them in; until then, the artifact bundle of
/// a release lies unpacked in this folder.
let (url, checksum) = ("@URL@", "@CHECKSUM@")

let programs: Target =
  url.hasPrefix("@")
  ? .binaryTarget(name: "modgauge", path: "modgauge.artifactbundle")
  : .binaryTarget(name: "modgauge", url: url, checksum: checksum)

let package = Package(
  name: "modgauge-plugin",
  products: [.plugin(name: "ModgaugeCommand", targets: ["ModgaugeCommand"])],
  targets: [
    programs,
    // Without permissions, since SwiftPM would ask for them at every call, even of a command that only reads.
    .plugin(
      name: "ModgaugeCommand",
      capability: .command(
        intent: .custom(verb: "modgauge", description: "Shows what depends on what, and measures builds of modules.")),
      dependencies: ["modgauge"]),
  ]
)
