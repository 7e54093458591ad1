import Foundation
import Testing

/// The colours of a page by day (0) or by night (1), each as red, green and blue from 0 to 1.
struct PageColours {
  let page: String
  let theme: Int

  /// The value of one of the page's CSS properties, such as `#ffffff`.
  private func value(_ name: String) throws -> Substring {
    let found = page.matches(of: try Regex("--\(name): ([^;]+);", as: (Substring, Substring).self))
    return try #require(found.count == 2 ? found[theme].output.1 : nil)
  }

  func callAsFunction(_ name: String) throws -> [Double] {
    Self.parsed(try #require(Int(try value(name).dropFirst(), radix: 16)))
  }

  private static func parsed(_ digits: Int) -> [Double] {
    [16, 8, 0].map { Double(digits >> $0 & 255) / 255 }
  }

  /// A level's colour as the page draws it: the page's `--reach` bounds its lightness from above or below.
  ///
  /// - Parameter declared: `#rrggbb`, or the page's own notation `rgb(154 165 176)`.
  func level(_ declared: String) throws -> [Double] {
    let parts = declared.matches(of: /\d+/).compactMap { Double($0.output) }
    let colour =
      declared.hasPrefix("#")
      ? Self.parsed(try #require(Int(declared.dropFirst(), radix: 16))) : parts.map { $0 / 255 }
    let reach = try #require(try value("reach").firstMatch(of: /^(min|max)\(l, ([\d.]+)\)$/))
    let bound = try #require(Double(reach.output.2))
    return OKLab(colour).with { reach.output.1 == "min" ? min($0, bound) : max($0, bound) }
  }

  static func contrast(_ one: [Double], _ other: [Double]) -> Double {
    let both = [luminance(one), luminance(other)].sorted()
    return (both[1] + 0.05) / (both[0] + 0.05)
  }

  static func luminance(_ colour: [Double]) -> Double {
    zip(colour, [0.2126, 0.7152, 0.0722]).reduce(0) { $0 + $1.1 * OKLab.linear($1.0) }
  }
}

/// A colour in the space of CSS's `oklch`.
private struct OKLab {
  let lightness: Double
  private let a: Double
  private let b: Double

  init(_ colour: [Double]) {
    let (red, green, blue) = (Self.linear(colour[0]), Self.linear(colour[1]), Self.linear(colour[2]))
    let long = cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
    let middle = cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
    let short = cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
    lightness = 0.2104542553 * long + 0.7936177850 * middle - 0.0040720468 * short
    a = 1.9779984951 * long - 2.4285922050 * middle + 0.4505937099 * short
    b = 0.0259040371 * long + 0.7827717662 * middle - 0.8086757660 * short
  }

  static func linear(_ part: Double) -> Double {
    part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
  }

  /// The colour with another lightness, clamped to the colours of a screen.
  func with(lightness change: (Double) -> Double) -> [Double] {
    let light = change(lightness)
    let long = pow(light + 0.3963377774 * a + 0.2158037573 * b, 3)
    let middle = pow(light - 0.1055613458 * a - 0.0638541728 * b, 3)
    let short = pow(light - 0.0894841775 * a - 1.2914855480 * b, 3)
    return [
      4.0767416621 * long - 3.3077115913 * middle + 0.2309699292 * short,
      -1.2684380046 * long + 2.6097574011 * middle - 0.3413193965 * short,
      -0.0041960863 * long - 0.7034186147 * middle + 1.7076147010 * short,
    ].map { part in
      let part = min(max(part, 0), 1)
      return part <= 0.0031308 ? part * 12.92 : 1.055 * pow(part, 1 / 2.4) - 0.055
    }
  }
}
