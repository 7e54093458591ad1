/// Text broken into lines, so that a terminal need not break it.
public enum Wrapping {
  /// Words on as many lines as they need, those after the first indented by `hanging` blanks.
  ///
  /// Blanks before the text stand before every line. A number stays with its unit, and an amount with its `by`. A
  /// word longer than a line has a line of its own, whole.
  public static func lines(_ text: String, width: Int, hanging: Int = 2) -> [String] {
    if text.displayWidth <= width { return [text] }
    let inset = text.prefix { $0 == " " }
    return lines(words(text), width: width - inset.count, hanging: hanging).map { inset + $0 }
  }

  /// A page's lines: paragraphs with a line too long are broken anew, indented examples are left as they are.
  ///
  /// - Parameter width: nil for where there is no terminal.
  public static func page(_ text: String, width: Int?) -> [String] {
    let width = min(width ?? widestPage, widestPage)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }
    let isProse = lines.map { !$0.isEmpty && !$0.hasPrefix(" ") }
    var page: [String] = []
    var next = 0
    while next < lines.count {
      let end = lines[next...].indices.first { !isProse[$0] } ?? lines.count
      let paragraph = lines[next..<end]
      if paragraph.contains(where: { $0.displayWidth > width }) {
        page += Self.lines(paragraph.joined(separator: " "), width: width, hanging: 0)
      } else {
        page += paragraph
      }
      if end < lines.count { page.append(lines[end]) }
      next = end + 1
    }
    return page
  }

  /// How wide a page's prose may get; the catalogue of lint rules is written for it.
  private static let widestPage = 110

  /// The same for given words, which may contain blanks.
  static func lines(_ words: [String], width: Int, hanging: Int = 2) -> [String] {
    var lines: [String] = []
    for word in words {
      if let last = lines.last, last.displayWidth + 1 + word.displayWidth <= width {
        lines[lines.count - 1] = "\(last) \(word)"
      } else {
        lines.append(lines.isEmpty ? word : String(repeating: " ", count: hanging) + word)
      }
    }
    return lines
  }

  /// Parts joined by dots, on as many lines as they need; a part is broken only if it is longer than a line.
  static func flow(_ parts: [String], width: Int) -> [String] {
    var lines: [String] = []
    for part in parts {
      if let last = lines.last, last.displayWidth + 3 + part.displayWidth <= width {
        lines[lines.count - 1] = "\(last) · \(part)"
      } else {
        lines += Self.lines(part, width: width)
      }
    }
    return lines
  }

  /// A name in pieces that fit on a line, broken only after underscores.
  static func broken(_ name: String, width: Int) -> [String] {
    var pieces: [String] = []
    for part in name.split(separator: "_", omittingEmptySubsequences: false) {
      if let last = pieces.last, last.displayWidth + 2 + String(part).displayWidth <= width {
        pieces[pieces.count - 1] = "\(last)_\(part)"
      } else {
        if !pieces.isEmpty { pieces[pieces.count - 1] += "_" }
        pieces.append(String(part))
      }
    }
    return pieces
  }

  /// The words of a text; a number is one word with its unit or month, and an amount with its `by`.
  static func words(_ text: String) -> [String] {
    text.split(separator: " ", omittingEmptySubsequences: false).reduce(into: []) { words, word in
      if word.isEmpty, let last = words.popLast() { return words.append(last + " ") }
      let isUnit = words.last?.last?.isNumber == true && units.contains(word.filter { $0.isLetter })
      if let last = words.last, isUnit || word == "by" || last.hasSuffix(" by") {
        words[words.count - 1] = "\(last) \(word)"
      } else {
        words.append(String(word))
      }
    }
  }

  private static let units = Set(["ms", "s", "min", "h", "d"] + TimeText.months)
}
