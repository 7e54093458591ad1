/// Part K of N of a log's subjects: those whose id's CRC-32, modulo N, is K - 1.
public struct SubjectPart: Sendable {
  private let remainder: UInt64
  private let count: UInt64

  /// - Parameters:
  ///   - number: from 1 to `count`.
  ///   - count: from 1.
  /// - Returns: nil if there is no such part.
  public init?(_ number: Int, of count: Int) {
    guard count > 0, number > 0, number <= count else { return nil }
    remainder = UInt64(number - 1)
    self.count = UInt64(count)
  }

  /// Whether the subject with an id, as UTF-8, is in it.
  func contains(_ id: [UInt8]) -> Bool { UInt64(Self.crc32(id)) % count == remainder }

  /// CRC-32 as in ISO/IEC 13239, and so in zlib.
  private static func crc32(_ bytes: [UInt8]) -> UInt32 {
    let table = table.span
    var sum = UInt32.max
    for index in bytes.indices {
      sum = table[Int(UInt8(truncatingIfNeeded: sum) ^ bytes[index])] ^ (sum >> 8)
    }
    return ~sum
  }

  private static let table: [UInt32] = (0..<256).map { byte in
    var sum = UInt32(byte)
    for _ in 0..<8 { sum = sum & 1 == 0 ? sum >> 1 : (sum >> 1) ^ 0xEDB8_8320 }
    return sum
  }
}
