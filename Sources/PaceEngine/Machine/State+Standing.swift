import PaceLanguage

/// Whether a rule's state is on, the value of its condition, and until when both stay so.
struct Standing {
  var isOn: Bool
  /// 0, 1 or unknown.
  var condition: Int64
  var until: Int64
}

/// How rules and gates stand.
extension State {
  /// The state of a rule now, from its memory as of the last instant and the events so far.
  @inline(__always)
  mutating func standing(_ rule: Int) -> Standing { standing(rule, isWatched: isWatched(rule)) }

  /// The state of a rule now, if the caller knows whether the rule is watched.
  @inline(__always)
  mutating func standing(_ rule: Int, isWatched: Bool) -> Standing {
    let traits = code.rules[rule].traits
    let condition =
      traits.contains(.isAlwaysOn)
      ? Look(value: 1, until: never)
      : isWatched ? watchedCondition(rule) : look(code.rules[rule].condition)
    guard traits.contains(.hasMemory) else {
      return Standing(isOn: condition.value == 1, condition: condition.value, until: condition.until)
    }
    return remembered(rule, condition)
  }

  /// The condition of a watched rule, which is looked at again only when it may have changed.
  ///
  /// A rule that isn't watched is not marked when its condition changes.
  @inline(__always)
  private mutating func watchedCondition(_ rule: Int) -> Look {
    let until = rules[rule].conditionUntil
    // An end one millisecond ahead may have been cut short.
    if until > now &+ (wantsUntil ? 1 : 0), blocks[rule >> 6].stale & State.bit(rule) == 0 {
      return Look(value: rules[rule].condition, until: until)
    }
    return lookAgain(rule)
  }

  @inline(never)
  private mutating func lookAgain(_ rule: Int) -> Look {
    let look = lookInPlace(code.rules[rule].condition)
    // Only a look with an end is kept, and none with an end that slides.
    if wantsUntil {
      rules[rule].condition = look.value
      rules[rule].conditionUntil = sliding.end == never ? look.until : .min
      blocks[rule >> 6].stale &= ~State.bit(rule)
    }
    return look
  }

  @inline(__always)
  mutating func isWatched(_ rule: Int) -> Bool { watch.rules[rule >> 6] & State.bit(rule) != 0 }

  @inline(never)
  private mutating func remembered(_ rule: Int, _ condition: Look) -> Standing {
    let planned = code.planned[rule]
    var standing = Standing(isOn: false, condition: condition.value, until: condition.until)
    if let until = planned.until {
      let end = look(until)
      standing.until = min(standing.until, end.until)
      if end.value == 1 { return standing }
      if rules[rule].isOn {
        standing.isOn = true
        return standing
      }
    }
    guard condition.value == 1 else { return standing }
    guard let hold = planned.hold, !rules[rule].isOn else {
      standing.isOn = true
      return standing
    }
    let span = slots[hold.index]
    guard span != unknown else { return standing }
    let since = min(rules[rule].trueSince, now)
    let end = Arithmetic.saturatingSum(since, span)
    if tracks(hold) { trackSpan(hold, upTo: Arithmetic.saturatingDifference(now, since), end <= now) }
    if end <= now {
      standing.isOn = true
    } else {
      let until = tracks(hold) ? trackedEnd(end, of: hold, from: since) : end
      standing.until = min(standing.until, until)
    }
    return standing
  }

  /// Carries the memory of a rule to the end of the instant.
  @inline(__always)
  mutating func remember(_ rule: Int, _ standing: Standing) {
    if code.rules[rule].traits.contains(.hasMemory) { rememberSince(rule, standing) }
    rules[rule].isOn = standing.isOn
    if !standing.isOn {
      rules[rule].hasFiredInEpisode = false
      rules[rule].toldGate = -1
    }
  }

  /// Remembers since when the condition of a rule with memory has been true, and since when the rule has been on.
  @inline(never)
  private mutating func rememberSince(_ rule: Int, _ standing: Standing) {
    if standing.condition != 1 {
      rules[rule].trueSince = never
    } else if rules[rule].trueSince == never {
      if sliding.isNow, code.planned[rule].hold != nil { pin() }
      rules[rule].trueSince = now
    }
    if standing.isOn, !rules[rule].isOn { rules[rule].onSince = now }
  }

  // MARK: Levels

  /// The highest level that a scale is raised to, by rules that are on or have fired in this interval; else 0.
  @inline(never)
  mutating func level(_ scale: ScaleID) -> Look {
    if levelLook.isGoingOn { return levelWithin(scale) }
    levelLook.isGoingOn = true
    levelLook.number &+= 1
    let look = raisedLevel(scale)
    levelLook.isGoingOn = false
    return look
  }

  /// A level that the level looked at rests on: raisers that ask for one level ask for it at the same time.
  private mutating func levelWithin(_ scale: ScaleID) -> Look {
    let memo = scales[scale.index].memo
    if memo.edition == levelLook.number, memo.at == now { return memo.look }
    let look = raisedLevel(scale)
    // Ends that slide are told to whoever asks.
    let edition = sliding.end == never ? levelLook.number : -1
    scales[scale.index].memo = Memo(look: look, at: now, edition: edition)
    return look
  }

  private mutating func raisedLevel(_ scale: ScaleID) -> Look {
    var until = never
    for position in code.raisers[scale.index] {
      let rule = code.raisers.elements[position]
      guard let raise = code.planned[rule].raise else { continue }
      if raise.whenFired {
        guard isRaising(rule) else { continue }
        return Look(value: Int64(raise.level), until: until)
      }
      let standing = standing(rule)
      until = min(until, standing.until)
      if standing.isOn { return Look(value: Int64(raise.level), until: until) }
    }
    return Look(value: 0, until: until)
  }

  /// A scale's level, read from the memory that rules have carried to the end of the instant; levels must be told.
  mutating func carriedLevel(_ scale: ScaleID) -> Int {
    for position in code.raisers[scale.index] {
      let rule = code.raisers.elements[position]
      guard let raise = code.planned[rule].raise else { continue }
      if raise.whenFired ? isRaising(rule) : rules[rule].isOn { return raise.level }
    }
    return 0
  }

  /// Whether a rule has fired in this interval between events, so that its level still stands.
  mutating func isRaising(_ rule: Int) -> Bool {
    interval.hasRaised && rules[rule].raisedIn == interval.number
  }

  /// Counts how long a scale has been at its present level.
  mutating func countLevel(_ scale: Int, upTo t: Int64) {
    let level = code.firstLevels[scale] + scales[scale].told
    levels[level].time += max(t &- scales[scale].countedSince, 0)
    scales[scale].countedSince = t
    let pace: Int64 = sliding.isNow ? 1 : 0
    levels[level].pace += pace - scales[scale].countedPace
    scales[scale].countedPace = pace
  }

  /// Leaves the time up to an instant uncounted.
  mutating func countLevels(from t: Int64) {
    for scale in scales.indices { (scales[scale].countedSince, scales[scale].countedPace) = (t, 0) }
  }

  // MARK: Gates

  /// Whether a gate holds a firing of a rule back, and until when that stays so. With an unknown operand it doesn't.
  @inline(__always)
  mutating func gate(_ index: Int, of rule: Int) -> Look {
    switch code.gates[index].kind {
    case .unless(let node):
      if case .slot(let slot) = code.nodes[node.index] {
        return Look(value: slots[slot.index] == 1 ? 1 : 0, until: never)
      }
      let look = look(node)
      return Look(value: look.value == 1 ? 1 : 0, until: look.until)
    case .cooldown(let span): return cooldown(rule, span)
    case .limit(_, _, let reached):
      let look = look(reached)
      return Look(value: look.value == 1 ? 1 : 0, until: look.until)
    case .quiet: return quiet(code.gateSpans[index])
    }
  }

  @inline(never)
  private mutating func quiet(_ index: Int) -> Look {
    let span = span(index)
    return Look(value: span.isInside ? 1 : 0, until: span.until)
  }

  @inline(__always)
  mutating func cooldown(_ rule: Int, _ slot: Slot) -> Look {
    if tracks(slot) { return trackedCooldown(rule, slot) }
    guard isCooling(rule, slot) else { return Look(value: 0, until: never) }
    return Look(value: 1, until: endOfCooldown(rule, slot))
  }

  /// Whether a cooldown that may be asked before the condition and other gates holds a rule back.
  ///
  /// A tracked one may not be asked first: it would narrow a range where something else decides.
  @inline(__always)
  mutating func isCooling(_ rule: Int) -> Bool {
    let slot = Int(code.rules[rule].cooldown)
    return slot >= 0 && !tracks(Slot(slot)) && isCooling(rule, Slot(slot))
  }

  /// Whether a rule's cooldown, which must not be tracked, holds it back.
  @inline(__always)
  mutating func isCooling(_ rule: Int, _ slot: Slot) -> Bool {
    let last = rules[rule].lastFiring
    // An unknown span is less than any time that has passed.
    return last != .min && now &- last <= slots[slot.index]
  }

  /// The first instant after the cooldown of a rule that has fired.
  private mutating func endOfCooldown(_ rule: Int, _ slot: Slot) -> Int64 {
    Arithmetic.saturatingSum(Arithmetic.saturatingSum(rules[rule].lastFiring, slots[slot.index]), 1)
  }

  @inline(never)
  private mutating func trackedCooldown(_ rule: Int, _ slot: Slot) -> Look {
    let last = rules[rule].lastFiring
    guard last != .min, slots[slot.index] != unknown else { return Look(value: 0, until: never) }
    let end = endOfCooldown(rule, slot)
    trackReach(of: slot, to: last, now < end)
    guard now < end else { return Look(value: 0, until: never) }
    return Look(value: 1, until: trackedEnd(end, of: slot, from: last &+ 1))
  }

  /// The first gate of a rule that holds, and until when it is the first. If all are open: -1, and until when.
  mutating func holdingGate(_ rule: Int) -> (gate: Int, until: Int64) {
    var until = never
    for gate in code.planned[rule].gates {
      let look = self.gate(gate, of: rule)
      until = min(until, look.until)
      if look.value == 1 { return (gate, until) }
    }
    return (-1, until)
  }

  /// Whether a rule without a trigger has spoken in this episode and may not yet repeat, and until when.
  @inline(__always)
  mutating func awaitsRepeat(_ rule: Int) -> Look {
    let traits = code.rules[rule].traits
    guard rules[rule].hasFiredInEpisode, !traits.contains(.isOn), !traits.contains(.hasTicks) else {
      return Look(value: 0, until: never)
    }
    return repeated(rule)
  }

  /// Whether a rule that has spoken in this episode may not yet repeat, and until when.
  @inline(never)
  private mutating func repeated(_ rule: Int) -> Look {
    switch code.planned[rule].repetition {
    case .never: return Look(value: 1, until: never)
    case .after(let pause):
      let span = slots[pause.index]
      guard span != unknown else { return Look(value: 1, until: never) }
      let due = Arithmetic.saturatingSum(rules[rule].firedInEpisodeAt, span)
      if tracks(pause) {
        let passed = Arithmetic.saturatingDifference(now, rules[rule].firedInEpisodeAt)
        trackSpan(pause, upTo: passed, due <= now)
        if now < due {
          return Look(value: 1, until: trackedEnd(due, of: pause, from: rules[rule].firedInEpisodeAt))
        }
      }
      return now < due ? Look(value: 1, until: due) : Look(value: 0, until: never)
    case .daily:
      let day = clock.day(at: now)
      return day.contains(rules[rule].firedInEpisodeAt)
        ? Look(value: 1, until: day.end) : Look(value: 0, until: never)
    }
  }
}
