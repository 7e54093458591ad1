public import PaceLanguage

/// What a subject's log says at an instant: notices that are due, and how it stands.
public struct Due: Sendable {
  /// The firings after the record's `silentThrough` and up to the instant, in the order of time.
  public var firings: [Firing]
  public var status: SubjectStatus
  /// What became of each event up to the instant.
  public var admissions: [Admission]
  /// The values of the figures asked for.
  public var figures: [Value]
}

extension SubjectLog {
  /// The options of a machine that finds what is due.
  public static func dueOptions() -> Machine.Options {
    var options = Machine.Options()
    options.tellsLevels = true
    return options
  }

  /// Evaluates the subject up to an instant, without the events and given notices after it.
  public func due(
    at t: Instant, figures: [ExpressionID] = [], in machine: inout Machine
  ) throws(RunawaySubject) -> Due {
    var log = self
    log.record.given.removeAll { $0.at > t }
    log.begin(in: &machine)
    var admissions: [Admission] = []
    for event in events {
      if event.at > t || machine.options.isToEnd?() ?? false { break }
      admissions.append(machine.append(event))
    }
    machine.advance(to: t)
    // An interrupted evaluation's records are incomplete, and there may be millions.
    if machine.options.isToEnd?() ?? false { machine.forgetRecords() }
    try check(machine)
    var firings: [Firing] = []
    for record in machine.takeRecords() {
      if case .fired(let firing) = record { firings.append(firing) }
    }
    let status = SubjectStatus(of: machine, at: t)
    if !machine.hasBegun, machine.plan.program.subject.isPerDay {
      // A day exists before its first row; nothing is due in it yet.
      log.record.startedAt = t
      log.begin(in: &machine)
    }
    let values = machine.values(of: figures, advancingTo: t)
    return Due(firings: firings, status: status, admissions: admissions, figures: values)
  }
}
