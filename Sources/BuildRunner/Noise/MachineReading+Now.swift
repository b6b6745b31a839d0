package import BuildAnalysis
import Platform
import Workspace

extension MachineReading {
  /// A reading of this machine. On macOS, where it has not been tried, it only contains the load average.
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

  /// The clock without sleep, and how far the clock with sleep is ahead of it.
  ///
  /// They are read again if this thread was descheduled in between.
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

  /// The kernel adds the time of a child and its descendants when the child is waited for.
  private static var ownSeconds: Double? {
    guard let own = ResourceUsage.own, let children = ResourceUsage.children else { return nil }
    return Double(own.processorMicroseconds + children.processorMicroseconds) / 1e6
  }

  private static func text(of path: String) -> String? {
    (try? FileBytes.read(path)).map { String(decoding: $0, as: UTF8.self) }
  }
}

/// Parsers of files in Linux's `/proc` and `/sys`; see proc(5) and the kernel's `accounting/psi.rst`.
extension MachineReading {
  /// Parses `/proc/stat`: the line `cpu` for all processors, then one for each (`cpu0`), with ticks of user, nice,
  /// system, idle, iowait, irq, softirq and steal. Guests' time is part of user's.
  mutating func readCounters(statistics: String, ticksPerSecond: Double) {
    let lines = statistics.split(separator: "\n").map { $0.split(separator: " ") }
    let count = lines.count { line in line.first?.hasPrefix("cpu") == true && line.first != "cpu" }
    let ticks = lines.first { $0.first == "cpu" }?.dropFirst().compactMap { Double($0) } ?? []
    guard ticks.count >= 8, count > 0, ticksPerSecond > 0 else { return }
    processors = count
    busySeconds = (ticks[0] + ticks[1] + ticks[2] + ticks[5] + ticks[6]) / ticksPerSecond
    stolenSeconds = ticks[7] / ticksPerSecond
  }

  /// Parses a file in `/proc/pressure`: `some avg10=0.00 avg60=0.00 avg300=0.00 total=123`, in microseconds.
  static func waitSeconds(pressure: String) -> Double? {
    let some = pressure.split(separator: "\n").first { $0.hasPrefix("some ") }
    let total = some?.split(separator: " ").first { $0.hasPrefix("total=") }
    return total.flatMap { Double($0.dropFirst("total=".count)) }.map { $0 / 1e6 }
  }

  /// Parses `MemAvailable:  123 kB` in `/proc/meminfo`.
  static func availableBytes(memory: String) -> Int? {
    let line = memory.split(separator: "\n").first { $0.hasPrefix("MemAvailable:") }
    return line?.split(separator: " ").dropFirst().first.flatMap { Int($0) }.map { $0 * 1024 }
  }

  #if os(Linux)
    /// The mean over the groups of processors that share a frequency; `nil` on most virtual machines.
    private static var presentMegahertz: Double? {
      let folder = "/sys/devices/system/cpu/cpufreq"
      let policies = (try? FolderListing.entries(of: folder).map(\.name)) ?? []
      let kilohertz = policies.filter { $0.hasPrefix("policy") }.compactMap { policy in
        text(of: "\(folder)/\(policy)/scaling_cur_freq").flatMap { Double($0.filter(\.isNumber)) }
      }
      return kilohertz.mean.map { ($0 / 1e3).rounded() }
    }
  #endif
}
