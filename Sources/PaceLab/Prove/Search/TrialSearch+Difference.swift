import PaceLanguage

/// Looking where a difference can lie: trials made of what the changed rules rest on.
extension TrialSearch {
  /// Attributes alone, with no row and with each row once and twice; then in pairs: what switches a rule off
  /// has to meet what makes it due.
  mutating func tryAttributes() {
    let alphabet = mutator.alphabet
    var limit = spent + budget / 10
    let plain = alphabet.plainRows
    var rows: [[Trial.Row]] = [[]]
    for row in plain {
      var next = row
      next.gap = Self.minute
      rows += [[row], [row, next]]
    }
    var trial = alphabet.empty
    for (id, values) in alphabet.attributes {
      for value in values.prefix(8) {
        trial.attributes = [Trial.Attribute(id: id, value: value)]
        for rows in rows where spent < limit && !isDone {
          trial.rows = rows
          attempt(trial)
        }
      }
    }
    limit = spent + budget / 10
    for (index, one) in alphabet.attributes.enumerated() {
      for other in alphabet.attributes[(index + 1)...] {
        for value in one.values.prefix(6) {
          for second in other.values.prefix(6) {
            trial.attributes = []
            trial.set(one.id, to: value)
            trial.set(other.id, to: second)
            for rows in rows.prefix(2) where spent < limit && !isDone {
              trial.rows = rows
              attempt(trial)
            }
          }
        }
      }
    }
  }

  /// The same row as often as something is counted to, soon after each other and day after day.
  mutating func tryCounted() {
    let alphabet = mutator.alphabet
    let limit = spent + budget / 16
    for count in alphabet.counts {
      for row in alphabet.nearRows {
        for gap in [Self.minute, Self.day] {
          for times in [count, count + 1] where times < TrialMutator.mostRows && spent < limit {
            var trial = alphabet.empty
            var next = row
            next.gap = gap
            trial.rows = [row] + Array(repeating: next, count: times - 1)
            attempt(trial)
          }
        }
      }
    }
  }

  /// The same row a few times a day for as many days as are counted, and then none.
  mutating func tryDays() {
    let alphabet = mutator.alphabet
    guard alphabet.tails.count > 1 else { return }
    let limit = spent + budget / 16
    for days in alphabet.counts {
      for times in 1...4 where days * times <= TrialMutator.mostRows {
        for row in alphabet.plainRows where spent < limit && !isDone {
          var trial = alphabet.empty
          trial.tail = Self.day
          for index in 0..<days * times {
            var row = row
            let isFirst = index % times == 0
            row.gap = index == 0 ? 0 : isFirst ? Self.day - Int64(times - 1) * Self.minute : Self.minute
            trial.rows.append(row)
          }
          attempt(trial)
        }
      }
    }
  }

  /// Where a touched rule speaks in a trial, the same at a time of day that is changed.
  mutating func noteShift(_ trial: Trial, _ observations: [Observation]) {
    guard let difference, let time = mutator.alphabet.changedTimes.first, !isShifting else { return }
    for observation in observations {
      let spoken = observation.firings.first { difference.rules.contains($0.rule) }
      guard let at = spoken?.at, shifted.count < 40,
        shifted.insert(at % Self.day + Int64(trial.rows.count) * Self.day).inserted
      else { continue }
      for time in [time] + mutator.alphabet.changedTimes.dropFirst().prefix(1) {
        var other = trial
        other.startTime = ((time - at) % Self.day + Self.day) % Self.day
        toShift.append(other)
      }
    }
  }

  mutating func tryShifted() {
    isShifting = true
    while !isDone, let trial = toShift.popLast() { attempt(trial) }
    isShifting = false
  }

  /// Notices given at the start, as many as are counted, then nothing or a row.
  ///
  /// What is due already when they are given has had its say, so that other times of day are tried too.
  mutating func tryGiven() {
    let alphabet = mutator.alphabet
    let limit = spent + budget / 8
    let plain = alphabet.plainRows
    for start in alphabet.startTimes {
      for giver in alphabet.givers {
        for count in alphabet.counts + [1] {
          for row in [nil] + plain.map({ $0 }) where spent < limit && !isDone {
            var trial = alphabet.empty
            trial.startTime = start
            trial.given = Array(repeating: Trial.Given(offset: 0, rule: giver), count: count)
            if var row {
              row.gap = Self.minute
              trial.rows = [row]
            }
            attempt(trial)
          }
        }
      }
    }
  }

  /// Remembers how near a trial came to what is changed showing: what is compared is something else, then the
  /// comparison comes out otherwise, then as little as possible keeps the rule from telling of it.
  func infections(_ observations: [Observation]) -> [(index: Int, distance: UInt64)] {
    guard let difference, difference.isAligned else { return [] }
    let count = observations.count / 2
    var found: [(index: Int, distance: UInt64)] = []
    for world in 0..<count {
      for look in observations[world].looks where !look.changed.isEmpty {
        guard let other = observations[world + count].looks.first(where: { $0.at == look.at }) else {
          continue
        }
        for index in look.changed.indices where look.changed[index] != other.changed[index] {
          // Of three values each, the first is the comparison's own.
          let far: UInt64 = index % 3 == 0 ? 0 : 1_000
          let missing = UInt64(min(look.missing, other.missing))
          found.append((index, far + missing))
        }
      }
    }
    return found
  }

  /// Goes on from what came nearest, from where the changed comparison can be brought to its edge, and from
  /// nothing, in turns.
  mutating func tryOn() {
    tryShifted()
    let preset = mutator.pick(presetCount)
    switch mutator.pick(4) {
    case 0: attempt(mutator.fresh(), under: preset)
    case 1: tryEdge(under: preset)
    default: attempt(mutator.mutated(pickFromCorpus()), under: preset)
    }
  }

  /// Brings the sides of a changed comparison together by one number of a trial.
  private mutating func tryEdge(under preset: Int) {
    guard let difference, !difference.comparisons.isEmpty else { return }
    let trial = pickFromCorpus()
    let aim = TrialAim(trial, mutator.alphabet, runner.program)
    guard let knob = aim.knobs.isEmpty ? nil : aim.knobs[mutator.pick(aim.knobs.count)] else { return }
    let world = preset + (difference.isAligned ? mutator.pick(2) * presetCount : 0)
    let base = aim.turned(knob, by: 0)
    let turned = aim.turned(knob, by: knob.step)
    spent += 2
    let before = runner.margins(of: difference.comparisons, in: base, world: world)
    let after = runner.margins(of: difference.comparisons, in: turned, world: world)
    var tried = 0
    for (one, two) in zip(before, after) {
      guard let one, let two, one != two, tried < 3 else { continue }
      let way = Int128(one) * Int128(knob.step)
      let (quotient, rest) = way.quotientAndRemainder(dividingBy: Int128(one) - Int128(two))
      guard let by = Int64(exactly: quotient) else { continue }
      tried += 1
      if let found = aim.checked(knob, by: by) { attempt(found, under: preset) }
      if rest != 0, let found = aim.checked(knob, by: by + (rest > 0 ? 1 : -1)) {
        attempt(found, under: preset)
      }
    }
  }
}
