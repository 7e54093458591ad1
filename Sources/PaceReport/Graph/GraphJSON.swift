import PaceEngine
public import PaceLab
import PaceLanguage

/// The evaluator graph as one JSON object: nodes, and edges between them.
public enum GraphJSON {
  public static func render(_ graph: GraphModel, _ words: GraphWords? = nil) -> [UInt8] {
    JSONWriter.line { object in
      if let moment = words?.moment {
        object.field("subject", moment.log.id)
        object.fields(at: moment.account.at)
        object.field("preset", words?.program.presetName(moment.account.preset))
      }
      object.objects("nodes", graph.nodes.enumerated()) { place, object in
        object.field("id", place.offset)
        object.field("kind", place.element.kind.rawValue)
        object.field("label", place.element.label)
        if let words, let light = place.element.light { write(light, words, &object) }
      }
      object.objects("edges", graph.edges) { edge, object in
        object.field("from", edge.from)
        object.field("to", edge.to)
        object.field("kind", edge.line.rawValue)
        object.field("label", edge.label)
        if words != nil { object.field("decided", edge.isDecisive) }
      }
    }
  }

  private static func write(_ light: GraphLight, _ words: GraphWords, _ object: inout JSONWriter) {
    switch light.reading {
    case .value(let shown): object.field("value", shown.constant, shown.type, words.program)
    case .unasked: object.field("value", nil as String?)
    case .newest(let instant): object.field("value", instant.map { TimeText.iso($0) })
    case .rows(let count): object.field("value", count)
    case .outcome(let outcome), .notice(let outcome): object.field("value", outcome.text)
    }
    object.field("decided", light.isDecisive)
    object.field("counts_given", light.countsGiven)
    object.field("held_by", light.held?.gate.fullName)
    object.field("opens_at_ms", light.held?.opensAt?.milliseconds)
  }
}
