import PaceEngine
import PaceLab
import PaceLanguage
import PaceReport
import PaceStore

extension Command {
  static let show = Command(
    "show", arguments: "PACK… --db FILE [--subject ID]",
    summary: "one subject of a log: its rows, the notices at each, its levels and figures",
    options: [
      .database, .subject, .from, .to, .pageFormat, .derive, .now, .zone, .source, .problems, .strict,
      .timeout,
    ],
    examples: [
      "pace show take-care --db friday.db --subject s1",
      "pace show take-care --db friday.db --subject s1 --format html > friday.html",
    ],
    run: ShowCommand.run)
}

/// Shows one subject of a log.
enum ShowCommand {
  static func run(_ arguments: Arguments, _ console: inout Console) throws(Failure) -> ExitStatus {
    let session = try LookSession(arguments, console, isOfOne: true)
    let present = try session.present(try session.extent())
    var walk = session.walk(upTo: present)
    var found: (log: SubjectLog, story: SubjectStory)?
    let problems = try session.forEachSubject(keepsIDs: true, &console) { log throws(RunawaySubject) in
      found = (log, try SubjectStory(log, &walk, present: present))
    }
    guard let (log, whole) = found else {
      throw .nothingLogged(of: session.subject ?? "", session.program)
    }
    var story = whole
    if let messages = try session.messages(of: story.summary.subject, in: story.summary.zone) {
      story.quote { messages[$0, $1] }
    }
    let (from, to) = try session.span(of: story.summary)
    if let to, let start = story.summary.start, to < start {
      story.endBeforeStart()
    } else if let to, let last = story.last, to < last {
      var walk = session.walk(upTo: to)
      story.end(
        as: try refusingRunaways(session.program) { () throws(RunawaySubject) in
          try SubjectStory(log, &walk, present: to)
        })
    }
    story.keep((from ?? Instant(.min))...(to ?? Instant(.max)))
    let look = session.look(upTo: present)
    switch arguments.choice(.pageFormat, PageFormat.self) {
    case .json: try console.out.write(ShowJSON(look, story).bytes)
    case .csv: try console.out.write(ShowCSV.bytes(of: story, look, isShown: console.out.isTerminal))
    case .html: try console.out.write(ShowHTML(look, story).text)
    case .text: try console.out.lines(ShowText(look, story, rows: log.rows, console.style).lines)
    }
    try console.finish()
    console.tell(walk.notes, session.program)
    try session.tellLaterSettings(of: story.summary, &console)
    try console.tell(problems, session.choices)
    return .fine
  }
}
