import PaceLanguage

/// Simpler neighbours of a trial, the greatest simplifications first.
enum TrialShortening {
  private static let minute: Int64 = 60_000

  /// `instant` is where the trial shows what it is to show; rows after it are of no use.
  static func candidates(of trial: Trial, upTo instant: Int64) -> [Trial] {
    var candidates: [Trial] = []
    func add(_ change: (inout Trial) -> Void) {
      var changed = trial
      change(&changed)
      if changed != trial { candidates.append(changed) }
    }
    let offsets = trial.offsets
    let kept = offsets.prefix { $0 <= instant }.count
    add { trial in
      trial.rows.removeLast(trial.rows.count - kept)
      trial.tail = instant - (kept > 0 ? offsets[kept - 1] : 0)
    }
    for index in trial.rows.indices.reversed() { add { $0.removeRow(index) } }
    for attribute in trial.attributes { add { $0.set(attribute.id, to: nil) } }
    for index in trial.rows.indices {
      for (slot, value) in trial.rows[index].values.enumerated() where value != nil {
        add { $0.rows[index].values[slot] = nil }
      }
    }
    add { $0.startTime = 12 * 60 * minute }
    for index in trial.rows.indices {
      let gap = trial.rows[index].gap
      for simpler in [0, minute, gap / minute * minute] where simpler < gap {
        add { $0.rows[index].gap = simpler }
      }
      // The rows after it keep their places.
      if index + 1 < trial.rows.count, gap % minute != 0 {
        add { trial in
          let rest = gap % minute
          trial.rows[index].gap -= rest
          trial.rows[index + 1].gap += rest
        }
      }
    }
    return candidates
  }
}
