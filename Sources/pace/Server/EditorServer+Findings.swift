import PaceLab
import PaceLanguage

/// The notifications that the server sends by itself.
extension EditorServer {
  /// Publishes what is due: first errors, and the other findings once lint has run.
  mutating func publishDue() throws(OutputError) {
    if !pending.unread.isEmpty { return try publishErrors() }
    if !pending.changed.isEmpty { try publishFindings() }
    if pending.isRefreshDue { try requestRefresh() }
  }

  /// Publishes the errors of the programs that texts belong to, and takes back those that are mended.
  private mutating func publishErrors() throws(OutputError) {
    let unread = pending.unread
    let affected = workspace.affected(by: unread)
    pending.clearErrors()
    let failed = affected.programs.map { workspace.compilation(of: [$0]) }
      .filter { $0.hasErrors && !$0.isSoundFragment }
    let wrong = Set(failed.flatMap { $0.files.map { $0.identity } })
    for (uri, found) in findings where found.contains(where: { $0.diagnostic.severity == .error }) {
      let identity = Workspace.identity(of: uri)
      guard affected.files.contains(identity), !wrong.contains(identity) else { continue }
      findings[uri] = []
      try publish(uri)
    }
    let broken = failed.filter { !$0.isFragment }
      .flatMap { program in program.roots.map { program.files[Int($0.index)].path } }
    if broken.isEmpty { return }
    try publish(lint(Set(broken).sorted(), [], workspace, true), errorsBesides: unread)
  }

  mutating func publishFindings() throws(OutputError) {
    let affected = workspace.affected(by: pending.changed)
    let report = lint(affected.programs, workspace.files(), workspace, false)
    workspace.forgetPast()
    // Files that are in no program any more lose what was found in them there.
    let known = findings.filter { uri, found in
      pending.changed.contains(uri) || !found.isEmpty && affected.files.contains(Workspace.identity(of: uri))
    }
    let opened = pending.changed.filter { workspace[$0] != nil }
    for uri in opened.union(known.keys).subtracting(report.files.map(workspace.uri)).sorted() {
      findings[uri] = workspace[uri] == nil ? nil : []
      try publish(uri)
    }
    if let edited = pending.edited.first {
      // Editors request what depends on the changed text alone when it changes.
      pending.isRefreshDue =
        pending.isRefreshDue
        || workspace.open.contains { identity, entry in
          affected.files.contains(identity) && (pending.edited.count > 1 || entry.uri != edited)
        }
    }
    pending.clear()
    try publish(report)
  }

  /// Publishes the findings of the files of a report.
  ///
  /// - Parameter edited: nil for all texts. Of other texts only those that have or had errors are published; the rest
  ///   keep what lint found in them.
  private mutating func publish(
    _ report: LintReport, errorsBesides edited: Set<String>? = nil
  ) throws(OutputError) {
    let found = Dictionary(grouping: report.findings) { $0.file.identity }
    let uris = report.files.map { (uri: workspace.uri(of: $0), identity: $0.identity) }
    for (uri, identity) in uris.sorted(by: { $0.uri < $1.uri }) {
      let all = found[identity] ?? []
      let both = all + (findings[uri] ?? [])
      if let edited, !edited.contains(uri), !both.contains(where: { $0.diagnostic.severity == .error }) {
        continue
      }
      if all.isEmpty, findings[uri]?.isEmpty ?? true, workspace[uri] == nil { continue }
      findings[uri] = all
      try publish(uri)
    }
  }

  /// Publishes everything that is known to be wrong with a text.
  func publish(_ uri: String) throws(OutputError) {
    let failures = (lensResults.failures[uri] ?? [:]).sorted { $0.key < $1.key }.flatMap { $0.value }
    var texts = TextIndex(encoding)
    let found = (findings[uri] ?? []).map { diagnostic(of: $0, &texts) }
    var published: [String: JSONValue] = ["uri": .string(uri), "diagnostics": .array(found + failures)]
    published["version"] = workspace[uri]?.version
    try notify("textDocument/publishDiagnostics", .object(published))
  }

  func diagnostic(of finding: LintFinding, _ texts: inout TextIndex) -> JSONValue {
    let found = finding.diagnostic
    let severity =
      switch found.severity {
      case .error: 1
      case .warning: 2
      case .note: 3
      }
    let notes = found.notes.map { note -> JSONValue in
      let file = finding.files[Int(note.span.file.index)]
      return [
        "location": [
          "uri": .string(workspace.uri(of: file)), "range": texts.range(of: note.span, in: file),
        ],
        "message": .string(note.message),
      ]
    }
    return [
      "range": texts.range(of: found.span, in: finding.file), "severity": .integer(severity),
      "code": .string(found.code),
      "source": "pace", "message": .string(found.message + (found.help.map { "\n\($0)" } ?? "")),
      "relatedInformation": .array(notes),
    ]
  }

  /// Asks the editor to request hints and lenses again, because they depend on other files too.
  private mutating func requestRefresh() throws(OutputError) {
    pending.isRefreshDue = false
    for method in client.refreshable { try request("workspace/\(method)/refresh") }
  }
}
