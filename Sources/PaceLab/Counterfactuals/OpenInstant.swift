import PaceEngine
import PaceLanguage

/// The instant asked about before it is over: one more event can still come, at its place among the others.
struct OpenInstant: Sendable {
  private let situation: Situation
  /// The evaluator with all known events.
  private(set) var whole: Machine
  /// Evaluators that one more event of some type comes next for, where others of the instant come after it.
  private var earlier: [(count: Int, evaluator: Machine)] = []

  init(_ situation: Situation, options: Machine.Options) {
    self.situation = situation
    whole = Machine(situation.plan, options: options)
    situation.log.begin(in: &whole)
    let known = situation.log.count(upTo: situation.at)
    let places = Set(situation.program.events.indices.map { situation.place(of: EventID($0)) })
    let first = places.min() ?? known
    for (index, event) in situation.log.events.prefix(known).enumerated() {
      if index >= first, places.contains(index) { earlier.append((index, whole)) }
      _ = whole.append(event)
    }
  }

  mutating func ceaseAccounts() {
    whole.ceaseAccounts()
    for index in earlier.indices { earlier[index].evaluator.ceaseAccounts() }
  }

  /// The evaluator that one more event comes next for, and the events of the instant that come after that.
  func place(of event: EventID) -> (evaluator: Machine, rest: ArraySlice<EventRecord>) {
    let known = situation.log.count(upTo: situation.at)
    let place = situation.place(of: event)
    let evaluator = earlier.first { $0.count == place }?.evaluator ?? whole
    return (evaluator, situation.log.events[place..<known])
  }

  /// The evaluator with one more event of a kind and all known ones.
  func withOneMore(_ logged: LoggedKind) -> Machine {
    var (evaluator, rest) = place(of: logged.event)
    _ = evaluator.append(situation.record(of: logged.event, logged.kind))
    for event in rest { _ = evaluator.append(event) }
    return evaluator
  }
}
