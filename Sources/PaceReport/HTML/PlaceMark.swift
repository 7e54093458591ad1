/// How a place of a chart stands out: by the outline of a cell, or by a vertical line.
enum PlaceMark: String, Sendable {
  /// The best of those that were tried.
  case chosen
  /// It holds for a subject that names no preset.
  case inForce = "in-force"
  /// Another preset has it.
  case preset
  /// It does as well as the best.
  case tie

  private func classes(_ base: String) -> String { self == .preset ? base : "\(base) \(rawValue)" }

  /// The marks of one place from the lowest up, legible on any shade.
  ///
  /// - Parameter shape: draws one with the given classes.
  static func drawn(_ marks: [PlaceMark], _ shape: (_ classes: String) -> String) -> String {
    if marks.isEmpty { return "" }
    return shape("preset-ground") + marks.map { shape($0.classes("preset")) }.joined()
  }

  /// A key to marks.
  ///
  /// - Parameters:
  ///   - heading: what stands before it; may be empty.
  ///   - isLine: whether they are lines.
  ///   - others: what has no mark because its values were not tried; may be empty.
  static func key(
    _ items: [(mark: PlaceMark, words: String)], heading: String = "", isLine: Bool, notTried others: String
  ) -> String {
    let note = others.isEmpty ? "" : Page.soft("Not tried: \(others)")
    if items.isEmpty { return note }
    let spans = items.map { mark, words in
      "<span><i class=\"\(mark.classes(isLine ? "mark line" : "mark"))\"></i>"
        + "\(XMLText.escaped(Markup.typeset(words)))</span>"
    }
    return "<p class=\"legend\">\(heading)\(spans.joined(separator: " "))</p>\n\(note)"
  }
}
