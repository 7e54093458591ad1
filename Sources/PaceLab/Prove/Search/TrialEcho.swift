import PaceLanguage

/// Trials in which the rows that made a rule fire come again, so that its gates matter.
enum TrialEcho {
  /// `instant` is when the rule fires in the trial; the change's gaps say how long after it the rule should be
  /// due again.
  static func candidates(of trial: Trial, firing instant: Int64, _ change: PacingChange) -> [Trial] {
    let rows = zip(trial.rows, trial.offsets).filter { $0.1 <= instant }
      .map { PlacedRow(row: $0.0, at: $0.1) }
    guard let last = rows.last else { return [] }
    var found: [Trial] = []
    for gap in change.gaps {
      // Where windows are long, the last row again is usually enough; else the whole log has to come again.
      add([PlacedRow(row: last.row, at: last.at + gap)])
      add(rows.map { PlacedRow(row: $0.row, at: $0.at + gap) })
    }
    let step = last.at + Trial.minute
    for count in change.counts where count > 0 && count < TrialMutator.mostRows {
      for span in [step] + change.spans.map({ $0 / Int64(count) }) where span > 0 {
        for times in [count, count + 1] {
          add((1...times).map { PlacedRow(row: last.row, at: last.at + span * Int64($0)) })
          add(
            (1...times).flatMap { time in
              rows.map { PlacedRow(row: $0.row, at: $0.at + max(span, step) * Int64(time)) }
            })
        }
      }
    }
    func add(_ more: [PlacedRow]) {
      guard rows.count + more.count <= TrialMutator.mostRows else { return }
      found.append(trial.with(rows + more))
    }
    return found
  }

  /// A row, and its milliseconds after the trial's start.
  fileprivate struct PlacedRow {
    var row: Trial.Row
    var at: Int64
  }
}

extension Trial {
  /// The same with other rows, in the order of time.
  fileprivate func with(_ timed: [TrialEcho.PlacedRow]) -> Trial {
    var trial = self
    var last: Int64 = 0
    trial.rows = timed.sorted(on: { $0.at }).map {
      var row = $0.row
      row.gap = $0.at - last
      last = $0.at
      return row
    }
    return trial
  }
}
