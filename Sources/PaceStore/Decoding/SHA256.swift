/// SHA-256 (FIPS 180-4), a hash that identifies content.
enum SHA256 {
  /// The first `count` bytes of the hash as hex digits, two a byte.
  static func hex(_ bytes: [UInt8], first count: Int = 32) -> String {
    let digits = hash(bytes).prefix(count).flatMap { byte in
      [IdentifierText.hexDigit(byte >> 4), IdentifierText.hexDigit(byte & 15)]
    }
    return String(decoding: digits, as: UTF8.self)
  }

  static func hash(_ bytes: [UInt8]) -> [UInt8] {
    var state: [UInt32] = [
      0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19,
    ]
    var padded = bytes
    padded.append(0x80)
    while padded.count % 64 != 56 { padded.append(0) }
    let bits = UInt64(bytes.count) * 8
    for shift in stride(from: 56, through: 0, by: -8) {
      padded.append(UInt8(truncatingIfNeeded: bits >> UInt64(shift)))
    }
    for start in stride(from: 0, to: padded.count, by: 64) { take(padded[start..<start + 64], &state) }
    return state.flatMap { word in
      [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: word >> UInt32($0)) }
    }
  }

  private static func take(_ block: ArraySlice<UInt8>, _ state: inout [UInt32]) {
    var words: [UInt32] = []
    for start in stride(from: block.startIndex, to: block.endIndex, by: 4) {
      words.append(block[start..<start + 4].reduce(0) { $0 << 8 | UInt32($1) })
    }
    for index in 16..<64 {
      let (far, near) = (words[index - 15], words[index - 2])
      let first = rotated(far, 7) ^ rotated(far, 18) ^ far >> 3
      let second = rotated(near, 17) ^ rotated(near, 19) ^ near >> 10
      words.append(words[index - 16] &+ first &+ words[index - 7] &+ second)
    }
    var now = state
    for index in 0..<64 {
      let (a, e) = (now[0], now[4])
      let choice = (e & now[5]) ^ (~e & now[6])
      let majority = (a & now[1]) ^ (a & now[2]) ^ (now[1] & now[2])
      let first = now[7] &+ (rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)) &+ choice
      let sum = first &+ constants[index] &+ words[index]
      let second = (rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)) &+ majority
      now = [sum &+ second, a, now[1], now[2], now[3] &+ sum, e, now[5], now[6]]
    }
    for index in state.indices { state[index] = state[index] &+ now[index] }
  }

  private static func rotated(_ word: UInt32, _ count: UInt32) -> UInt32 {
    word >> count | word << (32 - count)
  }

  private static let constants: [UInt32] = [
    0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4, 0xab1c_5ed5,
    0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe, 0x9bdc_06a7, 0xc19b_f174,
    0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f, 0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da,
    0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7, 0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967,
    0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc, 0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85,
    0xa2bf_e8a1, 0xa81a_664b, 0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070,
    0x19a4_c116, 0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
    0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7, 0xc671_78f2,
  ]
}
