import PaceEngine
public import PaceLanguage

/// What a log says of its rows besides what rules read.
public final class RowDetails {
  private let devices: [Statement.Shared]
  private let subjects: Statement

  public init(_ file: LogFile) throws(KeepingError) {
    var devices: [Statement.Shared] = []
    do throws(StoreError) {
      for event in file.program.events {
        let table = SQLText.name(event.name.text)
        devices.append(
          Statement.Shared(try file.connection.prepare("SELECT device FROM \(table) WHERE id = ?")))
      }
      let table = SQLText.name(file.program.subject.name.text)
      subjects = try file.connection.prepare("SELECT 1 FROM \(table) WHERE id = ?")
    } catch {
      throw .store(error)
    }
    self.devices = devices
  }

  /// The device on which a row was logged.
  public func device(of id: String, _ event: EventID) throws(KeepingError) -> String? {
    let devices = self.devices[event.index]
    return try storing { () throws(StoreError) in
      devices.statement.bind(id, at: 1)
      defer { devices.statement.reset() }
      return try devices.statement.step() ? devices.statement.text(0) : nil
    }
  }

  /// Whether a subject has a row of its own.
  public func hasRow(_ subject: String) throws(KeepingError) -> Bool {
    try storing { () throws(StoreError) in
      subjects.bind(subject, at: 1)
      defer { subjects.reset() }
      return try subjects.step()
    }
  }
}

extension Statement {
  /// A statement in an array, which holds no noncopyable values.
  final class Shared {
    let statement: Statement
    init(_ statement: consuming Statement) { self.statement = statement }
  }
}
