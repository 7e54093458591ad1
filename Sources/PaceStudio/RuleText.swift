import PaceEngine
import PaceLab
import PaceLanguage
import PaceReport

/// The rules as they stand in the page, and the logs as these rules read them.
struct RuleText {
  /// The most values that a slider has; each is tried for its marks.
  private static let mostValues = 1_000

  private(set) var files: [StudioContent.File]
  let program: Program
  let plan: Plan
  let marks: FiringMarks
  /// The values that each parameter's slider has; nil for texts, for parameters without a range, and for too many
  /// values.
  let axes: [SweepAxis?]
  let logs: [SubjectLog]
  /// What these rules don't take of each log.
  let unread: [StudioContent.Unread]
  /// Whether they say the same as the rules before them: only places in the text may have changed.
  let isSame: Bool

  /// Nil if the rules have errors.
  init?(_ files: [StudioContent.File], _ content: StudioContent, after last: RuleText? = nil) {
    guard let program = Self.compile(files, content.roots).program else { return nil }
    self.files = files
    self.program = program
    plan = Plan(program)
    marks = FiringMarks(program)
    axes = program.params.map { param in
      let axis = try? SweepAxis(param.name.text, in: program)
      return axis.flatMap { $0.values.count <= Self.mostValues ? $0 : nil }
    }
    if let last, Self.sayTheSame(files, last.files) {
      (logs, unread, isSame) = (last.logs, last.unread, true)
      return
    }
    var interner = Machine(plan)
    let read = content.logs(for: program, interner: &interner)
    logs = read.map { $0.log }
    unread = read.map { $0.unread }
    isSame = false
  }

  private static func sayTheSame(_ files: [StudioContent.File], _ others: [StudioContent.File]) -> Bool {
    zip(files, others).allSatisfy { file, other in
      saysTheSame(
        SourceFile(path: file.path, bytes: file.bytes), SourceFile(path: other.path, bytes: other.bytes))
    }
  }

  static func read(_ path: String, from files: [StudioContent.File]) -> ReadResult {
    files.first { $0.path == path }.map { .bytes($0.bytes) } ?? .failure("this page doesn't hold it")
  }

  private static func compile(_ files: [StudioContent.File], _ roots: [String]) -> Compilation {
    Compilation.compile(roots: roots) { read($0, from: files) }
  }

  /// What `pace lint` finds as of the day on which the page was made.
  static func lint(_ files: [StudioContent.File], _ content: StudioContent) -> LintReport {
    Linter(today: content.today).lint(programs: [content.roots]) { read($0, from: files) }
  }
}
