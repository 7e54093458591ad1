/// Finds the ids that several rows of one subject share.
///
/// A first pass keeps only hashes; where one comes again, a second pass looks at the ids themselves.
struct RepeatedIDCheck {
  /// The hashes that came again in some subject, to be looked at in the second pass.
  private(set) var suspects = HashSet()
  private let isSecondPass: Bool
  /// The bits of a hash that count.
  private let mask: UInt64
  /// The hashes of the current subject's ids.
  private var hashes = HashSet()
  /// Those ids of the current subject whose hashes are suspect.
  private var ids: Set<[UInt8]> = []

  /// - Parameter suspects: what the first pass found; nil for the first.
  init(suspects: HashSet?, hashBits: Int) {
    isSecondPass = suspects != nil
    self.suspects = suspects ?? HashSet()
    mask = hashBits >= 64 ? .max : 1 << UInt64(max(0, hashBits)) - 1
  }

  /// Forgets the ids of the last subject.
  @inline(__always)
  mutating func beginSubject() {
    hashes.removeAll()
    if !ids.isEmpty { ids.removeAll() }
  }

  /// Takes the id of the subject's next row; true if the id is known to be that of an earlier row.
  @inline(__always)
  mutating func isRepeated(_ hash: Int64, id: () -> [UInt8]) -> Bool {
    let hash = UInt64(bitPattern: hash) & mask
    if isSecondPass { return suspects.contains(hash) && isRepeated(id()) }
    if !hashes.insert(hash) { suspects.insert(hash) }
    return false
  }

  private mutating func isRepeated(_ id: [UInt8]) -> Bool { !id.isEmpty && !ids.insert(id).inserted }
}
