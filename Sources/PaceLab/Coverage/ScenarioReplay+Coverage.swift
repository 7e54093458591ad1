import PaceEngine
import PaceLanguage

extension ScenarioReplay {
  /// The most days that are evaluated one by one.
  private static let dayLimit: Int64 = 4_000

  /// Runs the scenario and notes what it reaches.
  func note(_ conditions: HiddenConditions, in sightings: inout CoverageSightings) {
    sightings.beginRun()
    let eventful = Set(timeline.entries.map { $0.at })
    func take(_ record: Record) {
      guard case .account(let account) = record else { return }
      let isUndisturbed = !eventful.contains(account.at)
      for verdict in account.rules { sightings.note(verdict, isUndisturbed: isUndisturbed) }
    }
    var (machine, log) = begun(accounts: .all, detail: .ofPresent)
    var day = timeline.clock.calendar.day(at: timeline.clock.start)
    // Streaks look at their conditions at the end of each day that is over.
    func endDays(before instant: Instant) {
      for end in conditions.streaks.isEmpty ? [] : dayEnds(from: &day, before: instant) {
        pass(before: end, in: &machine, take)
        machine.advance(to: end)
        for root in conditions.streaks {
          sightings.note(root, values: values(in: root) { machine.values(of: $0, at: end) })
        }
      }
    }
    for event in log.events {
      endDays(before: event.at)
      pass(before: event.at, in: &machine, take)
      let sighted = conditions.streams.isEmpty ? [] : streamConditions(for: event, in: &machine)
      guard case .kept = machine.append(event) else { continue }
      for (root, values) in sighted { sightings.note(root, values: values) }
    }
    endDays(before: min(timeline.last, machine.end ?? timeline.last))
    finish(&machine, take)
  }

  /// The last instants of the days that are over; none if they are too many.
  private func dayEnds(from day: inout Int64, before instant: Instant) -> [Instant] {
    let calendar = timeline.clock.calendar
    let today = calendar.day(at: instant.milliseconds)
    guard today - day <= Self.dayLimit else { return [] }
    var ends: [Instant] = []
    while day < today {
      ends.append(Instant(calendar.lastMillisecond(of: day)))
      day = calendar.nextDay(after: day)
    }
    return ends
  }

  /// The conditions of streams that an event is tested against, each with its values.
  ///
  /// A stream tests only events that have joined one of its members.
  private func streamConditions(
    for event: EventRecord, in machine: inout Machine
  ) -> [(ExpressionID, [ExpressionID: Value])] {
    let complete = completed(event, in: &machine)
    var joined: Set<StreamID> = [program.events[event.event.index].stream]
    if let kind = event.kind { joined.insert(program.events[event.event.index].kinds[kind.index].stream) }
    var found: [(ExpressionID, [ExpressionID: Value])] = []
    for (index, stream) in program.streams.enumerated() {
      guard case .derived(let members, let condition) = stream.kind,
        members.contains(where: joined.contains)
      else { continue }
      if let condition {
        let values = values(in: condition) { machine.values(of: $0, deciding: complete) }
        found.append((condition, values))
        guard values[condition]?.isTrue ?? false else { continue }
      }
      joined.insert(StreamID(index))
    }
    return found
  }

  private func values(
    in root: ExpressionID, _ evaluate: ([ExpressionID]) -> [Value]
  ) -> [ExpressionID: Value] {
    var nodes: Set<ExpressionID> = []
    program.walk(root) { nodes.insert($0) }
    let list = nodes.sorted { $0.index < $1.index }
    return Dictionary(uniqueKeysWithValues: zip(list, evaluate(list)))
  }

  /// The event with the defaults of its kind and its fields filled in.
  private func completed(_ event: EventRecord, in machine: inout Machine) -> EventRecord {
    let type = program.events[event.event.index]
    var complete = event
    for index in type.fields.indices where complete.values[index].isUnknown {
      complete.values[index] = type.initial(of: index, kind: event.kind).value { machine.intern($0) }
    }
    return complete
  }
}

/// The conditions that no rule's account shows.
struct HiddenConditions {
  /// Those of streams.
  private(set) var streams: [ExpressionID] = []
  /// What streaks ask of each day, and which days they skip.
  private(set) var streaks: [ExpressionID] = []

  init(_ program: Program) {
    streams = program.streams.compactMap { $0.condition }
    for node in program.expressions where node.operation.isStreak { streaks += node.operation.children }
  }
}
