/// Every command, in the order in which help lists them.
enum CommandList {
  static let version = "0.1.0"

  static let built: [Command] = [
    .eval, .explain, .lint, .test, .presets, .fmt, .graph, .sweep, .label, .fit, .compare, .prove, .audit,
    .scenario, .demo, .new, .sample, .initialise, .log, .undo, .edit, .delete, .start, .end, .notify,
    .settings, .kinds, .status, .merge, .importing, .export, .deleteData, .history, .show, .insights, .studio,
    .lsp,
    .completions,
  ]

  /// What someone new might type where no packs are, and what it does.
  static let firstStepsAnywhere: [(line: String, does: String)] = [
    firstSteps[0],
    ("pace new mine", "writes a pack to start from, with scenarios"),
    ("pace test mine", "runs its scenarios"),
    ("pace lint mine", "what is doubtful in it"),
    ("pace init mine --db mine.db", "makes a log to keep by its rules"),
  ]

  /// The same beside the shipped packs.
  static let firstSteps: [(line: String, does: String)] = [
    ("pace demo", "one night's log, its notices, and why one of them was given"),
    ("pace test rules", "runs every pack's scenarios"),
    ("pace lint rules", "what is doubtful in the packs"),
    ("pace presets take-care", "the parameters of each preset, side by side"),
    ("pace eval take-care --db FILE", "the notices that a log of yours leads to"),
  ]
}
