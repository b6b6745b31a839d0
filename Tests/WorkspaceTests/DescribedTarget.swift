import Foundation
import Testing

@testable import Workspace

/// A target in the words of `swift package describe`.
struct DescribedTarget: Decodable {
  let name: String
  let path: String
  let sources: [String]
  let type: String
  let targetDependencies: [String]?
}

func describedTargets(_ package: String, scratch: String) throws -> [DescribedTarget] {
  struct Description: Decodable { let targets: [DescribedTarget] }
  let process = Process()
  let output = Pipe()
  process.executableURL = URL(filePath: try Toolchain().swift)
  process.arguments = [
    "package", "--package-path", package, "--scratch-path", scratch, "describe", "--type", "json",
  ]
  process.standardOutput = output
  process.standardError = FileHandle.nullDevice
  try process.run()
  let bytes = output.fileHandleForReading.readDataToEndOfFile()
  process.waitUntilExit()
  let start = try #require(bytes.firstIndex(of: UInt8(ascii: "{")))
  let decoder = JSONDecoder()
  decoder.keyDecodingStrategy = .convertFromSnakeCase
  return try decoder.decode(Description.self, from: bytes[start...]).targets
}
