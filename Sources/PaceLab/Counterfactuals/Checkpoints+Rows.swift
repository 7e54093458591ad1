import PaceEngine

/// Taking away each of the newest rows in turn.
extension Checkpoints {
  /// How many machines of altered logs are kept at one checkpoint.
  private static let mostVariants = 2

  /// The machine of an altered log at a checkpoint, and the verdict it leads to.
  private typealias Variant = (machine: Machine, verdict: Verdict)

  /// The events since an instant whose removal reverses the verdict, newest first, each with the new verdict.
  ///
  /// Evaluation without a row ends once the machine continues like one already evaluated.
  func decisiveRows(since floor: Instant) -> [(event: EventOrdinal, verdict: Verdict)] {
    let asItIs = verdict(of: present)
    var lacking = present
    var variants = [[Variant]](repeating: [], count: counts.count)
    var found: [(event: EventOrdinal, verdict: Verdict)] = []
    for place in counts.indices.reversed() {
      let end = place + 1 < counts.count ? counts[place + 1] : known
      if counts[place] == end { continue }
      if end <= firstTaken { break }
      var machine = machine(at: place)
      if situation.log.events.instant(of: end - 1) < floor { break }
      var here: [(event: EventOrdinal, verdict: Verdict)] = []
      for index in counts[place]..<end {
        if index >= firstTaken {
          lacking.copy(&machine)
          let verdict = verdict(without: index, &lacking, next: place + 1, asItIs, &variants)
          if verdict.stands != asItIs.stands { here.append((EventOrdinal(index), verdict)) }
        }
        append(index..<index + 1, to: &machine)
      }
      found += here.reversed()
    }
    return found
  }

  /// The verdict without an event; the machine comes from just before it, and goes on.
  private func verdict(
    without event: Int, _ machine: inout Machine, next: Int, _ asItIs: Verdict,
    _ variants: inout [[Variant]]
  ) -> Verdict {
    var passed: [(place: Int, machine: Machine)] = []
    var known: Verdict?
    var index = event + 1
    for place in next..<max(next, counts.count) {
      let count = counts[place]
      append(index..<count, to: &machine)
      index = count
      // Firings earlier in the instant asked about would be missed.
      guard situation.log.events.instant(of: count - 1) < situation.at else { break }
      if goesOn(&machine, likeCheckpoint: place) {
        known = asItIs
      } else {
        let like = variants[place].indices.first { machine.continues(like: &variants[place][$0].machine) }
        known = like.map { variants[place][$0].verdict }
      }
      if known != nil { break }
      passed.append((place, machine))
    }
    if known == nil { append(index..<self.known, to: &machine) }
    let verdict = known ?? verdict(ending: &machine, at: situation.at)
    for (place, machine) in passed {
      // Later variants lack older rows, as the next logs do.
      if variants[place].count == Self.mostVariants { variants[place].removeFirst() }
      variants[place].append((machine, verdict))
    }
    return verdict
  }
}
