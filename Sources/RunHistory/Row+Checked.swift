import GRDB

/// Values of a row, which another program may have changed: GRDB's subscripts end the program at one of another type.
extension Row {
  /// - Throws: `HistoryError.Problem.damaged` if the value is absent or of another type.
  func value<Value: DatabaseValueConvertible>(_ index: Int) throws -> Value {
    guard let value: Value = try optional(index) else { throw damaged(index, "is missing") }
    return value
  }

  func optional<Value: DatabaseValueConvertible>(_ index: Int) throws -> Value? {
    let stored: DatabaseValue = self[index]
    guard !stored.isNull else { return nil }
    guard let value = Value.fromDatabaseValue(stored) else { throw damaged(index, "is of another type") }
    return value
  }

  func count(_ index: Int) throws -> Int {
    // GRDB would cut off a fraction.
    let count: Double = try value(index)
    guard (0...1_000_000_000).contains(count), count.rounded() == count else {
      throw damaged(index, "is no whole number, or out of range")
    }
    return Int(count)
  }

  func seconds(_ index: Int) throws -> Double? {
    let seconds: Double? = try optional(index)
    guard let seconds else { return nil }
    guard (0...1e8).contains(seconds) else { throw damaged(index, "is out of range") }
    return seconds
  }

  private func damaged(_ index: Int, _ words: String) -> HistoryError.Problem {
    .damaged("a value of “\(Array(columnNames)[index])” \(words)")
  }
}
