/// Finds the ids that several rows of one subject share.
///
/// A first pass keeps only hashes; if one comes again, a second pass compares the ids themselves.
struct RepeatedIDCheck {
  /// The hashes that came again within a subject, for the second pass.
  private(set) var suspects = HashSet()
  private let isSecondPass: Bool
  /// The bits of a hash that count.
  private let mask: UInt64
  /// The hashes of the current subject's ids.
  private var hashes = HashSet()
  /// The ids of the current subject whose hashes are suspect.
  private var ids: Set<[UInt8]> = []

  /// - Parameter suspects: what the first pass found; nil for the first.
  init(suspects: HashSet?, hashBits: Int) {
    isSecondPass = suspects != nil
    self.suspects = suspects ?? HashSet()
    mask = hashBits >= 64 ? .max : 1 << UInt64(max(0, hashBits)) - 1
  }

  /// Forgets the ids of the previous subject.
  @inline(__always)
  mutating func beginSubject() {
    hashes.removeAll()
    if !ids.isEmpty { ids.removeAll() }
  }

  /// Checks the id of the subject's next row; true if it is known to be an earlier row's.
  @inline(__always)
  mutating func isRepeated(_ hash: Int64, id: () -> [UInt8]) -> Bool {
    let hash = UInt64(bitPattern: hash) & mask
    if isSecondPass { return suspects.contains(hash) && isRepeated(id()) }
    if !hashes.insert(hash) { suspects.insert(hash) }
    return false
  }

  private mutating func isRepeated(_ id: [UInt8]) -> Bool { !id.isEmpty && !ids.insert(id).inserted }
}
