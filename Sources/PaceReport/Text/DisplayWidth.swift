import PaceLanguage

extension String {
  /// How many columns of a terminal the text takes, escape sequences for colour not counted.
  var displayWidth: Int {
    var width = 0
    var isEscape = false
    for scalar in unicodeScalars {
      if isEscape {
        if scalar == "m" { isEscape = false }
      } else if scalar == "\u{1B}" {
        isEscape = true
      } else {
        width += scalar.displayWidth
      }
    }
    return width
  }

  /// The text, or as much of it as fits before `…`.
  package func cut(to width: Int) -> String {
    if displayWidth <= width { return self }
    var (text, taken, isEscape, isStyled) = ("", 0, false, false)
    for scalar in unicodeScalars {
      if isEscape {
        isEscape = scalar != "m"
      } else if scalar == "\u{1B}" {
        (isEscape, isStyled) = (true, true)
      } else {
        taken += scalar.displayWidth
        if taken > width - 1 { break }
      }
      text.unicodeScalars.append(scalar)
    }
    return text + "…" + (isStyled ? "\u{1B}[0m" : "")
  }

  /// The text with blanks after it up to `width` columns.
  func padded(to width: Int) -> String {
    let missing = width - displayWidth
    return missing > 0 ? self + String(repeating: " ", count: missing) : self
  }

  /// The text up to its last character that is no blank.
  var withoutFinalBlanks: String {
    // Removing blanks one by one takes the square of the time.
    let end = utf8.lastIndex { $0 != UInt8(ascii: " ") }
    return end.map { String(self[...$0]) } ?? ""
  }

  /// The text with blanks before it up to `width` columns.
  func padded(leftTo width: Int) -> String {
    let missing = width - displayWidth
    return missing > 0 ? String(repeating: " ", count: missing) + self : self
  }
}
