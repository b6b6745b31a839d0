import BuildAnalysis
import Foundation
import Platform
import Synchronization
import TestSupport
import Testing

@testable import BuildRunner

struct NoiseReadingTests {
  @Test func countersOfAllProcessorsAreReadFromTheirFile() {
    var reading = MachineReading(seconds: 0)
    reading.readCounters(
      statistics: """
        cpu  100 10 50 1000 7 3 2 40 99 0
        cpu0 50 5 25 500 3 1 1 20 50 0
        cpu1 50 5 25 500 4 2 1 20 49 0
        intr 12 0 0
        """, ticksPerSecond: 100)
    #expect(reading.processors == 2)
    #expect(reading.busySeconds == 1.65)
    #expect(reading.stolenSeconds == 0.4)
    var single = MachineReading(seconds: 0)
    single.readCounters(statistics: "cpu 1 2 3 4 5 6 7 8\ncpu0 1 2 3 4 5 6 7 8\n", ticksPerSecond: 1)
    #expect(single.processors == 1 && single.busySeconds == 19 && single.stolenSeconds == 8)
    var still = MachineReading(seconds: 0)
    still.readCounters(statistics: "cpu 1 2 3 4 5 6 7 8\ncpu0 1\n", ticksPerSecond: 0)
    #expect(still == MachineReading(seconds: 0))
  }

  @Test(arguments: ["", "cpu 1 2 3\ncpu0 1 2 3\n", "cpu\n", "intr 0\n", "cpu  a b c d e f g h\ncpu0 1\n"])
  func countersThatAreNotThereAreAbsent(text: String) {
    var reading = MachineReading(seconds: 0)
    reading.readCounters(statistics: text, ticksPerSecond: 100)
    #expect(reading == MachineReading(seconds: 0))
  }

  @Test func pressureAndMemoryAreReadFromTheirFiles() {
    let pressure =
      "some avg10=5.64 avg60=1.65 avg300=5.84 total=8230105548\nfull avg10=0.00 avg60=0.00 avg300=0.00 total=1\n"
    #expect(MachineReading.waitSeconds(pressure: pressure) == 8230.105548)
    #expect(MachineReading.waitSeconds(pressure: "") == nil)
    #expect(MachineReading.availableBytes(memory: "MemTotal: 9 kB\nMemAvailable:    2048 kB\n") == 2 << 20)
    #expect(MachineReading.availableBytes(memory: "MemTotal: 9 kB\n") == nil)
  }

  @Test func aChildsTimeIsOursOnceItHasEnded() async throws {
    let before = try #require(MachineReading.now.ownSeconds)
    let outcome = try await Tool(path: "/bin/sh")(["-c", "i=0; while [ $i -lt 200000 ]; do i=$((i+1)); done; times"])
    #expect(outcome.exitCode == 0)
    let after = try #require(MachineReading.now.ownSeconds)
    // Other tests have children, too.
    #expect(after - before > 0.05)
  }

  @Test func theClockThatCountsSleepIsNotBehindTheOther() throws {
    let (first, second) = (MachineReading.now, MachineReading.now)
    #expect(try #require(first.asleepSeconds) > -0.01)
    #expect(second.seconds >= first.seconds)
    #expect(try #require(second.sleptSeconds(since: first)) < BuildNoise.shortestSleep)
  }

  @Test func `a build's noise is what was read from just before it until just after it`() async throws {
    let clock = Mutex(0.0)
    let watch = NoiseWatch(interval: .seconds(3600)) {
      clock.withLock { seconds in
        defer { seconds += 1 }
        return MachineReading(
          seconds: seconds, processors: 1, busySeconds: 0.75 * seconds, stolenSeconds: 0, ownSeconds: 0.5 * seconds)
      }
    }
    let (value, noise) = await watch.watching {
      clock.withLock { $0 += 9 }
      return "built"
    }
    #expect(value == "built" && noise?.otherShare == 0.25 && noise?.stolenShare == 0)
    let still = NoiseWatch(interval: .seconds(3600)) { MachineReading(seconds: 1) }
    #expect(await still.watching {}.noise == nil)
  }

  #if os(Linux)
    @Test func aBusyProgramBesideABuildIsSeen() async throws {
      let program = Process()
      program.executableURL = URL(filePath: "/bin/sh")
      // Whatever happens to the test, it comes to an end.
      program.arguments = ["-c", "i=0; while [ $i -lt 300000000 ]; do i=$((i+1)); done"]
      (program.standardOutput, program.standardError) = (FileHandle.nullDevice, FileHandle.nullDevice)
      try program.run()
      defer { kill(program.processIdentifier, SIGKILL) }
      let (process, watch) = (program.processIdentifier, NoiseWatch())
      var noise: BuildNoise?
      // It gets a fair part of one processor, or those do who keep it from that.
      let processors = ProcessInfo.processInfo.processorCount
      let fair = 0.5 / Double(processors) * 0.5
      // Shares need a second of processor time to be known.
      let enough = max(300_000, 1_100_000 / processors)
      // What another test waits for meanwhile counts as ours, with all the time that it ever took: until they are done.
      for _ in 0..<100 where (noise?.outsideShare ?? 0) <= fair {
        noise = try await watch.watching {
          let before = ProcessTable.processorMicroseconds(of: process) ?? 0
          try await eventually { (ProcessTable.processorMicroseconds(of: process) ?? 0) - before > enough }
        }.noise
      }
      #expect(try #require(noise?.outsideShare) > fair)
      #expect(noise?.cpuPressure != nil || !FileManager.default.fileExists(atPath: "/proc/pressure/cpu"))
    }
  #endif
}
