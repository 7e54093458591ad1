import PaceLanguage
import Testing

struct ParsingTests {
  @Test("The example files of the design parse without a word", arguments: Fixtures.names)
  func examplesParse(name: String) throws {
    let parsed = Parsed(try Fixtures.bytes(name), path: name)
    #expect(parsed.summary == "")
    #expect(!parsed.syntax.declarations.isEmpty)
  }

  @Test(arguments: [
    ("rule a { on b } # c", "# d\n\nrule  a {  on b }", true), ("param a = 5 min", "param a = 5  min", true),
    ("rule a { on b }", "rule a { on c }", false), ("define a = 1\n+ 2", "define a = 1 + 2", false),
    ("rule a { emit n \"x y\" }", "rule a { emit n \"x  y\" }", false), ("a", "a a", false),
  ])
  func `comments and blanks alone say nothing else`(one: String, other: String, isSame: Bool) {
    let files = [one, other].map { SourceFile(path: "a.pace", bytes: Array($0.utf8)) }
    #expect(saysTheSame(files[0], files[1]) == isSame)
  }
}
