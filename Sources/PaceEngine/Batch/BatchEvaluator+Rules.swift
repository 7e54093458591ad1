import PaceLanguage

extension BatchEvaluator {
  /// How long a rule is silent after it has spoken; nil for no time, or where that is unknown.
  private mutating func cooldown(of rule: BatchPlan.Rule) -> Int64? {
    guard let slot = rule.cooldown, evaluator.slots[slot.index] != unknown else { return nil }
    return evaluator.slots[slot.index]
  }

  /// At which instants of a block an `unless` holds a rule.
  private mutating func held(_ rule: BatchPlan.Rule, _ block: BatchBlock) -> UInt64 {
    var held: UInt64 = 0
    for gate in rule.gates { held |= answers(batch.gates[gate], block).yes }
    return held
  }

  /// Tries an `on` rule at each event of a stream.
  mutating func tryAtEvents(_ rule: BatchPlan.Rule, _ stream: Int) {
    let cooldown = cooldown(of: rule)
    let needed = words &* plan.rules.count
    if fired.count < needed { fired.append(contentsOf: repeatElement(0, count: needed - fired.count)) }
    lists[rule.place].removeAll()
    var cooling = Int64.min
    for word in 0..<words {
      let block = rowBlock(word)
      var bits = member(stream, word)
      asking = bits
      if bits != 0, let condition = rule.condition { bits &= answers(condition, block).yes }
      if bits != 0, !rule.gates.isEmpty { bits &= ~held(rule, block) }
      fired[rule.index &* words &+ word] =
        bits == 0
        ? 0 : lists[rule.place].fire(bits, block, at: points.times, cooldown, &cooling)
    }
  }

  /// Lets a rule that no event triggers speak in the stretches of time in which its state is on.
  mutating func follow(_ rule: BatchPlan.Rule) {
    lists[rule.place].removeAll()
    var speaker = BatchSpeaker(cooldown: cooldown(of: rule))
    if let pause = rule.pause, evaluator.slots[pause.index] != unknown {
      speaker.pause = evaluator.slots[pause.index]
      // What is said again and again at one instant could not be told.
      if evaluator.slots[pause.index] <= 0 { hasOverflowed = true }
    }
    var on = rule.condition.map { stretches($0, true) } ?? lives.lives
    if on.isEmpty || hasOverflowed { return }
    if !lives.gaps.isEmpty { on = on.common(with: lives.open) }
    var held: [BatchStretch] = []
    for gate in rule.gates { held = held.joined(with: stretches(batch.gates[gate], true)) }
    speak(rule, on, held, &speaker)
  }

  /// - Parameter held: when gates other than its cooldown hold the rule.
  private mutating func speak(
    _ rule: BatchPlan.Rule, _ on: [BatchStretch], _ held: [BatchStretch], _ speaker: inout BatchSpeaker
  ) {
    var gap = 0
    var gate = 0
    let isRead = plan.rules[rule.index].ownFirings != nil || plan.rules[rule.index].kindFirings != nil
    var row = 0
    for index in on.indices {
      let stretch = on[index]
      // While a subject isn't open a state stays as it was.
      while gap < lives.gaps.count, lives.gaps[gap].revival < stretch.from { gap += 1 }
      let goesOn =
        gap < lives.gaps.count && lives.gaps[gap].revival == stretch.from && index > 0
        && on[index - 1].through == lives.gaps[gap].end
      if !goesOn { speaker.beginEpisode() }
      if speaker.isSilent { continue }
      var from = stretch.from
      while gate < held.count, held[gate].through < from { gate += 1 }
      var next = gate
      while from <= stretch.through {
        let isHeld = next < held.count && held[next].from <= stretch.through
        let through = isHeld ? held[next].from - 1 : stretch.through
        while let at = speaker.speak(from: from, through: through) {
          while isRead, row < rows.count, rows.points.times[row] <= at { row += 1 }
          lists[rule.place].append(at: at, row: Int64(row))
        }
        guard isHeld else { break }
        from = held[next].through + 1
        next += 1
      }
    }
  }
}
