#if os(Linux)
  import CPlatform
#endif
#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The system's information about the machine. Unknown values are `nil`.
package enum HostMachine {
  /// The number of logical processors that are online.
  package static var processors: Int { max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }

  /// The number of logical processors that this process and its children can use at once: those that are online and in
  /// its affinity mask (`taskset`), limited by the CPU time that its control group may use, rounded up.
  package static var usableProcessors: Int {
    let quota = ControlGroup.allowedProcessors.map { Int($0.rounded(.up)) }
    return max(1, min(processors, affineProcessors ?? .max, quota ?? .max))
  }

  #if canImport(Darwin)
    private static var affineProcessors: Int? { nil }
  #else
    private static var affineProcessors: Int? {
      let count = Int(affine_processors())
      return count > 0 ? count : nil
    }
  #endif

  /// The one-minute load average: the mean number of processes that ran or were ready to run.
  package static var loadAverage: Double? {
    var average = 0.0
    return getloadavg(&average, 1) == 1 ? average : nil
  }

  /// The kernel's name and release, as in `Linux 6.1.0`.
  package static var kernel: String? {
    var names = utsname()
    guard uname(&names) == 0 else { return nil }
    return text(&names.sysname) + " " + text(&names.release)
  }

  private static func text<Field>(_ field: inout Field) -> String {
    withUnsafeBytes(of: &field) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }

  #if canImport(Darwin)
    /// The processor's model name.
    package static var processorName: String? {
      var size = 0
      guard sysctlbyname("machdep.cpu.brand_string", nil, &size, nil, 0) == 0 else { return nil }
      var bytes = [UInt8](repeating: 0, count: size)
      guard sysctlbyname("machdep.cpu.brand_string", &bytes, &size, nil, 0) == 0 else { return nil }
      return String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
  #else
    /// The processor's model name.
    package static var processorName: String? {
      let lines = ProcessFile.text("/proc/cpuinfo")?.split(separator: "\n")
      let line = lines?.first { $0.hasPrefix("model name") }
      return line?.split(separator: ":", maxSplits: 1).last.map { String($0.drop { $0 == " " }) }
    }
  #endif
}
