/// Text brought into lines that a terminal need not break.
enum Wrapping {
  /// Words on as many lines as they need, those after the first set in by `hanging` blanks.
  ///
  /// A number stays with its unit. A word longer than a line stands on one of its own, whole.
  static func lines(_ text: String, width: Int, hanging: Int = 2) -> [String] {
    if text.displayWidth <= width { return [text] }
    return lines(words(text), width: width, hanging: hanging)
  }

  /// The same of words that are known already, each of which may have blanks in it.
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

  /// Parts joined by dots, on as many lines as they need; a part is broken only where it is longer than a line.
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

  /// The words of a text, a number as one with its unit or month.
  static func words(_ text: String) -> [String] {
    text.split(separator: " ").reduce(into: []) { words, word in
      if let last = words.last, units.contains(word.filter(\.isLetter)), last.last?.isNumber == true {
        words[words.count - 1] = "\(last) \(word)"
      } else {
        words.append(String(word))
      }
    }
  }

  private static let units = Set(["ms", "s", "min", "h", "d"] + TimeText.months)
}
