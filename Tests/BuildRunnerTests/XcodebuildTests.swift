import BuildAnalysis
import Foundation
import TestSupport
import Testing

@testable import BuildRunner

@Suite("What is known of xcodebuild")
struct XcodebuildTests {
  private static let device = "platform=iOS Simulator,name=iPhone 17"

  @Test func theArgumentsOfABuildAndOfAResolution() {
    let builds = Xcodebuild(
      container: "Apps/Shop.xcworkspace", configuration: "Staging", destination: Self.device, jobs: 4,
      extraArguments: ["CODE_SIGNING_ALLOWED=NO"], searched: "")
    #expect(
      builds.command(folder: "/copy", scratch: "/scratch", scheme: "App", mayResolve: false) == [
        "xcodebuild", "-workspace", "/copy/Apps/Shop.xcworkspace", "-scheme", "App", "-derivedDataPath",
        "/scratch/DerivedData", "-clonedSourcePackagesDirPath", "/scratch/SourcePackages", "-configuration", "Staging",
        "-destination", Self.device, "-jobs", "4", "-resultBundlePath", "/scratch/Build.xcresult",
        "-disableAutomaticPackageResolution", "CODE_SIGNING_ALLOWED=NO", "build",
      ])
    #expect(
      Xcodebuild(container: "App.xcodeproj", configuration: "Debug", searched: "")
        .resolution(folder: "/copy", scratch: "/scratch", scheme: "App") == [
          "xcodebuild", "-project", "/copy/App.xcodeproj", "-scheme", "App", "-derivedDataPath", "/scratch/DerivedData",
          "-clonedSourcePackagesDirPath", "/scratch/SourcePackages", "-resolvePackageDependencies",
        ])
    #expect(throws: BenchmarkError.xcodebuildMissing) { try builds.check() }
  }

  @Test(arguments: [
    ("platform=iOS Simulator,name=iPhone 17", "ios"), ("generic/platform=iOS", "ios"),
    ("platform=macOS,arch=arm64", "macos"),
    ("platform=OS X", "macos"), ("name=iPhone 17", nil), ("id=1234", nil), ("platform=visionOS Simulator", "visionos"),
  ])
  func theDestinationSaysThePlatformOfConditions(destination: String, platform: String?) {
    let builds = Xcodebuild(container: "A.xcodeproj", configuration: "Debug", destination: destination, searched: "")
    #expect(builds.platform == platform)
  }

  @Test func aBuilderNamesItsConfigurationAsSwiftPMDoes() {
    func builder(_ configuration: String) -> Builder {
      Builder(
        SwiftBuild(swift: "/swift"),
        xcodebuild: Xcodebuild(container: "A.xcodeproj", configuration: configuration, searched: ""), cores: 2)
    }
    #expect(builder("Release").configuration == "release" && builder("Staging").configuration == "Staging")
    #expect(builder("Debug").name == "xcodebuild" && builder("Debug").swiftBuild == nil)
  }

  @Test func theNewestLogWithStepsIsRead() throws {
    let folder = try TestFolder()
    try folder.markAsOwn()
    let builds = Xcodebuild(container: "A.xcodeproj", configuration: "Debug", searched: "")
    #expect(builds.trace(in: folder.path, of: .init()) == nil)
    let step = LogSection("SwiftCompile normal arm64 /src/A.swift", 1, 2, target: "Core", cpu: 0.5)
    let logs = folder.path + "/DerivedData/Logs/Build"
    try folder.write(["DerivedData/Logs/Build/C.xcactivitylog": "", "Build.xcresult/Info.plist": ""])
    for (name, steps) in [("A", [step]), ("B", [])] {
      let root = LogSection(root: "Building project A with scheme A and configuration Debug", seconds: 3, steps)
      try Data(root.log()).write(to: URL(filePath: "\(logs)/\(name).xcactivitylog"))
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSince1970: name == "A" ? 1e9 : 2e9)],
        ofItemAtPath: "\(logs)/\(name).xcactivitylog")
    }
    let trace = try #require(builds.trace(in: folder.path, of: .init()))
    #expect(trace.rebuilt.map(\.module) == ["Core"])
    var result = BuildResult(BuildMeasurement(seconds: 9, cpuSeconds: 0.1, peakBytes: 1))
    result.take(trace)
    #expect(result.seconds == 9 && result.cpuSeconds == 0.5 && result.peakBytes == 50_000_000)
    try builds.forgetResults(in: folder.path)
    #expect(builds.logs(in: folder.path).isEmpty)
    #expect(!FileManager.default.fileExists(atPath: folder.path + "/Build.xcresult"))
  }
}
