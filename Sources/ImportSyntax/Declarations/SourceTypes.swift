/// The types that a source file declares.
package struct SourceTypes: Hashable, Sendable {
  /// In the order of their closing braces, without types that are invisible to other files: `private` and `fileprivate`
  /// ones, and local types of functions.
  package let types: [TypeDeclaration]
  /// The names of all `typealias` and `associatedtype` declarations, which represent other types.
  package let aliases: Set<String>

  /// The types that a Swift file declares.
  /// - Complexity: O(bytes).
  package init(swift bytes: [UInt8]) {
    self = bytes.withUnsafeBufferPointer { bytes in
      var walker = SwiftDeclarationWalker(SwiftTokens(bytes))
      walker.walk()
      return SourceTypes(types: walker.types, aliases: walker.aliases)
    }
  }

  /// The classes with their properties, and the protocols with their methods and properties, that an Objective-C header
  /// declares.
  /// - Complexity: O(bytes).
  package init(objectiveC bytes: [UInt8]) {
    var reader = ObjectiveCReader(
      bytes.withUnsafeBufferPointer { ObjectiveCToken.all(in: SourceBytes(withoutMark: $0)) })
    self = SourceTypes(types: reader.types(), aliases: [])
  }

  private init(types: [TypeDeclaration], aliases: Set<String>) {
    (self.types, self.aliases) = (types, aliases)
  }
}
