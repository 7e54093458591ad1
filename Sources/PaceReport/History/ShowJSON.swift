import PaceEngine
public import PaceLab
import PaceLanguage

/// `show --format json`: one object with the keys of `history`, and all that happened.
public struct ShowJSON {
  private let view: LookBack
  private let story: SubjectStory

  public init(_ view: LookBack, _ story: SubjectStory) {
    self.view = view
    self.story = story
  }

  private var program: Program { view.program }

  public var bytes: [UInt8] {
    JSONWriter.line { object in
      view.write(to: &object)
      object.write(story.summary, view)
      object.field("debounced", story.summary.debounced)
      object.object("attributes", program.subject.attributes, story.attributes.map { $0.constant }, program)
      object.objects("timeline", story.entries) { entry, object in write(entry, to: &object) }
      object.object("levels", each: zip(program.scales, story.levels)) { pair, object in
        object.objects(pair.0.name.text, pair.1) { stretch, object in
          object.field("from_ms", stretch.from.milliseconds)
          object.field("to_ms", stretch.to.milliseconds)
          object.field("level", pair.0.levels[stretch.level].name)
        }
      }
      object.figures(story.figures.map { $0.constant }, program)
    }
  }

  private func write(_ entry: SubjectStory.Entry, to object: inout JSONWriter) {
    object.fields(at: entry.at)
    switch entry {
    case .row(let row):
      let event = program.events[row.event.event.index]
      object.field("id", row.id)
      object.field("event", event.name.text)
      object.field("kind", row.event.kind == nil ? nil : view.name(of: row))
      object.object("fields", event.fields, row.values.map { $0.constant }, program)
    case .notice(let notice):
      object.field("rule", notice.rule)
      object.field("kind", notice.kind)
      object.field("level", notice.level)
      object.field("severity", notice.severity)
      object.field("message", notice.message)
    }
  }
}
