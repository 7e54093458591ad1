import PaceEngine
import PaceLab
import PaceLanguage
import Testing

/// A program made of texts by path; the first is the root.
func compile(_ files: (path: String, text: String)...) -> Compilation {
  compile(files.map { $0 })
}

func compile(_ files: [(path: String, text: String)]) -> Compilation {
  Compilation.compile(roots: [files.first?.path ?? ""], read: reader(of: files))
}

func reader(of files: [(path: String, text: String)]) -> (String) -> ReadResult {
  { path in
    guard let file = files.first(where: { $0.path == path }) else { return .failure("no such file") }
    return .bytes(Array(file.text.utf8))
  }
}

/// A log of so many events of the first declaration, each with the value 1, the first at 0.
func evenLog(_ count: Int, every step: Int64) -> SubjectLog {
  var log = SubjectLog(id: "v", record: SubjectRecord(attributes: [], zone: .utc))
  for index in 0..<count {
    let at = Instant(Int64(index) * step)
    log.events.append(EventRecord(event: EventID(0), kind: nil, at: at, values: [Value(1_000_000)]))
  }
  return log
}

/// What is found in a text that stands alone, as `code line`.
func findings(in text: String, today: Int64 = 20_000) -> [String] {
  let linter = Linter(today: today) { name in
    name == "Europe/Berlim" ? ZoneProblem(help: "did you mean another?", nearest: nil) : nil
  }
  let report = linter.lint(
    programs: [["a.pace"]], read: reader(of: [("a.pace", LintExample.program(of: text))]))
  return report.findings.map { "\($0.diagnostic.code) \($0.diagnostic.message)" }
}

func codes(in text: String, today: Int64 = 20_000) -> Set<String> {
  Set(findings(in: text, today: today).map { String($0.prefix { $0 != " " }) })
}
