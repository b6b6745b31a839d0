import Foundation

/// A picture of a page, in figures.
package struct PagePicture: Sendable, Decodable {
  /// In pixels.
  package let width: Int
  package let height: Int
  /// The width that the page needs, in pixels.
  package let contentWidth: Int
  /// The mean of all pixels, from 0 for black to 1 for white.
  package let lightness: Double
  /// How much of a part of the page is neither black, white nor gray.
  package let coloredShare: Double
}

extension BrowserPage {
  /// Brings a part of the page into the window and looks at what the window shows.
  package func picture(of part: String) async throws -> PagePicture {
    let box = try await run(
      """
      const part = document.querySelector("\(part)");
      part.scrollIntoView({ block: "nearest" });
      const { left, top, right, bottom } = part.getBoundingClientRect();
      return JSON.stringify([left, top, right, bottom]);
      """)
    let figures = try await run(Self.figures(ofImage: try await screenshot().base64EncodedString(), box: box))
    return try JSONDecoder().decode(PagePicture.self, from: Data(figures.utf8))
  }

  /// What decodes an image in the browser, so that the tests need no library for images.
  private static func figures(ofImage image: String, box: String) -> String {
    """
    const bytes = Uint8Array.from(atob("\(image)"), (letter) => letter.charCodeAt(0));
    const image = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
    const { width, height } = image;
    const context = new OffscreenCanvas(width, height).getContext("2d");
    context.drawImage(image, 0, 0);
    const { data } = context.getImageData(0, 0, width, height);
    const [left, top, right, bottom] = \(box);
    let light = 0, size = 0, colored = 0;
    for (let index = 0; index < width * height; index++) {
      const red = data[4 * index], green = data[4 * index + 1], blue = data[4 * index + 2];
      light += red + green + blue;
      const x = index % width, y = Math.floor(index / width);
      if (x < left || x >= right || y < top || y >= bottom) continue;
      size += 1;
      if (Math.max(red, green, blue) - Math.min(red, green, blue) > 24) colored += 1;
    }
    return JSON.stringify({
      width, height, contentWidth: document.documentElement.scrollWidth,
      lightness: light / (3 * 255 * width * height), coloredShare: colored / Math.max(1, size),
    });
    """
  }
}
