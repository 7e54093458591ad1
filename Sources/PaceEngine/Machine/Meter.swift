/// What an evaluation spends its time on, and how often it looks at each part of the graph.
///
/// Time is charged to the rule that is being tried, and to the node that is being looked at, if there is one. The time
/// that reading the clock takes is kept apart.
public struct Meter: Sendable {
  /// Nanoseconds of a clock that never goes back.
  public typealias Clock = @Sendable () -> Int64

  /// What time is charged to: indices in `rules` and `nodes`.
  struct Place {
    var rule: Int
    var node: Int
  }

  /// How often something was looked at, and how long that took in nanoseconds.
  struct Tally {
    var time: Int64 = 0
    var looks = 0
  }

  private let clock: Clock?
  /// Whether anything is counted.
  var isMeasuring: Bool { clock != nil }
  /// How many nanoseconds a reading of the clock takes.
  private let cost: Int64
  private var last: Int64
  private var place: Place
  /// One for each rule in order of evaluation, one for the engine's other work, one for everything outside the engine.
  private(set) var rules: [Tally]
  /// One for each node, then one for time spent on no node.
  private(set) var nodes: [Tally]
  private(set) var measuring: Int64 = 0
  private(set) var firings: [Int]
  /// At how many rowless instants each rule was the first one due.
  private(set) var instantsOfRules: [Int]
  private(set) var instants = 0
  /// At how many instants a row stood, or a subject started.
  private(set) var instantsOfRows = 0

  /// - Parameter clock: nil measures nothing.
  init(_ plan: Plan, _ clock: Clock?) {
    self.clock = clock
    var (cost, last): (Int64, Int64) = (0, 0)
    if let clock {
      let start = clock()
      for _ in 0..<1000 { last = clock() }
      cost = (last - start) / 1000
    }
    (self.cost, self.last) = (cost, last)
    let (ruleCount, nodeCount) = clock == nil ? (0, 0) : (plan.tables.rules.count, plan.tables.nodes.count)
    rules = Array(repeating: Tally(), count: ruleCount + 2)
    nodes = Array(repeating: Tally(), count: nodeCount + 1)
    firings = Array(repeating: 0, count: ruleCount)
    instantsOfRules = Array(repeating: 0, count: ruleCount)
    place = Place(rule: ruleCount + 1, node: nodeCount)
  }

  /// Charges the time since the last charge to the present place.
  private mutating func charge() {
    guard let clock else { return }
    let now = clock()
    let spent = max(now - last - cost, 0)
    rules[place.rule].time += spent
    nodes[place.node].time += spent
    measuring += now - last - spent
    last = now
  }

  /// Goes to another place; returns the one before, for `leave` to go back to.
  mutating func enter(rule: Int) -> Place {
    charge()
    let before = place
    rules[rule].looks += 1
    place = Place(rule: rule, node: nodes.count - 1)
    return before
  }

  mutating func enter(node: Int) -> Place {
    charge()
    let before = place
    nodes[node].looks += 1
    place.node = node
    return before
  }

  mutating func leave(to before: Place) {
    charge()
    place = before
  }

  /// Goes into the engine, or out of it.
  mutating func cross(isInside: Bool) {
    charge()
    place = Place(rule: rules.count - (isInside ? 2 : 1), node: nodes.count - 1)
  }

  mutating func countInstant(ofRow: Bool) {
    instants += 1
    if ofRow { instantsOfRows += 1 }
  }

  mutating func countFirings(_ count: Int64, of rule: Int) { firings[rule] += Int(count) }

  mutating func countInstant(of rule: Int) { instantsOfRules[rule] += 1 }
}
