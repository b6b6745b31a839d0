/// Why a file of Xcode's cannot be read.
struct XcodeFileError: Error, Hashable, Sendable {
  /// Half a sentence, without a full stop.
  let reason: String
}
