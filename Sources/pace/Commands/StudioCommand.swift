import PaceEngine
import PaceLab
import PaceLanguage
import PaceReport
import PaceStore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension Command {
  static let studio = Command(
    "studio", arguments: "PACK… --db FILE",
    summary: "a page in which a log is played with: the engine, the rules and the log in one HTML file",
    options: [
      .database, .studioSubject, .pageFile, .preset, .set, .until, .zone, .source, .given, .problems, .strict,
      .timeout,
    ],
    examples: [
      "pace studio take-care --db friday.db -o friday.html",
      "pace studio take-care --db friday.db --subject s1 --subject s2 > page.html",
    ],
    run: StudioCommand.run)
}

extension Option {
  static let studioSubject = Option.list(
    "subject", "ID", "only this subject; may be repeated (else the first 1,000)")
  static let pageFile = Option.value("out", "FILE", "the page to write (also -o; else standard output)")
}

/// Puts rules and logs into the page that `pace-studio` prints.
struct StudioCommand {
  /// A page with more subjects or rows is too large for a browser to open with ease.
  private static let (mostSubjects, mostRows) = (1_000, 1_000_000)

  private let arguments: Arguments
  private let pack: Pack
  private let choices: Choices

  static func run(_ arguments: Arguments, _ console: inout Console) throws(Failure) -> ExitStatus {
    if arguments[.pageFile] == nil, FileDescriptor.standardOutput.isTerminal {
      throw .usage(.missingArgument("file for the page: `-o page.html`"))
    }
    let page = try StudioPage.load()
    let pack = try Pack.named(by: arguments, console)
    let choices = try Choices(arguments, pack)
    try choices.checkOnePreset(arguments, pack.program)
    let command = StudioCommand(arguments: arguments, pack: pack, choices: choices)
    try command.checkOutput()
    var content = command.emptyContent
    try command.read(into: &content, &console)
    let bytes = page.filled(with: content, title: pack.words.first ?? "")
    guard let path = arguments[.pageFile] else {
      try console.out.write(bytes)
      return .fine
    }
    try FileSystem.write(bytes, to: path)
    let subjects = Noun.count(content.logs.count, pack.program.noun)
    console.remark("\(path): \(subjects), \((bytes.count + 50_000) / 100_000 * 100) KB; open it in a browser")
    return .fine
  }

  /// Refuses to write the page over a file that it is made from.
  private func checkOutput() throws(Failure) {
    guard let path = arguments[.pageFile], FileSystem.entry(at: path) != nil else { return }
    let page = FileSystem.identity(of: path)
    let inputs = arguments.all(.database) + pack.program.files.map(\.path)
    guard let input = inputs.first(where: { FileSystem.identity(of: $0) == page }) else { return }
    throw arguments.bad(.pageFile, "a file other than `\(input)`, which the page is made from")
  }

  /// The rules and how the log is read, without the log.
  private var emptyContent: StudioContent {
    var content = StudioContent()
    let program = pack.program
    let settings = arguments.all(.set)
    // The last file is the one in which `--set` was checked.
    let files = settings.isEmpty ? program.files[...] : program.files.dropLast()
    content.files = files.map { StudioContent.File(path: $0.path, bytes: $0.bytes) }
    content.roots = pack.roots.map { program.files[Int($0.index)].path }.filter { path in
      files.contains { $0.path == path }
    }
    content.words.pack = pack.words
    for database in arguments.all(.database) { content.words.log += ["--db", database] }
    for option in [Option.until, .zone, .source] {
      if let value = arguments[option] { content.words.options += ["--\(option.name)", value] }
    }
    if arguments.has(.given) { content.words.options.append("--given") }
    for subject in arguments.all(.studioSubject) { content.words.start += ["--subject", subject] }
    if let preset = arguments[.preset] { content.words.start += ["--preset", preset] }
    for setting in settings { content.words.start += ["--set", setting] }
    content.preset = arguments[.preset]
    content.settings = zip(settings, pack.settings).map { typed, set in
      // The page takes texts as they are, without quotes.
      if case .text(let text) = set.value {
        "\(program.params[set.param.index].name.text)=\(text)"
      } else {
        typed
      }
    }
    if case .absolute(let instant)? = choices.until { content.until = instant.milliseconds }
    content.zone = content.place(of: choices.zone)
    content.isZoneNamed = choices.logZone.isNamed
    content.today = Clock.now.milliseconds / 86_400_000
    content.describe(program)
    return content
  }

  private func read(into content: inout StudioContent, _ console: inout Console) throws(Failure) {
    let plan = Plan(pack.program)
    var interner = Machine(plan)
    let named = arguments.all(.studioSubject)
    var rows = 0
    var isFull = false
    var machine = Machine(plan, options: choices.options(column: 0))
    var notes = RunNotes()
    var reader = SubjectReader(plan, choices, keepsRows: true)
    for subject in named.isEmpty ? [nil] : named.map({ $0 }) {
      var feed = try LogFeed.open(arguments, pack, choices, subject: subject)
      while let log = try reader.next(&feed) {
        isFull = content.logs.count == Self.mostSubjects
        if isFull {
          let noun = pack.program.noun
          console.remark(
            "the page holds the first \(Noun.count(Self.mostSubjects, noun)); choose others with --subject")
          break
        }
        rows += log.events.count
        if rows > Self.mostRows {
          throw .data(
            "more than 1,000,000 rows are too many for a page", help: "choose subjects with --subject")
        }
        console.report("\(content.logs.count + 1) read, now \(log.id)", feed.progress())
        // The page says what ended its evaluation early.
        try? log.run(in: &machine)
        notes.add(&machine, of: log)
        content.add(log, pack.program, interner: &interner)
      }
      let problems = try feed.problems()
      content.skippedRows += problems.skippedRows
      try console.tell(problems, choices)
      if isFull { break }
    }
    console.tell(notes, pack.program)
    if content.logs.isEmpty { throw .data("the log is empty: there is nothing to play with") }
  }
}

/// The page without a log, as the program `pace-studio` beside this one prints it.
struct StudioPage {
  /// Where the log goes, and the title.
  private static let (place, titlePlace) = ("<!--CONTENT-->", "<!--TITLE-->")

  private let template: String

  /// Runs `pace-studio`.
  static func load() throws(Failure) -> StudioPage {
    let program = FileSystem.besides("pace-studio")
    guard FileSystem.entry(at: program) == .file else {
      throw .data(
        "the page is built apart from pace, and has not been built yet: `\(program)`",
        help: "in the folder of pace's sources: `PACE_STUDIO=1 swift build -c release --product pace-studio`")
    }
    guard let template = Subprocess.output(of: program), template.contains(place) else {
      throw .data("`\(program)` gave no page", help: "build it again: it is not of this version")
    }
    return StudioPage(template: template)
  }

  func filled(with content: StudioContent, title: String) -> [UInt8] {
    let block = Data(content.bytes).base64EncodedString()
    let script = "<script type=\"application/octet-stream\" id=\"content\">\(block)</script>"
    return Array(
      template.replacing(Self.titlePlace, with: XMLText.escaped(title)).replacing(Self.place, with: script)
        .utf8)
  }
}
