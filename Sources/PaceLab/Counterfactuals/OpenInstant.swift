import PaceEngine
import PaceLanguage

/// The instant asked about while it is open: one more event can still come, at its place among the others.
struct OpenInstant: Sendable {
  private let situation: Situation
  /// What it was made from, before the instant.
  let past: Follower
  /// The machine with all known events.
  private(set) var whole: Machine
  /// Machines part-way through the instant, at the places where one more event of some type would come.
  private var earlier: [(count: Int, machine: Machine)] = []

  init(_ situation: Situation, after past: Follower) {
    self.situation = situation
    self.past = past
    whole = past.machine
    let places = Set(situation.program.events.indices.map { situation.place(of: EventID($0)) })
    for index in past.count..<situation.known {
      if places.contains(index) { earlier.append((index, whole)) }
      situation.log.append(index..<index + 1, to: &whole)
    }
  }

  mutating func ceaseAccounts() {
    whole.ceaseAccounts()
    for index in earlier.indices { earlier[index].machine.ceaseAccounts() }
  }

  /// The machine just before one more event, and the events of the instant that come after it.
  func place(of event: EventID) -> (machine: Machine, rest: Range<Int>) {
    let place = situation.place(of: event)
    let machine = earlier.first { $0.count == place }?.machine ?? whole
    return (machine, place..<situation.known)
  }

  /// The machine with one more event of a kind and all known ones; nil if that event would be dropped.
  func withOneMore(_ logged: LoggedKind) -> Machine? {
    var (machine, rest) = place(of: logged.event)
    guard machine.append(situation.record(of: logged.event, logged.kind)) == .kept else { return nil }
    situation.log.append(rest, to: &machine)
    return machine
  }
}
