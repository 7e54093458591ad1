import PaceLanguage
import Testing

struct SpellingTests {
  /// Every word that one insertion, deletion, replacement or swap of neighbours makes of a word.
  private static func slips(of word: [UInt8], _ letters: [UInt8]) -> Set<[UInt8]> {
    var slips: Set<[UInt8]> = []
    for place in 0...word.count {
      let (head, tail) = (word[..<place], word[place...])
      for letter in letters { slips.insert(head + [letter] + tail) }
      guard let first = tail.first else { continue }
      slips.insert(Array(head + tail.dropFirst()))
      for letter in letters { slips.insert(head + [letter] + tail.dropFirst()) }
      if tail.count > 1 { slips.insert(head + [tail[place + 1], first] + tail.dropFirst(2)) }
    }
    slips.remove(word)
    return slips
  }

  @Test func `two words are one slip apart if one slip makes one of the other`() {
    let letters: [UInt8] = [97, 98, 99]
    var words: [[UInt8]] = [[]]
    for length in 0..<4 {
      words += words.filter { $0.count == length }.flatMap { word in letters.map { word + [$0] } }
    }
    #expect(words.count == 121)
    for word in words {
      let slips = Self.slips(of: word, letters)
      for other in words {
        #expect(Spelling.areOneSlipApart(word, other) == slips.contains(other), "\(word) \(other)")
      }
    }
  }
}
