internal import CSQLite

/// Compares bytes as `memcmp` does, and hashes them.
enum Bytes {
  @inline(__always)
  static func areSame(_ left: Span<UInt8>, _ right: Span<UInt8>) -> Bool {
    guard left.count == right.count else { return false }
    return unsafe left.withUnsafeBytes { left in
      unsafe right.withUnsafeBytes { right in
        unsafe pace_same_bytes(left.baseAddress, right.baseAddress, left.count) != 0
      }
    }
  }

  /// Negative if `left` comes first, positive if `right` does, and zero if they are the same.
  static func order(_ left: Span<UInt8>, _ right: Span<UInt8>) -> Int {
    let order = unsafe left.withUnsafeBytes { left in
      unsafe right.withUnsafeBytes { right in
        unsafe pace_compare_bytes(left.baseAddress, right.baseAddress, min(left.count, right.count))
      }
    }
    return order == 0 ? left.count - right.count : Int(order)
  }

  static func order(_ left: [UInt8], _ right: [UInt8]) -> Int { order(left.span, right.span) }

  @inline(__always)
  static func hash(_ bytes: Span<UInt8>) -> UInt64 {
    unsafe bytes.withUnsafeBytes { unsafe pace_hash_bytes($0.baseAddress, $0.count) }
  }

  /// The first eight bytes as a number that sorts as they do.
  static func firstWord(_ bytes: Span<UInt8>) -> UInt64 {
    (0..<8).reduce(0) { $0 << 8 | ($1 < bytes.count ? UInt64(bytes[$1]) : 0) }
  }

  /// Whether the bytes are valid UTF-8; different ones that are not may read as the same text.
  static func areUTF8(_ bytes: Span<UInt8>) -> Bool { (try? UTF8Span(validating: bytes)) != nil }

  /// Bytes that are not UTF-8, as text: each byte outside of ASCII is written as `\xff`.
  static func escaped(_ bytes: [UInt8]) -> [UInt8] {
    bytes.flatMap { byte in
      byte < 0x80 ? [byte] : Array("\\x\(String(byte, radix: 16))".utf8)
    }
  }

  /// The first bytes, at most eight, as a number, which differs for different byte strings of one length up to eight.
  @inline(__always)
  static func head(_ bytes: Span<UInt8>) -> UInt64 {
    unsafe bytes.withUnsafeBytes { unsafe pace_head_of_bytes($0.baseAddress, $0.count) }
  }
}
