/// Makes new trials from old ones, the same ones on every run.
struct TrialMutator {
  var alphabet: TrialAlphabet
  private var random = SampleRandom(seed: 0x70616365, stream: 1)

  /// The most rows of a trial.
  static let mostRows = 40

  init(_ alphabet: TrialAlphabet) { self.alphabet = alphabet }

  /// A number from 0 up to, but not including, `count`.
  mutating func pick(_ count: Int) -> Int { Int(random.whole(0, Int64(max(count, 1)) - 1)) }

  mutating func mutated(_ trial: Trial) -> Trial {
    var trial = trial
    for _ in 0...pick(3) { change(&trial) }
    return cut(trial)
  }

  /// A trial made from nothing, which with a small alphabet finds what small steps don't lead to.
  mutating func fresh() -> Trial {
    if pick(2) == 0, !alphabet.plainRows.isEmpty { return cut(burst()) }
    var trial = alphabet.empty
    for _ in 0..<pick(4) { setAttribute(of: &trial) }
    if pick(3) == 0 { setStart(of: &trial) }
    for _ in 0..<pick(5) { append(to: &trial) }
    if pick(4) == 0 { repeatLast(of: &trial) }
    if pick(3) == 0 { trial.tail = alphabet.tails[pick(alphabet.tails.count)] }
    if pick(4) == 0 { give(to: &trial) }
    if pick(4) == 0 { set(in: &trial) }
    return cut(trial)
  }

  /// A plain row a few times, close together, and one or two others later, at times under other settings.
  ///
  /// It shows how one rule reacts to another's notices.
  private mutating func burst() -> Trial {
    var trial = alphabet.empty
    if pick(2) == 0 { set(in: &trial) }
    if pick(3) == 0 { setAttribute(of: &trial) }
    if pick(4) == 0 { give(to: &trial) }
    let row = alphabet.plainRows[pick(alphabet.plainRows.count)]
    trial.rows = Array(repeating: row, count: 1 + pick(4))
    let near = pick(2) == 0 ? 0 : gap()
    for index in trial.rows.indices.dropFirst() where pick(2) == 0 { trial.rows[index].gap = near }
    for _ in 0...pick(2) {
      var last = alphabet.plainRows[pick(alphabet.plainRows.count)]
      last.gap = gap()
      trial.rows.append(last)
    }
    return trial
  }

  /// The trial, cut off at the alphabet's longest offset.
  private func cut(_ trial: Trial) -> Trial {
    var trial = trial
    while trial.duration + trial.tail > alphabet.longest {
      if !trial.given.isEmpty, trial.duration > alphabet.longest {
        trial.given = []
      } else if trial.duration <= alphabet.longest {
        trial.tail = alphabet.longest - trial.duration
      } else {
        trial.rows.removeLast()
      }
    }
    return trial
  }

  private mutating func change(_ trial: inout Trial) {
    let count = trial.rows.count
    if alphabet.givers.count + alphabet.settings.count > 0, pick(8) == 0 {
      if pick(2) == 0 { give(to: &trial) } else { set(in: &trial) }
      return
    }
    switch pick(12) {
    case 0, 1, 2: append(to: &trial)
    case 3, 4: repeatLast(of: &trial)
    case 5, 6: if count > 0 { trial.rows[pick(count)].gap = gap() }
    case 7:
      if count > 0, !alphabet.rows.isEmpty {
        let index = pick(count)
        let gap = trial.rows[index].gap
        let next = row()
        trial.rows[index] = trial.rows[index].taking(valuesOf: next) ?? next
        trial.rows[index].gap = gap
      }
    case 8: pick(2) == 0 ? insert(into: &trial) : removeRow(of: &trial)
    case 9: setAttribute(of: &trial)
    case 10: setStart(of: &trial)
    default: trial.tail = alphabet.tails[pick(alphabet.tails.count)]
    }
  }

  private mutating func row() -> Trial.Row {
    precondition(!alphabet.rows.isEmpty)
    return alphabet.rows[pick(pick(4) == 0 ? alphabet.rows.count : alphabet.coreCount)]
  }

  /// Usually a gap of the alphabet, at times the difference of two.
  private mutating func gap() -> Int64 {
    let one = alphabet.gaps[pick(alphabet.gaps.count)]
    guard pick(5) == 0 else { return one }
    return abs(one - alphabet.gaps[pick(alphabet.gaps.count)])
  }

  private mutating func append(to trial: inout Trial) {
    guard !alphabet.rows.isEmpty, trial.rows.count < Self.mostRows else { return }
    var row = row()
    row.gap = gap()
    trial.rows.append(row)
  }

  private mutating func insert(into trial: inout Trial) {
    guard !trial.rows.isEmpty, !alphabet.rows.isEmpty, trial.rows.count < Self.mostRows else { return }
    let index = pick(trial.rows.count)
    trial.rows.insert(row(), at: index)
    trial.rows[index].gap = trial.rows[index + 1].gap
    trial.rows[index + 1].gap = gap()
  }

  private mutating func removeRow(of trial: inout Trial) {
    if !trial.rows.isEmpty { trial.removeRow(pick(trial.rows.count)) }
  }

  /// Counts and streaks need the same row again and again.
  private mutating func repeatLast(of trial: inout Trial) {
    guard let last = trial.rows.last else { return append(to: &trial) }
    for _ in 0...pick(4) where trial.rows.count < Self.mostRows { trial.rows.append(last) }
  }

  /// Gives one notice or as many as are counted, at the start or a gap before the last row; at times takes all
  /// away.
  private mutating func give(to trial: inout Trial) {
    guard !alphabet.givers.isEmpty else { return set(in: &trial) }
    if !trial.given.isEmpty, pick(3) == 0 {
      trial.given = []
      return
    }
    let rule = alphabet.givers[pick(alphabet.givers.count)]
    let several = alphabet.counts.isEmpty ? 1 : alphabet.counts[pick(alphabet.counts.count)]
    let offset = pick(2) == 0 ? 0 : max(trial.duration - gap(), 0)
    let notice = Trial.Given(offset: offset, rule: rule)
    trial.given = Array(repeating: notice, count: pick(2) == 0 ? 1 : several)
  }

  private mutating func setStart(of trial: inout Trial) {
    trial.startTime = alphabet.startTimes[pick(alphabet.startTimes.count)]
    if alphabet.startDays.count > 1 { trial.startDay = alphabet.startDays[pick(alphabet.startDays.count)] }
  }

  private mutating func set(in trial: inout Trial) {
    guard !alphabet.settings.isEmpty else { return }
    let (id, values) = alphabet.settings[pick(alphabet.settings.count)]
    trial.settings[id] = pick(4) == 0 ? nil : values[pick(values.count)]
  }

  private mutating func setAttribute(of trial: inout Trial) {
    guard !alphabet.attributes.isEmpty else { return }
    let (id, values) = alphabet.attributes[pick(alphabet.attributes.count)]
    trial.attributes[id] = pick(4) == 0 ? nil : values[pick(values.count)]
  }
}
