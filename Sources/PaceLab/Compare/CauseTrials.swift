import PaceEngine
import PaceLanguage

/// Runs the second side with one difference undone, to see whether that difference matters.
struct CauseTrials: Sendable {
  private let after: ComparedSide
  private let old: Program
  private let oldSpans: [String: SourceSpan]
  private let newSpans: [String: SourceSpan]
  /// A machine for each difference tried; nil if the program doesn't check without it.
  private var machines: [Trial: Machine?] = [:]

  /// What is undone: a declaration, or a parameter's value.
  private struct Trial: Hashable {
    var key: String
    var value: Constant?
  }

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
    let trial = Trial(key: key, value: value)
    if machines[trial] == nil {
      machines[trial] = key.hasPrefix("param ") ? machine(key, value) : machine(key, log)
    }
    guard let found = machines[trial], var machine = found else { return nil }
    // Taken out meanwhile, so that it is not copied.
    machines[trial] = nil as Machine?
    var firings = FiringsByRule(of: machine.plan.program)
    // A trial that ends early still shows its firings until then.
    try? firings.gather(log, in: &machine)
    machines[trial] = machine
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

  private func machine(_ key: String, _ log: SubjectLog) -> Machine? {
    // The log was decoded for the second program, whose events and texts must keep their numbers.
    guard log.texts.isEmpty, !key.hasPrefix("event "), key != "subject" else { return nil }
    guard let program = hybrid(key), program.presets.count == after.program.presets.count else { return nil }
    return Machine(Plan(program), options: after.options)
  }

  /// The second program with one declaration as the first has it.
  private func hybrid(_ key: String) -> Program? {
    let text = oldSpans[key].map { old.text(in: $0) } ?? ""
    let span = newSpans[key]
    let files = after.program.files
    return after.program.recompiled(files.map { $0.path }) { file in
      guard file == span.map({ Int($0.file.index) }) ?? 0 else { return files[file].bytes }
      return span.map { applying([TextEdit($0, text)], to: files[file].bytes) }
        ?? files[file].bytes + Array("\n\(text)\n".utf8)
    }.program
  }
}
