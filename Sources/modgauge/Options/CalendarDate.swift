/// A calendar date with a time in UTC, at least with the year.
struct CalendarDate {
  /// Parses `2026-02-03T04:05:06Z` or a prefix of such a time.
  /// - Returns: `nil` for other text, and for a date that does not exist.
  init?(_ words: String) {
    let form = /([0-9]{4})(?:-([0-9]{2})(?:-([0-9]{2})(?:T([0-9]{2})(?::([0-9]{2})(?::([0-9]{2})Z?)?)?)?)?)?/
    guard let found = words.wholeMatch(of: form)?.output else { return nil }
    self.init(found.1, found.2, found.3, found.4, found.5, found.6)
  }

  private init?(
    _ year: Substring, _ month: Substring?, _ day: Substring?, _ hour: Substring?, _ minute: Substring?,
    _ second: Substring?
  ) {
    func number(_ digits: Substring?, default number: Int) -> Int { digits.flatMap { Int($0) } ?? number }
    let (year, month) = (number(year, default: 0), number(month, default: 1))
    guard (1...12).contains(month),
      (1...Self.days(of: month, in: year)).contains(number(day, default: 1)),
      (0...23).contains(number(hour, default: 0)),
      (0...59).contains(number(minute, default: 0)), (0...59).contains(number(second, default: 0))
    else { return nil }
  }

  private static func days(of month: Int, in year: Int) -> Int {
    let isLeap = year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
    return month == 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].contains(month) ? 30 : 31
  }

  /// Whether a text is a date in digits that does not exist or lacks the day. git takes these for some other date.
  static func isMistaken(inWordsOfGit words: String) -> Bool {
    if words.wholeMatch(of: /\s*[0-9]{4}\s*/) != nil { return true }
    let form =
      /\s*([0-9]{4})[-\/.]([0-9]{1,2})(?:[-\/.]([0-9]{1,2})(?:[T\s]+([0-9]{1,2}):([0-9]{1,2})(?::([0-9]{1,2}))?)?)?/
    guard let found = words.prefixMatch(of: form)?.output else { return false }
    return found.3 == nil || CalendarDate(found.1, found.2, found.3, found.4, found.5, found.6) == nil
  }
}
