import Foresight
import Foundation
import Testing

@testable import Reports

/// Figures in words, at the bounds of their forms.
@Suite struct FigureTests {
  @Test func `days follow one another through all kinds of years`() {
    let lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    var (year, month, day) = (1896, 1, 1)
    // Two turns of centuries that leap, or do not, and the years around.
    for number in -27_028..<56_000 {
      if year < 1906 || 1965..<1975 ~= year || 1996..<2004 ~= year || year > 2095 {
        let expected = String(format: "%d-%02d-%02d", year, month, day)
        for second in [0, 86_399] {
          let date = Figures.date(number * 86_400 + second)
          if date != expected { Issue.record("\(number): \(date), not \(expected)") }
        }
      }
      let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
      day += 1
      if day > lengths[month - 1] + (month == 2 && isLeap ? 1 : 0) { (month, day) = (month + 1, 1) }
      if month > 12 { (year, month) = (year + 1, 1) }
    }
    #expect(year == 2123)
    #expect(Figures.date(-62_135_596_800) == "1-01-01" && Figures.date(253_402_300_799) == "9999-12-31")
    #expect(Figures.date(-62_167_219_200 - 1) == "-1-12-31")
  }

  @Test func `figures have as many decimals as they mean`() {
    #expect(
      [9.99, 9.994, 9.995, -9.994, -9.995, 10].map(Figures.bareSeconds) == [
        "9.99", "9.99", "10.0", "−9.99", "−10.0", "10.0",
      ])
    #expect(
      Figures.seconds(nil) == "–" && Figures.seconds(0.005) == "0.01 s" && Figures.seconds(1234.56) == "1,234.6 s")
    #expect([0.05, 0.049, -0.05, 0].map { Figures.fixed($0, decimals: 1) } == ["0.1", "0.0", "−0.1", "0.0"])
    #expect(Figures.fixed(1234.5, decimals: 0) == "1,235" && Figures.fixed(0.001, decimals: 3) == "0.001")
    #expect(Figures.fixed(-12.04, decimals: 2) == "−12.04")
    #expect(Figures.fixed(1e15, decimals: 1) == "\(1e15)" && Figures.fixed(.infinity, decimals: 1) == "inf")
    #expect(Figures.fixed(nil, decimals: 2) == "–" && Figures.ratio(0.4949) == "0.49" && Figures.ratio(nil) == "–")
    #expect(Figures.mebibytes(1_048_575) == "0 MiB" && Figures.mebibytes(1_048_576) == "1 MiB")
    #expect(Figures.kibibytes(2047) == "1 KiB" && Figures.kibibytes(nil) == "–" && Figures.mebibytes(nil) == "–")
  }

  @Test func `rough durations change their unit where the next one begins`() {
    let durations = [0, 1.5, 59.4, 59.5, 64, 65, 594, 3594, 3595, 3629, 3630, 86_400, 9e12].map(Figures.roughly)
    #expect(
      durations == [
        "1 s", "2 s", "59 s", "1 min", "1 min", "1 min 10 s", "9 min 50 s", "59 min 50 s", "1 h", "1 h", "1 h 1 min",
        "24 h",
        "9000000000000.0 s",
      ])
  }

  @Test func `shares from ten times on are not told`() {
    #expect(
      [9.9994, 9.9995, -9.9994, -9.9995].map(Figures.percent) == ["999.9 %", "> 1,000 %", "−999.9 %", "< −1,000 %"])
    #expect(
      [8.9994, 8.9995, 97.94, 97.96, 98.96, 999_998, 999_999].map(Figures.signedPercent)
        == ["+899.9 %", "× 10.0", "× 98.9", "× 99.0", "× 100", "× 999,999", "more than × 1,000,000"])
  }

  @Test func `a gain is one if its whole interval is, and good or bad accordingly`() {
    func words(_ value: Double, _ low: Double, _ high: Double) -> String {
      HTML.blocks([.paragraph(WhatIfReport.becomes(.init(value: value, low: low, high: high)))]).markup
    }
    #expect(words(2, 0.01, 3).contains("good") && words(2, 0.01, 3).hasSuffix(" shorter</p>\n"))
    #expect(words(-2, -3, -0.01).contains("bad") && words(-2, -3, -0.01).contains("2.00 s"))
    #expect(words(-2, -3, -0.01).contains("(0.01 – 3.00)") && words(-2, -3, -0.01).hasSuffix(" longer</p>\n"))
    for (low, high) in [(0.0, 3.0), (-3, 0), (-1, 1)] {
      let text = words(0, low, high)
      #expect(
        text.contains("take about as long as before") && !text.contains("good") && !text.contains("bad"), "\(text)")
    }
  }
}
