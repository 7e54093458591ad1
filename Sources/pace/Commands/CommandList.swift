/// Every command, in the order in which help lists them.
enum CommandList {
  static let built: [Command] = [
    .eval, .explain, .lint, .test, .presets, .fmt, .graph, .sweep, .compare, .prove, .audit, .scenario,
    .demo, .sample,
  ]

  /// What is designed and still to come.
  static let planned: [(name: String, summary: String)] = [
    ("init", "makes a database for a pack"),
    ("log", "logs an event"),
    ("undo", "takes the last event back"),
    ("edit", "changes an event"),
    ("delete", "removes an event"),
    ("start", "starts a subject"),
    ("end", "ends a subject"),
    ("status", "where a subject stands now"),
    ("settings", "shows or changes a subject's attributes"),
    ("kinds", "the kinds of events that can be logged"),
    ("import", "brings events in from a file"),
    ("merge", "brings another database's events in"),
    ("export", "writes the log as a file"),
    ("history", "the subjects, newest first"),
    ("show", "one subject's events and notices"),
    ("insights", "figures over many subjects"),
    ("delete-data", "deletes everything that was logged"),
  ]

  /// What someone new might type, and what it does.
  static let firstSteps: [(line: String, does: String)] = [
    ("pace demo", "one night's log, its notices, and why one of them was given"),
    ("pace test rules", "runs every pack's scenarios"),
    ("pace lint rules", "what is doubtful in the packs"),
    ("pace presets take-care", "the parameters of each preset, side by side"),
    ("pace eval take-care --db FILE", "the notices that a log of yours leads to"),
  ]
}
