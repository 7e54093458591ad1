import PaceLanguage
import Testing

@Suite struct ParsingTests {
  @Test("The example files of the design parse without a word", arguments: Fixtures.names)
  func examplesParse(name: String) throws {
    let parsed = Parsed(try Fixtures.bytes(name), path: name)
    #expect(parsed.summary == "")
    #expect(!parsed.syntax.declarations.isEmpty)
  }
}
