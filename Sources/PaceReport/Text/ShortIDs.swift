import PaceLanguage

/// Ids as people read them: a random one is cut to as many characters as tell it from the others, eight at least.
public struct ShortIDs {
  private static let fewest = 8

  /// The random ones, each once, in the order of their characters.
  private let random: [String]

  /// - Parameter ids: those that have to be told apart.
  public init(_ ids: some Sequence<String>) {
    random = Set(ids.filter { Self.isRandom($0) }).sorted()
  }

  /// The beginning of a random id, or another id as it is.
  ///
  /// - Parameter id: one of those to be told apart, or any other, which is cut as if it were alone.
  public subscript(_ id: String) -> String {
    if !Self.isRandom(id) { return id.printable }
    let place = random.partitioningIndex { $0 >= id }
    let neighbours = random[max(0, place - 1)..<min(place + 2, random.count)].filter { $0 != id }
    let shared = neighbours.map { zip($0, id).prefix { $0 == $1 }.count }.max() ?? 0
    let cut = id.prefix(max(Self.fewest, shared + 1))
    return String(cut.last == "-" ? id.prefix(cut.count + 1) : cut)
  }

  /// Whether an id is a UUID in small letters, with dashes or without.
  private static func isRandom(_ id: String) -> Bool {
    let digits = id.utf8.filter { $0 != UInt8(ascii: "-") }
    return digits.count == 32 && (id.utf8.count == 32 || id.utf8.count == 36)
      && digits.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
  }
}

extension String {
  /// An id as people read it where no other has to be told from it.
  package var short: String { ShortIDs(CollectionOfOne(self))[self] }
}
