import PaceEngine
import PaceLanguage
import Testing

/// A parameter set to a text that neither the program nor the log has.
struct TextOverrideTests {
  private let program: Program
  private let log: SubjectLog

  init() throws {
    let text = """
      subject visit { }
      event entry of visit { said: text }
      param word: text = "hm"
      rule echo { on entry, emit note "{word}: {latest(entry.said)}" }
      """
    let compilation = Compilation.compile(roots: ["visit.pace"]) { _ in .bytes(Array(text.utf8)) }
    program = try #require(compilation.program)
    var interner = Machine(Plan(program))
    var log = SubjectLog(id: "v", record: SubjectRecord(attributes: [], zone: .utc))
    for (minute, said) in ["one", "two", "one"].enumerated() {
      if !log.texts.contains(said) { log.texts.append(said) }
      let at = Instant(Int64(minute) * 60_000)
      log.events.append(
        EventRecord(event: EventID(0), kind: nil, at: at, values: [interner.intern(said)]))
    }
    self.log = log
  }

  @Test(arguments: ["new", "hm", "two"])
  func `the texts of the log stay what they are, of each subject that follows`(word: String) throws {
    var options = Machine.Options()
    options.overrides = [(ParamID(0), .text(word))]
    var machine = Machine(Plan(program), options: options)
    for _ in 0..<2 {
      try log.run(in: &machine)
      let said = machine.takeRecords().compactMap {
        if case .fired(let firing) = $0 { firing.message } else { nil }
      }
      #expect(said == ["\(word): one", "\(word): two", "\(word): one"])
    }
  }
}
