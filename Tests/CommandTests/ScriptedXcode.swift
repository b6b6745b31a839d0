import Foundation
import TestSupport

/// A small Xcode workspace, and a script in the place of `xcodebuild`: it takes the same arguments, refuses what
/// `xcodebuild` refuses, and leaves logs in the derived data.
///
/// The app has the features `Cart`, a package's product with the sample app `CartDemoApp`, and `Search`, a framework.
struct ScriptedXcode {
  let folder: TestFolder

  var path: String { folder.path + "/Shop" }
  var output: String { folder.path + "/output" }
  private var programs: String { folder.path + "/bin" }

  /// - Parameter settings: lines of the configuration besides the builder.
  init(_ settings: String = "") throws {
    folder = try TestFolder()
    try folder.makeCacheFolder()
    let shop = XcodeFixture.project(
      "Shop/App",
      targets: [
        .init("App", products: ["Cart"], dependencies: ["Search"], folder: "App"),
        .init("Search", type: "framework", products: ["Core"], folder: "Search"),
        .init("CartDemoApp", products: ["Cart"], folder: "CartDemoApp"),
      ])
    let workspace = XcodeFixture.workspace("Shop/Shop", references: ["group:App.xcodeproj", "group:Packages/Core"])
    try folder.write(shop.merging(workspace) { $1 })
    try folder.write([
      "Shop/Packages/Core/Package.swift": """
      // swift-tools-version: 5.9
      import PackageDescription
      let package = Package(
        name: "Core",
        products: [.library(name: "Core", targets: ["Core"]), .library(name: "Cart", targets: ["Cart"])],
        targets: [.target(name: "Core"), .target(name: "Cart", dependencies: ["Core", "Parts"]), .target(name: "Parts")])

      """,
      "Shop/Packages/Core/Sources/Core/Core.swift": "public let core = 1\n",
      "Shop/Packages/Core/Sources/Parts/Parts.swift": "public let parts = 1\n",
      "Shop/Packages/Core/Sources/Cart/Cart.swift": "import Core\nimport Parts\npublic let cart = core\n",
      "Shop/App/App.swift": "import Cart\nimport Search\nlet app = 1\n",
      "Shop/Search/Search.swift": "import Core\npublic let search = 1\n",
      "Shop/CartDemoApp/Demo.swift": "import Cart\nlet demo = 1\n",
      "Shop/Shop.xcworkspace/xcshareddata/xcschemes/Everything.xcscheme": Self.scheme("App", in: "App.xcodeproj"),
      "Shop/App.xcodeproj/xcshareddata/xcschemes/App.xcscheme": Self.scheme("App", in: "App.xcodeproj"),
      "Shop/.modgauge.yml": """
      bench:
        builder:
          xcodebuild:
            workspace: Shop.xcworkspace
            destination: platform=iOS Simulator,name=iPhone 17
      \(settings)
      """,
      "bin/xcodebuild": Self.script,
    ])
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: programs + "/xcodebuild")
    try writeLogs()
  }

  /// A scheme as Xcode writes it.
  private static func scheme(_ target: String, in project: String) -> String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <Scheme LastUpgradeVersion = "1600" version = "1.7">
       <BuildAction parallelizeBuildables = "YES" buildImplicitDependencies = "YES">
          <BuildActionEntries>
             <BuildActionEntry buildForTesting = "YES" buildForRunning = "YES" buildForProfiling = "YES">
                <BuildableReference BuildableIdentifier = "primary" BlueprintIdentifier = "1"
                   BuildableName = "\(target).app" BlueprintName = "\(target)" ReferencedContainer = "container:\(project)">
                </BuildableReference>
             </BuildActionEntry>
          </BuildActionEntries>
       </BuildAction>
    </Scheme>
    """
  }

  /// `modgauge` with the script in `PATH`.
  /// - Parameter isThere: whether it is.
  func modgauge(_ words: [String], isThere: Bool = true) async throws -> Tool.Outcome {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    return try await Tool.built("modgauge")(
      words + ["--package-path", self.path, "--cache-dir", folder.path + "/cache"],
      environment: [
        "XDG_STATE_HOME": folder.path + "/state", "PATH": isThere ? "\(programs):\(path)" : path,
      ])
  }

  /// Makes the workspace a git repository, with all that there is committed.
  func commit() async throws {
    let settings = ["-c", "user.name=T", "-c", "user.email=t@example.org", "-c", "core.excludesFile=/dev/null"]
    for words in [["init", "--quiet"], ["add", "--all"], ["commit", "--quiet", "-m", "first"]] {
      _ = try await Tool.named("git")(["-C", path] + settings + words)
    }
  }

  /// The arguments of each call.
  var calls: [String] {
    get throws { try folder.read("bin/calls").split(separator: "\n").map(String.init) }
  }

  /// Makes the script leave no log, from now on.
  func forgetLogs() throws { try folder.write(["bin/no-log": ""]) }

  private static let script = #"""
    #!/bin/sh
    here=$(dirname "$0")
    echo "$*" >>"$here/calls"
    if [ "$1" = -version ]; then
      echo "Xcode 26.2"
      echo "Build version 17C52"
      exit 0
    fi
    while [ $# -gt 0 ]; do
      case "$1" in
        -workspace | -project) container=$2; shift ;;
        -scheme) scheme=$2; shift ;;
        -derivedDataPath) derived=$2; shift ;;
        -clonedSourcePackagesDirPath) packages=$2; shift ;;
        -resultBundlePath) results=$2; shift ;;
        -configuration | -destination | -jobs) shift ;;
        -disableAutomaticPackageResolution | *=*) ;;
        -resolvePackageDependencies | build) action=$1 ;;
        *) echo "xcodebuild: error: invalid option '$1'"; exit 64 ;;
      esac
      shift
    done
    fail() {
      echo "$1"
      exit 65
    }
    [ -d "$container" ] || fail "xcodebuild: error: '$container' does not exist."
    [ -n "$derived" ] || fail "xcodebuild: error: The flag -derivedDataPath is missing"
    [ -d "$here/logs/$scheme" ] || fail \
      "xcodebuild: error: The workspace named \"Shop\" does not contain a scheme named \"$scheme\"."
    mkdir -p "$packages/checkouts"
    if [ "$action" = -resolvePackageDependencies ]; then exit 0; fi
    [ -n "$results" ] && [ ! -e "$results" ] || fail "xcodebuild: error: Existing file at -resultBundlePath \"$results\""
    mkdir -p "$results" "$derived/Logs/Build" "$derived/Build"
    root=$(dirname "$container")
    (cd "$root" && find . -name '*.swift' -type f | sort | xargs cksum) >"$derived/Build/new"
    if [ ! -f "$derived/Build/state" ]; then
      kind=clean
      sleep "$(cat "$here/logs/$scheme/seconds")"
    elif cmp -s "$derived/Build/new" "$derived/Build/state"; then
      kind=null
    else
      kind=$(diff "$derived/Build/new" "$derived/Build/state" | sed -n 's|^[<>].* \(.*\)/[^/]*$|\1|p' | sed 's|.*/||' | head -1)
    fi
    mv "$derived/Build/new" "$derived/Build/state"
    wrong=$(grep -rl wrong "$root" --include=*.swift | head -1)
    if [ -n "$wrong" ]; then kind=failed; fi
    if [ ! -f "$here/no-log" ]; then
      cp "$here/logs/$scheme/$kind" "$derived/Logs/Build/$$.xcactivitylog"
    fi
    if [ -n "$wrong" ]; then
      echo "warning: error: nothing of importance"
      fail "$wrong:1:5: error: cannot find 'wrong' in scope"
    fi
    echo "** BUILD SUCCEEDED **"
    """#

  // MARK: Logs

  private static let projects = ["Cart": "Core", "Core": "Core", "Parts": "Core"]
  private static let schemes = [
    "App": (["Core", "Parts", "Cart", "Search", "App"], 0.3),
    "Everything": (["Core", "Parts", "Cart", "Search", "App"], 0.3),
    "CartDemoApp": (["Core", "Parts", "Cart", "CartDemoApp"], 0.15), "Search": (["Core", "Search"], 0.1),
  ]

  private func writeLogs() throws {
    for (scheme, (targets, seconds)) in Self.schemes {
      try folder.write(["bin/logs/\(scheme)/seconds": "\(seconds)\n"])
      var logs = [
        "clean": Self.log(scheme, of: targets), "null": Self.log(scheme, of: [], isStale: true),
        "failed": Self.log(scheme, of: Array(targets.prefix(1)), result: "Build failed"),
      ]
      for target in targets { logs[target] = Self.log(scheme, of: [target], isStale: true) }
      for (kind, log) in logs {
        try Data(log.log()).write(to: URL(filePath: "\(programs)/logs/\(scheme)/\(kind)"))
      }
    }
  }

  /// A build of targets one after the other, a second each.
  private static func log(
    _ scheme: String, of targets: [String], isStale: Bool = false, result: String = "Build succeeded"
  ) -> LogSection {
    var steps = [LogSection("CreateBuildDescription", 0, 0.5, isInProcess: true)]
    if isStale {
      var step = LogSection("CompileC /build/Old.o /src/Old.m normal", -500, -499, target: "Core", cpu: 1)
      step.isCached = true
      steps.append(step)
    }
    for (index, target) in targets.enumerated() {
      let (start, project) = (Double(index) + 1, projects[target] ?? "App")
      steps += [
        LogSection(
          "SwiftCompile normal arm64 /src/\(target).swift", start, start + 0.8, target: target, project: project,
          cpu: 0.7),
        LogSection(
          "SwiftDriver\\ Compilation\\ Requirements \(target)", start, start + 0.5, target: target, project: project,
          isInProcess: true),
      ]
      if target.hasSuffix("App") {
        steps.append(
          LogSection("Ld /build/\(target) normal", start + 0.8, start + 1, target: target, project: project, cpu: 0.1))
      }
    }
    var root = LogSection(
      root: "Building workspace Shop with scheme \(scheme) and configuration Debug",
      seconds: Double(targets.count) + 1.5,
      steps)
    root.result = result
    return root
  }
}
