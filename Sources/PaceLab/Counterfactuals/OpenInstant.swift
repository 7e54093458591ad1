import PaceEngine
import PaceLanguage

/// The instant asked about while it is open: one more event can still come, at its place among the others.
struct OpenInstant: Sendable {
  private let situation: Situation
  /// The machine with all known events.
  private(set) var whole: Machine
  /// Machines part-way through the instant, at the places where one more event of some type would come.
  private var earlier: [(count: Int, machine: Machine)] = []

  init(_ situation: Situation, options: Machine.Options) {
    self.situation = situation
    whole = Machine(situation.plan, options: options)
    situation.log.begin(in: &whole)
    let known = situation.log.count(upTo: situation.at)
    let places = Set(situation.program.events.indices.map { situation.place(of: EventID($0)) })
    let first = places.min() ?? known
    let near = situation.log.count(upTo: TurningPoints.horizon(of: situation, whole))
    situation.log.appendUntold(0..<near, to: &whole)
    situation.log.append(near..<first, to: &whole)
    for index in first..<known {
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
    let known = situation.log.count(upTo: situation.at)
    let place = situation.place(of: event)
    let machine = earlier.first { $0.count == place }?.machine ?? whole
    return (machine, place..<known)
  }

  /// The machine with one more event of a kind and all known ones; nil if that event would be dropped.
  func withOneMore(_ logged: LoggedKind) -> Machine? {
    var (machine, rest) = place(of: logged.event)
    guard machine.append(situation.record(of: logged.event, logged.kind)) == .kept else { return nil }
    situation.log.append(rest, to: &machine)
    return machine
  }
}
