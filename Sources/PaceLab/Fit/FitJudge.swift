public import PaceEngine

/// Judges labelled subjects with given values, such as those of a preset.
public struct FitJudge: Sendable {
  private let labels: SweepLabels
  private let until: Instant?
  private var machine: Machine
  /// Notes on the runs so far.
  public private(set) var notes = RunNotes()

  /// `options` name the preset and the values.
  public init(_ plan: Plan, options: Machine.Options, labels: SweepLabels) {
    self.labels = labels
    until = options.until
    machine = Machine(plan.judging(labels), options: options)
  }

  /// The counts of some subjects' labels; throws if an evaluation ends early.
  public mutating func counts(of subjects: [FitSubject]) throws(RunawaySubject) -> SweepScore {
    var counts = SweepScore()
    for subject in subjects {
      try run(subject)
      counts = counts + labels.labelledScore(of: subject.id, machine.records)
    }
    return counts
  }

  /// The labels of a subject that the values get wrong, by their start.
  public mutating func wrong(of subject: FitSubject) throws(RunawaySubject) -> [FitMistake] {
    try run(subject)
    let own = labels.labels(of: subject.id)
    return zip(own, labels.hits(of: subject.id, machine.records)).compactMap { label, hit in
      guard label.isWanted != (hit != nil) else { return nil }
      let row = subject.log.events.last { $0.at <= label.to && $0.at >= label.from }
      return FitMistake(
        subject: subject.id, zone: subject.log.record.zone, label: label, notice: hit, row: row?.at)
    }
  }

  private mutating func run(_ subject: FitSubject) throws(RunawaySubject) {
    machine.set(until: until)
    try subject.log.run(in: &machine)
    notes.add(&machine, of: subject.log)
  }
}

/// A label that the values get wrong.
public struct FitMistake: Sendable {
  public let subject: String
  public let zone: Zone
  public let label: SweepLabel
  /// The first notice in it, if it was not wanted.
  public let notice: Firing?
  /// The last row in it, if there is one.
  public let row: Instant?

  /// The instant that is best to explain: that of the notice, else of the last row, else the end.
  public var instantToExplain: Instant { notice?.at ?? row ?? label.to }
}
