import PaceLanguage

extension SearchStrategy {
  /// One row or attribute: where two successive amounts of the alphabet give different outcomes, amounts between them,
  /// closing in on the one at which the outcome changes.
  ///
  /// Under another preset the outcome changes at another amount. A claim breaks between the two, at amounts that the
  /// program doesn't name.
  static func between(_ search: inout TrialSearch) {
    guard search.seeksViolation else { return }
    for amounts in amounts(of: search) {
      var last: (bits: Int64, outcomes: [Observation.Outcome])?
      for bits in amounts.bits {
        let outcomes = search.outcomes(of: amounts.trial(bits))
        defer { last = (bits, outcomes) }
        guard let last, last.outcomes != outcomes else { continue }
        guard closeIn(from: last.bits, last.outcomes, to: bits, amounts.trial, &search) else { return }
      }
    }
  }

  /// The amounts that the alphabet has for a field or attribute, ascending, and a trial with only one of them.
  private struct Amounts {
    var bits: [Int64]
    var trial: (Int64) -> Trial
  }

  private static func amounts(of search: TrialSearch) -> [Amounts] {
    let (alphabet, program) = (search.alphabet, search.runner.program)
    var found: [Amounts] = []
    func add(_ values: [Constant], _ type: ValueType, _ trial: @escaping (Int64) -> Trial) {
      guard type == .number || type == .duration else { return }
      found.append(Amounts(bits: values.compactMap { $0.bits }.sorted(), trial: trial))
    }
    for plain in alphabet.rows {
      guard plain.values.allSatisfy({ $0 == nil }) else { continue }
      for (slot, field) in program.events[plain.event.index].fields.enumerated() {
        let same = alphabet.rows.filter { $0.event == plain.event && $0.kind == plain.kind }
        add(same.compactMap { $0.values[slot] }, field.type) { bits in
          var trial = alphabet.empty
          trial.rows = [plain]
          trial.rows[0].values[slot] = .value(Value(bits))
          return trial
        }
      }
    }
    for (id, values) in alphabet.attributes {
      add(values, program.subject.attributes[id.index].type) { bits in
        var trial = alphabet.empty
        trial.attributes = [id: .value(Value(bits))]
        return trial
      }
    }
    return found
  }

  /// Returns whether the search takes more.
  private static func closeIn(
    from low: Int64, _ outcomes: [Observation.Outcome], to high: Int64, _ trial: (Int64) -> Trial,
    _ search: inout TrialSearch
  ) -> Bool {
    var (low, high) = (low, high)
    while let middle = roundest(between: low, high) {
      guard search.attempt(trial(middle)) else { return false }
      if search.outcomes(of: trial(middle)) == outcomes { low = middle } else { high = middle }
    }
    return true
  }

  /// The number with the fewest digits near the middle of two others; nil if none lies between them.
  private static func roundest(between low: Int64, _ high: Int64) -> Int64? {
    let (width, isTooWide) = high.subtractingReportingOverflow(low)
    guard !isTooWide, width > 1 else { return nil }
    let middle = low + width / 2
    var place: Int64 = 1
    while width / place >= 10 { place *= 10 }
    while place > 1, middle / place * place <= low || middle / place * place >= high { place /= 10 }
    return middle / place * place
  }
}
