import PaceEngine
import PaceLab
import PaceLanguage
import PaceReport

extension Command {
  static let insights = Command(
    "insights", arguments: "PACK… --db FILE",
    summary: "what a log holds over time: rows, sums, notices and figures by day, week, month or hour",
    options: [
      .database, .by, .stream, .subject, .figure, .rollUp, .weight, .countedFrom, .countedTo, .pageFormat,
      .derive, .now, .zone, .source, .problems, .strict, .timeout,
    ],
    examples: [
      "pace insights take-care --db friday.db --by week",
      "pace insights take-care --db friday.db --by weekday --from 2026-11-01",
      "pace insights activities --db days.db --roll-up category --weight weight --figure progress",
    ],
    run: InsightsCommand.run)
}

extension Option {
  static let by = Option.choice("by", BucketUnit.self, "what rows are gathered by (day)")
  static let stream = Option.value("stream", "S", "count only rows of this event, kind or stream")
  static let figure = Option.value("figure", "FIGURE", "read only this figure: a definition with a label")
  static let rollUp = Option.value(
    "roll-up", "ATTR", "the mean of --figure over the subjects that share this attribute's value")
  static let weight = Option.value("weight", "ATTR", "with --roll-up: the attribute that weighs a subject")
  static let countedFrom = Option.value(
    "from", "T", "count only what is at or after this instant or day; a time of day is today's")
  static let countedTo = Option.value(
    "to", "T", "count only what is at or before this instant or day; a time of day is today's")
}

/// Counts what a log holds, by stretches of time.
enum InsightsCommand {
  static func run(_ arguments: Arguments, _ console: inout Console) throws(Failure) -> ExitStatus {
    let session = try LookSession(arguments, console)
    let unit = arguments.choice(.by, BucketUnit.self)
    let request = try request(arguments, session.program, unit)
    let (from, to) = try session.span(in: session.zone)
    let extent = try session.extent(upTo: to)
    let present = try session.present(extent)
    let range = try range(BucketCalendar(unit, session.calendar), from, to, extent, present)
    var walk = session.walk(
      upTo: present, reading: request.figures.map(\.value),
      at: range.readings(upTo: present, isCut: to != nil))
    let empty = Insights(session.program, range, request, otherKinds: session.otherKinds)
    var insights = empty
    let problems = try session.forEachSubject(isListing: true, &console, restart: { insights = empty }) {
      log throws(RunawaySubject) in
      try insights.add(log, &walk)
    }
    if insights.rollUp?.isIncomplete ?? false {
      throw arguments.bad(.rollUp, "an attribute with at most \(RollUp.mostGroups) values in the log")
    }
    let view = InsightsView(session.look(upTo: present), insights)
    switch arguments.choice(.pageFormat, PageFormat.self) {
    case .json: try console.out.write(InsightsJSON(view).bytes)
    case .csv: try console.out.write(InsightsCSV.bytes(of: view, isShown: console.out.isTerminal))
    case .html:
      try console.out.write(InsightsHTML(view, of: session.pack.words.joined(separator: " ")).text)
    case .text: try console.out.lines(InsightsText(view, console.style).lines)
    }
    try console.finish()
    if insights.total.rows == 0 { try session.tellSpan(&console) }
    console.tell(walk.notes, session.program)
    try console.tell(problems, session.choices)
    return .fine
  }

  private static func range(
    _ calendar: BucketCalendar, _ from: Instant?, _ to: Instant?, _ extent: LogExtent,
    _ present: Instant
  ) throws(Failure) -> InsightsRange {
    do throws(TooManyBuckets) {
      return try InsightsRange(calendar, from: from, to: to, of: extent, present: present)
    } catch {
      let time = TimeText(.utc)
      let span = "\(time.moment(error.from)) to \(time.moment(error.to))"
      throw .data(
        "\(span) are \(ValueText.count(error.count)) \(calendar.unit.rawValue)s, "
          + "more than \(ValueText.count(TooManyBuckets.limit))",
        help: "`--from` and `--to` look at less of it, and `--by` month or year makes longer stretches")
    }
  }

  private static func request(
    _ arguments: Arguments, _ program: Program, _ unit: BucketUnit
  ) throws(Failure) -> Insights.Request {
    var request = Insights.Request()
    let streams = program.streams.filter(\.isLogged).map(\.name)
    if let name = arguments[.stream] {
      guard streams.contains(name), let index = program.streams.firstIndex(where: { $0.name == name }) else {
        throw .usage(.unknownName(what: "stream", name: name, known: streams))
      }
      request.stream = StreamID(index)
    }
    request.figures = try figures(arguments, program, unit)
    guard let name = arguments[.rollUp] else {
      if arguments[.weight] != nil { throw .usage(.needs(option: "--weight", others: ["--roll-up"])) }
      return request
    }
    if arguments[.figure] == nil { throw .usage(.needs(option: "--roll-up", others: ["--figure"])) }
    guard request.figures.allSatisfy({ FigureTally.hasMean(program[$0.value].type) }) else {
      throw arguments.bad(
        .figure, "with --roll-up a figure that has a mean: a number, a duration or a condition")
    }
    request.rollUp = RollUp.Request(attribute: try attribute(name, program))
    if let weight = arguments[.weight] {
      let id = try attribute(weight, program)
      guard program.subject.attributes[id.index].type == .number else {
        throw arguments.bad(.weight, "an attribute that is a number")
      }
      request.rollUp?.weight = id
    }
    return request
  }

  /// The figures that say something at the end of a bucket.
  private static func figures(
    _ arguments: Arguments, _ program: Program, _ unit: BucketUnit
  ) throws(Failure) -> [Define] {
    guard let name = arguments[.figure] else {
      return program.figures.filter { FigureTally.measures(program[$0.value].type) }
    }
    let figure = program.figures[
      try UsageError.place(of: name, among: program.figures.map(\.name.text), "figure")]
    guard FigureTally.measures(program[figure.value].type) else {
      throw arguments.bad(.figure, "a figure whose values have an order")
    }
    if unit.cycle != nil { throw .usage(.conflict("--by \(unit.rawValue)", "--figure")) }
    return [figure]
  }

  private static func attribute(_ name: String, _ program: Program) throws(Failure) -> AttributeID {
    let names = program.subject.attributes.map(\.name.text)
    return AttributeID(try UsageError.place(of: name, among: names, "attribute"))
  }
}
