/// The languages of pictures that are laid out before they are written.
package enum PictureFormat: String, CaseIterable, Sendable {
  case svg, png, pdf, dot

  var isBinary: Bool { self == .png || self == .pdf }
}
