/// Classes of bytes.
extension UInt8 {
  package var isDigit: Bool { self &- UInt8(ascii: "0") < 10 }
  var isLowerLetter: Bool { self &- UInt8(ascii: "a") < 26 }
  package var isUpperLetter: Bool { self &- UInt8(ascii: "A") < 26 }
  package var isLetter: Bool { isLowerLetter || isUpperLetter }
  package var isHexDigit: Bool { isDigit || lowered &- UInt8(ascii: "a") < 6 }
  /// The letter in lower case; any other byte as it is.
  package var lowered: UInt8 { isUpperLetter ? self | 0x20 : self }
  /// Whether it can be part of a name or a keyword.
  package var isWordByte: Bool { isLetter || isDigit || self == UInt8(ascii: "_") }
  var isContinuation: Bool { self & 0xC0 == 0x80 }
  /// Whether it is a space, a tab or part of a line's end.
  var isBlank: Bool { self == UInt8(ascii: " ") || 9...13 ~= self }
}

/// How many bytes the UTF-8 sequence at `start` has, 0 if it is not valid; `start` is within `bytes`.
func utf8Length(_ bytes: [UInt8], at start: Int) -> Int {
  let first = bytes[start]
  let length: Int
  switch first {
  case 0..<0x80: return 1
  case 0xC2...0xDF: length = 2
  case 0xE0...0xEF: length = 3
  case 0xF0...0xF4: length = 4
  default: return 0
  }
  guard start + length <= bytes.count else { return 0 }
  for offset in 1..<length where !bytes[start + offset].isContinuation { return 0 }
  let second = bytes[start + 1]
  switch first {
  case 0xE0 where second < 0xA0: return 0
  case 0xED where second > 0x9F: return 0
  case 0xF0 where second < 0x90: return 0
  case 0xF4 where second > 0x8F: return 0
  default: return length
  }
}
