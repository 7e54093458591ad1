import PaceLanguage
import PaceReport

/// A program that checks, and the words it was named by.
struct Pack: Sendable {
  let program: Program
  /// The PACK arguments, to be repeated in commands that are suggested.
  let words: [String]
  /// The files that were named.
  let roots: [FileID]
  /// Values given with `--set`, in order.
  let settings: [(param: ParamID, value: Constant)]
  /// The style of messages about the program.
  let style: Style

  /// The name under which `--set` values are checked: no file of the user's can have it.
  private static let settingsPath = "--set"

  /// Loads and checks the files, together with the values of `--set` or of another such option.
  ///
  /// - Parameter addsScenarios: whether the scenarios beside a pack, and the pack beside scenarios, come along.
  static func load(
    _ arguments: [String], settings: [String] = [], optionName: String = settingsPath,
    addsScenarios: Bool = false, style: Style
  ) throws(Failure) -> Pack {
    // Checked first: in `--set x 3` the 3 looks like a pack.
    let text = try settingsText(settings, optionName)
    var paths: [String] = []
    for argument in arguments {
      let path = try PackLocator.file(argument)
      paths.append(path)
      if addsScenarios {
        paths += [PackLocator.scenarios(beside: path), PackLocator.pack(beside: path)].compactMap { $0 }
      }
    }
    if !settings.isEmpty { paths.append(settingsPath) }
    let compilation = Compilation.compile(
      roots: paths,
      read: { $0 == settingsPath ? .bytes(Array(text.utf8)) : FileSystem.read($0) },
      identity: { $0 == settingsPath ? $0 : FileSystem.identity(of: $0) })
    guard var program = compilation.program else {
      throw failure(compilation, settings, optionName, style)
    }
    var values: [(param: ParamID, value: Constant)] = []
    if !settings.isEmpty, let scenario = program.scenarios.last {
      values = scenario.settings
      program = program.changing { $0.scenarios.removeLast() }
    }
    return Pack(program: program, words: arguments, roots: compilation.roots, settings: values, style: style)
  }

  /// The pack that a command names, with the values of `--set`; beside a scenario that is evaluated.
  static func named(by arguments: Arguments, _ console: Console) throws(Failure) -> Pack {
    try load(
      try PackLocator.named(by: arguments), settings: arguments.all(.set),
      addsScenarios: arguments.has(.scenario), style: console.errorStyle)
  }

  /// The same pack with more values set.
  func setting(_ more: [(param: ParamID, value: Constant)]) -> Pack {
    Pack(program: program, words: words, roots: roots, settings: settings + more, style: style)
  }

  /// The same pack with other bytes in some of its files; nil if it doesn't check then.
  func replacing(_ files: [(file: Int, bytes: [UInt8])]) -> Pack? {
    let paths = program.files.map(\.path)
    let compilation = Compilation.compile(
      roots: roots.map { paths[Int($0.index)] }.filter { $0 != Self.settingsPath },
      read: { path in
        guard let index = paths.firstIndex(of: path) else { return FileSystem.read(path) }
        return .bytes(files.first { $0.file == index }?.bytes ?? program.files[index].bytes)
      },
      identity: { FileSystem.identity(of: $0) })
    return compilation.program.map {
      Pack(program: $0, words: words, roots: compilation.roots, settings: [], style: style)
    }
  }

  /// The failure of a program that cannot be run, rendered with the place.
  func failure(_ diagnostic: Diagnostic) -> Failure {
    .program(style.text(of: [diagnostic], in: program.files))
  }

  /// A scenario that sets the values, so that names, types and ranges are judged as everywhere else.
  private static func settingsText(_ settings: [String], _ option: String) throws(Failure) -> String {
    var text = "scenario \"--set\" {\nstart 2000-01-01 00:00\n"
    for setting in settings {
      if let expected = expectation(unmetBy: setting, option) {
        throw .usage(.badValue(option: option, value: setting, expected: expected))
      }
      text += "set \(setting)\n"
    }
    return text + "}\n"
  }

  /// What was expected of a setting that would be read as something else on a line of a scenario; nil for one
  /// that can stand there.
  private static func expectation(unmetBy setting: String, _ option: String) -> String? {
    let parts = setting.split(separator: "=", maxSplits: 1)
    guard parts.count == 2, !parts.contains(where: { $0.allSatisfy(\.isWhitespace) }),
      !setting.contains(where: \.isNewline), setting.first != "="
    else { return setting.contains("=") ? "NAME=VALUE" : "NAME=VALUE, as in `\(option) \(setting)=3`" }
    let isText = parts[1].drop(while: \.isWhitespace).first == "\""
    if isText || !setting.contains(where: { ",{}#".contains($0) }) { return nil }
    return "one NAME=VALUE" + (option == "--set" ? "; give --set again for another" : "")
  }

  private static func failure(
    _ compilation: Compilation, _ settings: [String], _ option: String, _ style: Style
  ) -> Failure {
    let errors = compilation.diagnostics.filter { $0.severity == .error }
    let isOwn = { (diagnostic: Diagnostic) in
      compilation.files[Int(diagnostic.span.file.index)].path == settingsPath
    }
    if let first = errors.first, errors.allSatisfy(isOwn) {
      let file = compilation.files[Int(first.span.file.index)]
      let line = file.location(of: first.span.start).line - 3
      let setting = settings.indices.contains(line) ? settings[line] : settings.joined(separator: " ")
      return .usage(.badSetting("\(option) \(setting)", first.message, help: first.help))
    }
    return .program(style.text(ofErrors: errors, in: compilation.files))
  }
}

extension Style {
  /// The errors of a program, rendered with the places.
  func text(ofErrors diagnostics: [Diagnostic], in files: [SourceFile]) -> String {
    text(of: diagnostics.filter { $0.severity == .error }, in: files)
  }

  /// What is wrong with a program, rendered with the places.
  func text(of diagnostics: [Diagnostic], in files: [SourceFile]) -> String {
    DiagnosticRenderer(files: files, usesColor: isOn).text(of: diagnostics)
  }
}
