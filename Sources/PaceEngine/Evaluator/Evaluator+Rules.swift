import PaceLanguage

extension Evaluator {
  /// Tries a rule at `now`, for an event or for the instant as a whole, and lets it speak if it may.
  mutating func attempt(_ index: Int, event: EventOrdinal?) {
    guard plan.rules[index].emits else { return }
    if event == nil, !isTick(plan.rules[index].trigger, at: now) { return }
    if event != nil {
      if let span = plan.rules[index].cooldown, isCooling(index, span, at: now) { return }
      if let decision = plan.rules[index].decision {
        if isTrue(decision, at: now), isFree(index) { fire(index, event: event) }
      } else {
        attempt(index, state(index, at: now), event: event)
      }
    } else {
      attempt(index, triedState(index), event: event)
    }
  }

  /// Lets a rule speak if it may; tells of what does not fit.
  @inline(never)
  private mutating func attempt(_ index: Int, _ state: StateOfRule, event: EventOrdinal?) {
    if state.isOn {
      if isFree(index) { fire(index, event: event) }
    } else if state.condition == unknown, now > life.lastGiven {
      noteOverflow(index)
    }
  }

  /// Whether nothing keeps a rule from speaking at `now` whose state is on, its cooldown aside where that has
  /// been asked before.
  @inline(never)
  mutating func isFree(_ index: Int) -> Bool {
    guard now > life.lastGiven, !hasHadItsSay(index, at: now) else { return false }
    for check in plan.rules[index].checks where isHolding(plan.checks[check], of: index, at: now) {
      return false
    }
    return true
  }

  /// Whether a rule that no event or clock triggers has spoken in this episode and need not do so again.
  private mutating func hasHadItsSay(_ index: Int, at t: Int64) -> Bool {
    guard case .none = plan.rules[index].trigger, memory[index].hasSpoken else { return false }
    return !isRepeatDue(index, at: t)
  }

  /// The state of a rule that no event triggers, kept for the end of the instant.
  private mutating func triedState(_ index: Int) -> StateOfRule {
    var found = Try()
    if !plan.rules[index].hasMemory, let condition = plan.rules[index].condition,
      !plan.recalls[condition.index]
    {
      let look = outlook(condition, at: now, limit: horizon)
      let state = StateOfRule(isOn: look.value == 1, condition: look.value)
      found = Try(state: state, change: look.change, lookedUpTo: horizon, at: now)
    } else {
      found.state = state(index, at: now)
      found.at = now
    }
    keep(found, of: index)
    return found.state
  }

  /// Keeps what a try found for the rest of the instant.
  mutating func keep(_ found: Try, of index: Int) {
    memory[index].tried = found
    let place = followed.places[index]
    if place >= 0 { groups[RuleGroup.group(of: place)].markTried(RuleGroup.bit(of: place)) }
  }

  mutating func isRepeatDue(_ index: Int) -> Bool { isRepeatDue(index, at: now) }

  /// Whether a rule that has spoken in this episode is due again at `t`.
  private mutating func isRepeatDue(_ index: Int, at t: Int64) -> Bool {
    switch plan.rules[index].repetition {
    case .never: return false
    case .after(let pause):
      let span = slots[pause.index]
      guard span != unknown else { return false }
      let isDue = Arithmetic.difference(t, memory[index].spokeAt) >= span
      if steadiness != nil { trackPassing(of: pause, from: memory[index].spokeAt, at: t, isDue) }
      return isDue
    case .daily: return calendarDay(at: t).number != calendarDay(at: memory[index].spokeAt).number
    }
  }

  mutating func fire(_ index: Int, event: EventOrdinal?) {
    let rule = plan.rules[index].id
    let firing = Firing(rule: rule, at: Instant(now), event: event, message: nil, isWithheld: false)
    fired.append(firing)
    if let event { memory[index].firedFor = event.index }
    count(firingOf: index, at: now)
  }

  /// Enters a firing in the columns that count it, and remembers that the rule has spoken.
  mutating func count(firingOf index: Int, at t: Int64) {
    memory[index].speak(at: t)
    let place = followed.places[index]
    if place >= 0 { groups[RuleGroup.group(of: place)].markSpoken(RuleGroup.bit(of: place)) }
    if let raise = plan.rules[index].raise, raise.whenFired, isOpen || t < life.end {
      memory[index].raisedIn = stretch
      hasRaised = true
      markReaders(of: raise.scale)
    }
    if let column = plan.rules[index].ownFirings { enter(firingAt: t, in: column) }
    if let column = plan.rules[index].kindFirings { enter(firingAt: t, in: column) }
  }

  private mutating func enter(firingAt t: Int64, in column: ColumnID) {
    log.append(t, to: column)
    markReaders(of: column)
  }

  /// Ends the levels that stand from a firing until the next event.
  mutating func lowerLevels() {
    guard hasRaised else { return }
    hasRaised = false
    stretch += 1
    for place in followed.readersOfScale.elements { mark(place) }
  }

  /// Gives out what the instant brought: firings in rule order, then levels.
  mutating func tell() {
    if fired.count > 1 { Evaluator.sortByRule(&fired) }
    while let firing = fired.popLast() { records.append(.fired(firing)) }
    if options.tellsLevels {
      for scale in toldLevels.indices {
        let level = level(ScaleID(scale), at: now)
        guard level != toldLevels[scale] else { continue }
        toldLevels[scale] = level
        records.append(.level(LevelChange(scale: ScaleID(scale), level: level, at: Instant(now))))
      }
    }
  }

  /// A stable sort, the first last; an instant has few firings, nearly in order.
  private static func sortByRule(_ firings: inout [Firing]) {
    for index in firings.indices.dropFirst() {
      var place = index
      while place > 0, firings[place - 1].rule.index > firings[place].rule.index {
        firings.swapAt(place, place - 1)
        place -= 1
      }
    }
    firings.reverse()
  }
}
