import PaceEngine
import PaceLanguage

/// Rules in an app: told of every cup, and woken when something may change.
struct TeaCoach {
  private let program: Program
  private var machine: Machine

  /// Nil if the rules don't check; `Compilation.diagnostics` says why.
  init?(rules: String) {
    let compilation = Compilation.compile(roots: ["tea.pace"]) { _ in .bytes(Array(rules.utf8)) }
    guard let program = compilation.program else { return nil }
    self.program = program
    var options = Machine.Options()
    options.tellsLevels = true
    machine = Machine(Plan(program), options: options)
    let attributes = program.subject.attributes.map { _ in Value.unknown }  // each at its default
    machine.begin(SubjectRecord(attributes: attributes, zone: .utc))
  }

  /// Logs a cup, and gives what there is to say.
  mutating func log(_ kind: String, at milliseconds: Int64) -> [String] {
    guard let cup = program.events.first,
      let index = cup.kinds.firstIndex(where: { $0.name.text == kind })
    else { return [] }
    let fields = cup.fields.map { _ in Value.unknown }  // as the kind says
    let event = EventRecord(
      event: EventID(0), kind: KindID(index), at: Instant(milliseconds), values: fields)
    _ = machine.append(event)
    return advance(to: milliseconds)
  }

  /// Looks at everything up to and including this instant; events come later than that.
  mutating func advance(to milliseconds: Int64) -> [String] {
    machine.advance(to: Instant(milliseconds))
    return machine.takeRecords().compactMap { record in
      switch record {
      case .fired(let firing): firing.message
      case .level(let change): program.scales[change.scale.index].levels[change.level].name
      case .held, .account, .overflow: nil
      }
    }
  }

  /// When to wake and `advance` if nothing is logged before; nil for never.
  mutating func nextWake() -> Int64? { machine.nextDeadline()?.milliseconds }
}
