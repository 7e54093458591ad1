import PaceEngine
import PaceLab
import PaceLanguage

/// A fit over a feed: reads the labelled subjects once, and runs them with as many values as it takes.
struct FitSession {
  let pack: Pack
  let choices: Choices
  let grid: SweepGrid
  let objective: FitObjective
  private(set) var labels: LabelsFile
  let threads: Int
  private let plan: Plan
  private var subjects: [FitSubject] = []
  private var seen: Set<ExactText> = []

  /// - Parameter choices: those in which no value of the grid is set.
  init(
    _ pack: Pack, _ choices: Choices, _ grid: SweepGrid, _ objective: FitObjective, _ labels: LabelsFile,
    threads: Int
  ) throws(Failure) {
    self.pack = pack
    self.choices = choices
    self.grid = grid
    self.objective = objective
    self.labels = labels
    self.threads = threads
    plan = Plan(pack.program)
    for preset in choices.presets { if let preset { try fitted.check(preset, pack.program) } }
  }

  /// The choices with a value for each parameter of the grid.
  private var fitted: Choices {
    var fitted = choices
    fitted.settings += grid.settings(of: 0)
    return fitted
  }

  private var options: Machine.Options {
    var options = choices.options(column: 0)
    options.messages = .none
    return options
  }

  /// The preset near which values are recommended: the one asked for, else that of a subject which names none.
  var preset: PresetID? { choices.presets[0] ?? pack.program.defaultPreset }

  private var noun: String { pack.program.noun }

  /// Reads all subjects and keeps those with labels; `isWhole` says whether these are all of the log's.
  mutating func read(_ feed: inout LogFeed, isWhole: Bool, _ console: inout Console) throws(Failure) {
    var reader = SubjectReader(plan, fitted)
    while let log = try reader.next(&feed) {
      seen.insert(ExactText(log.id))
      console.report("\(seen.count) read, now \(log.id)", feed.progress())
      labels.labels.place(for: log)
      if let subject = FitSubject(log, labels.labels, until: options.until) { subjects.append(subject) }
    }
    seen.formUnion(reader.later)
    if isWhole { labels.tellUnseen(besides: seen, noun: noun, &console) }
    if subjects.isEmpty {
      throw .data(
        seen.isEmpty ? "the log is empty" : labels.noneRead(noun: noun, so: "nothing can be fitted"))
    }
  }

  /// - Parameter hasPictures: whether the scores around the recommended values are wanted too.
  func result(hasPictures: Bool, _ console: inout Console) throws(Failure) -> FitResult {
    let runner = FitRunner(plan, grid: grid, options: options, labels: labels.labels)
    // What was found out about a subject is kept for the next task; none is copied, which would be costly.
    var kept = subjects.map { Optional($0) }
    let search = FitSearch(pack.program, grid, objective, nearTo: preset, labels: labels.labels)
    func perform(_ task: FitTask) throws(RunawaySubject) -> FitAnswer {
      var fresh = runner
      fresh.begin(task)
      let pool = WorkerPool(fresh, threads: task.isSequential ? 1 : max(1, min(threads, kept.count)))
      let combinations =
        task.count.map { "\(Noun.count($0, "combination")) of values" } ?? "what tells all right"
      var (begun, done) = (0, 0)
      func next() throws(RunawaySubject) -> FitSubject? {
        if begun == kept.count { return nil }
        console.report("\(combinations): \(done) of \(Noun.count(kept.count, noun))")
        defer { begun += 1 }
        return kept[begun].take()
      }
      try pool.change(each: next) { subject, runner throws(RunawaySubject) in
        try runner.add(&subject)
      } take: { subject, runaway throws(RunawaySubject) in
        if let runaway { throw runaway }
        kept[done] = subject
        done += 1
      }
      return pool.total { $0.add($1) }.answer
    }
    return try refusingRunaways(pack.program) { () throws(RunawaySubject) in
      let finding = try search.run(perform)
      var result = FitResult(pack.program, grid, objective, finding, nearTo: preset)
      if hasPictures { result.pictures = try search.pictures(through: finding.recommended, perform) }
      try judge(&result)
      return result
    }
  }

  /// Adds how presets and the recommended values tell the labels.
  private func judge(_ result: inout FitResult) throws(RunawaySubject) {
    result.subjects = subjects.count
    let judged = subjects.flatMap { labels.labels.labels(of: $0.id) }
    result.wanted = judged.count { $0.isWanted }
    result.unwanted = judged.count - result.wanted
    for preset in pack.program.presets.ids {
      guard let settings = settings(of: preset) else { continue }
      result.presets.append((preset, try counts(with: settings, &result.notes)))
    }
    // Subjects may be of any preset.
    let isKnown =
      pack.program.presets.isEmpty
      ? settings(of: nil) != nil : result.presets.count == pack.program.presets.count
    if choices.options(column: 0).preset == nil, isKnown {
      result.present = try counts(with: [], &result.notes)
    }
    var options = options
    options.overrides += grid.settings(of: result.finding.recommended)
    var judge = FitJudge(plan, options: options, labels: labels.labels)
    for subject in subjects { result.mistakes += try judge.wrong(of: subject) }
    result.notes.add(judge.notes)
  }

  /// How well some values tell the labels, with every other value as each subject has it.
  private func counts(
    with settings: [(param: ParamID, value: Constant)], _ notes: inout RunNotes
  ) throws(RunawaySubject) -> SweepScore {
    var options = options
    options.overrides += settings
    var judge = FitJudge(plan, options: options, labels: labels.labels)
    defer { notes.addOverflows(of: judge.notes) }
    return try judge.counts(of: subjects)
  }

  /// The values that a preset gives the fitted parameters; nil if one has none.
  private func settings(of preset: PresetID?) -> [(param: ParamID, value: Constant)]? {
    let values = pack.program.values(under: preset)
    let settings = grid.axes.compactMap { axis in
      values[axis.param.index].map { (param: axis.param, value: $0) }
    }
    return settings.count == grid.axes.count ? settings : nil
  }
}
