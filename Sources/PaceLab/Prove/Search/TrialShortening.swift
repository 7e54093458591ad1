import PaceLanguage

/// Simpler neighbours of a trial, the greatest simplifications first.
struct TrialShortening {
  private static let one: Int64 = 1_000_000

  let program: Program
  let alphabet: TrialAlphabet

  /// `instant` is when the trial reaches its goal; rows after it are of no use.
  func candidates(of trial: Trial, upTo instant: Int64) -> [Trial] {
    var found: [Trial] = []
    let offsets = trial.offsets
    let kept = offsets.prefix { $0 <= instant }.count
    var cut = trial
    cut.rows.removeLast(trial.rows.count - kept)
    cut.tail = max(instant - cut.duration, 0)
    found.append(cut)
    addWithout(trial, to: &found)
    addWithoutNotices(trial, to: &found)
    addMerged(trial, to: &found)
    addPlain(trial, to: &found)
    addSooner(trial, to: &found)
    addSmaller(trial, to: &found)
    return found.filter { $0 != trial }
  }

  /// Without half of the rows, a quarter of them, and so on down to a single one.
  private func addWithout(_ trial: Trial, to found: inout [Trial]) {
    var length = trial.rows.count
    while length > 0 {
      for start in stride(from: trial.rows.count - length, through: 0, by: -length) {
        var changed = trial
        for index in (start..<start + length).reversed() { changed.takeOutRow(index) }
        found.append(changed)
      }
      length /= 2
    }
    for index in trial.rows.indices {
      var changed = trial
      changed.rows.remove(at: index)
      found.append(changed)
    }
  }

  /// With fewer settings, with fewer notices given, and with all of them at the start.
  private func addWithoutNotices(_ trial: Trial, to found: inout [Trial]) {
    for setting in trial.settings {
      var changed = trial
      changed.set(setting.param, to: nil)
      found.append(changed)
    }
    guard !trial.given.isEmpty else { return }
    for count in Set([0, trial.given.count / 2, trial.given.count - 1]).sorted() {
      var changed = trial
      changed.given.removeLast(trial.given.count - count)
      found.append(changed)
    }
    var changed = trial
    changed.given = trial.given.map { Trial.Given(offset: 0, rule: $0.rule) }
    found.append(changed)
  }

  /// Two neighbouring rows of one sort joined into one with the sum of their values, at either's place.
  private func addMerged(_ trial: Trial, to found: inout [Trial]) {
    for index in trial.rows.indices.dropLast() {
      let (first, second) = (trial.rows[index], trial.rows[index + 1])
      guard first.event == second.event, let values = sum(first, second) else { continue }
      for gone in [index, index + 1] {
        var changed = trial
        changed.takeOutRow(gone)
        changed.rows[index].kind = nil
        changed.rows[index].values = values
        found.append(changed)
      }
    }
  }

  private func sum(_ first: Trial.Row, _ second: Trial.Row) -> [Constant?]? {
    var isAnyGiven = false
    var values = second.values
    for (slot, field) in program.events[first.event.index].fields.enumerated() where field.type == .number {
      guard case .value(let one)? = value(of: first, slot), case .value(let two)? = value(of: second, slot)
      else { continue }
      let (sum, overflow) = one.bits.addingReportingOverflow(two.bits)
      guard !overflow, field.range?.contains(sum) ?? true else { return nil }
      values[slot] = .value(Value(sum))
      isAnyGiven = isAnyGiven || sum != 0
    }
    return isAnyGiven ? values : nil
  }

  /// The value of a row's field, given or by default.
  private func value(of row: Trial.Row, _ slot: Int) -> Constant? {
    row.values[slot] ?? program.events[row.event.index].initial(of: slot, kind: row.kind)
  }

  /// Without one of the attributes, or of a row's values, or a row's kind.
  private func addPlain(_ trial: Trial, to found: inout [Trial]) {
    for attribute in trial.attributes {
      var changed = trial
      changed.set(attribute.id, to: nil)
      found.append(changed)
    }
    for (index, row) in trial.rows.enumerated() {
      for (slot, value) in row.values.enumerated() where value != nil {
        var changed = trial
        changed.rows[index].values[slot] = nil
        found.append(changed)
      }
      if row.kind != nil {
        var changed = trial
        changed.rows[index].kind = nil
        found.append(changed)
      }
    }
  }

  /// On the usual day, at another time of day, and with shorter waits.
  private func addSooner(_ trial: Trial, to found: inout [Trial]) {
    if trial.startDay != Trial.usualDay {
      var changed = trial
      changed.startDay = Trial.usualDay
      found.append(changed)
    }
    for start in alphabet.startTimes {
      var changed = trial
      changed.startTime = start
      found.append(changed)
    }
    for (index, row) in trial.rows.enumerated() {
      let whole = row.gap / Trial.minute * Trial.minute
      let half = row.gap / 2 / Trial.minute * Trial.minute
      for shorter in [0, Trial.minute] + alphabet.gaps.sorted() + [half, whole] where shorter < row.gap {
        var changed = trial
        changed.rows[index].gap = shorter
        found.append(changed)
        // The rows after it keep their places.
        if index + 1 < trial.rows.count {
          changed.rows[index + 1].gap += row.gap - shorter
          found.append(changed)
        }
      }
    }
  }

  /// With smaller and rounder numbers.
  private func addSmaller(_ trial: Trial, to found: inout [Trial]) {
    for (index, row) in trial.rows.enumerated() {
      for (slot, field) in program.events[row.event.index].fields.enumerated() where field.type == .number {
        guard case .value(let value)? = row.values[slot], value.bits > Self.one else { continue }
        for bits in rounder(value.bits) where field.range?.contains(bits) ?? true {
          var changed = trial
          changed.rows[index].values[slot] = .value(Value(bits))
          found.append(changed)
        }
      }
    }
  }

  /// One, half of it, and its first digit, or the digit below, followed by zeros.
  private func rounder(_ bits: Int64) -> [Int64] {
    var place = Self.one
    while bits / place >= 10 { place *= 10 }
    let first = bits / place * place
    return [Self.one, bits / 2 / Self.one * Self.one, first - place, first].filter { $0 > 0 && $0 < bits }
  }
}

/// How much a person has to read of a witness, the weightiest part first.
struct WitnessWeight: Comparable {
  private var parts: [Int64]

  init(_ witness: Witness, usualStart: Int64) {
    let trial = witness.trial
    let values = trial.rows.flatMap { $0.values.compactMap { $0 } }
    let kinds = trial.rows.count { $0.kind != nil }
    let sizes = values.map { value -> Int64 in
      if case .value(let value) = value { Int64(clamping: value.bits.magnitude) } else { 0 }
    }
    parts = [
      Int64(trial.rows.count + 2 * trial.given.count),
      Int64(2 * trial.settings.count + trial.attributes.count + values.count + kinds),
      Int64(([witness.at] + trial.offsets + trial.given.map { $0.offset }).count { $0 % Trial.minute != 0 }),
      witness.at,
      trial.startDay == Trial.usualDay ? 0 : 1, trial.startTime == usualStart ? 0 : 1, trial.duration,
      (trial.offsets + trial.given.map { $0.offset }).reduce(0) { $0 &+ $1 },
      sizes.reduce(0) { $0.addingReportingOverflow($1).partialValue }, trial.tail,
    ]
  }

  static func < (one: WitnessWeight, other: WitnessWeight) -> Bool {
    one.parts.lexicographicallyPrecedes(other.parts)
  }
}

extension Trial {
  /// Takes a row out; the others, and the end, stay where they are in time.
  fileprivate mutating func takeOutRow(_ index: Int) {
    if index == rows.count - 1 { tail += rows[index].gap }
    removeRow(index)
  }
}
