import PaceEngine
import PaceLanguage
import PaceStore
import Testing

/// Tables and columns are called what an application has called them.
struct SourceNameTests {
  @Test func `Names with marks, or with what Unicode takes for one, are taken as they are`() throws {
    for name in ["a`b", "a\u{1FEF}b", "`", "a''b"] {
      let folder = try Scratch()
      let program = try Log.program(
        "subject session { }\nevent drop of session { }\n"
          + "source app { drop from \"\(name)\" { id = id, session = \"s\(name)\", at = at } }")
      let (table, subject) = (#""\#(name)""#, #""s\#(name)""#)
      try Log.make(
        folder.path(), "CREATE TABLE \(table) (id, \(subject), at); INSERT INTO \(table) VALUES ('i', 'x', 5)"
      )
      #expect(try Log.read(folder.path(), program).lines.count == 2, "\(name)")
    }
  }
}
