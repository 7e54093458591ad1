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

  /// The text, or as much of it as fits with `…` behind it.
  func cut(to width: Int) -> String {
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

  /// With blanks after it up to `width` columns.
  func padded(to width: Int) -> String {
    let missing = width - displayWidth
    return missing > 0 ? self + String(repeating: " ", count: missing) : self
  }

  /// With blanks before it up to `width` columns.
  func padded(leftTo width: Int) -> String {
    let missing = width - displayWidth
    return missing > 0 ? String(repeating: " ", count: missing) + self : self
  }
}

extension Unicode.Scalar {
  fileprivate var displayWidth: Int {
    if value < 0x300 { return value < 0x20 || value == 0x7F ? 0 : 1 }
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: break
    }
    if properties.isEmojiPresentation { return 2 }
    switch value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF,
      0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x20000...0x3FFFD:
      return 2
    default: return 1
    }
  }
}
