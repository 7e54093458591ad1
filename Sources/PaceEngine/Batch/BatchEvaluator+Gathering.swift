public import PaceLanguage

extension BatchEvaluator {
  /// Makes ready for the rows of a subject.
  mutating func gather(_ subject: SubjectRecord) {
    if evaluator.filledFor == nil {
      fillConstants(of: subject)
    } else if !Self.hasSameConstants(subject, batch.attributes, gathering.attributes) {
      change(to: subject)
    }
    startedAt = subject.startedAt?.milliseconds
    endedAt = subject.endedAt?.milliseconds
    if drops { for index in lastKept.indices { lastKept[index] = nil } }
  }

  /// Goes on with the subjects that have the constants of another one.
  private mutating func change(to subject: SubjectRecord) {
    let known = parked.firstIndex {
      Self.hasSameConstants(subject, batch.attributes, $0.attributes)
    }
    if let known {
      exchange(with: known)
      return
    }
    if parked.count < Self.mostParked {
      parked.append(BatchGathering(plan))
      exchange(with: parked.count - 1)
    } else {
      flushGathering()
    }
    evaluator.filledFor = nil
    fillConstants(of: subject)
  }

  /// Puts by what is being gathered, and takes up what was put by.
  mutating func exchange(with index: Int) {
    swap(&gathering, &parked[index])
    swap(&evaluator.slots, &gathering.slots)
    swap(&parked[index].slots, &gathering.slots)
  }

  private mutating func fillConstants(of subject: SubjectRecord) {
    evaluator.fillSlots(subject)
    gathering.attributes = subject.attributes
    gathering.preset = evaluator.resolvedPreset
    gathering.reach = 2
    for span in batch.spans {
      gathering.reach = max(gathering.reach, Arithmetic.saturatingSum(evaluator.slots[span.index], 2))
    }
  }

  /// Whether what is known of a subject is known of those that are gathered as well.
  private static func hasSameConstants(
    _ subject: SubjectRecord, _ needed: [Int], _ attributes: [Value]
  ) -> Bool {
    if subject.attributes.count != attributes.count { return false }
    for index in needed where index < attributes.count {
      if subject.attributes[index] != attributes[index] { return false }
    }
    return true
  }

  /// Takes the next event of the subject; events come in the order of time.
  public mutating func append(_ event: EventRecord) -> Admission {
    if isStreaming { return streamer.append(event) }
    let t = event.at.milliseconds
    if t > evaluator.lastInstant { return .beyond }
    if rows.count > subjects[subjects.count - 1].firstRow,
      t < rows.points.times[rows.count - 1] &- subjects[subjects.count - 1].shift
    {
      return .late
    }
    if !hasRoom(for: 1, from: t, to: t) {
      stream()
      return streamer.append(event)
    }
    let planned = plan.events[event.event.index]
    let own = event.kind?.index ?? planned.kindCount
    let kind = planned.firstKind + min(own, planned.kindCount)
    if let span = plan.kinds[kind].debounce {
      if let last = lastKept[kind], Arithmetic.difference(t, last) < span { return .debounced }
      lastKept[kind] = t
    }
    var words: [Int64] = []
    swap(&words, &single)
    words.removeAll(keepingCapacity: true)
    words.append(t)
    words.append(Int64(own))
    for field in 0..<rows.width { words.append(field < event.values.count ? event.values[field].bits : .min) }
    gather(words.span, stride: words.count, of: event.event)
    swap(&words, &single)
    return .kept
  }

  /// Takes the next events of the subject, all of one type, in the order of time; gives how many it keeps, those
  /// dropped as too soon aside.
  ///
  /// - Parameters:
  ///   - words: a row for each event: its instant in milliseconds, its kind or a negative number for none, its
  ///     fields, and whatever else.
  ///   - stride: how many words there are in a row.
  public mutating func append(
    _ words: Span<Int64>, stride: Int, of event: EventID
  ) -> (kept: Int, debounced: Int) {
    if words.isEmpty { return (0, 0) }
    let first = words[0]
    let last = words[words.count - stride]
    if !isStreaming, !drops, last <= evaluator.lastInstant,
      hasRoom(for: words.count / stride, from: first, to: last)
    {
      gather(words, stride: stride, of: event)
      return (words.count / stride, 0)
    }
    return appendOneByOne(words, stride: stride, of: event)
  }

  private mutating func appendOneByOne(
    _ words: Span<Int64>, stride: Int, of event: EventID
  ) -> (kept: Int, debounced: Int) {
    var counts = (kept: 0, debounced: 0)
    let fields = plan.program.events[event.index].fields.count
    var record = EventRecord(
      event: event, kind: nil, at: Instant(0), values: Array(repeating: .unknown, count: fields))
    for word in Swift.stride(from: 0, to: words.count, by: stride) {
      record.at = Instant(words[word])
      record.kind = words[word + 1] < 0 ? nil : KindID(Int(words[word + 1]))
      for field in 0..<fields { record.values[field] = Value(words[word + 2 + field]) }
      switch append(record) {
      case .kept: counts.kept += 1
      case .debounced: counts.debounced += 1
      case .late, .beyond: break
      }
    }
    return counts
  }

  /// Whether so many more rows of the subject can be gathered.
  @inline(__always)
  private mutating func hasRoom(for count: Int, from first: Int64, to last: Int64) -> Bool {
    rows.count + count - subjects[subjects.count - 1].firstRow <= Self.mostRows && Self.isNear(first)
      && Self.isNear(last)
  }

  private mutating func gather(_ words: Span<Int64>, stride: Int, of event: EventID) {
    let subject = subjects.count - 1
    if subjects[subject].start == nil { open(at: min(startedAt ?? .max, words[0])) }
    rows.append(
      words, stride: stride, shift: subjects[subject].shift, since: subjects[subject].start ?? 0,
      kinds: plan.events[event.index].kinds)
  }

  /// Gives the subject its place on the line of time.
  mutating func open(at start: Int64) {
    let last = subjects.count - 1
    let shift = gathering.lineEnd &+ gathering.reach &- start
    subjects[last].shift = shift
    subjects[last].start = start &+ shift
    subjects[last].startedAt = startedAt.map { $0 &+ shift }
    subjects[last].endedAt = endedAt.map { $0 &+ shift }
  }
}

/// Subjects with the same constants, and their rows, until they are evaluated.
struct BatchGathering: Sendable {
  /// The attributes that make the constants, among others.
  var attributes: [Value] = []
  /// The constants, while others are being gathered.
  var slots: [Int64]
  var preset: PresetID?
  /// How far apart subjects are laid.
  var reach: Int64 = 0
  /// Where on the line of time the last subject can't reach.
  var lineEnd: Int64 = 0
  var rows: BatchRows
  var subjects: [BatchSubject] = []

  init(_ plan: Plan) {
    slots = Array(repeating: .min, count: plan.slots.count)
    rows = BatchRows(plan)
  }
}
