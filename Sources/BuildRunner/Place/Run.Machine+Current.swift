package import BuildAnalysis

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif
#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension Run.Machine {
  /// What this machine says of itself. Nothing is guessed: what cannot be read is absent.
  /// - Parameter compiler: the first line of `swift --version`.
  package static func current(compiler: String) -> Run.Machine {
    Run.Machine(
      cpu: processorName, cores: ProcessInfo.processInfo.activeProcessorCount,
      memoryBytes: Int(exactly: ProcessInfo.processInfo.physicalMemory), os: operatingSystem, kernel: kernel,
      compiler: compiler, governor: firstLine(of: "/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor"), load: load)
  }

  private static var load: Double? {
    var average = 0.0
    return getloadavg(&average, 1) == 1 ? average : nil
  }

  private static var kernel: String? {
    var names = utsname()
    guard uname(&names) == 0 else { return nil }
    return text(&names.sysname) + " " + text(&names.release)
  }

  private static func text<Field>(_ field: inout Field) -> String {
    withUnsafeBytes(of: &field) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }

  private static func firstLine(of path: String) -> String? {
    guard let text = try? String(contentsOfFile: path, encoding: .utf8) else { return nil }
    return text.split(separator: "\n").first.map(String.init)
  }

  #if canImport(Darwin)
    private static var processorName: String? {
      var size = 0
      guard sysctlbyname("machdep.cpu.brand_string", nil, &size, nil, 0) == 0 else { return nil }
      var bytes = [UInt8](repeating: 0, count: size)
      guard sysctlbyname("machdep.cpu.brand_string", &bytes, &size, nil, 0) == 0 else { return nil }
      return String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }

    private static var operatingSystem: String {
      "macOS " + ProcessInfo.processInfo.operatingSystemVersionString
    }
  #else
    private static var processorName: String? {
      guard let text = try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8) else { return nil }
      let line = text.split(separator: "\n").first { $0.hasPrefix("model name") }
      return line?.split(separator: ":", maxSplits: 1).last.map { String($0.drop { $0 == " " }) }
    }

    private static var operatingSystem: String {
      let text = (try? String(contentsOfFile: "/etc/os-release", encoding: .utf8)) ?? ""
      let line = text.split(separator: "\n").first { $0.hasPrefix("PRETTY_NAME=") }
      return line.map { $0.dropFirst("PRETTY_NAME=".count).filter { $0 != "\"" } } ?? "Linux"
    }
  #endif
}
