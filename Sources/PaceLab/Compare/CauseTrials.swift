import PaceEngine
import PaceLanguage

/// Runs the second side with some changes undone, to see whether they matter.
struct CauseTrials: Sendable {
  /// What is undone: a declaration, or a parameter's value.
  struct Change: Hashable {
    /// The key of its cause.
    var key: DeclarationKey
    /// A parameter's value on the first side; nil for a declaration, or if there is none.
    var value: Constant? = nil

    /// Whether it can be undone: not if it changes how a log is decoded, as the log was decoded for the second side.
    var canBeUndone: Bool {
      key.sort == .param ? value != nil : ![.event, .subject, .orderOfEvents, .source].contains(key.sort)
    }

    /// Whether it is the order of declarations, on which every rule depends.
    var isOrder: Bool { [.orderOfEvents, .orderOfRules].contains(key.sort) }
  }

  private let after: ComparedSide
  private let old: Program
  private let oldTexts: DeclarationTexts
  private let newTexts: DeclarationTexts
  /// A machine for each set of changes tried; nil if the program doesn't check without them.
  private var machines: [Set<Change>: Machine?] = [:]

  init(
    _ before: ComparedSide, _ after: ComparedSide, _ oldTexts: DeclarationTexts, _ newTexts: DeclarationTexts
  ) {
    self.after = after
    old = before.program
    self.oldTexts = oldTexts
    self.newTexts = newTexts
  }

  /// The firings of a subject if changes were as on the first side; nil if that can't be tried.
  mutating func firings(of log: SubjectLog, without changes: Set<Change>) -> ComparedFirings? {
    if machines[changes] == nil { machines[changes] = machine(without: changes) }
    guard let found = machines[changes], var machine = found else { return nil }
    // Taken out meanwhile, so that it is not copied.
    machines[changes] = nil as Machine?
    var firings = ComparedFirings(of: machine.plan.program)
    // A trial that ends early still shows its firings until then.
    try? firings.gather(log, in: &machine)
    machines[changes] = machine
    return firings
  }

  private func machine(without changes: Set<Change>) -> Machine? {
    var options = after.options
    var keys: Set<DeclarationKey> = []
    for change in changes {
      guard change.canBeUndone else { return nil }
      guard let value = change.value else {
        keys.insert(change.key)
        continue
      }
      let name = change.key.name
      guard let param = after.program.params.firstIndex(where: { $0.name.text == name }) else { return nil }
      options.overrides.append((ParamID(param), value))
    }
    if keys.isEmpty { return Machine(after.plan, options: options) }
    guard let program = hybrid(keys), program.presets.count == after.program.presets.count else { return nil }
    return Machine(Plan(program, textsOf: after.plan), options: options)
  }

  /// The second program with some declarations as the first has them.
  private func hybrid(_ keys: Set<DeclarationKey>) -> Program? {
    var texts: [DeclarationKey: String] = [:]
    for key in keys where newTexts.spans[key] != nil { texts[key] = oldText(key) }
    if keys.contains(DeclarationKey(.orderOfRules)) {
      let (was, now) = DeclarationTexts.shared(.rule, oldTexts, newTexts)
      let moved = was.map { key in texts[key] ?? newTexts.spans[key].map { after.program.text(in: $0) } }
      for (key, text) in zip(now, moved) { texts[key] = text }
    }
    var edits: [Int: [TextEdit]] = [:]
    for (key, span) in newTexts.spans {
      if let text = texts[key] { edits[Int(span.file.index), default: []].append(TextEdit(span, text)) }
    }
    let gone = oldTexts.keys.filter { keys.contains($0) && newTexts.spans[$0] == nil }
    let added = gone.map { "\n\(oldText($0))\n" }.joined()
    let files = after.program.files
    return after.program.recompiled(files.map { $0.path }) { file in
      applying(edits[file] ?? [], to: files[file].bytes) + (file == 0 ? Array(added.utf8) : [])
    }.program
  }

  /// A declaration as the first program has it; empty if it doesn't.
  private func oldText(_ key: DeclarationKey) -> String { oldTexts.spans[key].map { old.text(in: $0) } ?? "" }
}
