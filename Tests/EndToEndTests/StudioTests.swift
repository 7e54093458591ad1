import Foundation
import Testing

/// `pace studio` with a page that is not the real one: what it puts in.
///
/// The page itself is held against the command line by Tests/Studio/run.
@Suite(.serialized)
struct `The studio's page` {
  /// The binary with another `pace-studio` beside it.
  private struct Tool {
    let scratch: Scratch
    let binary: String

    init() throws {
      scratch = try Scratch()
      binary = try Pace.beside(page: "echo '<title><!--TITLE--></title><!--CONTENT-->'", in: scratch)
    }

    func run(_ words: String...) throws -> RunResult {
      try Pace.run(["studio"] + words, executable: binary)
    }
  }

  @Test func `the rules and the subjects that are named go into the page`() throws {
    let tool = try Tool()
    let log = tool.scratch.path("log.db")
    #expect(try Pace.run("sample", "take-care", "--db", log, "--subjects", "12").status == 0)
    let page = tool.scratch.folder.appendingPathComponent("page.html").path
    let result = try tool.run(
      "take-care", "--db", log, "--subject", "s03", "--subject", "s11", "--set", "fast_pace_units=3", "-o",
      page)
    #expect(result.status == 0, "\(result.remarks)")
    #expect(result.remarks.contains("2 sessions"))
    let text = try String(contentsOfFile: page, encoding: .utf8)
    #expect(text.hasPrefix("<title>take-care</title>"))
    let block = text.components(separatedBy: "id=\"content\">").last?.components(separatedBy: "<").first
    let content = String(decoding: try #require(Data(base64Encoded: block ?? "")), as: UTF8.self)
    for part in ["rules/take-care.pace", "fast_pace_units=3", "s03-1", "s11-1"] {
      #expect(content.contains(part), "\(part)")
    }
    #expect(!content.contains("s04-1"))
    let printed = try tool.run(
      "take-care", "--db", log, "--subject", "s03", "--subject", "s11", "--set", "fast_pace_units=3")
    #expect(printed.output == text)
  }

  @Test func `a text that is set goes into the page without its quotes`() throws {
    let tool = try Tool()
    let pack = try tool.scratch.write(
      "own.pace",
      """
      subject visit { }
      event entry of visit { }
      param word: text = "hm"
      rule echo { on entry, emit note "{word}" }

      """)
    let log = tool.scratch.path("own.db")
    let made = try Pace.run("sample", pack.path, "--db", log, "--subjects", "1")
    #expect(made.status == 0, "\(made.remarks)")
    let page = try tool.run(pack.path, "--db", log, "--set", "word=\"b c\"").output
    let block = page.components(separatedBy: "id=\"content\">").last?.components(separatedBy: "<").first
    let content = String(decoding: try #require(Data(base64Encoded: block ?? "")), as: UTF8.self)
    #expect(content.contains("word=b c"))
    // Only the command that makes the page anew has them.
    #expect(content.components(separatedBy: "word=\"").count == 2)
  }
}
