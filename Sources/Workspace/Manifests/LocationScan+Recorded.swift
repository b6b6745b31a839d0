import ManifestSyntax
import ModuleGraph

extension LocationScan: Recorded {
  init(from record: inout RecordReader) throws(RecordDamage) {
    self.init(places: try record.next(), untaken: try record.next(), ignoreComments: try record.next())
  }

  func write(to record: inout RecordWriter) { record.add(places, untaken, ignoreComments) }
}

extension ManifestLocations: Recorded {
  init(from record: inout RecordReader) throws(RecordDamage) {
    self.init(
      file: try record.next(), dependencies: try record.next(), plugins: try record.next(),
      targets: try record.next(), package: try record.next())
  }

  func write(to record: inout RecordWriter) { record.add(file, dependencies, plugins, targets, package) }
}

extension PlacedLine: Recorded {
  init(from record: inout RecordReader) throws(RecordDamage) {
    self.init(try record.next(), isComputed: try record.count() != 0)
  }

  func write(to record: inout RecordWriter) { record.add(number, isComputed ? 1 : 0) }
}

extension UntakenBranch: Recorded {
  init(from record: inout RecordReader) throws(RecordDamage) {
    self.init(
      line: try record.next(), directive: try record.next(), targets: try record.next(), products: try record.next(),
      packages: try record.next(), dependencies: try record.next())
  }

  func write(to record: inout RecordWriter) {
    record.add(line, directive, targets, products, packages, dependencies)
  }
}

extension IgnoreComment: Recorded {
  init(from record: inout RecordReader) throws(RecordDamage) {
    self.init(
      rule: try record.next(), reason: try record.next(),
      place: Dependency.Location(file: try record.next(), line: try record.next()), excusedLine: try record.next())
  }

  func write(to record: inout RecordWriter) { record.add(rule, reason, place.file, place.line, excusedLine) }
}
