import BuildTrace
import ModuleGraph
package import Workspace

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A toolchain of links to a real one, with stand-ins in the place of the programs that compile and link.
///
/// It looks the same to a driver, which searches what it needs beside itself, and would do without or otherwise what a
/// lone stand-in has not beside it.
package struct ShadowToolchain: TraceSource, Hashable {
  /// The folder that has `usr`, absolute.
  package let path: String

  static let partialSuffix = ".partial"

  private var programs: String { path + "/usr/bin" }

  /// Finds the shadow of a toolchain, or makes it. Nothing is written into the toolchain.
  ///
  /// Another one is made when the toolchain or the recorder is another, so that a shadow never changes while it is used.
  /// - Parameters:
  ///   - toolchain: whose compiler is asked where it is, since `swift` may be a proxy (swiftly's, xcrun's).
  ///   - recorder: the `modgauge-recorder` program, absolute.
  ///   - cacheFolder: where shadows are kept, absolute.
  /// - Throws: `BenchmarkError`, `SubprocessError`, `CancellationError`.
  package init(of toolchain: Toolchain, recorder: String, cacheFolder: String) async throws {
    let real = try await RealToolchain(of: toolchain)
    let key = try [real.programs + "/swift-frontend", recorder].map(Self.identity).joined(separator: "\n").stableHash
    path = "\(Self.folder(in: cacheFolder))/\(String(key, radix: 36))"
    if FileManager.default.isExecutableFile(atPath: programs + "/swiftc") {
      try? FileManager.default.setAttributes([.modificationDate: Date.now], ofItemAtPath: path)
      return
    }
    try Self.make(path, of: real, recorder: recorder)
  }

  /// What differs in another program, or in a newer one at the same place.
  private static func identity(_ program: String) throws(BenchmarkError) -> String {
    try FileTree.doing("read", program) {
      let attributes = try FileManager.default.attributesOfItem(atPath: Path.canonical(program) ?? program)
      let date = attributes[.modificationDate] as? Date
      return "\(program) \(attributes[.size] ?? 0) \(date?.timeIntervalSinceReferenceDate ?? 0)"
    }
  }

  /// Made under another name and then renamed, so that nobody finds half of it.
  private static func make(_ path: String, of real: RealToolchain, recorder: String) throws(BenchmarkError) {
    let partial = "\(path).\(String(UInt64.random(in: 0 ... .max), radix: 36))\(partialSuffix)"
    try FileTree.remove(partial)
    do {
      try fill(partial, of: real, recorder: recorder)
    } catch {
      try? FileManager.default.removeItem(atPath: partial)
      throw error
    }
    do {
      try FileManager.default.moveItem(atPath: partial, toPath: path)
    } catch {
      try FileTree.remove(partial)
      // Somebody else may have made it meanwhile.
      guard FileManager.default.fileExists(atPath: path) else {
        throw .fileSystem(doing: "make", path: path, reason: FileReason.words(error))
      }
    }
  }

  private static func fill(_ path: String, of real: RealToolchain, recorder: String) throws(BenchmarkError) {
    let programs = path + "/usr/bin"
    try FileTree.makeFolder(programs)
    let standIn = path + "/modgauge-recorder"
    try FileTree.doing("make a shadow toolchain in", path) {
      let files = FileManager.default
      try files.createSymbolicLink(
        atPath: "\(programs)/\(StandIns.realPrograms)", withDestinationPath: real.programs)
      try files.copyItem(atPath: recorder, toPath: standIn)
      for name in try files.contentsOfDirectory(atPath: real.usr) where name != "bin" {
        try files.createSymbolicLink(atPath: "\(path)/usr/\(name)", withDestinationPath: "\(real.usr)/\(name)")
      }
      for name in try files.contentsOfDirectory(atPath: real.programs) {
        if StandIns.programs.contains(name) {
          // Not a symbolic link: who follows it would start the recorder under its own name.
          try files.linkItem(atPath: standIn, toPath: "\(programs)/\(name)")
        } else {
          try files.createSymbolicLink(
            atPath: "\(programs)/\(name)", withDestinationPath: "\(real.programs)/\(name)")
        }
      }
    }
  }

  /// Nothing: stand-ins write to the file themselves.
  package func supervisorOptions(traceFile: String) -> [String] { [] }

  /// What `swift build` must see beyond its usual environment to use the stand-ins, and these to write to the file.
  ///
  /// The same for the same file, so that SwiftPM's cache of manifests keeps serving.
  /// - Parameters:
  ///   - traceFile: absolute.
  ///   - environment: the usual one. A C compiler that it names stays, and what it compiles is not recorded.
  package func environment(traceFile: String, in environment: [String: String]) -> [String: String] {
    var variables = [
      StandIns.fileVariable: traceFile,
      "SWIFT_EXEC": programs + "/swiftc",
      // The driver looks for its tools beside its own program, which is the real one.
      "SWIFT_DRIVER_SWIFT_FRONTEND_EXEC": programs + "/swift-frontend",
      "SWIFT_DRIVER_SWIFT_AUTOLINK_EXTRACT_EXEC": programs + "/swift-autolink-extract",
      "SWIFT_DRIVER_CLANG_EXEC": programs + "/clang",
      "SWIFT_DRIVER_CLANGXX_EXEC": programs + "/clang++",
    ]
    if environment["CC"] == nil { variables["CC"] = programs + "/clang" }
    if environment["CXX"] == nil { variables["CXX"] = programs + "/clang++" }
    return variables.filter {
      FileManager.default.isExecutableFile(atPath: $0.value) || $0.key == StandIns.fileVariable
    }
  }
}
