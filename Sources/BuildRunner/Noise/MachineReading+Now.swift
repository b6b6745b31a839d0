package import BuildAnalysis
import Platform

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension MachineReading {
  /// What this machine says of itself now. On macOS, where nobody has tried it, that is the load alone.
  package static var now: MachineReading {
    let (seconds, asleepSeconds) = clocks
    var reading = MachineReading(
      seconds: seconds, asleepSeconds: asleepSeconds, ownSeconds: ownSeconds, load: HostMachine.loadAverage)
    #if os(Linux)
      reading.readCounters(
        statistics: text(of: "/proc/stat") ?? "", ticksPerSecond: Double(Ticks.perSecond))
      reading.cpuWaitSeconds = text(of: "/proc/pressure/cpu").flatMap(waitSeconds(pressure:))
      reading.ioWaitSeconds = text(of: "/proc/pressure/io").flatMap(waitSeconds(pressure:))
      reading.memoryWaitSeconds = text(of: "/proc/pressure/memory").flatMap(waitSeconds(pressure:))
      reading.availableBytes = text(of: "/proc/meminfo").flatMap(availableBytes(memory:))
      reading.megahertz = presentMegahertz
    #endif
    return reading
  }

  /// The waking clock, and how far the one that counts sleep is ahead of it.
  ///
  /// Should this thread be kept from a processor between the two, they are read again.
  private static var clocks: (seconds: Double, asleepSeconds: Double?) {
    var start = MonotonicClock.nowNanoseconds
    for _ in 0..<5 {
      let other = MonotonicClock.nowWithSleepNanoseconds
      let end = MonotonicClock.nowNanoseconds
      if end - start < 1_000_000 { return (Double(end) / 1e9, Double(other - end) / 1e9) }
      start = end
    }
    return (Double(start) / 1e9, nil)
  }

  /// The kernel adds a child's time, and that of its own children, when it is waited for.
  private static var ownSeconds: Double? {
    guard let own = ResourceUsage.own, let children = ResourceUsage.children else { return nil }
    return Double(own.processorMicroseconds + children.processorMicroseconds) / 1e6
  }

  private static func text(of path: String) -> String? { try? String(contentsOfFile: path, encoding: .utf8) }
}

/// What the files of Linux's `/proc` and `/sys` hold; see proc(5) and the kernel's `accounting/psi.rst`.
extension MachineReading {
  /// Reads `/proc/stat`: a line `cpu` of all processors, then one of each (`cpu0`); ticks of user, nice, system, idle,
  /// iowait, irq, softirq and steal. Time of guests is part of user's.
  mutating func readCounters(statistics: String, ticksPerSecond: Double) {
    let lines = statistics.split(separator: "\n").map { $0.split(separator: " ") }
    let count = lines.count { line in line.first?.hasPrefix("cpu") == true && line.first != "cpu" }
    let ticks = lines.first { $0.first == "cpu" }?.dropFirst().compactMap { Double($0) } ?? []
    guard ticks.count >= 8, count > 0, ticksPerSecond > 0 else { return }
    processors = count
    busySeconds = (ticks[0] + ticks[1] + ticks[2] + ticks[5] + ticks[6]) / ticksPerSecond
    stolenSeconds = ticks[7] / ticksPerSecond
  }

  /// Reads a file of `/proc/pressure`: `some avg10=0.00 avg60=0.00 avg300=0.00 total=123`, in microseconds.
  static func waitSeconds(pressure: String) -> Double? {
    let some = pressure.split(separator: "\n").first { $0.hasPrefix("some ") }
    let total = some?.split(separator: " ").first { $0.hasPrefix("total=") }
    return total.flatMap { Double($0.dropFirst("total=".count)) }.map { $0 / 1e6 }
  }

  /// Reads `MemAvailable:  123 kB` of `/proc/meminfo`.
  static func availableBytes(memory: String) -> Int? {
    let line = memory.split(separator: "\n").first { $0.hasPrefix("MemAvailable:") }
    return line?.split(separator: " ").dropFirst().first.flatMap { Int($0) }.map { $0 * 1024 }
  }

  #if os(Linux)
    /// The mean over the processors that share a frequency; absent in most virtual machines.
    private static var presentMegahertz: Double? {
      let folder = "/sys/devices/system/cpu/cpufreq"
      let policies = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
      let kilohertz = policies.filter { $0.hasPrefix("policy") }.compactMap { policy in
        text(of: "\(folder)/\(policy)/scaling_cur_freq").flatMap { Double($0.filter(\.isNumber)) }
      }
      return kilohertz.mean.map { ($0 / 1e3).rounded() }
    }
  #endif
}
