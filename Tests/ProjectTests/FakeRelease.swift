import Foundation
import TestSupport

/// The files of a release whose programs are shell scripts.
struct FakeRelease {
  let folder: TestFolder
  let version: String
  /// The archive's name.
  let name: String
  /// The archive's SHA-256 sum.
  let sum: String

  /// Where releases are; this one in a folder named by its version.
  var root: String { folder.path + "/releases" }
  var path: String { "\(root)/v\(version)" }
  var archive: String { "\(path)/\(name)" }

  /// - Parameter program: the script in place of `modgauge`; by default, it prints the version.
  init(version: String = "9.9.9", program: String? = nil) async throws {
    folder = try TestFolder()
    self.version = version
    #if os(macOS)
      let system = "macos-universal"
    #else
      let system = try await "linux-" + Tool.named("uname")(["-m"]).output.trimmingCharacters(in: .newlines)
    #endif
    let top = "modgauge-\(version)-\(system)"
    name = top + ".tar.gz"
    let scripts = try ["report-pull-request", "note-merge-request"].map { name in
      ("share/modgauge/" + name, try String(contentsOfFile: Project.path("script/" + name), encoding: .utf8))
    }
    let files = [
      "bin/modgauge": "#!/bin/sh\n\(program ?? "echo \(version)")\n", "bin/modgauge-recorder": "#!/bin/sh\n",
      "share/man/man1/modgauge.1": ".TH\n", "share/zsh/site-functions/_modgauge": "#compdef modgauge\n",
      "share/bash-completion/completions/modgauge": "", "share/fish/vendor_completions.d/modgauge.fish": "",
    ].merging(scripts) { $1 }
    try folder.write(Dictionary(uniqueKeysWithValues: files.map { ("unpacked/\(top)/\($0)", $1) }))
    for program in ["bin/modgauge", "bin/modgauge-recorder"] + scripts.map(\.0) {
      let path = "\(folder.path)/unpacked/\(top)/\(program)"
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    }
    let made = "\(folder.path)/releases/v\(version)"
    try FileManager.default.createDirectory(atPath: made, withIntermediateDirectories: true)
    _ = try await Tool.named("tar")(["-czf", "\(made)/\(name)", "-C", folder.path + "/unpacked", top])
    #if os(macOS)
      let sums = try await Tool.named("shasum")(["-a", "256", name], in: made).output
    #else
      let sums = try await Tool.named("sha256sum")([name], in: made).output
    #endif
    sum = String(sums.prefix(64))
    try folder.write(["releases/v\(version)/SHA256SUMS": sums])
  }
}

/// A server of a folder's files on this machine.
final class FileServer: @unchecked Sendable {
  let address: String
  private let process = Process()

  init(folder: String) async throws {
    let output = Pipe()
    process.executableURL = URL(filePath: try Tool.named("python3").path)
    process.arguments = ["-u", "-m", "http.server", "0", "--bind", "127.0.0.1", "--directory", folder]
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    // Serving HTTP on 127.0.0.1 port 40123 (http://127.0.0.1:40123/) ...
    var line = ""
    while !line.contains(")") {
      let data = output.fileHandleForReading.availableData
      guard !data.isEmpty else { throw CocoaError(.fileReadUnknown) }
      line += String(decoding: data, as: UTF8.self)
    }
    address = line.split(separator: "(")[1].split(separator: "/)")[0].description
  }

  /// A signal that can be blocked would not do: the process inherits the mask of the thread that starts it.
  func stop() { kill(process.processIdentifier, SIGKILL) }

  deinit { stop() }
}
