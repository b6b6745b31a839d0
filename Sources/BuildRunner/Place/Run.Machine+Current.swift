package import BuildAnalysis
import Platform

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension Run.Machine {
  /// The properties of this machine. What cannot be read is `nil`; nothing is guessed.
  /// - Parameter compiler: the first line of `swift --version`.
  package static func current(compiler: String) -> Run.Machine {
    Run.Machine(
      cpu: HostMachine.processorName, cores: HostMachine.usableProcessors,
      memoryBytes: Int(exactly: ProcessInfo.processInfo.physicalMemory), os: operatingSystem,
      kernel: HostMachine.kernel,
      compiler: compiler, governor: firstLine(of: "/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor"),
      load: HostMachine.loadAverage)
  }

  private static func firstLine(of path: String) -> String? {
    guard let text = try? String(contentsOfFile: path, encoding: .utf8) else { return nil }
    return text.split(separator: "\n").first.map(String.init)
  }

  #if canImport(Darwin)
    private static var operatingSystem: String {
      "macOS " + ProcessInfo.processInfo.operatingSystemVersionString
    }
  #else
    private static var operatingSystem: String {
      let text = (try? String(contentsOfFile: "/etc/os-release", encoding: .utf8)) ?? ""
      let line = text.split(separator: "\n").first { $0.hasPrefix("PRETTY_NAME=") }
      return line.map { $0.dropFirst("PRETTY_NAME=".count).filter { $0 != "\"" } } ?? "Linux"
    }
  #endif
}
