/// A part of a page, which several pages can contain beside other parts.
struct PagePart: Sendable {
  let styles: [[UInt8]]
  /// HTML.
  let body: [UInt8]
  /// The id of the element for its data, which is JSON.
  let dataID: String
  let data: String
  let scripts: [[UInt8]]
}
