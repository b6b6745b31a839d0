import Platform
import Testing

@Suite struct MonotonicClockTests {
  @Test func `it goes on, and counts no less with sleep than without`() {
    let first = MonotonicClock.nowNanoseconds
    #expect(MonotonicClock.nowWithSleepNanoseconds >= first)
    #expect(MonotonicClock.nowNanoseconds >= first)
  }

  @Test func `a time that has passed is not waited for`() {
    let end = MonotonicClock.nowNanoseconds + 2_000_000
    MonotonicClock.sleep(untilNanoseconds: end)
    #expect(MonotonicClock.nowNanoseconds >= end)
    MonotonicClock.sleep(untilNanoseconds: 0)
  }
}
