#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// What the system says of the machine that it runs on. What it does not say is absent.
package enum HostMachine {
  /// How many processors are switched on.
  package static var processors: Int { max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }

  /// How many processes ran or wanted to in the last minute, on average.
  package static var loadAverage: Double? {
    var average = 0.0
    return getloadavg(&average, 1) == 1 ? average : nil
  }

  /// The kernel and its release: `Linux 6.1.0`.
  package static var kernel: String? {
    var names = utsname()
    guard uname(&names) == 0 else { return nil }
    return text(&names.sysname) + " " + text(&names.release)
  }

  private static func text<Field>(_ field: inout Field) -> String {
    withUnsafeBytes(of: &field) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }

  #if canImport(Darwin)
    /// The processor in its maker's words.
    package static var processorName: String? {
      var size = 0
      guard sysctlbyname("machdep.cpu.brand_string", nil, &size, nil, 0) == 0 else { return nil }
      var bytes = [UInt8](repeating: 0, count: size)
      guard sysctlbyname("machdep.cpu.brand_string", &bytes, &size, nil, 0) == 0 else { return nil }
      return String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
  #else
    /// The processor in its maker's words.
    package static var processorName: String? {
      let lines = ProcessFile.text("/proc/cpuinfo")?.split(separator: "\n")
      let line = lines?.first { $0.hasPrefix("model name") }
      return line?.split(separator: ":", maxSplits: 1).last.map { String($0.drop { $0 == " " }) }
    }
  #endif
}
