import Foundation
import Testing

@testable import Workspace

@Suite struct ToolchainTests {
  @Test func `the compiler gives the answer of its driver`() async throws {
    let toolchain = try Toolchain()
    let folder = FileManager.default.temporaryDirectory.path
    let environment = ManifestEnvironment.variables(extra: [:], temporaryFolder: folder)
    let driver = ChildProcess(program: toolchain.swift, arguments: ["--version"], environment: environment)
    let words = try await driver.run(outputLimit: 1 << 20).output
    #expect(try await toolchain.identity(environment: environment, cacheFolder: nil).words == words)
  }

  @Test func `the driver is asked where there is no compiler beside it, and a proxy always`() async throws {
    let workspace = try TemporaryWorkspace([
      "usr/bin/swift-driver": "#!/bin/sh\necho Swift version 1.0\n",
      "usr/bin/swift-frontend": "#!/bin/sh\necho Swift version 2.0\n",
    ])
    let folder = workspace.path + "/usr/bin/"
    for name in ["swift-driver", "swift-frontend"] {
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder + name)
    }
    try FileManager.default.createSymbolicLink(atPath: folder + "swift", withDestinationPath: "swift-driver")
    let toolchain = try Toolchain(at: workspace.path)
    func version() async throws -> String {
      try await toolchain.identity(environment: ["PATH": "/usr/bin:/bin"], cacheFolder: nil).version
    }
    #expect(try await version() == "2.0")
    try FileManager.default.removeItem(atPath: folder + "swift")
    try FileManager.default.copyItem(atPath: folder + "swift-driver", toPath: folder + "swift")
    #expect(try await version() == "1.0")
    try FileManager.default.removeItem(atPath: folder + "swift")
    try FileManager.default.removeItem(atPath: folder + "swift-frontend")
    try FileManager.default.createSymbolicLink(atPath: folder + "swift", withDestinationPath: "swift-driver")
    #expect(try await version() == "1.0")
  }
}
