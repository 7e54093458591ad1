import PaceEngine
import PaceLanguage

/// Runs the second side with one difference undone, to see whether that difference matters.
struct CauseTrials: Sendable {
  private let after: ComparedSide
  private let old: Program
  private let oldSpans: [String: SourceSpan]
  private let newSpans: [String: SourceSpan]
  /// One for each difference tried; nil if the program doesn't check without it.
  private var machines: [String: Machine?] = [:]
  private var programs: [String: Program] = [:]

  init(
    _ before: ComparedSide, _ after: ComparedSide, _ oldTexts: DeclarationTexts, _ newTexts: DeclarationTexts
  ) {
    self.after = after
    old = before.program
    oldSpans = oldTexts.spans
    newSpans = newTexts.spans
  }

  /// The firings of a subject if `key` were as on the first side; nil if that can't be tried.
  mutating func firings(of log: SubjectLog, without key: String, value: Constant?) -> FiringsByRule? {
    let name = "\(key) \(value.map { "\($0)" } ?? "")"
    if machines[name] == nil {
      machines[name] = key.hasPrefix("param ") ? machine(key, value) : machine(key, log)
    }
    guard let found = machines[name], var machine = found else { return nil }
    machines[name] = nil as Machine?
    var firings = FiringsByRule(of: programs[name] ?? after.program)
    // A trial that ends early still shows its firings until then.
    try? firings.gather(log, in: &machine)
    machines[name] = machine
    return firings
  }

  private func machine(_ key: String, _ value: Constant?) -> Machine? {
    let name = key.dropFirst("param ".count)
    guard let value, let param = after.program.params.firstIndex(where: { $0.name.text == name }) else {
      return nil
    }
    var options = after.options
    options.overrides.append((ParamID(param), value))
    return Machine(after.plan, options: options)
  }

  private mutating func machine(_ key: String, _ log: SubjectLog) -> Machine? {
    // The log was decoded for the second program, whose events and texts must keep their numbers.
    guard log.texts.isEmpty, !key.hasPrefix("event "), key != "subject" else { return nil }
    guard let program = hybrid(key), program.presets.count == after.program.presets.count else { return nil }
    programs["\(key) "] = program
    return Machine(Plan(program), options: after.options)
  }

  /// The second program with one declaration as the first has it.
  private func hybrid(_ key: String) -> Program? {
    let text = oldSpans[key].map { old.text(in: $0) } ?? ""
    let span = newSpans[key]
    let files = after.program.files
    let edited = span.map { Int($0.file.index) } ?? 0
    var bytes = files[edited].bytes
    if let span {
      bytes = applying([TextEdit(span, text)], to: bytes)
    } else {
      bytes += Array("\n\(text)\n".utf8)
    }
    return Compilation.compile(
      roots: files.map { $0.path },
      read: { path in
        guard let file = after.program.file(at: path) else { return .failure("not compared") }
        return .bytes(Int(file.index) == edited ? bytes : files[Int(file.index)].bytes)
      }, identity: after.program.identity
    ).program
  }
}
