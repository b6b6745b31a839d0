import Testing

/// Where tests begin on Linux while `script/test` runs: what SwiftPM would generate for Swift Testing alone.
@main struct TestMain {
  static func main() async {
    await Testing.__swiftPMEntryPoint() as Never
  }
}
