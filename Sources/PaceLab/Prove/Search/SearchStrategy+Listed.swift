/// Lists of trials, made of the alphabet alone.
extension SearchStrategy {
  /// Nothing but a start or an attribute, one row, and two rows with every gap between them.
  static func short(_ search: inout TrialSearch) {
    let alphabet = search.alphabet
    var trial = alphabet.empty
    for day in alphabet.startDays {
      trial.startDay = day
      for start in alphabet.startTimes.prefix(8) {
        trial.startTime = start
        guard search.attempt(trial) else { return }
      }
    }
    trial = alphabet.empty
    for (id, values) in alphabet.attributes {
      for value in values.prefix(6) {
        trial.attributes = [id: value]
        guard search.attempt(trial) else { return }
      }
    }
    trial = alphabet.empty
    for day in alphabet.startDays {
      trial.startDay = day
      for row in alphabet.rows {
        trial.rows = [row]
        guard search.attempt(trial) else { return }
      }
    }
    trial = alphabet.empty
    let core = alphabet.coreCount <= 12 ? alphabet.coreCount : 0
    for gap in alphabet.gaps {
      for (index, first) in alphabet.rows.enumerated() {
        // The same row twice says most, so it comes even where there is no room for every pair.
        for (other, second) in alphabet.rows.enumerated()
        where index == other || (index < core && other < core) {
          trial.rows = [first, second]
          trial.rows[1].gap = gap
          guard search.attempt(trial) else { return }
        }
      }
    }
  }

  /// One row with values in two fields, then in three and more: one value may count only together with others.
  static func fields(_ search: inout TrialSearch) {
    let rows = search.alphabet.rows
    var trial = search.alphabet.empty
    // Each with the place of the row that its last value comes from.
    var combined = Array(zip(rows, rows.indices))
    while !combined.isEmpty {
      let fewer = combined
      combined = []
      for (row, place) in fewer {
        for next in rows.indices[(place + 1)...] {
          guard let both = row.taking(valuesOf: rows[next]) else { break }
          if both.valueCount == row.valueCount || both.valueCount == 1 { continue }
          trial.rows = [both]
          guard search.attempt(trial) else { return }
          combined.append((both, next))
        }
      }
    }
  }

  /// One plain row up to four times, at once, a minute apart, or as far apart as only one of the programs
  /// waits.
  static func repeated(_ search: inout TrialSearch) {
    let alphabet = search.alphabet
    if search.difference?.pacing == nil, alphabet.changedGaps.isEmpty { return }
    for count in 1...4 {
      for row in alphabet.plainRows {
        for gap in count == 1 ? [0] : [0, Trial.minute] + alphabet.changedGaps {
          guard search.attempt(alphabet.trial(of: row, count, gap)) else { return }
        }
      }
    }
  }

  /// One attribute, with no row and with each plain row once and twice.
  static func attributes(_ search: inout TrialSearch) {
    let alphabet = search.alphabet
    for (id, values) in alphabet.attributes {
      for value in values.prefix(8) {
        var trial = alphabet.empty
        trial.attributes = [id: value]
        guard search.attempt(trial) else { return }
        for row in alphabet.plainRows {
          for count in 1...2 {
            trial.rows = alphabet.trial(of: row, count, Trial.minute).rows
            guard search.attempt(trial) else { return }
          }
        }
      }
    }
  }

  /// Two attributes with no or one row: what switches a rule off has to meet what makes it due.
  static func attributePairs(_ search: inout TrialSearch) {
    let alphabet = search.alphabet
    let rows = [[]] + alphabet.plainRows.prefix(1).map { [$0] }
    for (index, one) in alphabet.attributes.enumerated() {
      for other in alphabet.attributes[(index + 1)...] {
        for value in one.values.prefix(6) {
          for second in other.values.prefix(6) {
            var trial = alphabet.empty
            trial.attributes[one.id] = value
            trial.attributes[other.id] = second
            for rows in rows {
              trial.rows = rows
              guard search.attempt(trial) else { return }
            }
          }
        }
      }
    }
  }

  /// A changed attribute, with and without a switch, and then nothing for the longest tail.
  static func long(_ search: inout TrialSearch) {
    let alphabet = search.alphabet
    guard let changed = search.difference?.attributes, alphabet.tails.count > 1 else { return }
    let switches = alphabet.attributes.filter { $0.values.count == 1 }
    for one in alphabet.attributes where changed.contains(one.id) {
      for value in one.values.prefix(6) {
        for other in [nil] + switches.map({ $0 }) where other?.id != one.id {
          var trial = alphabet.empty
          trial.tail = alphabet.tails.max() ?? trial.tail
          trial.attributes[one.id] = value
          if let other { trial.attributes[other.id] = other.values[0] }
          guard search.attempt(trial) else { return }
        }
      }
    }
  }

  /// The same row a few times a day for as many days as are counted, and then a day without it.
  static func days(_ search: inout TrialSearch) {
    let alphabet = search.alphabet
    guard alphabet.tails.count > 1 else { return }
    for days in alphabet.counts {
      for times in 1...4 where days * times <= TrialMutator.mostRows {
        for row in alphabet.plainRows {
          var trial = alphabet.trial(of: row, days * times, Trial.minute)
          trial.tail = ClockSpan.day
          for first in stride(from: times, to: trial.rows.count, by: times) {
            trial.rows[first].gap = ClockSpan.day - Int64(times - 1) * Trial.minute
          }
          guard search.attempt(trial) else { return }
        }
      }
    }
  }

  /// Notices given at the start, as many as are counted, then nothing or a row.
  ///
  /// What is due before they are given is not derived, so other times of day are tried too.
  static func given(_ search: inout TrialSearch) {
    let alphabet = search.alphabet
    for start in alphabet.startTimes {
      for giver in alphabet.givers {
        for count in alphabet.counts + [1] {
          for row in [nil] + alphabet.plainRows.map({ $0 }) {
            var trial = alphabet.empty
            trial.startTime = start
            trial.given = Array(repeating: Trial.Given(offset: 0, rule: giver), count: count)
            if var row {
              row.gap = Trial.minute
              trial.rows = [row]
            }
            guard search.attempt(trial) else { return }
          }
        }
      }
    }
  }
}

extension TrialAlphabet {
  /// A trial with a row `count` times, `gap` milliseconds apart.
  fileprivate func trial(of row: Trial.Row, _ count: Int, _ gap: Int64) -> Trial {
    var trial = empty
    var next = row
    next.gap = gap
    trial.rows = count > 0 ? [row] + Array(repeating: next, count: count - 1) : []
    return trial
  }
}
