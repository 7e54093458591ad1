import PaceEngine
import PaceLab
import PaceLanguage

/// A sweep over a feed: reads each subject once and runs it with every value.
struct SweepSession {
  private var reader: SubjectReader
  private var runner: SweepRunner
  private let labels: SweepLabels?
  private var unseen: Set<String>

  init(_ pack: Pack, _ choices: Choices, grid: SweepGrid, labels: SweepLabels?, hasLevels: Bool) {
    self.labels = labels
    unseen = labels?.subjects ?? []
    var options = choices.options(column: 0)
    options.fillsMessages = false
    options.tellsLevels = hasLevels
    let plan = Plan(pack.program)
    reader = SubjectReader(plan, choices, options: options)
    runner = SweepRunner(plan, grid: grid, options: options, labels: labels)
  }

  var result: SweepResult { runner.result() }

  /// This thread reads; with several, the others evaluate.
  mutating func run(
    _ feed: inout LogFeed, threads: Int, _ console: inout Console
  ) throws(Failure) {
    let pool = threads > 1 ? SweepPool(runner, threads: threads) : nil
    var batch: [SubjectLog] = []
    var rows = 0
    var count = 0
    while let log = try reader.next(&feed) {
      count += 1
      console.report("\(count) evaluated, now \(log.id)")
      unseen.remove(log.id)
      guard let pool else {
        runner.add(log)
        continue
      }
      batch.append(log)
      rows += 1 + log.events.count
      if rows >= SweepPool.batchRows {
        pool.add(batch)
        batch = []
        rows = 0
      }
    }
    pool?.add(batch)
    pool?.finish(into: &runner)
  }

  /// Writes what each subject gave as it comes.
  mutating func run(
    _ feed: inout LogFeed, writing csv: consuming SweepSubjectCSV, _ console: inout Console
  ) throws(Failure) {
    try console.out.write(csv.header)
    while let log = try reader.next(&feed) {
      unseen.remove(log.id)
      var bytes: [UInt8] = []
      runner.add(log) { points, outcome in bytes += csv.rows(of: log.id, points, outcome) }
      try console.out.write(bytes)
    }
  }

  /// What there is to say besides the results.
  func tell(_ console: inout Console) {
    if let first = unseen.min() {
      let others = unseen.count > 1 ? " and \(unseen.count - 1) more" : ""
      console.remark("labels name `\(first)`\(others), which the log has not")
    }
    if let labels, labels.unwanted == 0 {
      console.remark("no label says no, so no notice can be found false")
    }
  }
}
