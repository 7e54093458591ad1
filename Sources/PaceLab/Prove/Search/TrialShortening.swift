import PaceEngine
import PaceLanguage

/// Simpler neighbours of a trial, the greatest simplifications first.
struct TrialShortening {
  private let trial: Trial
  private let program: Program
  private let alphabet: TrialAlphabet
  private(set) var candidates: [Trial] = []

  /// `instant` is when the trial reaches its goal; rows after it are of no use.
  init(of trial: Trial, upTo instant: Int64, _ program: Program, _ alphabet: TrialAlphabet) {
    self.trial = trial
    self.program = program
    self.alphabet = alphabet
    let offsets = trial.offsets
    add { cut in
      cut.rows.removeLast(offsets.count { $0 > instant })
      cut.tail = max(instant - cut.duration, 0)
    }
    addWithout()
    addWithoutNotices()
    addMerged()
    addPlain()
    addSooner()
    addSmaller()
  }

  /// Adds the trial with a change, unless it stays the same.
  private mutating func add(_ change: (inout Trial) -> Void) {
    var changed = trial
    change(&changed)
    if changed != trial { candidates.append(changed) }
  }

  /// Without half of the rows, a quarter of them, and so on down to a single one.
  private mutating func addWithout() {
    var length = trial.rows.count
    while length > 0 {
      for start in stride(from: trial.rows.count - length, through: 0, by: -length) {
        let rows = start..<start + length
        add { changed in
          for index in rows.reversed() { changed.takeOutRow(index) }
        }
      }
      length /= 2
    }
    for index in trial.rows.indices { add { $0.rows.remove(at: index) } }
  }

  /// With fewer settings, with fewer notices given, and with all of them at the start.
  private mutating func addWithoutNotices() {
    for param in trial.settings.keys.sorted(by: { $0.index < $1.index }) { add { $0.settings[param] = nil } }
    let count = trial.given.count
    if count == 0 { return }
    for kept in Set([0, count / 2, count - 1]).sorted() { add { $0.given.removeLast(count - kept) } }
    add { changed in
      for index in changed.given.indices { changed.given[index].offset = 0 }
    }
  }

  /// Two neighbouring rows of one sort joined into one with the sum of their values, at either's place.
  private mutating func addMerged() {
    for index in trial.rows.indices.dropLast() {
      let (first, second) = (trial.rows[index], trial.rows[index + 1])
      guard first.event == second.event, let values = sum(first, second) else { continue }
      for gone in [index, index + 1] {
        add { changed in
          changed.takeOutRow(gone)
          changed.rows[index].kind = nil
          changed.rows[index].values = values
        }
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
  private mutating func addPlain() {
    for index in program.subject.attributes.indices { add { $0.attributes[AttributeID(index)] = nil } }
    for (index, row) in trial.rows.enumerated() {
      for slot in row.values.indices { add { $0.rows[index].values[slot] = nil } }
      add { $0.rows[index].kind = nil }
    }
  }

  /// On the usual day, at another time of day, and with shorter waits.
  private mutating func addSooner() {
    add { $0.startDay = Trial.usualDay }
    for start in alphabet.startTimes { add { $0.startTime = start } }
    for (index, row) in trial.rows.enumerated() {
      let whole = row.gap / Trial.minute * Trial.minute
      let half = row.gap / 2 / Trial.minute * Trial.minute
      for shorter in [0, Trial.minute] + alphabet.gaps.sorted() + [half, whole] where shorter < row.gap {
        add { $0.rows[index].gap = shorter }
        guard index + 1 < trial.rows.count else { continue }
        add { changed in
          changed.rows[index].gap = shorter
          // The rows after it keep their places.
          changed.rows[index + 1].gap += row.gap - shorter
        }
      }
    }
  }

  /// With smaller and rounder numbers.
  private mutating func addSmaller() {
    for (index, row) in trial.rows.enumerated() {
      for (slot, field) in program.events[row.event.index].fields.enumerated() where field.type == .number {
        guard case .value(let value)? = row.values[slot], value.bits > Arithmetic.unit else { continue }
        for bits in rounder(value.bits) where field.range?.contains(bits) ?? true {
          add { $0.rows[index].values[slot] = .value(Value(bits)) }
        }
      }
    }
  }

  /// One, half of it, and its first digit, or the digit below, followed by zeros.
  private func rounder(_ bits: Int64) -> [Int64] {
    let one = Arithmetic.unit
    var place = one
    while bits / place >= 10 { place *= 10 }
    let first = bits / place * place
    return [one, bits / 2 / one * one, first - place, first].filter { $0 > 0 && $0 < bits }
  }
}

/// How much a person has to read of a witness, the weightiest part first.
struct WitnessWeight: Comparable {
  private var parts: [Int64]

  init(_ witness: Witness, usualStart: Int64) {
    let trial = witness.trial
    let values = trial.rows.flatMap { $0.values.compactMap { $0 } }
    let kinds = trial.rows.count { $0.kind != nil }
    let sizes = values.map { Int64(clamping: $0.bits?.magnitude ?? 0) }
    parts = [
      Int64(trial.rows.count + 2 * trial.given.count),
      Int64(2 * trial.settings.count + trial.attributes.count + values.count + kinds),
      Int64(
        ([witness.offset] + trial.offsets + trial.given.map { $0.offset }).count { $0 % Trial.minute != 0 }),
      witness.offset,
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
