import PaceLanguage

extension Influences {
  /// The names of all declarations that can affect the rules; parameters stand for the presets that set them.
  var declarations: Set<String> {
    var names: Set<String> = ["subject", "calendar"]
    for rule in rules {
      names.insert("rule \(program[rule].name.text)")
      if let kind = program[rule].emission?.kind {
        names.insert("policy \(program.noticeKinds[kind.index].name)")
      }
    }
    for param in references.params { names.insert("param \(program.params[param.index].name.text)") }
    for define in references.defines { names.insert("define \(program.defines[define.index].name.text)") }
    for scale in references.scales { names.insert("scale \(program.scales[scale.index].name.text)") }
    for stream in references.streams {
      switch program[stream].kind {
      case .event(let event), .kind(let event, _):
        names.insert("event \(program.events[event.index].name.text)")
      case .derived: names.insert("stream \(program[stream].name)")
      case .firings, .notices: break
      }
    }
    return names
  }
}
