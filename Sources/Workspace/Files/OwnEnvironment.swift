import Platform

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The environment of this process.
package enum OwnEnvironment {
  /// As it was at the first use, since Foundation creates a new dictionary each time.
  package static let variables = ProcessInfo.processInfo.environment

  /// Gives this process, and all that it starts, a home folder with an absolute path, and removes variables of the XDG
  /// Base Directory Specification whose paths are relative, as it demands: otherwise caches would go into the folder in
  /// which a program was started. Call it before the first use of `variables`, and before any thread is started.
  package static func repair() {
    if CurrentProcess.variable("HOME")?.hasPrefix("/") != true {
      CurrentProcess.setVariable("HOME", to: home([:]))
    }
    for name in ["XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"]
    where CurrentProcess.variable(name)?.hasPrefix("/") == false {
      CurrentProcess.removeVariable(name)
    }
  }

  /// The user's home folder: `HOME`, or that of the account if that is empty or relative. Always absolute.
  package static func home(_ environment: [String: String] = variables) -> String {
    if let home = environment["HOME"], home.hasPrefix("/") { return home }
    if let home = CurrentProcess.accountHome, home.hasPrefix("/") { return home }
    return TemporaryFolderPath.privateFolder() ?? "/tmp"
  }
}
