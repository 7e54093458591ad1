import PaceEngine
import PaceLab
import PaceLanguage
import PaceReport

/// What the page is about: its rules, parameters, presets, events, subjects.
struct PackJSON {
  let rules: RuleText
  let original: RuleText
  let content: StudioContent

  private var program: Program { rules.program }

  var bytes: [UInt8] {
    JSONWriter.bytes { json in
      let name = content.roots.first?.split(separator: "/").last.map(String.init) ?? ""
      json.field("title", name.hasSuffix(".pace") ? String(name.dropLast(5)) : name)
      json.field("database", content.words.log.last)
      json.field("noun", Noun.words(program.noun))
      json.field("nouns", Noun.plural(program.noun))
      json.objects("subjects", rules.logs) { log, json in
        json.field("id", log.id)
        json.field("label", Words.subject(log.id, of: program))
        json.field("day", log.start.map { TimeText(log.record.zone).day($0) } ?? "nothing logged")
        json.field("events", log.events.count)
      }
      json.objects("presets", program.presets) { preset, json in
        json.field("name", preset.name.text)
        json.field("label", preset.label?.text)
      }
      json.field("hasOwnPreset", program.subject.presetAttribute != nil)
      json.object("start") { json in
        json.field("preset", content.preset ?? "")
        json.field("set", strings: content.settings)
      }
      writeParams(&json)
      writeRules(&json)
      json.objects("scales", program.scales) { scale, json in
        json.field("name", scale.name.text)
        json.objects("levels", scale.levels.enumerated()) { level, json in
          json.field("name", level.element.name)
          json.field("colour", LevelColours(levels: scale.levels)[level.offset])
        }
      }
      writeEvents(&json)
      json.objects("files", rules.files) { file, json in
        json.field("path", file.path)
        json.field("text", String(decoding: file.bytes, as: UTF8.self))
      }
      json.field("holds", holds)
      json.field("command", CommandWords(content).studio)
    }
  }

  private var holds: String {
    let subjects = Noun.count(rules.logs.count, program.noun)
    let rows = content.skippedRows
    let verb = rows == 1 ? "was" : "were"
    let skipped = rows > 0 ? "\(Noun.count(rows, "row")) that can't be read \(verb) skipped. " : ""
    return "This page holds the rules and the log of \(subjects); whoever has the file can read them. "
      + "\(skipped)It sends nothing anywhere."
  }

  private func writeParams(_ json: inout JSONWriter) {
    json.objects("params", program.params.enumerated()) { param, json in
      let declared = param.element
      let values = ParameterJSON(rules, ParamID(param.offset))
      let axis = values.axis
      json.field("name", declared.name.text)
      json.field("label", declared.label?.text)
      let isNamed = program.names(of: declared.type) != nil || declared.type == .bool
      json.field("control", axis == nil ? "text" : isNamed ? "choice" : "slider")
      json.field("count", axis?.values.count ?? 0)
      json.field("middle", values.middle)
      write(declared.span, &json)
    }
  }

  private func writeRules(_ json: inout JSONWriter) {
    json.array("rules") { list in
      for name in rules.ruleNames(besides: original) {
        let own = program.rules.firstIndex { $0.name.text == name }
        let source = own == nil ? original.program : program
        guard let index = own ?? source.rules.firstIndex(where: { $0.name.text == name }) else { continue }
        let rule = source.rules[index]
        list.object { json in
          json.field("name", name)
          json.field("label", rule.label?.text)
          json.field("kind", source.kindName(of: RuleID(index)))
          json.field("level", source.levelName(of: RuleID(index)))
          json.field("speaks", rule.emission != nil)
          json.field("isHere", own != nil)
          write(rule.name.span, &json, of: source)
        }
      }
    }
  }

  private func writeEvents(_ json: inout JSONWriter) {
    json.objects("events", program.events) { event, json in
      json.field("name", event.name.text)
      json.field("kinds", strings: event.kinds.map { $0.name.text })
      json.objects("fields", event.fields) { field, json in
        json.field("name", field.name.text)
        let choices = field.type == .bool ? ["yes", "no"] : program.names(of: field.type)
        if let choices { json.field("choices", strings: choices) } else { json.field("choices", raw: "null") }
      }
    }
  }

  private func write(_ span: SourceSpan, _ json: inout JSONWriter, of source: Program? = nil) {
    let file = (source ?? program).files[Int(span.file.index)]
    json.field("file", file.path)
    json.field("line", file.location(of: span.start).line)
  }
}
