import BuildAnalysis
import Reports

/// What is said of readings: values in, values out.
extension Diagnosis.Check {
  static func swift(version: String, path: String) -> Self { Self("swift", "\(version), \(path)") }

  static func graphviz(_ reading: GraphvizReading) -> Self {
    switch reading {
    case .drawn: Self("graphviz", "pictures can be drawn")
    case .failed(let reason):
      Self(
        "graphviz", .warning, reason,
        advice:
          "Without it, svg, png and pdf are not drawn, and html has modules in rows; everything else works.")
    }
  }

  static func fonts(_ reading: GraphvizReading) -> Self {
    switch reading {
    case .drawn(let narrow, let wide) where wide > narrow: Self("fonts", "text in pictures is measured")
    case .drawn:
      Self(
        "fonts", .warning, "no font is found, so that text in pictures does not fit",
        advice: "Install one (Debian: fonts-liberation and fontconfig).")
    case .failed: Self("fonts", .warning, "unknown without Graphviz", advice: "Install Graphviz first.")
    }
  }

  static func processors(_ machine: Run.Machine, of all: Int) -> Self {
    let name = "\(machine.cpu ?? "unknown"), \(Figures.counted(machine.cores, "usable core")) of \(all)"
    guard let governor = machine.governor, ["powersave", "conservative"].contains(governor) else {
      return Self("processor", name)
    }
    return Self(
      "processor", .warning, "\(name), which save power (\(governor)), so that times vary",
      advice: "To measure: cpupower frequency-set --governor performance")
  }

  static func controlGroups(canBeMade: Bool) -> Self {
    canBeMade
      ? Self("control groups", "builds in turns are halted by the kernel")
      : Self(
        "control groups", .warning,
        "none can be made, so that builds in turns are halted by signals, one process at a time",
        advice: "A container needs a writable /sys/fs/cgroup; elsewhere, start modgauge in a scope of its own: "
          + "systemd-run --user --scope modgauge …")
  }

  /// Each compiler of a build needs up to a gigabyte.
  static func memory(availableBytes: Int?, processors: Int) -> Self {
    guard let availableBytes else { return Self("memory", "unknown on this system") }
    let finding = "\(size(availableBytes)) available for \(Figures.counted(processors, "core"))"
    let fitting = availableBytes / gibibyte
    guard fitting < processors else { return Self("memory", finding) }
    return Self(
      "memory", .warning, "\(finding), and a compiler may need 1 GiB",
      advice: "Close other programs, or start fewer compilers: --jobs \(max(1, fitting))")
  }

  /// Builds of an app need several gigabytes, and a full disk ends them.
  static func disk(_ name: String, folder: String, freeBytes: Int?) -> Self {
    guard let freeBytes else { return Self(name, "\(folder): unknown") }
    let finding = "\(size(freeBytes)) free for \(folder)"
    guard freeBytes < 10 * gibibyte else { return Self(name, finding) }
    return Self(
      name, freeBytes < gibibyte ? .error : .warning, finding,
      advice:
        "Free some space (modgauge doctor --prune removes caches), or choose another disk with --cache-dir or TMPDIR.")
  }

  static func sandbox(refusingFolders folders: [String], isFiltered: Bool) -> Self {
    guard folders.isEmpty else {
      return Self(
        "sandbox", .error, "programs cannot be started from \(folders.joined(separator: ", ")) (mounted with noexec)",
        advice: "Manifests and builds are programs: choose other folders with --cache-dir and TMPDIR.")
    }
    return Self(
      "sandbox", isFiltered ? "system calls are filtered, as in a container; programs can be started" : "none")
  }

  /// A second is compared with a second of the clock that cannot be set.
  static func clock(from start: ClockReading, to end: ClockReading) -> Self {
    let shift = (end.wallSeconds - start.wallSeconds) - (end.monotonicSeconds - start.monotonicSeconds)
    if abs(shift) > 0.1 {
      return Self(
        "clock", .warning, "was set by \(Figures.seconds(shift)) while it was observed",
        advice: "Runs in a history are sorted by it. Let a time service keep it: timedatectl set-ntp true")
    }
    if end.wallSeconds < ClockReading.earliestSeconds {
      return Self(
        "clock", .error, "is years behind, so that certificates are invalid and runs are sorted wrongly",
        advice: "Set it, or let a time service do so: timedatectl set-ntp true")
    }
    guard let source = end.source, ["hpet", "acpi_pm", "jiffies"].contains(source) else {
      return Self("clock", "steady" + (end.source.map { " (\($0))" } ?? ""))
    }
    return Self(
      "clock", .warning, "is read slowly (\(source)), which delays what measures time often",
      advice: "See what the kernel says about its usual clock: dmesg | grep -i clocksource")
  }

  static func noise(_ noise: BuildNoise?) -> Self {
    guard let noise, let share = noise.outsideShare else {
      return Self(
        "noise", .warning, "unknown, since the system's counters cannot be read",
        advice: "modgauge calibrate measures what can be detected here.")
    }
    let finding =
      "others used \(Figures.percent(noise.otherShare ?? 0)) of the processors' time"
      + (noise.stolenShare.map { ", other virtual machines \(Figures.percent($0))" } ?? "")
    guard !noise.disturbances.isEmpty else { return Self("noise", finding) }
    let causes = noise.disturbances.map(\.rawValue).joined(separator: ", ")
    return Self(
      "noise", .warning, "\(finding): builds would be disturbed (\(causes))",
      advice: share > BuildNoise.largestOutsideShare
        ? "End other programs, or let builds take turns: --in-turns auto --retry-noisy 3"
        : "Free some memory, and measure when the machine does not sleep.")
  }

  /// As in `12 GiB`.
  private static func size(_ bytes: Int) -> String {
    bytes < 10 * gibibyte ? "\(Figures.count(bytes >> 20)) MiB" : "\(Figures.count(bytes / gibibyte)) GiB"
  }

  static let gibibyte = 1 << 30
}

/// The clocks at a moment.
struct ClockReading {
  /// Since 1970.
  let wallSeconds: Double
  /// Since an unspecified moment, with sleep.
  let monotonicSeconds: Double
  /// What the kernel reads; `nil` if it does not say so.
  let source: String?

  /// 2026: nothing that this program does is older.
  static let earliestSeconds = 1_767_225_600.0
}
