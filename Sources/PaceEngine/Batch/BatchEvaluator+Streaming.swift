import PaceLanguage

extension BatchEvaluator {
  /// Hands what is gathered of the subject to the evaluator, and from now on every row.
  mutating func stream() {
    let last = subjects.count - 1
    isStreaming = true
    if subjects[last].start == nil {
      // It has no place on the line of time yet.
      subjects[last].startedAt = startedAt
      subjects[last].endedAt = endedAt
    }
    begin(subjects[last], rows: subjects[last].firstRow..<rows.count)
    rows.remove(from: subjects[last].firstRow)
  }

  /// Evaluates a gathered subject instant by instant.
  mutating func replay(_ index: Int) {
    let end = index + 1 < subjects.count ? subjects[index + 1].firstRow : rows.count
    begin(subjects[index], rows: subjects[index].firstRow..<end)
    finishStreaming(subjects[index])
  }

  private mutating func begin(_ subject: BatchSubject, rows range: Range<Int>) {
    // No program that gets here asks for the clock.
    var record = SubjectRecord(attributes: gathering.attributes, zone: .utc)
    record.startedAt = subject.startedAt.map { Instant($0 &- subject.shift) }
    record.endedAt = subject.endedAt.map { Instant($0 &- subject.shift) }
    streamer.begin(record)
    var event = EventRecord(event: EventID(0), kind: nil, at: Instant(0), values: [])
    for row in range {
      let kind = rows.kinds[row]
      event.event = EventID(batch.eventOfKind[kind])
      let planned = plan.events[event.event.index]
      let own = kind - planned.firstKind
      event.kind = own < planned.kindCount ? KindID(own) : nil
      event.at = Instant(rows.points.times[row] &- subject.shift)
      let count = plan.kinds[kind].defaults.count
      event.values = (0..<count).map { Value(rows.values[rows.place(of: $0) + row]) }
      _ = streamer.append(event)
    }
  }

  mutating func finishStreaming() {
    guard let subject = subjects.popLast() else { return }
    finishStreaming(subject)
  }

  private mutating func finishStreaming(_ subject: BatchSubject) {
    streamer.finish()
    var counts = tellsOutcomes ? Array(repeating: 0, count: firings.count) : []
    for record in streamer.records {
      if case .fired(let firing) = record {
        firings[firing.rule.index] += 1
        if tellsOutcomes { counts[firing.rule.index] += 1 }
        if tellsFirings { told.append(Told(subject: subject.id, record: record)) }
      } else {
        told.append(Told(subject: subject.id, record: record))
      }
    }
    streamer.records.removeAll(keepingCapacity: true)
    if tellsOutcomes {
      let value = tracked.map { $0.index < streamer.slots.count ? streamer.slots[$0.index] : 0 } ?? 0
      outcomes[subject.number] = Outcome(firings: counts, steady: streamer.steadyRange ?? value...value)
    }
    if streamer.life.eventCount > 0, streamer.end == nil, options.until == nil { openEnded += 1 }
  }
}
