import GraphImages
import Platform

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension ClockReading {
  static var now: ClockReading {
    ClockReading(
      wallSeconds: Date.now.timeIntervalSince1970,
      monotonicSeconds: Double(MonotonicClock.nowWithSleepNanoseconds) / 1e9,
      source: source)
  }

  private static var source: String? {
    #if os(Linux)
      ProcessFile.text("/sys/devices/system/clocksource/clocksource0/current_clocksource").map {
        $0.filter { $0 != "\n" }
      }
    #else
      nil
    #endif
  }
}

/// What became of a small picture.
enum GraphvizReading {
  /// The widths of two nodes with texts of as many letters, in points: without a font, they are the same.
  case drawn(narrow: Double, wide: Double)
  case failed(reason: String)

  static var now: GraphvizReading {
    let text = #"digraph { node [fontname="Helvetica,Arial,sans-serif", margin=0, width=0]; iiiiiiii -> WWWWWWWW }"#
    do {
      // The plugins that write pictures are libraries of their own.
      _ = try GraphDrawing(dot: text, as: [.svg, .png])
      let widths = Dictionary(try GraphLayout(dot: text).nodes.map { ($0.name, $0.width) }) { first, _ in first }
      return .drawn(narrow: widths["iiiiiiii"] ?? 0, wide: widths["WWWWWWWW"] ?? 0)
    } catch { return .failed(reason: "\(error)") }
  }
}
