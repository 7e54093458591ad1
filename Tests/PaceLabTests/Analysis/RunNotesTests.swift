import PaceLab
import PaceLanguage
import Testing

@Suite("what runs give occasion to remark")
struct RunNotesTests {
  @Test("notes that are joined keep what overflowed first in each figure")
  func figures() {
    let (figure, other) = (ExpressionID(0), ExpressionID(1))
    var notes = RunNotes()
    notes.addOverflow(of: figure, figure, "first")
    var later = RunNotes()
    later.addOverflow(of: figure, other, "second")
    later.addOverflow(of: other, other, "second")
    notes.add(later)
    #expect(notes.figureOverflows.mapValues { $0.subject } == [figure: "first", other: "second"])
  }
}
