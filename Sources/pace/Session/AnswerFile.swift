import PaceEngine
import PaceLab
import PaceLanguage
import PaceReport
import PaceStore

/// The CSV that answers are appended to, each on the disk before the next is asked for.
///
/// At any instant the file ends with a whole line, even if the disk fills up or the process is ended.
struct AnswerFile {
  /// The form of its lines, as messages describe it.
  static let format =
    "a CSV with the first line `subject,from,to,wanted,rule` and a line for each stretch below it, such as "
    + "`s1,2026-11-20T21:04Z,2026-11-20T21:14Z,yes,RULE` (yes or no; RULE may be left out)"

  let path: String
  /// What was labelled before.
  let labels: SweepLabels
  private let program: Program
  /// What separates fields, as in the lines that are there.
  private var separator = ","
  /// How many bytes the file has, as far as is known here.
  private var size = 0
  /// The size at which the last line lacks its end; nil if it has one.
  private var openSize: Int?
  /// For each row written here, how many bytes the file had before it.
  private var sizes: [Int] = []

  /// Reads what is there, which may be nothing yet; writes nothing.
  init(_ path: String, of program: Program, zone: Zone) throws(Failure) {
    self.path = path
    self.program = program
    guard FileSystem.entry(at: path) != nil || FileSystem.isLink(path) else {
      labels = SweepLabels([:])
      return
    }
    guard FileDescriptor.isRegular(path) else {
      throw Option.answers.bad(path, "a file that lines can be added to")
    }
    let file = try LabelsFile(path, rules: nil, zone: zone, program)
    size = file.bytes.count
    if let last = file.bytes.last, last != UInt8(ascii: "\n") { openSize = size }
    labels = file.labels
    separator = file.separator
    if let width = file.width, width != LabelsFile.columns.count {
      throw .data(
        "\(path):1: it has no column for the rule that an answer is about",
        help: "write `,rule` behind its first line, which names the columns, or give another --out")
    }
  }

  /// Makes the file with its header, unless there is something in it; fails if no answer could be kept.
  mutating func begin() throws(Failure) {
    let header = size > 0 ? "" : LabelsFile.columns.joined(separator: ",") + "\n"
    try append(header, else: "so no answer could be kept", isMade: true)
  }

  /// Adds the answer to a question.
  mutating func add(_ item: LabelQueue.Item, isWanted: Bool) throws(Failure) {
    let stretch = item.question.stretch
    let fields = [
      Self.field(item.subject), TimeText.iso(stretch.lowerBound), TimeText.iso(stretch.upperBound),
      isWanted ? "yes" : "no", program[item.question.rule].name.text,
    ]
    let before = size
    try append(
      (size == openSize ? "\n" : "") + fields.joined(separator: separator) + "\n",
      else: "the last answer is not kept; those before it are", isMade: false)
    sizes.append(before)
  }

  /// A field as it will be read again; ids that spreadsheets take for formulas are left as they are.
  private static func field(_ text: String) -> String {
    let isPlain = !text.isEmpty && text.utf8.allSatisfy { $0 > 0x20 && !#"",;'"#.utf8.contains($0) }
    return isPlain ? text : "\"\(text.replacing("\"", with: "\"\""))\""
  }

  /// Removes the row that was added last.
  mutating func removeLast() throws(Failure) {
    guard let before = sizes.last else { return }
    try change(else: "so the last answer stands", isMade: false) { file throws(OutputError) in
      try file.cut(to: before)
      try file.sync()
    }
    size = before
    sizes.removeLast()
  }

  private mutating func append(_ text: String, else problem: String, isMade: Bool) throws(Failure) {
    let (before, bytes) = (size, Array(text.utf8))
    try change(else: problem, isMade: isMade) { file throws(OutputError) in
      do throws(OutputError) {
        try file.write(bytes, upTo: bytes.count)
        try file.sync()
      } catch {
        // A part of a line must not stay.
        try file.cut(to: before)
        throw error
      }
    }
    size += bytes.count
  }

  /// Changes the file, unless somebody else has changed it; Ctrl-C waits for the end.
  private func change(
    else problem: String, isMade: Bool, _ body: (FileDescriptor) throws(OutputError) -> Void
  ) throws(Failure) {
    Interruption.hold()
    defer { Interruption.release() }
    guard let file = FileDescriptor(appendingTo: path, isMade: isMade) else {
      throw .data("\(path) cannot be written, \(problem)")
    }
    defer { file.close() }
    guard file.size == size else {
      throw .data(
        "\(path) was changed by another program, \(problem)",
        help: "start `pace label` again: it goes on from what is there")
    }
    do throws(OutputError) {
      try body(file)
    } catch {
      throw .data("\(path): \(error.reason), \(problem)")
    }
  }
}
