import Foundation
import PackagePlugin

/// `swift package modgauge …`: calls `modgauge` in the package's folder, with the toolchain that runs this plugin.
@main struct ModgaugeCommand: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) throws {
    #if os(macOS)
      try Sandbox.check(arguments)
    #endif
    let process = Process()
    process.executableURL = try context.tool(named: "modgauge").url
    process.arguments = arguments
    process.currentDirectoryURL = context.package.directoryURL
    var environment = ProcessInfo.processInfo.environment
    let toolchain = try context.tool(named: "swift").url.deletingLastPathComponent().path
    environment["PATH"] = ([toolchain] + [environment["PATH"]].compactMap { $0 }).joined(separator: ":")
    process.environment = environment
    try process.run()
    process.waitUntilExit()
    // What failed is on standard error already.
    if process.terminationStatus != 0 { exit(process.terminationStatus) }
  }
}

#if os(macOS)
  /// SwiftPM's sandbox, in which only the plugin's own folder can be written to, and no other sandbox can be made.
  enum Sandbox {
    static func check(_ arguments: [String]) throws {
      let caches = FileManager.default.homeDirectoryForCurrentUser.appending(path: "Library/Caches").path
      guard access(caches, W_OK) != 0 else { return }
      throw Closed(words: arguments.joined(separator: " "))
    }

    struct Closed: Error, CustomStringConvertible {
      let words: String

      var description: String {
        """
        modgauge keeps its caches in ~/Library/Caches/modgauge and starts swift build, which SwiftPM's sandbox does not allow. \
        Allow it by name: swift package --disable-sandbox modgauge \(words)
        """
      }
    }
  }
#endif
