/// What a person calls a subject: its id, a UUID in any spelling, or the beginning of either.
public struct SubjectName: Sendable {
  public let text: String
  /// What the id may begin with, the likeliest first.
  let spellings: [String]

  public init(_ text: String) {
    self.text = text
    spellings = CanonicalID.spellings(of: text)
  }

  /// How well an id fits, 0 being best; nil if it isn't meant.
  ///
  /// An id that is the whole name fits better than one that only begins with it.
  public func rank(of id: String) -> Int? {
    let spellings = CanonicalID.isUUID(id) ? spellings : [text]
    if let whole = spellings.firstIndex(where: { id.utf8.elementsEqual($0.utf8) }) { return whole }
    return spellings.firstIndex { id.utf8.starts(with: $0.utf8) }.map { $0 + spellings.count }
  }

  /// The ids that fit best.
  func best(of ids: [String]) -> [String] {
    let ranks = ids.map { rank(of: $0) ?? .max }
    guard let least = ranks.min(), least < .max else { return [] }
    return zip(ids, ranks).filter { $1 == least }.map { $0.0 }
  }
}
