/// What has changed since findings were last published, and when the next of them are due.
struct PendingFindings {
  /// How long after the last change lint runs.
  private static let lintDelay = Duration.milliseconds(150)
  /// How long after the last change errors are published: a moment, so that they don't hold up typing.
  private static let errorDelay = Duration.milliseconds(30)

  /// Files whose programs have changed since lint last looked at them, as the client names them.
  private(set) var changed: Set<String> = []
  /// The changed files whose errors haven't been looked for.
  private(set) var unread: Set<String> = []
  /// The changed files whose texts differ from before.
  private(set) var edited: Set<String> = []
  /// Whether the editor has to be asked to refresh what other files show of the changed ones.
  var isRefreshDue = false
  private var last = ContinuousClock.now

  /// - Parameter isEdit: whether the texts of the files may have changed.
  mutating func add(_ uris: some Sequence<String>, isEdit: Bool) {
    changed.formUnion(uris)
    unread.formUnion(uris)
    if isEdit { edited.formUnion(uris) }
    last = .now
  }

  mutating func clearErrors() { unread = [] }

  mutating func clear() { (changed, unread, edited) = ([], [], []) }

  /// How many milliseconds are left until something is due, rounded up; nil if nothing will be.
  ///
  /// They are counted from the last change, whatever else is asked for in between.
  var wait: Int32? {
    if changed.isEmpty, !isRefreshDue { return nil }
    let left = last + (unread.isEmpty ? Self.lintDelay : Self.errorDelay) - .now
    return left <= .zero ? 0 : Int32((left / .microseconds(1) / 1000).rounded(.up))
  }
}
