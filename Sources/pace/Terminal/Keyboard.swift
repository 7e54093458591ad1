/// The keys that a person presses, one after the other, without Enter.
struct Keyboard {
  enum Key: Equatable {
    /// A key that sends one byte.
    case character(Character)
    /// An arrow, a letter with an accent, or any other that sends several bytes.
    case other
    /// No key: the process went on after Ctrl-Z, so the question has to be shown again.
    case resumed
    /// Standard input has ended.
    case end
  }

  private static let (escape, endOfInput): (UInt8, UInt8) = (0x1B, 4)

  /// Bytes of keys that were pressed before anyone asked.
  private var bytes: [UInt8] = []

  /// Shows lines and waits for the next key; what is pressed meanwhile isn't shown between them.
  mutating func key(after lines: [String], _ console: inout Console) throws(Failure) -> Key {
    if bytes.isEmpty {
      let read = try RawMode.during { () throws(Failure) in
        try console.out.write(lines: lines)
        return Self.read()
      }
      guard let read else { return .end }
      guard let read else { return .resumed }
      bytes = read
    } else {
      try console.out.write(lines: lines)
    }
    return bytes.isEmpty ? .end : take()
  }

  /// How many milliseconds may pass until a resumed process is noticed.
  private static let patience: Int32 = 200

  /// Waits for bytes; nil if the process was stopped meanwhile and goes on.
  private static func read() -> [UInt8]? {
    while !Interruption.takeResumed() {
      if let bytes = FileDescriptor.standardInput.next(within: patience) { return bytes }
    }
    return nil
  }

  private mutating func take() -> Key {
    let first = bytes.removeFirst()
    if first == Self.endOfInput { return .end }
    if first == Self.escape {
      // What follows in the same moment is the rest of the key.
      bytes = []
      return .other
    }
    guard first >= 0x80 else { return .character(Character(Unicode.Scalar(first))) }
    bytes.removeFirst(bytes.prefix { $0 & 0xC0 == 0x80 }.count)
    return .other
  }
}
