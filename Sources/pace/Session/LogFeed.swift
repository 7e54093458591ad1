import PaceEngine
import PaceLanguage
import PaceStore

/// Subjects and their events, whatever they come from.
struct LogFeed: ~Copyable {
  private var reader: LogReader

  init(_ reader: consuming LogReader) { self.reader = reader }

  /// The id of the current subject.
  var subject: String { reader.subject }

  /// What could not be read so far.
  var problems: RowProblems { reader.problems }

  func id(of event: EventOrdinal) -> String { reader.id(of: event) }

  mutating func nextSubject(
    _ record: inout SubjectRecord, intern: (String) -> Value
  ) throws(Failure) -> Bool {
    do throws(StoreError) {
      return try reader.nextSubject(&record, intern: intern)
    } catch {
      throw .store(error)
    }
  }

  mutating func nextEvent(
    _ record: inout EventRecord, intern: (String) -> Value
  ) throws(Failure) -> Bool {
    do throws(StoreError) {
      return try reader.nextEvent(&record, intern: intern)
    } catch {
      throw .store(error)
    }
  }
}

extension LogFeed {
  /// The log that the options name, at the subject they name.
  static func open(
    _ arguments: Arguments, _ pack: Pack, _ choices: Choices, _ zones: ZoneDirectory
  ) throws(Failure) -> LogFeed {
    let path = try arguments.required(.database)
    let input = LogInput(path: path, source: arguments[.source], zone: choices.zone)
    var subject: String?
    if let prefix = arguments[.subject] { subject = try input.subject(prefix, pack.program, zones: zones) }
    do throws(StoreError) {
      return LogFeed(try input.open(pack.program, subject: subject, zones: zones))
    } catch {
      throw .store(error)
    }
  }
}
