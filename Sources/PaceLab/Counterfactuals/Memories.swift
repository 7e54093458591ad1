import PaceEngine
import PaceLanguage

/// Machines that differ in what rules remember, of which one is the real one.
struct Memories {
  /// How many are followed at once.
  static let most = 64

  private var machines: [Machine]

  init(_ machines: [Machine]) { self.machines = machines }

  mutating func advance(to instant: Instant) {
    for place in machines.indices { machines[place].advance(to: instant) }
  }

  /// Keeps one machine of each group of those that continue alike.
  ///
  /// For machines that track a parameter, the kept one's range holds only values with which they do.
  mutating func merge(_ param: ParamID?) {
    guard machines.count > 1 else { return }
    // Each is moved out of the array, since machines that share memory are copied when compared.
    var waiting = machines
    machines = []
    waiting.reverse()
    while var machine = waiting.popLast() {
      guard let place = machines.indices.first(where: { machine.continues(like: &machines[$0]) }) else {
        machines.append(machine)
        continue
      }
      guard let param else { continue }
      machines[place].narrowRanges(to: machine)
      if !machines[place].continues(like: machine, upToGreatest: param) {
        machines[place].narrowRangeToPresent(of: param)
      }
    }
  }

  /// The verdict that all machines reach once each is given the events from number `first` on, with a parameter
  /// that they track; nil if they reach different ones.
  consuming func run(after first: Int, in checkpoints: Checkpoints, of param: ParamID?) -> Checkpoints.Run? {
    for index in first..<checkpoints.known {
      for place in machines.indices { checkpoints.append(index..<index + 1, to: &machines[place]) }
      // Comparing machines costs more than evaluating a few rows.
      if index % 4 == 3 { merge(param) }
    }
    var common: Checkpoints.Run?
    for place in machines.indices {
      let other = checkpoints.run(ending: &machines[place], of: param)
      if let known = common, known.verdict != other.verdict { return nil }
      common = (common?.values.clamped(to: other.values) ?? other.values, other.verdict)
    }
    return common
  }
}

extension Machine {
  /// Whether it continues like another machine with the greatest value in a parameter's tracked range too.
  ///
  /// With that value windows reach farthest back and cooldowns hold longest. So the two then continue alike with
  /// every value of the range.
  fileprivate mutating func continues(like other: Machine, upToGreatest param: ParamID) -> Bool {
    guard let range = plan.program.params[param.index].range, let tracked = trackedRange(of: param) else {
      return false
    }
    let greatest = Value(Swift.min(range.upperBound, tracked.upperBound))
    if greatest == value(of: param) { return true }
    var (mine, theirs) = (self, other)
    mine.suppose(param, greatest)
    theirs.suppose(param, greatest)
    return mine.continues(like: &theirs)
  }
}
