import PaceEngine
public import PaceLab

/// `history --format json`: one object with a list of subjects, newest first.
public enum HistoryJSON {
  public static func bytes(of list: SubjectList, _ view: LookBack) -> [UInt8] {
    let subjects = list.subjects
    return JSONWriter.line { object in
      view.write(to: &object)
      object.objects("subjects", subjects) { summary, object in
        object.write(summary, view)
        object.field("zone", summary.zone.name)
      }
      object.field("more", list.count - subjects.count)
    }
  }
}
