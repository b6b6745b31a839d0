/// How long a turn lasts.
///
/// Another program is busy for some tenths of a second at a time: the shorter the turns, the more equally it disturbs the
/// builds. Where halting takes long, as by signals among many processes, turns are longer.
struct TurnLength {
  static let shortest = Duration.milliseconds(25)
  static let longest = Duration.milliseconds(100)
  /// How many times as long as halting a turn lasts.
  private static let factor = 8

  private var halts = 0
  private var halting = Duration.zero

  /// Counts a build that was halted.
  mutating func halted(in duration: Duration) {
    halts += 1
    halting += duration
  }

  /// The duration of the next turn. It follows the mean of all halts, so that it is the same for all builds.
  var duration: Duration {
    halts == 0 ? Self.shortest : min(max(halting / halts * Self.factor, Self.shortest), Self.longest)
  }
}
