import Foundation
import Testing

/// `pace studio` with a page that is not the real one: what it puts in, and what it says where it can't.
///
/// The page itself is held against the command line by Tests/Studio/run.
@Suite(.serialized)
struct `The studio's page` {
  /// The binary with another `pace-studio` beside it.
  private struct Tool {
    let scratch: Scratch
    let binary: String

    /// - Parameter page: a script that stands for `pace-studio`; nil for none.
    init(page: String?) throws {
      scratch = try Scratch()
      binary = try Pace.beside(page: page, in: scratch)
    }

    func run(_ words: String...) throws -> RunResult {
      try Pace.run(["studio"] + words, executable: binary)
    }

    func log(subjects: Int) throws -> String {
      let path = scratch.folder.appendingPathComponent("log.db").path
      let made = try Pace.run(
        "sample", "rules/take-care.pace", "--db", path, "--subjects", String(subjects))
      #expect(made.status == 0)
      return path
    }
  }

  private static let template = "echo '<title><!--TITLE--></title><!--CONTENT-->'"

  @Test func `without the page it says the one command that builds it`() throws {
    let result = try Tool(page: nil).run("take-care", "--db", "none.db", "-o", "page.html")
    #expect(result.status == 3)
    #expect(result.remarks.contains("`PACE_STUDIO=1 swift build -c release --product pace-studio`"))
    #expect(!FileManager.default.fileExists(atPath: Pace.repository.appendingPathComponent("page.html").path))
  }

  @Test(arguments: ["exit 4", "echo hello"])
  func `a page that is none is refused`(script: String) throws {
    let result = try Tool(page: script).run("take-care", "--db", "none.db", "-o", "page.html")
    #expect(result.status == 3)
    #expect(result.remarks.contains("gave no page"))
  }

  @Test func `the rules and the subjects that are named go into the page`() throws {
    let tool = try Tool(page: Self.template)
    let log = try tool.log(subjects: 12)
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

  @Test func `a page is not written over what it is made from`() throws {
    let tool = try Tool(page: Self.template)
    let log = try tool.log(subjects: 1)
    let pack = try tool.scratch.write(
      "own.pace", "include \"\(Pace.repository.path)/rules/take-care.pace\"\n")
    for path in [log, "\(tool.scratch.folder.path)/./log.db", pack.path] {
      let before = try Data(contentsOf: URL(fileURLWithPath: path))
      let result = try tool.run(pack.path, "--db", log, "-o", path)
      #expect(result.status == 2, "\(path)")
      #expect(result.remarks.contains("which the page is made from"), "\(result.remarks)")
      #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
    }
  }

  @Test func `a text that is set goes into the page without its quotes`() throws {
    let tool = try Tool(page: Self.template)
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

  @Test func `subjects without an end and rows that can't be read are named`() throws {
    let tool = try Tool(page: Self.template)
    let pack = try tool.scratch.write(
      "own.pace",
      """
      subject visit { }
      event entry of visit { size: number = 1 }
      rule quiet { when since(entry) >= 1 h, emit note "Still here?" }

      """)
    _ = try tool.scratch.write("visit.csv", "id\na\nb\n")
    let log = try tool.scratch.write(
      "entry.csv", "id,visit,at,size\n1,a,1774735200000,1\n2,b,1774735200000,1\n3,b,1774735300000,x\n")
    let words = [pack.path, "--db", log.path, "--db", tool.scratch.path("visit.csv")]
    let evaluated = try Pace.run(["eval"] + words, folder: tool.scratch.folder)
    let end = try #require(evaluated.remarks.split(separator: "\n").first { $0.contains("had no end") })
    #expect(end.hasPrefix("2 visits had no end"))
    for subjects in [[], ["--subject", "a", "--subject", "b"]] {
      let result = try Pace.run(
        ["studio"] + words + subjects, folder: tool.scratch.folder, executable: tool.binary)
      #expect(result.remarks.split(separator: "\n").contains(end), "\(result.remarks)")
    }
  }

  @Test func `more subjects than a page takes are left out, and that is said`() throws {
    let tool = try Tool(page: Self.template)
    let log = try tool.log(subjects: 1_003)
    let result = try tool.run("take-care", "--db", log)
    #expect(result.status == 0)
    #expect(result.remarks.contains("the page holds the first 1000 sessions; choose others with --subject"))
  }

  @Test func `wrong words are answered as everywhere`() throws {
    let tool = try Tool(page: Self.template)
    let log = try tool.log(subjects: 2)
    let unknown = try tool.run("take-care", "--db", log, "--subject", "s07")
    #expect(unknown.status == 2)
    #expect(unknown.remarks.contains("s07"))
    let presets = try tool.run("take-care", "--db", log, "--preset", "all")
    #expect(presets.status == 2)
    #expect(presets.remarks.contains("one preset"))
  }
}
