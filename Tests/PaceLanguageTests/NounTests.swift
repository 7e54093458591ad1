import PaceLanguage
import Testing

struct `Counted names` {
  @Test(arguments: [
    (1, "activity", "1 activity"), (30, "activity", "30 activities"), (2, "day", "2 days"),
    (0, "glass", "0 glasses"), (2, "late_entry", "2 late entries"), (3, "bottle", "3 bottles"),
    (2, "member_of_the_party", "2 members of the party"), (1, "piece_of_glass", "1 piece of glass"),
    (2, "of_late", "2 of lates"),
  ])
  func `come in the plural that English mostly makes`(number: Int, name: String, words: String) {
    #expect(Noun.count(number, name) == words)
  }

  @Test func `as a choice the last comes after an or`() {
    #expect(Noun.either(["shot"]) == "shot")
    #expect(Noun.either(["shot", "beer"]) == "shot or beer")
    #expect(Noun.either(["shot", "beer", "wine"]) == "shot, beer or wine")
    #expect(Noun.either([]).isEmpty)
  }
}
