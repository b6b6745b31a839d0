/// A part of a page that can stand in several pages, beside other parts.
struct PagePart: Sendable {
  let styles: [[UInt8]]
  /// HTML.
  let body: [UInt8]
  /// The id of the element of its data, which is JSON.
  let dataID: String
  let data: String
  let scripts: [[UInt8]]
}
