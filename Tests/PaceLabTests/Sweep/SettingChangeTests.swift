import PaceLab
import PaceLanguage
import Testing

@Suite("Writing a chosen value")
struct SettingChangeTests {
  private static let text = """
    subject s { mode: preset = low }   # ümlaut
    event e of s { }
    param window: duration in 1 min .. 60 min
    param units: number = 2.50 in 0 .. 9    "kept"
    rule r { on e, when count(e, last window) > units, emit a "x" }
    preset low  {   window =  5 min  }\t# five
    preset high extends low { units = 3.0 }
    preset top extends high { }

    """

  private func applied(_ param: String, _ value: String, preset: String?) throws -> String {
    let program = try #require(compile(("a.pace", Self.text)).program)
    let index = try #require(program.params.firstIndex { $0.name.text == param })
    let constant = try #require(program.constant(from: value, as: program.params[index].type))
    let id = preset.flatMap { name in program.presets.firstIndex { $0.name.text == name } }
    let change = try SettingChange(
      ParamID(index), to: constant, writtenAs: value, preset: id.map { PresetID($0) }, in: program)
    let edit = TextEdit(change.span, change.text)
    return String(decoding: applying([edit], to: Array(Self.text.utf8)), as: UTF8.self)
  }

  @Test(
    "changes the value and nothing else",
    arguments: [
      ("window", "6min", "low", "window =  5 min", "window =  6 min"),
      ("window", "90 s", nil, "window =  5 min", "window =  90 s"),
      ("window", " 2min30s ", nil, "window =  5 min", "window =  2 min 30 s"),
      ("units", "3.50", "high", "units = 3.0", "units = 3.50"),
    ])
  func changes(param: String, value: String, preset: String?, old: String, new: String) throws {
    let parts = Self.text.split(separator: old, omittingEmptySubsequences: false)
    #expect(parts.count == 2)
    #expect(try applied(param, value, preset: preset) == parts.joined(separator: new))
  }

  @Test(
    "is refused where it is not known which place is meant",
    arguments: [("units", "1", nil, "severalPlaces"), ("window", "1 min", "top", "elsewhere")])
  func refusals(param: String, value: String, preset: String?, reason: String) throws {
    do {
      _ = try applied(param, value, preset: preset)
      Issue.record("taken")
    } catch let error as SettingChangeProblem {
      #expect("\(error)".hasPrefix(reason))
    }
  }
}
