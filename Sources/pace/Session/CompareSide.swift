import PaceLanguage
import PaceReport
import PaceStore

/// One side of `compare`: a pack with its choices, and what it is called.
struct CompareSide: Sendable {
  let pack: Pack
  let choices: Choices
  let name: String
  /// The number of its pack; a log is read only once for sides with the same one.
  let packNumber: Int

  /// The sides that the arguments name: packs, presets or lists of values; only one of these may vary.
  static func all(_ arguments: Arguments, style: Style) throws(Failure) -> [CompareSide] {
    let words = try PackLocator.named(by: arguments)
    if words.count > 2 { throw .usage(.extraArgument(words[2])) }
    let presets = try presets(arguments, words, style: style)
    let lists = arguments.all(.comparedSet).map(settings)
    try expectOne(words, presets, lists)
    var sides: [CompareSide] = []
    func add(_ pack: Int, _ preset: String?, _ list: [String], _ name: String) throws(Failure) {
      let loaded = try Pack.load([words[pack]], settings: list, style: style)
      var choices = try Choices(arguments, loaded)
      choices.presets = [try Choices.preset(preset, loaded.program)]
      if let preset = choices.presets[0] { try choices.check(preset, loaded.program) }
      sides.append(CompareSide(pack: loaded, choices: choices, name: name, packNumber: pack))
    }
    if words.count == 2 {
      for pack in 0..<2 {
        do throws(Failure) {
          try add(pack, presets.first, lists.first ?? [], words[pack])
        } catch {
          guard case .usage(.unknownPack(let name, let looked, _, _)) = error,
            let presets = sides.first?.pack.program.presets, presets.contains(where: { $0.name.text == name })
          else { throw error }
          throw .usage(.unknownPack(name, looked: looked, suggestion: "--preset \(name)"))
        }
      }
    } else if presets.count > 1 {
      for preset in presets { try add(0, preset, lists.first ?? [], "preset \(preset)") }
    } else if !lists.isEmpty {
      if lists.count == 1 { try add(0, presets.first, [], presets.first.map { "preset \($0)" } ?? words[0]) }
      for list in lists { try add(0, presets.first, list, list.joined(separator: ", ")) }
    } else if let preset = presets.first {
      try add(0, nil, [], words[0])
      try add(0, preset, [], "preset \(preset)")
    } else {
      throw .usage(.nothingToCompare)
    }
    return sides
  }

  private static func presets(
    _ arguments: Arguments, _ words: [String], style: Style
  ) throws(Failure) -> [String] {
    let given = arguments.all(.comparedPreset)
    guard given == ["all"], let word = words.first else { return given }
    return try Pack.load([word], style: style).program.presets.map(\.name.text)
  }

  /// Refuses sides that differ in two things: it would be open which of them makes a difference.
  private static func expectOne(
    _ words: [String], _ presets: [String], _ lists: [[String]]
  ) throws(Failure) {
    let varying =
      (words.count > 1 ? ["two packs"] : []) + (presets.count > 1 ? ["several `--preset`"] : [])
      + (lists.count > 1 ? ["several `--set`"] : [])
    if varying.count > 1 { throw .usage(.severalDifferences(varying)) }
  }

  /// `a=1,b=2` as two settings; a comma in quotes separates nothing.
  private static func settings(_ list: String) -> [String] {
    var settings = [""]
    var isQuoted = false
    for character in list {
      if character == "\"" { isQuoted.toggle() }
      if character == ",", !isQuoted {
        settings.append("")
      } else {
        settings[settings.count - 1].append(character)
      }
    }
    return settings
  }
}
