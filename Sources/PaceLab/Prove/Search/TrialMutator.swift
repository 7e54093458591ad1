import PaceLanguage

/// Makes new trials from old ones, the same ones every time.
struct TrialMutator {
  let alphabet: TrialAlphabet
  private var random = SampleRandom(seed: 0x70616365, stream: 1)

  /// Longer trials than this are not looked for.
  static let mostRows = 40

  init(_ alphabet: TrialAlphabet) { self.alphabet = alphabet }

  /// A number from 0 up to and without `count`.
  mutating func pick(_ count: Int) -> Int { Int(random.whole(0, Int64(max(count, 1)) - 1)) }

  mutating func mutated(_ trial: Trial) -> Trial {
    var trial = trial
    for _ in 0...pick(3) { change(&trial) }
    while trial.duration + trial.tail > alphabet.longest {
      if trial.duration <= alphabet.longest {
        trial.tail = alphabet.longest - trial.duration
      } else {
        trial.rows.removeLast()
      }
    }
    return trial
  }

  private mutating func change(_ trial: inout Trial) {
    let count = trial.rows.count
    switch pick(12) {
    case 0, 1, 2: append(to: &trial)
    case 3, 4: repeatLast(of: &trial)
    case 5, 6: if count > 0 { trial.rows[pick(count)].gap = gap() }
    case 7:
      if count > 0 {
        let index = pick(count)
        let gap = trial.rows[index].gap
        trial.rows[index] = row()
        trial.rows[index].gap = gap
      }
    case 8: pick(2) == 0 ? insert(into: &trial) : removeRow(of: &trial)
    case 9: setAttribute(of: &trial)
    case 10: trial.startTime = alphabet.startTimes[pick(alphabet.startTimes.count)]
    default: trial.tail = alphabet.tails[pick(alphabet.tails.count)]
    }
  }

  private mutating func row() -> Trial.Row {
    alphabet.rows[pick(pick(4) == 0 ? alphabet.rows.count : alphabet.coreCount)]
  }

  /// Mostly a gap of the alphabet, at times what is left of one after another.
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
    guard let row = trial.rows.first.map({ _ in row() }), trial.rows.count < Self.mostRows else { return }
    let index = pick(trial.rows.count)
    trial.rows.insert(row, at: index)
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

  private mutating func setAttribute(of trial: inout Trial) {
    guard !alphabet.attributes.isEmpty else { return }
    let (id, values) = alphabet.attributes[pick(alphabet.attributes.count)]
    trial.set(id, to: pick(4) == 0 ? nil : values[pick(values.count)])
  }
}
