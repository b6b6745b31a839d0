/// The formats of pictures that need a layout.
package enum PictureFormat: String, CaseIterable, Sendable {
  case svg, png, pdf, dot

  var isBinary: Bool { self == .png || self == .pdf }
}
