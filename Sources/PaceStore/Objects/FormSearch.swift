internal import PaceEngine
internal import PaceLanguage

/// Finds the form of a text's objects from the first ones.
struct FormSearch {
  /// The form, once an object has shown it.
  private(set) var form: ObjectForm?
  private let program: Program
  private let own: [ObjectPlan]
  private let sources: [(source: SourceMapping, plans: [ObjectPlan])]
  private var line = JSONLine()
  private var sample = ObjectSample()
  /// For each source, why it doesn't read the first object.
  private var causes: [String] = []

  init(_ program: Program) {
    self.program = program
    own = SourceMapping.Objects.exported(by: program).map { ObjectPlan($0, program, isExported: true) }
    sources = program.sources.filter(\.isJSON).map { source in
      (source, source.objects.map { ObjectPlan($0, program) })
    }
  }

  var isFull: Bool { sample.objects.count == ObjectSample.most }

  mutating func look(at bytes: ArraySlice<UInt8>, _ place: ObjectPlace) {
    do throws(JSONLine.Failure) {
      try line.parse(bytes)
    } catch {
      return
    }
    if own.contains(where: isOwnLine) {
      form = .lines
      return
    }
    let fitting = sources.filter { $0.plans.contains { $0.fits(line.top, in: line) } }
    // Sources with a block whose tests the object passes, though it may lack members.
    let matching = sources.filter { $0.plans.contains { !$0.tests.isEmpty && $0.takes(line.top, in: line) } }
    let found = fitting.isEmpty ? matching : fitting
    if let only = found.first {
      form = found.count == 1 ? .source(only.source) : .several(found.map(\.source.name.text))
      return
    }
    // `export` writes such lines; the reader reports that the program doesn't have the event.
    if sample.objects.isEmpty, namesEvent {
      form = .lines
      return
    }
    if sample.objects.isEmpty {
      causes = sources.map { source, plans in
        let problem = ObjectDecoder(program, plans, zone: .utc).read(line, at: place).problems.first
        return "looked for source `\(source.name.text)`" + (problem.map { ": \($0.text)" } ?? "")
      }
    }
    sample.take(line)
  }

  /// Whether the object is a line of `export` that a block of such lines takes.
  ///
  /// Objects of an application may have a member `event` too. One without a time is taken for theirs if it has a key
  /// that no line of `export` has.
  private func isOwnLine(_ plan: ObjectPlan) -> Bool {
    plan.takes(line.top, in: line)
      && (plan.target.event == nil || hasTime || plan.wrongKey(line.top, in: line) == nil)
  }

  private var keys: Set<String> { Set(line.top.map { line.text(line.members[$0].key) }) }

  private var hasTime: Bool { !keys.isDisjoint(with: ["at_ms", "at"]) }

  private var namesEvent: Bool { !keys.isDisjoint(with: ["event", "notice"]) && hasTime }

  /// The form; a text without objects counts as lines from `export`.
  func result() throws(StoreError) -> ObjectForm {
    if let form { return form }
    guard !sample.objects.isEmpty else { return .lines }
    var lines = ["looked for lines as `export` writes them"] + causes
    let draft = SourceDraft(program, sample.profiles(program))
    if let offer = draft.offer {
      lines.append(offer)
    } else {
      lines.append("no source is drafted: " + draft.lack)
      if let (list, inner) = sample.listInItems {
        lines.append(
          "the items of `\(list)` hold arrays, `\(inner)`, and no source reads an array in another's items: "
            + "write those items as objects of their own")
      }
    }
    throw StoreError(
      .layout, "the program has no source that reads these objects", help: lines.joined(separator: "\n"))
  }
}
