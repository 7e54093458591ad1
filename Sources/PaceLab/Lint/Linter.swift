public import PaceLanguage

/// Lints programs with the checker and the lint rules.
public struct Linter: Sendable {
  /// The day on which dated allowances are judged: days since 1970-01-01.
  private let today: Int64
  private let rules: [LintRule]
  private let zone: String?
  private let zones: @Sendable (String) -> ZoneProblem?

  /// - Parameters:
  ///   - zone: the zone in which times are read where a program names none; nil if that is left open.
  ///   - zones: says what is wrong with a time zone's name; nil if nothing is, or none are known.
  public init(
    today: Int64, rules: [LintRule] = LintRule.all, zone: String? = nil,
    zones: @escaping @Sendable (String) -> ZoneProblem? = { _ in nil }
  ) {
    self.today = today
    self.rules = rules
    self.zone = zone
    self.zones = zones
  }

  /// Lints programs, each given by the files named together.
  ///
  /// `others` are further files in which to look for programs that include a fragment, and `pack` gives the pack
  /// that a file of scenarios is about by its name. A named file without a subject is checked through those, and
  /// only what lies in it is reported. An allowance in an included file may be needed by programs that aren't looked
  /// at, so it is called unused only if `complete` has the file's identity. `read` and `identity` are those of a
  /// `SourceSet`.
  public func lint(
    programs: [[String]], others: [String] = [], complete: Set<String> = [],
    pack: (String) -> String? = { _ in nil }, read: (String) -> ReadResult,
    identity: (String) -> String = { $0 }
  ) -> LintReport {
    // Programs are kept, because each is looked at for every fragment that it may include.
    var known: [[String]: Compilation] = [:]
    return lint(programs: programs, others: others, complete: complete, pack: pack) { roots in
      if let compilation = known[roots] { return compilation }
      let compilation = Compilation(SourceSet(roots: roots, read: read, identity: identity))
      known[roots] = compilation
      return compilation
    }
  }

  /// - Parameters:
  ///   - onlyErrors: whether files of a program with errors are not linted on their own, if they check by themselves.
  ///   - compile: gives a program by the files named together.
  public func lint(
    programs: [[String]], others: [String] = [], complete: Set<String> = [],
    pack: (String) -> String? = { _ in nil }, onlyErrors: Bool = false, compile: ([String]) -> Compilation
  ) -> LintReport {
    // Findings that need a log may be allowed even though none is given.
    let unjudged = Set(LintRule.ofData.map { $0.code }).subtracting(rules.map { $0.code })
    var merge = LintMerge(today: today, rules: rules, unjudged: unjudged, complete: complete)
    for roots in programs {
      let compilation = compile(roots)
      guard compilation.isFragment else {
        merge.add(compilation, findings(in: compilation), only: nil)
        for part in onlyErrors ? [] : soundParts(of: compilation, compile) {
          merge.add(part, findings(in: part, of: compilation, ofUnused: merge.ofUnused), only: nil)
        }
        continue
      }
      let wanted = Set(compilation.files.map { $0.identity })
      let beside = roots.count == 1 ? roots.first.flatMap(pack) : nil
      let candidates = others.map { [$0] } + (beside.map { [[$0] + roots] } ?? [])
      let includers = includers(of: compilation, among: candidates, compile)
      for includer in includers { merge.add(includer, findings(in: includer), only: wanted) }
      if includers.isEmpty {
        let isSound = compilation.isSoundFragment
        merge.add(compilation, isSound ? unchecked(compilation) : compilation.diagnostics, only: nil)
      }
    }
    return merge.report()
  }

  /// Everything found in one program, before allowances.
  func findings(in compilation: Compilation) -> [Diagnostic] {
    var found = compilation.diagnostics
    guard let program = compilation.program else { return found }
    let context = LintContext(program, roots: compilation.roots, zone: zone, zones: zones)
    for rule in rules { found += rule.check(rule, context) }
    return found
  }

  /// Where a program has errors, those of its files that have none when each is checked by itself.
  private func soundParts(of whole: Compilation, _ compile: ([String]) -> Compilation) -> [Compilation] {
    if !whole.hasErrors || whole.files.count == 1 { return [] }
    var parts: [Compilation] = []
    var known: Set<String> = []
    for file in whole.files where !known.contains(file.identity) {
      let part = compile([file.path])
      if part.hasErrors { continue }
      known.formUnion(part.files.map { $0.identity })
      parts.append(part)
    }
    return parts
  }

  /// What is found in a part of a program with errors.
  ///
  /// What the part leaves unused counts only if the rest of the program is just scenarios.
  private func findings(
    in part: Compilation, of whole: Compilation, ofUnused: Set<String>
  ) -> [Diagnostic] {
    let own = Set(part.files.map { $0.identity })
    let isOnlyTested = zip(whole.files, whole.syntax).allSatisfy { file, syntax in
      own.contains(file.identity) || syntax.declarations.allSatisfy { $0.isOfTest }
    }
    return findings(in: part).filter { isOnlyTested || !ofUnused.contains($0.code) }
  }

  /// The programs among `candidates`, each given by its files, that include all files of a fragment that were named.
  private func includers(
    of fragment: Compilation, among candidates: [[String]], _ compile: ([String]) -> Compilation
  ) -> [Compilation] {
    let fragments = Set(fragment.roots.map { fragment.files[Int($0.index)].identity })
    return candidates.compactMap { roots in
      let compilation = compile(roots)
      let includes = fragments.isSubset(of: compilation.files.map { $0.identity })
      return includes && !compilation.isFragment ? compilation : nil
    }
  }

  /// The finding for a fragment that no program includes.
  private func unchecked(_ compilation: Compilation) -> [Diagnostic] {
    guard let root = compilation.roots.first else { return compilation.diagnostics }
    // A comment that allows it stands before the first declaration.
    let first = compilation.syntax.first { $0.file == root }?.declarations.first?.span
    let start = Int(first?.start ?? 0)
    return [LintRule.uncheckedFragment(at: SourceSpan(file: root, start: start, end: start))]
  }
}

extension Declaration {
  /// Whether it is a scenario, or includes what scenarios are about.
  fileprivate var isOfTest: Bool {
    switch self {
    case .include, .scenario: true
    case .subject, .calendar, .event, .stream, .scale, .param, .preset, .order, .define, .policy, .guard,
      .disclaimer,
      .source, .rule:
      false
    }
  }
}

/// Merges the findings of several programs, each once in the files that they share.
private struct LintMerge {
  /// What was found in a program; only what lies in some files is wanted, unless `wanted` is nil.
  private struct Found {
    var compilation: Compilation
    var diagnostics: [Diagnostic]
    var wanted: Set<String>?

    func file(of span: SourceSpan) -> SourceFile { compilation.files[Int(span.file.index)] }

    func isWanted(_ span: SourceSpan) -> Bool { wanted?.contains(file(of: span).identity) ?? true }

    /// Whether the file was named, and not only included.
    func isNamed(_ file: FileID) -> Bool { wanted != nil || compilation.roots.contains(file) }

    var hasScenarios: Bool {
      let roots = compilation.roots
      return compilation.program?.scenarios.contains { roots.contains($0.span.file) } ?? false
    }
  }

  /// What programs say of an allowance that they share.
  private struct Verdict {
    let allowance: Allowance
    let files: [SourceFile]
    /// Whether any of them had a use for it.
    var isUsed = false
    /// Whether what it allows was looked for.
    var isLookedFor = false

    var file: SourceFile { files[Int(allowance.span.file.index)] }
  }

  /// A place of a file that programs find unused.
  private struct Unused: Hashable {
    var file: String
    var start: Int32
    var code: String
  }

  let today: Int64
  /// Codes whose allowances can't be judged, since their rules didn't run.
  let unjudged: Set<String>
  /// Codes of findings about what is unused: programs that share a file must all have them.
  let ofUnused: Set<String>
  /// Codes of findings that only programs with scenarios can have.
  let ofScenarios: Set<String>
  /// The files, by identity, all of whose programs are linted.
  let complete: Set<String>
  private var programs: [Found] = []

  init(today: Int64, rules: [LintRule], unjudged: Set<String>, complete: Set<String>) {
    self.today = today
    self.unjudged = unjudged
    self.complete = complete
    ofUnused = Set(rules.filter { $0.isOfUnused }.map { $0.code })
    ofScenarios = Set(rules.filter { $0.isOfScenarios }.map { $0.code })
  }

  mutating func add(_ compilation: Compilation, _ found: [Diagnostic], only wanted: Set<String>?) {
    programs.append(Found(compilation: compilation, diagnostics: found, wanted: wanted))
  }

  func report() -> LintReport {
    var result = LintReport()
    let used = usedElsewhere()
    // By file and place.
    var verdicts: [String: Verdict] = [:]
    for program in programs {
      let files = program.compilation.files
      result.add(files.filter { program.wanted?.contains($0.identity) ?? true })
      var list = AllowanceList(program.compilation.syntax, files: files)
      let wanted = program.diagnostics.filter { program.isWanted($0.span) }
      for diagnostic in EditTrial(of: program.compilation).judged(wanted) {
        if ofUnused.contains(diagnostic.code), used.contains(unused(diagnostic, in: program)) { continue }
        if !list.allows(diagnostic, today: today) { result.add(diagnostic, in: files) }
      }
      // A program with errors is not linted, so its allowances can't be judged.
      guard program.compilation.program != nil else { continue }
      for (allowance, isUsed) in zip(list.allowances, list.isUsed) where program.isWanted(allowance.span) {
        let identity = program.file(of: allowance.span).identity
        let key = "\(identity):\(allowance.span.start)"
        var verdict = verdicts[key] ?? Verdict(allowance: allowance, files: files)
        if isUsed { verdict.isUsed = true }
        if program.isNamed(allowance.span.file) || complete.contains(identity),
          program.hasScenarios || !ofScenarios.contains(allowance.code)
        {
          verdict.isLookedFor = true
        }
        // No program needs a misspelt one.
        if LintRule.named(allowance.code) == nil { verdict.isLookedFor = true }
        verdicts[key] = verdict
      }
    }
    let faulty = programs.filter { $0.compilation.program == nil }.flatMap { $0.compilation.files }
    let unknown = Set(faulty.map { $0.identity })
    for verdict in verdicts.values where !unjudged.contains(verdict.allowance.code) {
      if verdict.isUsed {
        guard let found = LintRule.expiredAllow(verdict.allowance, today: today) else { continue }
        result.add(found, in: verdict.files)
      } else if verdict.isLookedFor, !unknown.contains(verdict.file.identity) {
        result.add(LintRule.unusedAllow(verdict.allowance, in: verdict.file), in: verdict.files)
      }
    }
    result.sort()
    return result
  }

  /// What some programs find unused, and others that share the file don't.
  private func usedElsewhere() -> Set<Unused> {
    var sharing: [String: Int] = [:]
    var votes: [Unused: Int] = [:]
    for program in programs where program.compilation.program != nil {
      for file in program.compilation.files { sharing[file.identity, default: 0] += 1 }
      for diagnostic in program.diagnostics where ofUnused.contains(diagnostic.code) {
        votes[unused(diagnostic, in: program), default: 0] += 1
      }
    }
    return Set(votes.filter { $0.value < sharing[$0.key.file] ?? 0 }.map { $0.key })
  }

  private func unused(_ diagnostic: Diagnostic, in program: Found) -> Unused {
    let span = diagnostic.span
    return Unused(file: program.file(of: span).identity, start: span.start, code: diagnostic.code)
  }
}
